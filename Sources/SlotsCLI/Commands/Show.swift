internal import SlotsModel
internal import SlotsStore

/// `slots show`.
struct ShowCommand: SlotsCommand {
  static let name = "show"
  static let summary = "Show what a slot holds"
  static let examples = ["slots show 5", "slots show slot-05 --json"]
  static let effect = Effect.reads

  @Argument("slot", value: "NN", help: "the slot: 5, 05, slot-05 or its name") var slot: String
  var parameters: [Parameter] { [$slot] }

  func run(in context: Context) throws -> ExitStatus {
    let store = try context.store()
    let view = try store.view()
    let id = try view.slotID(slot)
    let stamp = try view.register(.slot(id))?.stamp
    let slot = try view.slot(id)
    let isPinned = try view.pins().contains(id)
    if context.globals.json {
      var object = slot.map { $0.isCleared ? [:] : $0.preset } ?? [:]
      object["id"] = .string(Text(id.description))
      object["state"] = .string(Text(SlotState(slot).rawValue))
      object["pinned"] = .bool(isPinned)
      object["written"] = stamp.map { .string(Text($0.description)) } ?? .null
      context.print(.object(object))
      return .done
    }
    guard let slot = try view.filled(id) else {
      let stays = SlotState(slot) == .keptEmpty ? ", and stays so" : ""
      context.console.print("\(id) is empty\(stays)")
      return .done
    }
    let units = try store.factory()?.head.table.parameters ?? [:]
    context.console.print("\(id) \(slot.name.string, .strong)")
    var table = Table(.left, .left)
    for member in slot.params.members {
      let unit = units[member.name]?.unit.string ?? ""
      table.add("  \(member.name.string)", "\(Words.value(member.value))\(unit)")
    }
    context.console.print(table.lines)
    if let tag = slot.tagSignal { context.console.print("tag signal \(tag.string)") }
    let pinned = isPinned ? ", pinned" : ""
    let written = stamp.map { ", written \(Words.when($0))" } ?? ""
    let version = stamp.map { ", version \($0.factoryVersion)" } ?? ""
    context.console.print(
      slot.userOwned ? "yours\(pinned)\(written)" : "the factory's\(pinned)\(version)")
    return .done
  }
}
