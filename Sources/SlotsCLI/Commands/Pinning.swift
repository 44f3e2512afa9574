internal import SlotsModel
internal import SlotsStore

/// `slots pin`.
struct PinCommand: SlotsCommand {
  static let name = "pin"
  static let summary = "Pin slots into the rotation"
  static let examples = ["slots pin 3 7 12"]
  static let effect = Effect.writes

  @Arguments("slot", value: "NN", minimum: 1, help: "slots: 5, 05, slot-05 or its name") var slots:
    [String]
  @Flag("dry-run", short: "n", help: "say what would be written, and write nothing")
  var dryRun: Bool
  var parameters: [Parameter] { [$slots, $dryRun] }

  func run(in context: Context) throws -> ExitStatus {
    context.tell(try context.store().pin(slots, true, dryRun: dryRun), dryRun: dryRun)
  }
}

/// `slots unpin`.
struct UnpinCommand: SlotsCommand {
  static let name = "unpin"
  static let summary = "Take slots out of the rotation"
  static let examples = ["slots unpin 3"]
  static let effect = Effect.writes

  @Arguments("slot", value: "NN", minimum: 1, help: "slots: 5, 05, slot-05 or its name") var slots:
    [String]
  @Flag("dry-run", short: "n", help: "say what would be written, and write nothing")
  var dryRun: Bool
  var parameters: [Parameter] { [$slots, $dryRun] }

  func run(in context: Context) throws -> ExitStatus {
    context.tell(try context.store().pin(slots, false, dryRun: dryRun), dryRun: dryRun)
  }
}

/// `slots rotation`.
struct RotationCommand: SlotsCommand {
  static let name = "rotation"
  static let summary = "Show what a player cycles through"
  static let discussion = """
    The pinned filled slots in slot order; all filled slots where none is pinned. With --after the \
    one slot that follows.
    """
  static let examples = ["slots rotation", "slots rotation --after slot-07"]
  static let effect = Effect.reads

  @Option("after", value: "ID", help: "print only the slot that follows this one")
  var after: String?
  var parameters: [Parameter] { [$after] }

  func run(in context: Context) throws -> ExitStatus {
    let view = try context.store().view()
    let rotation = try view.rotation()
    var slots = rotation.slots
    if let after { slots = try rotation.next(after: view.slotID(after)).map { [$0] } ?? [] }
    if context.globals.json {
      context.print(["rotation": .array(slots.map { .string(Text($0.description)) })])
      return .done
    }
    for id in slots { context.console.print("\(id) \(try view.filled(id)?.name.string ?? "")") }
    if slots.isEmpty { context.console.note("no slot is filled, so there is nothing to play") }
    return .done
  }
}

/// `slots select`.
struct SelectCommand: SlotsCommand {
  static let name = "select"
  static let summary = "Select a slot on this replica"
  static let discussion = """
    The selection belongs to this replica and is not synced. Without a slot it prints the selected \
    one.
    """
  static let examples = ["slots select 5", "slots select"]
  static let effect = Effect.writes

  @Argument("slot", value: "NN", help: "the slot: 5, 05, slot-05 or its name") var slot: String?
  var parameters: [Parameter] { [$slot] }

  func run(in context: Context) throws -> ExitStatus {
    let store = try context.store()
    let view = try store.view()
    if let slot {
      let id = try view.slotID(slot)
      guard try view.filled(id) != nil else { throw StoreError.emptySlot(id) }
      try store.select(id)
    }
    let selected = try store.selected()
    if context.globals.json {
      context.print(["selected": selected.map { .string(Text($0.description)) } ?? .null])
    } else if let selected {
      context.console.print("\(selected) \(try view.filled(selected)?.name.string ?? "is empty")")
    } else {
      context.console.note("no slot is selected")
    }
    return .done
  }
}
