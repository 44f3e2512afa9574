internal import SlotsModel
internal import SlotsStore

/// `slots restore`.
struct RestoreCommand: SlotsCommand {
  static let name = "restore"
  static let summary = "Restore a version of a slot"
  static let discussion = """
    Writes what the slot held in a commit once more, as yours and as of now. slots log NN shows the \
    versions and their commits, those that lost to another replica among them.
    """
  static let examples = [
    "slots restore 5 --from 3f2a9c01d4", "slots restore pinned/slot-03 --from HEAD~2",
  ]
  static let effect = Effect.replaces

  @Argument("slot", value: "NN|KEY", help: "the slot, or a key such as pinned/slot-03") var key:
    String
  @Option("from", value: "REV", help: "the commit that has the version") var from: String
  @Flag("dry-run", short: "n", help: "say what would be written, and write nothing")
  var dryRun: Bool
  var parameters: [Parameter] { [$key, $from, $dryRun] }

  func run(in context: Context) throws -> ExitStatus {
    let store = try context.store()
    let typed = try store.view().key(key)
    let report = try context.asking {
      try store.restore(typed, from: from, overwrites: $0 || dryRun, dryRun: dryRun)
    }
    return context.tell(report, dryRun: dryRun)
  }
}

/// `slots seed`.
struct SeedCommand: SlotsCommand {
  static let name = "seed"
  static let summary = "Fill what a newer factory version brings"
  static let discussion = """
    Writes the factory set's default into every slot that is empty or was never edited, and leaves \
    yours alone. It also runs by itself at the first command that writes after a newer program was \
    installed.
    """
  static let examples = ["slots seed --dry-run", "slots seed"]
  static let effect = Effect.writes

  @Option("factory", value: "DIR", help: "a factory set other than the shipped one")
  var factory: String?
  @Flag("dry-run", short: "n", help: "say what would be written, and write nothing")
  var dryRun: Bool
  var parameters: [Parameter] { [$factory, $dryRun] }

  func run(in context: Context) throws -> ExitStatus {
    let report = try context.store(factory: factory).seed(dryRun: dryRun)
    if let twin = report.twin { context.console.warning(Line(twin)) }
    if context.globals.json { return context.tell(report, dryRun: dryRun) }
    for change in report.changes { context.console.print(Line(ChangeText(change).line)) }
    if report.seeded.isEmpty { context.console.note("nothing is due") }
    return .done
  }
}
