internal import SlotsModel
internal import SlotsStore
internal import SlotsSystem

/// `slots harvest`.
struct HarvestCommand: SlotsCommand {
  static let name = "harvest"
  static let summary = "Take presets of yours into a factory set"
  static let discussion = """
    Writes name, parameters and tag signal of the slots into the factory set in DIR, without owner and \
    stamp, and raises its version once. Parameters are checked against the set's table. What is \
    written is a change like any other, to be reviewed and committed there; it suggests a message \
    that says where each default came from. A folder with changes that are not committed is refused.

    On your replicas the slot stays yours when the new version comes; slots reset NN hands it back.
    """
  static let examples = [
    "slots harvest 3 7 --into ~/slots/factory --dry-run", "slots harvest 3 --into factory --pins",
  ]
  static let effect = Effect.writes

  @Arguments("slot", value: "NN", minimum: 1, help: "slots: 5, 05, slot-05 or its name")
  var slots: [String]
  @Option("into", value: "DIR", help: "the folder of the factory set") var folder: String
  @Flag("pins", help: "take this store's pins too") var pins: Bool
  @Flag("dry-run", short: "n", help: "say what would be written, and write nothing")
  var dryRun: Bool
  var parameters: [Parameter] { [$slots, $folder, $pins, $dryRun] }

  func run(in context: Context) throws -> ExitStatus {
    let store = try context.store()
    let folder = try context.absolute(folder)
    let plan = try store.harvest(slots, into: folder, takesPins: pins, dryRun: dryRun)
    let table = try store.factory()?.head.table ?? ParameterTable()
    let texts = plan.changes.map { ChangeText($0, table: table) }
    if context.globals.json {
      context.print([
        "version": .number(JSONNumber(plan.version)), "folder": .string(Text(folder)),
        "files": .array(plan.files.map { .string(Text($0.name)) }),
        "message": .string(Text(plan.message)), "dryRun": .bool(dryRun),
      ])
      return .done
    }
    for text in texts {
      context.console.print("\(text.title, .strong)")
      for item in text.items { context.console.print("  \(item.text)") }
    }
    let verb = dryRun ? "would be" : "is"
    context.console.print("the set in \(folder) \(verb) version \(plan.version)")
    context.console.print("")
    for line in plan.message.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      context.console.print(line.isEmpty ? "" : "    \(String(line))")
    }
    if !dryRun {
      context.console.hint("look at it with git -C \(folder) diff, and commit it with that message")
    }
    return .done
  }
}
