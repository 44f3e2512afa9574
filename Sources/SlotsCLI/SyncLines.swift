internal import SlotsModel
internal import SlotsStore

/// One thing that a sync did, as a line.
struct SyncLine {
  /// What happened, in one word: `edited`, `sent`, `received`, `won`, `lost`, `factory`.
  let event: String
  /// To what, and how.
  let text: String
  /// More members of the line as JSON.
  var members: JSONObject

  /// The line as a report has it.
  var padded: String { event + String(repeating: " ", count: max(1, 10 - event.count)) + text }
}

extension SyncReport {
  /// What happened, in the order in which it is told.
  ///
  /// - Parameter me: this replica's name.
  func lines(for me: String) -> [SyncLine] {
    func line(_ event: String, _ change: KeyChange, _ more: String = "") -> SyncLine {
      SyncLine(
        event: event, text: ChangeText(change).line + more,
        members: ["key": .string(Text(change.key.description))])
    }
    var lines = taken.map { line("edited", $0) }
    let defaults = sent.filter { $0.old == nil && $0.new?.stamp?.isDefault == true }
    if !defaults.isEmpty {
      let slots = Words.count(defaults.count(where: \.key.isSlot), "slot")
      let pins = Words.count(defaults.count(where: \.key.isPin), "pin")
      lines.append(
        SyncLine(event: "sent", text: "the factory set: \(slots), \(pins)", members: [:]))
    }
    lines += sent.filter { !defaults.contains($0) }.map { line("sent", $0) }
    let lostKeys = Set(lost.map(\.key))
    for item in received where !lostKeys.contains(item.change.key) {
      let isOver = item.change.old?.stamp?.replica.string == me && item.replica != me
      let author = item.replica.isEmpty ? "factory" : "from \(item.replica)"
      var found = line("received", item.change, " (\(author)\(isOver ? ", over yours" : ""))")
      found.members["replica"] = .string(Text(item.replica))
      lines.append(found)
    }
    for (event, contests) in [("won", won), ("lost", lost)] {
      lines += contests.map {
        SyncLine(event: event, text: $0.line, members: $0.json.object ?? [:])
      }
    }
    lines += seeded.map {
      SyncLine(
        event: "factory", text: $0.description, members: ["key": .string(Text($0.description))])
    }
    return lines
  }
}

extension Contest {
  /// One line with the facts: what, both values, both replicas, both times, and the rule.
  var line: String {
    let change = KeyChange(
      key, from: Register(loser.value, nil), to: Register(winner.value, nil))
    func words(_ side: Side) -> String { Stamp(side.written).map(Words.exactly) ?? side.replica }
    return "\(ChangeText(change).line): \(words(winner)) over \(words(loser)), \(rule)"
  }

  /// How the loser is had back.
  var hint: String { "\(restore) brings back what \(key) lost" }
}
