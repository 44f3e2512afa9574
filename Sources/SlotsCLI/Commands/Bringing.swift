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

  @Argument("slot", value: "NN", help: "the slot, or a key such as pinned/slot-03") var key: String
  @Option("from", value: "REV", help: "the commit that has the version") var from: String
  @Flag("dry-run", short: "n", help: "say what would be written, and write nothing")
  var dryRun: Bool
  var parameters: [Parameter] { [$key, $from, $dryRun] }

  func run(in context: Context) throws -> ExitStatus {
    let store = try context.store()
    guard let typed = Key(typed: key) else { throw StoreError.noKey(key) }
    if case .slot(let id) = typed { _ = try store.view().slotID(id.number) }
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

/// `slots edit`.
struct EditCommand: SlotsCommand {
  static let name = "edit"
  static let summary = "Edit a slot in your editor"
  static let discussion = """
    Opens the preset, without what the store keeps for itself, in VISUAL or EDITOR. What is saved is \
    checked; when it is not valid, it can be edited again. A file that did not change writes nothing.
    """
  static let examples = ["slots edit 5"]
  static let effect = Effect.writes

  @Argument("slot", value: "NN", help: "the slot: 5, 05 or slot-05") var slot: String
  var parameters: [Parameter] { [$slot] }

  func run(in context: Context) throws -> ExitStatus {
    let store = try context.store()
    let view = try store.view()
    let id = try view.slotID(slot)
    let old = try view.filled(id)
    let empty: JSONObject = ["name": "", "params": [:]]
    let before = JSONValue.object(old?.preset ?? empty).canonicalBytes
    let editor = context.environment["VISUAL"] ?? context.environment["EDITOR"]
    guard let editor = editor ?? (context.console.canAsk ? "vi" : nil) else {
      throw CommandError(
        "edit: there is no terminal to edit on", hint: "slots set \(id.number) speed=0.7",
        status: .usage)
    }
    let draft = try Draft(before, called: id.fileName, in: context.temporaryFolder)
    defer { draft.remove() }
    while true {
      try draft.open(editor)
      let bytes = try draft.read()
      if bytes == before {
        context.console.note("nothing changed")
        return .done
      }
      do {
        let preset = try context.preset(bytes, named: nil)
        return context.tell(try store.save(preset, into: slot, overwrites: true))
      } catch {
        let failure = explain(error, id)
        failure.show(on: context.console)
        guard context.console.ask("edit it again?") == .yes else {
          draft.keep()
          context.console.hint(
            "slots save \(id.number) --file \(draft.path) takes it once it is corrected")
          return failure.status
        }
      }
    }
  }

  private func explain(_ error: any Error, _ id: SlotID) -> Failure {
    guard let error = error as? DocumentError else { return Failure(error) }
    return Failure(
      "\(id.fileName):\(error.position.line):\(error.position.column): \(error.reason)",
      status: .refused)
  }
}
