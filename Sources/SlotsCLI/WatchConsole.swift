internal import SlotsModel
internal import SlotsStore
internal import SlotsSystem

/// What `slots sync --watch` prints: a line for each change, as it happens, with the time; with --json a
/// document for each, `{"event", "text", "time"}` and more.
struct WatchConsole {
  private let context: Context
  private let surroundings: SlotsStore.Surroundings
  private let me: String

  init(_ context: Context) throws {
    self.context = context
    var surroundings = try context.surroundings()
    // Whoever goes on alone asks nobody, and its lines are its progress.
    surroundings.mayPrompt = false
    surroundings.progress = { _ in }
    self.surroundings = surroundings
    me = try context.store().replica.string
  }

  /// Watches until the process is asked to stop.
  func run(_ request: WatchRequest) throws -> ExitStatus {
    try Interruption.install()
    try Watch.run(try context.folder(), surroundings, request) { event in
      tell(event)
      context.console.flush()
      return context.console.isHeard
    }
    if context.console.isHeard { tell("ended", "asked to stop", [:]) }
    return .done
  }

  private func tell(_ event: WatchEvent) {
    switch event {
    case .began(let remote):
      tell("began", remote.map { "in step with \($0)" } ?? "this store has no remote", [:])
    case .synced(let report, let reason): tell(report, reason)
    case .back: tell("online", "the remote is reached again", [:])
    case .away(let error, let delay): tell("offline", Failure(error), delay)
    case .failed(let error, let delay): tell("failed", Failure(error), delay)
    case .slow(let error):
      tell(
        "slow", "edits are not told, and looked for when the remote is: \(Failure(error).sentence)",
        [:])
    }
  }

  private func tell(_ report: SyncReport, _ reason: ArrivalReason) {
    for line in report.lines(for: me) {
      var members = line.members
      if ["received", "lost"].contains(line.event) {
        members["reason"] = .string(Text(reason.rawValue))
      }
      tell(line.event, line.text, members)
    }
    for contest in report.lost where !context.globals.json {
      context.console.hint(Line(contest.hint))
    }
    for finding in report.held { tell("held", finding.text, finding.json.object ?? [:]) }
    for note in report.notes { tell("note", note, [:]) }
  }

  private func tell(_ event: String, _ failure: Failure, _ delay: Int64) {
    let wait = "next try in \(Words.count(max(1, Int(delay / 1000)), "second"))"
    let details = failure.details.isEmpty ? "" : ": " + failure.details.joined(separator: "; ")
    tell(event, "\(failure.sentence)\(details); \(wait)", [:])
    guard !context.globals.json else { return }
    for hint in failure.hints { context.console.hint(Line(hint)) }
  }

  private func tell(_ event: String, _ text: String, _ members: JSONObject) {
    let now = surroundings.now()
    guard context.globals.json else {
      let clock = Words.time(now).suffix(8)
      let line = SyncLine(event: event, text: text, members: [:])
      return context.console.print(Line("\(clock)  \(line.padded)"))
    }
    var members = members
    members["event"] = .string(Text(event))
    members["text"] = .string(Text(text))
    members["time"] = .string(Text(CalendarTime(now).text))
    context.console.print(json: JSONValue.object(members).compactText)
  }
}
