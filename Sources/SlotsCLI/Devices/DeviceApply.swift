internal import SlotsDevices
internal import SlotsModel
internal import SlotsStore

/// `slots device apply`.
struct DeviceApplyCommand: NetworkCommand {
  static let name = "apply"
  static let summary = "Send the store's settings to boxes"
  static let discussion = """
    The plan comes first: each field, from what to what. Then the fields that take effect at once are \
    sent, and read back; what a box did not take is named. What would silence a box that plays waits, \
    unless --even-while-playing. Nothing restarts.

    With --reboot, the boxes that it names are sent what is in reboot.json too, which restarts them: a \
    box drops out of the Link session, and all clock output stops for several seconds. One box at a \
    time, none after one that does not come back, and none that plays without --even-while-playing.
    """
  static let examples = [
    "slots device apply stage", "slots device apply --all --dry-run",
    "slots device apply stage --reboot stage",
  ]
  static let effect = Effect.restarts

  @Arguments("name", value: "DEVICE", help: "the devices") var names: [String]
  @Flag("all", help: "every device") var all: Bool
  @Flag("dry-run", short: "n", help: "show the plan, and send nothing") var dryRun: Bool
  @Option("reboot", value: "DEVICE", separator: ",", help: "the boxes that may restart, by name")
  var reboot: [String] = []
  @Flag("even-while-playing", help: "silence, or restart, a box that plays")
  var whilePlaying: Bool
  @Flag("again", help: "send as well what no box tells back and was sent before") var again: Bool
  @Option(
    "wait", value: "SECONDS", in: 5...600, help: "how long to wait for a restart; default: 60")
  var wait: Int?
  var parameters: [Parameter] {
    [$names, $all, $dryRun, $reboot, $whilePlaying, $again, $wait]
  }

  func run(in context: Context) throws -> ExitStatus {
    let bench = try Bench(context)
    let devices = try bench.chosen(names, all: all)
    let restarting = try reboot.map { try bench.view.device($0).name }
    for name in restarting where !devices.contains(where: { $0.name == name }) {
      throw CommandError(
        "\(name.text.string) is to restart, and is none of the devices to apply to",
        hint: "slots device apply \(name.text.string) --reboot \(name.text.string)", status: .usage)
    }
    var documents: [JSONValue] = []
    // What took one box away would take the next one too.
    var away: String?
    let status = try bench.each(devices) { files in
      let name = files.name.text.string
      var report = ApplyReport(name: name)
      defer {
        documents.append(report.json)
        if report.restart?.isBack == false { away = name }
      }
      let isNamed = restarting.contains(files.name)
      if isNamed, let away {
        context.console.warning("\(Line(name)) is not restarted, because \(Line(away)) is not back")
      }
      do {
        return try apply(files, bench, isRestarting: isNamed && away == nil, &report)
      } catch {
        report.error = Failure(error).sentence
        throw error
      }
    }
    if context.globals.json { context.print(["devices": .array(documents)]) }
    return status
  }

  private func apply(
    _ files: DeviceFiles, _ bench: Bench, isRestarting: Bool, _ report: inout ApplyReport
  ) throws -> ExitStatus {
    let console = bench.context.console
    return try bench.talk(to: files, writes: true) { box, reading, memory in
      let compared = try bench.compare(files, reading, memory, at: box.address)
      var consent = ApplyPlan.Consent()
      (consent.restarts, consent.whilePlaying, consent.again) = (isRestarting, whilePlaying, again)
      consent.overBox = bench.context.globals.yes
      let plan = ApplyPlan(
        compared.fields, unknown: files.unknown, compared.reading.status, consent)
      report.take(plan, at: box.address)
      if !bench.context.globals.json { report.show(plan, compared, on: console) }
      let same = compared.fields.filter { $0.side == .same }
      if dryRun { return .done }
      memory.agree(on: same.valuesOfBox)
      guard !plan.isEmpty else {
        memory.look(at: compared, report.outcomes)
        return report.end
      }
      if !plan.reboot.isEmpty, compared.reading.status.isSounding, !whilePlaying {
        throw refusal(.plays, files)
      }
      let sender = Applying(
        to: box, compared.product, patience: Int64(wait ?? 60) * 1000,
        progress: { console.progress(Line("\(files.name.text.string): \($0)")) })
      // Refused now, before anything is sent.
      let wanted = Dictionary(plan.reboot.map { ($0.field.key, $0.to) }) { $1 }
      _ = try SaveForm(compared.config, wanted: wanted, for: compared.product)
      let sent = try telling(files, box) { try sender.send(plan) }
      report.outcomes = sent.outcomes
      memory.note(plan.live, report.outcomes)
      memory.look(at: compared, report.outcomes, after: sent.status)
      defer {
        console.endProgress()
        if !bench.context.globals.json { report.showOutcomes(on: console) }
      }
      if !plan.reboot.isEmpty, try isWanted(files, plan, console) {
        try restart(files, sender, box, plan, &memory, &report)
      }
      return report.end
    }
  }

