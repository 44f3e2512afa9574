internal import SlotsModel
internal import SlotsStore

/// `slots status`.
struct StatusCommand: SlotsCommand {
  static let name = "status"
  static let summary = "Show what is not in step"
  static let discussion = """
    One line a key that differs, in two columns: how it stands against the remote, as it was last \
    seen, and against the factory set.

      edited     changed by hand, and committed by the next sync
      unsent     written here, the next sync sends it
      incoming   written elsewhere, the next sync brings it
      winning    written on both sides, this side's write is the later one
      losing     written on both sides, the other's is the later one
      yours      another preset than the set's, or one where it has none
      due        a newer default waits
      cleared    empty where the set has a default, until its next version
      older      a default that the set has no more
      other      a default of a newer set, or of another one with the same version

    Then edits that are held back, clocks that are off, and what else is to be known. With --fetch \
    it asks the remote first. It changes nothing.
    """
  static let examples = ["slots status", "slots status --fetch", "slots status --exit-code"]
  static let effect = Effect.reads

  @Flag("fetch", help: "ask the remote first what it has") var fetch: Bool
  @Flag("exit-code", help: "end with status 3 when something is not in step") var exitCode: Bool
  var parameters: [Parameter] { [$fetch, $exitCode] }

  func run(in context: Context) throws -> ExitStatus {
    let store = try context.store()
    var failure: StoreError?
    if fetch {
      do {
        try store.look()
      } catch let error as StoreError {
        guard case .unreachable = error else { throw error }
        failure = error
      }
    }
    let report = try store.status()
    if context.globals.json {
      context.print(report.json)
    } else {
      show(report, context.console, isFresh: fetch && failure == nil)
    }
    if let failure {
      let failure = Failure(failure)
      failure.show(on: context.console)
      return failure.status
    }
    return exitCode && !report.isInStep ? .refused : .done
  }

  private func show(_ report: StatusReport, _ console: Console, isFresh: Bool) {
    console.print("replica \(report.replica, .strong), branch \(report.branch ?? "none")")
    let seen = report.wasSynced || report.remote == nil ? "" : ", not synced yet"
    console.print("remote \(report.remote ?? "none")\(seen)")
    console.print("factory version \(report.seeded), shipped \(report.shipped)")
    let defaults = report.rows.filter(\.isUnsentDefault)
    if !defaults.isEmpty {
      let slots = defaults.count(where: \.key.isSlot)
      console.print(
        "unsent the factory set: \(Words.count(slots, "slot")), "
          + Line(Words.count(defaults.count(where: \.key.isPin), "pin")))
    }
    let rows = report.rows.filter { !$0.isUnsentDefault }
    if !rows.isEmpty {
      var table = Table(.left, .left, .left, .left)
      table.add("", Line("remote", .faint), Line("factory", .faint))
      for row in rows {
        table.add(
          Line(row.title, .strong), Line(row.exchange?.rawValue ?? "–", row.style),
          Line(row.standing?.words ?? "–"), Line(row.change, .faint))
      }
      console.print(table.lines)
    }
    for finding in report.held { console.print("held back: \(finding.text)") }
    for note in report.notes { console.print("note: \(note)") }
    console.print(Line(summary(of: report, isFresh: isFresh)))
  }

  private func summary(of report: StatusReport, isFresh: Bool) -> String {
    var parts: [String] = []
    func add(_ number: Int, _ words: String) {
      if number > 0 { parts.append("\(number) \(words)") }
    }
    if report.remote == nil {
      add(report.edited.count, "edited by hand")
    } else {
      add(report.unsent.count, "to send")
      add(report.incoming.count, "to receive")
    }
    add(report.held.count, "held back")
    add(report.due.count(where: \.isSlot), "due from the factory")
    if !parts.isEmpty { return parts.joined(separator: ", ") }
    if report.remote == nil { return "nothing is waiting" }
    return "in step with the remote\(isFresh ? "" : ", as last seen")"
  }
}

extension StatusReport.Row {
  /// True for a default that the remote was never sent: there are many at first, and none is news.
  fileprivate var isUnsentDefault: Bool {
    exchange == .unsent && there == nil && here?.stamp?.isDefault == true && standing == nil
  }

  fileprivate var title: String {
    switch key {
    case .slot(let id):
      let slot = [here, there].lazy.compactMap { Slot($0?.value) }.first { !$0.isCleared }
      return "\(id) \((slot ?? standard)?.name.string ?? "")"
    case .pin(let id): return "\(id.string) pin"
    case .seedVersion: return "factory version"
    case .field: return key.description
    }
  }

  fileprivate var style: Line.Style {
    switch exchange {
    case .losing?: .caution
    case nil: .faint
    default: .plain
    }
  }

  /// What is other here than in the remote, and for what comes from there, who wrote it.
  fileprivate var change: String {
    func words(_ old: Register?, _ new: Register?) -> String {
      ChangeText(KeyChange(key, from: old, to: new)).items.prefix(3).map(\.text)
        .joined(separator: ", ")
    }
    let author = there?.stamp.map { $0.isDefault ? "factory" : $0.replica.string } ?? "remote"
    return switch exchange {
    case nil: ""
    case .edited?, .unsent?: words(there, here)
    case .incoming?: "from \(author): \(words(here, there))"
    case .winning?: "over \(author): \(words(there, here))"
    case .losing?: "to \(author): \(words(here, there))"
    }
  }
}

extension StatusReport.Standing {
  fileprivate var words: String {
    switch self {
    case .keptEmpty: "stays empty"
    default: rawValue
    }
  }
}
