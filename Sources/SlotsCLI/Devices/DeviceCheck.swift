internal import SlotsDevices
internal import SlotsModel
internal import SlotsStore
internal import SlotsSystem

/// `slots device check`.
struct DeviceCheckCommand: NetworkCommand {
  static let name = "check"
  static let summary = "Look before the show whether all is as it should be"
  static let discussion = """
    Every box is reached under its own name and runs what the store says, field by field; nothing \
    waits for a restart; the health counters stand still for a second; the store is in step with its \
    remote, and no clock is off. It ends with status 3 when anything is not so.
    """
  static let examples = ["slots device check", "slots device check stage --json"]
  static let effect = Effect.reads

  @Arguments("name", value: "DEVICE", help: "the devices; all without one") var names: [String]
  @Flag("all", help: "every device") var all: Bool
  var parameters: [Parameter] { [$names, $all] }

  /// One thing that was looked at.
  private struct Item {
    let subject: String
    let isGood: Bool
    let words: String
    var advice: String?
  }

  func run(in context: Context) throws -> ExitStatus {
    let bench = try Bench(context)
    let devices = try bench.chosen(names, all: true, orAll: true)
    var items: [Item] = []
    let first = try bench.readings(of: devices)
    if !devices.isEmpty { Clock.pause(milliseconds: 1000) }
    var second = try bench.readings(of: devices)
    // One answer that is missed is no news: a box serves one after the other.
    let missed = devices.indices.filter { second[$0].isMissed }
    for (index, third) in zip(missed, try bench.readings(of: missed.map { devices[$0] })) {
      second[index] = third
    }
    for (index, files) in devices.enumerated() {
      items += try look(files, first[index], second[index], bench)
    }
    items += look(at: bench)
    tell(items, context)
    return items.allSatisfy(\.isGood) ? .done : .refused
  }

  private func look(
    _ files: DeviceFiles, _ first: Result<BoxReading, BoxError>,
    _ second: Result<BoxReading, BoxError>, _ bench: Bench
  ) throws -> [Item] {
    let name = files.name.text.string
    func bad(_ words: String, _ advice: String? = nil) -> Item {
      Item(subject: name, isGood: false, words: words, advice: advice)
    }
    guard case .success(let reading) = second else {
      guard case .failure(let error) = second else { return [] }
      let failure = Failure(box: error)
      return [bad(failure.sentence, failure.hints.first)]
    }
    var items: [Item] = []
    let memory = try bench.memories.of(files.name)
    if files.address == nil, let host = files.host, let address = memory.address,
      !address.lowercased().hasPrefix("\(host).local")
    {
      items.append(
        bad(
          "it answers at \(address), and \(host).local is not found: is it that box?",
          "slots device discover shows which box is where"))
    }
    do {
      let compared = try bench.compare(files, reading, memory, at: memory.address ?? "")
      items += compared.fields.filter(\.isNews).map { field in
        let advice: String? =
          switch field.side {
          case .tree, .lost, .unread:
            field.part == .reboot
              ? "slots device apply \(name) --reboot \(name)" : "slots device apply \(name)"
          case .box: "slots device pull \(name)"
          default: nil
          }
        let sides =
          "\(field.field.key.string): store \(field.field.shown(field.tree)), "
          + "box \(field.field.shown(field.box)); \(field.words)"
        // The session's tempo is nobody's fault.
        if field.side == .link { return Item(subject: name, isGood: true, words: sides) }
        return bad(sides, advice)
      }
    } catch {
      items.append(bad(Failure(error).sentence))
    }
    if case .success(let before) = first {
      if reading.status.hasRestarted(since: before.status.counters) {
        items.append(bad("it started again while it was looked at"))
      }
      items += reading.status.worse(since: before.status.counters).map { worse in
        let row = BoxStatus.health.first { $0.name == worse.name }
        return bad(
          "\(worse.name.string) grows, \(worse.from) → \(worse.to): \(row?.meaning ?? "")")
      }
    }
    if items.allSatisfy(\.isGood) {
      items.append(Item(subject: name, isGood: true, words: "runs what the store says"))
    }
    return items
  }

  private func look(at bench: Bench) -> [Item] {
    func item(_ words: String, _ look: () throws -> (Bool, String, String?)) -> Item {
      do {
        let (isGood, words, advice) = try look()
        return Item(subject: "store", isGood: isGood, words: words, advice: advice)
      } catch {
        let failure = Failure(error)
        return Item(
          subject: "store", isGood: false, words: failure.sentence, advice: failure.hints.first)
      }
    }
    return [
      item("remote") {
        if try bench.store.status().remote == nil { return (true, "it has no remote", nil) }
        try bench.store.look()
        let report = try bench.store.status()
        let isGood = report.isInStep
        return (
          isGood, isGood ? "in step with its remote" : "not in step with its remote",
          isGood ? nil : "slots sync"
        )
      },
      item("clocks") {
        let clocks = try bench.store.clocks()
        return (clocks.state <= .note, clocks.summary, clocks.advice)
      },
    ]
  }

  private func tell(_ items: [Item], _ context: Context) {
    let isGood = items.allSatisfy(\.isGood)
    if context.globals.json {
      let rows = items.map { item -> JSONValue in
        [
          "subject": .string(Text(item.subject)), "good": .bool(item.isGood),
          "text": .string(Text(item.words)),
          "advice": item.advice.map { .string(Text($0)) } ?? .null,
        ]
      }
      return context.print(["good": .bool(isGood), "items": .array(rows)])
    }
    var table = Table(.left, .left, .left)
    for item in items {
      table.add(
        item.isGood ? Line("ok", .faint) : Line("no", .failure), Line(item.subject, .strong),
        Line(item.words))
      if let advice = item.advice { table.add("", "", Line("→ \(advice)", .accent)) }
    }
    context.console.print(table.lines)
    let count = items.count { !$0.isGood }
    context.console.print(isGood ? "ready" : "not ready: \(Line(Words.count(count, "problem")))")
  }
}

extension Result<BoxReading, BoxError> {
  /// Whether nothing answered.
  fileprivate var isMissed: Bool {
    if case .failure(let error) = self { !error.failure.isAlive } else { false }
  }
}
