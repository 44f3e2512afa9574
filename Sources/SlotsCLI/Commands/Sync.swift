internal import SlotsModel
internal import SlotsStore

/// `slots sync`.
struct SyncCommand: SlotsCommand {
  static let name = "sync"
  static let summary = "Exchange edits with the remote"
  static let discussion = """
    Commits what was edited by hand, fetches, merges per key (the later write wins), and pushes. \
    What lost stays in history; the report says how to have it back. Without a network the edits \
    are kept here and go out later (exit status 4). An edit that is not valid is held back in the \
    working tree, while everything else is exchanged (exit status 5).

    When more than half of the documents went missing, here or in the remote, it stops and asks: \
    --yes clears them everywhere, --keep puts them back.
    """
  static let examples = ["slots sync", "slots sync --dry-run", "slots sync --json"]
  static let effect = Effect.writes

  @Flag("dry-run", short: "n", help: "say what would be exchanged; nothing changes anywhere")
  var dryRun: Bool
  @Flag("keep", help: "put back documents that went missing by plain deletion") var keep: Bool
  var parameters: [Parameter] { [$dryRun, $keep] }

  func run(in context: Context) throws -> ExitStatus {
    let store = try context.store()
    let policy: MissingPolicy = keep ? .keep : context.globals.yes ? .take : .refuse
    do {
      return tell(try store.sync(policy, dryRun: dryRun), store.replica.string, context)
    } catch StoreError.manyMissing(let paths, let total, let inRemote) {
      let place = inRemote ? "in the remote" : "here"
      let question: Line =
        "\(paths.count) of \(total) documents went missing \(place); clear them everywhere?"
      if context.console.ask(question) == .yes {
        return tell(try store.sync(.take, dryRun: dryRun), store.replica.string, context)
      }
      if context.globals.json {
        var report = SyncReport()
        report.result = .stopped
        context.print(report.json)
      }
      throw StoreError.manyMissing(paths: paths, total: total, inRemote: inRemote)
    }
  }

  private func tell(_ report: SyncReport, _ me: String, _ context: Context) -> ExitStatus {
    let console = context.console
    if context.globals.json {
      context.print(report.json)
    } else {
      if dryRun { console.note("nothing changes; a sync would do this:") }
      for change in report.taken { console.print("edited    \(ChangeText(change).line)") }
      let defaults = report.sent.filter { $0.old == nil && $0.new?.stamp?.isDefault == true }
      if !defaults.isEmpty {
        let slots = defaults.count(where: \.key.isSlot)
        let pins = defaults.count(where: \.key.isPin)
        console.print(
          "sent      the factory set: \(Words.count(slots, "slot")), \(Words.count(pins, "pin"))")
      }
      for change in report.sent where !defaults.contains(change) {
        console.print("sent      \(ChangeText(change).line)")
      }
      let lost = Set(report.lost.map(\.key))
      for item in report.received where !lost.contains(item.change.key) {
        let isOver = item.change.old?.stamp?.replica.string == me && item.replica != me
        console.print(
          "received  \(ChangeText(item.change).line) "
            + "(\(Self.author(item.replica))\(isOver ? ", over yours" : ""))")
      }
      for contest in report.won { console.print("won       \(Self.line(contest))") }
      for contest in report.lost {
        console.print("lost      \(Self.line(contest))")
      }
      for key in report.seeded { console.print("factory   \(key)") }
    }
    for contest in report.lost where !context.globals.json {
      console.hint("\(contest.restore) brings back what \(contest.key) lost")
    }
    for finding in report.held { console.error(Line(finding.text)) }
    if !report.held.isEmpty { console.hint("correct what is held back and run slots sync again") }
    for note in report.notes { console.note(Line(note)) }
    return end(report, console, json: context.globals.json)
  }

  private func end(_ report: SyncReport, _ console: Console, json: Bool) -> ExitStatus {
    if let error = report.failure {
      let failure = Failure(error)
      failure.show(on: console)
      return failure.status
    }
    switch report.result {
    case .upToDate, .synced:
      let words = report.result == .upToDate ? "up to date" : "in step with the remote"
      if !json, report.remote != nil { console.print("\(dryRun ? "would be " : "")\(words)") }
      return .done
    case .partial: return .partial
    case .offline: return .offline
    case .stopped: return .usage
    }
  }

  private static func author(_ replica: String) -> String {
    replica.isEmpty ? "factory" : "from \(replica)"
  }

  /// One line with the facts: what, both values, both replicas, both times, and the rule.
  static func line(_ contest: Contest) -> String {
    let change = KeyChange(
      contest.key, from: Register(contest.loser.value, nil), to: Register(contest.winner.value, nil)
    )
    func side(_ side: Contest.Side) -> String {
      Stamp(side.written).map(Words.exactly) ?? side.replica
    }
    return "\(ChangeText(change).line): \(side(contest.winner)) over \(side(contest.loser)), "
      + contest.rule
  }
}
