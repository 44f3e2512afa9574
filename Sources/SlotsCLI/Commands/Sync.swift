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

    --watch goes on: a line for each change, as it happens. A burst of edits to one file is one write. \
    Other commands work beside it. While the remote is away edits are kept, and go out when it is \
    back. It never asks; an interrupt (Ctrl-C, SIGTERM) ends it in order. With --json each line is a \
    document of its own.
    """
  static let examples = ["slots sync", "slots sync --dry-run", "slots sync --watch"]
  static let effect = Effect.writes

  @Flag("dry-run", short: "n", help: "say what would be exchanged; nothing changes anywhere")
  var dryRun: Bool
  @Flag("keep", help: "put back documents that went missing by plain deletion") var keep: Bool
  @Flag("watch", short: "w", help: "go on until interrupted: at each edit, and when others sent")
  var watch: Bool
  @Option(
    "every", value: "SECONDS", in: 1...86_400,
    help: "with --watch: how often to ask the remote; default: 30, a folder 5")
  var every: Int?
  var parameters: [Parameter] { [$dryRun, $keep, $watch, $every] }

  func run(in context: Context) throws -> ExitStatus {
    let policy: MissingPolicy = keep ? .keep : context.globals.yes ? .take : .refuse
    if watch {
      guard !dryRun else { throw UsageError(Self.name, .conflict("--watch", "--dry-run")) }
      let request = WatchRequest(interval: every.map { Int64($0) * 1000 }, missing: policy)
      return try WatchConsole(context).run(request)
    }
    guard every == nil else { throw UsageError(Self.name, .needs("--every", "--watch")) }
    let store = try context.store()
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
      for line in report.lines(for: me) { console.print(Line(line.padded)) }
    }
    for contest in report.lost where !context.globals.json { console.hint(Line(contest.hint)) }
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
}
