internal import SlotsModel
internal import SlotsStore

/// `slots reset`.
struct ResetCommand: SlotsCommand {
  static let name = "reset"
  static let summary = "Reset a slot, or everything, to the factory set"
  static let discussion = """
    Writes the factory set's default into the slot, or empties it where there is none, and hands it \
    back to the factory. Without a slot: every slot, the pins, and the factory version, on every \
    replica that syncs with this one. It wins over what was written before, and over nothing that \
    is written after. slots undo takes it back.
    """
  static let examples = ["slots reset 5", "slots reset --dry-run", "slots reset --yes"]
  static let effect = Effect.replaces

  @Argument(
    "slot", value: "NN", help: "the slot: 5, 05, slot-05 or its name; without it, everything")
  var slot: String?
  @Option("factory", value: "DIR", help: "a factory set other than the shipped one")
  var factory: String?
  @Flag("dry-run", short: "n", help: "say what would be written, and write nothing")
  var dryRun: Bool
  var parameters: [Parameter] { [$slot, $factory, $dryRun] }

  func run(in context: Context) throws -> ExitStatus {
    let store = try context.store(factory: factory)
    func reset(_ confirmed: Bool) throws -> EditReport {
      try store.reset(slot, confirmed: confirmed || dryRun, dryRun: dryRun)
    }
    do {
      return context.tell(try context.asking(to: "reset", reset), dryRun: dryRun)
    } catch StoreError.unconfirmedReset {
      let question: Line =
        "Are you sure? This will reset all your presets to factory settings."
      let failure = Failure(StoreError.unconfirmedReset)
      guard try context.confirms(question, orElse: failure) else { return .usage }
      return context.tell(try reset(true))
    }
  }
}