  private func restart(
    _ files: DeviceFiles, _ sender: Applying, _ box: any Box, _ plan: ApplyPlan,
    _ memory: inout DeviceMemory, _ report: inout ApplyReport
  ) throws {
    let restart = try telling(files, box) {
      try sender.save(plan.reboot, evenWhilePlaying: whilePlaying)
    }
    report.outcomes.merge(restart.outcomes) { $1 }
    report.restart = restart
    report.setupNetwork = sender.product.setupNetwork
    memory.note(plan.reboot, restart.outcomes)
    memory.counters = [:]
  }

  /// Runs what tells a box something, its failures with the name of the box.
  private func telling<T>(_ files: DeviceFiles, _ box: any Box, _ body: () throws -> T) throws -> T
  {
    do { return try body() } catch let error as BoxFailure {
      throw BoxError(files, box.address, error)
    } catch let error as RestartRefusal {
      throw refusal(error, files)
    }
  }

  private func refusal(_ refusal: RestartRefusal, _ files: DeviceFiles) -> CommandError {
    let name = files.name.text.string
    switch refusal {
    case .plays:
      return CommandError(
        "\(name) plays, and is not restarted",
        hint: "stop it first: slots device transport \(name) stop; or --even-while-playing",
        status: .refused)
    case .moved(let field, let value):
      return CommandError(
        "\(name) is not restarted: its \(field.key.string) became \(field.shown(value)) meanwhile",
        hint: "slots device diff \(name) shows it", status: .refused)
    }
  }

  /// The band that says what a restart is, and the question that names the box.
  private func isWanted(_ files: DeviceFiles, _ plan: ApplyPlan, _ console: Console) throws -> Bool
  {
    let name = files.name.text.string
    console.warning(
      "\(Line(name, .strong)) restarts: it drops out of the Link session, and all clock output stops "
        + "for several seconds")
    switch console.ask("write to \(Line(name)) and restart it?", yesAnswers: false) {
    case .yes: return true
    // It was named in --reboot, which is the answer where nobody can be asked.
    case .nobodyToAsk: return true
    case .no:
      console.note("\(name) is not restarted")
      return false
    }
  }
}

extension [FieldComparison] {
  /// What the box has of each.
  var valuesOfBox: [Text: JSONValue] {
    Dictionary(
      uniqueKeysWithValues: compactMap { field in field.box.map { (field.field.key, $0) } })
  }
}

extension DeviceMemory {
  /// Keeps the counters of a look, unless something that a restart lost was not sent again: the counters of
  /// before are what tells that it is lost.
  ///
  /// - Parameter after: how the box was once it was told: a request that it counts tells a later restart for sure.
  mutating func look(
    at compared: Compared, _ outcomes: [Text: Applying.Outcome] = [:], after: BoxStatus? = nil
  ) {
    let waits = compared.fields.contains {
      $0.side == .lost && outcomes[$0.field.key] != .taken
    }
    if !waits { counters = (after ?? compared.reading.status).counters }
  }

  /// Notes what a box took, and what it had before.
  mutating func note(_ changes: [ApplyPlan.Change], _ outcomes: [Text: Applying.Outcome]) {
    for change in changes {
      switch outcomes[change.field.key] {
      case .taken?:
        agree(on: [change.field.key: change.field.plain(change.to)])
        before[change.field.key] = change.from
      case .sent?: sent[change.field.key] = change.field.plain(change.to)
      case .notTaken?, .unconfirmed?, nil: break
      }
    }
  }
}
