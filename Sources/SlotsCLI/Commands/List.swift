internal import SlotsModel
internal import SlotsStore

/// `slots list`.
struct ListCommand: SlotsCommand {
  static let name = "list"
  static let summary = "List the slots"
  static let discussion = """
    One line a slot: whether it is pinned (★) or selected (▸), its name, whose it is, and who wrote \
    it last, when.
    """
  static let examples = ["slots list", "slots list --json"]
  static let effect = Effect.reads

  var parameters: [Parameter] { [] }

  func run(in context: Context) throws -> ExitStatus {
    let store = try context.store()
    let view = try store.view()
    let (pins, selected) = (try view.pins(), try store.selected())
    var table = Table(.left, .left, .left, .left)
    var rows: [JSONValue] = []
    for id in try view.format().slotIDs {
      let slot = try view.slot(id)
      let stamp = try view.register(.slot(id))?.stamp
      let state = SlotState(slot)
      let isFilled = state == .factory || state == .yours
      rows.append([
        "id": .string(Text(id.description)), "state": .string(Text(state.rawValue)),
        "name": isFilled ? .string(slot?.name ?? "") : .null, "pinned": .bool(pins.contains(id)),
        "written": stamp.map { .string(Text($0.description)) } ?? .null,
      ])
      let marks = (selected == id ? "▸" : " ") + (pins.contains(id) ? "★" : " ")
      let owner: Line =
        switch state {
        case .yours: "yours"
        case .factory: Line("factory", .faint)
        case .empty: Line("empty", .faint)
        case .keptEmpty: Line("stays empty", .faint)
        }
      table.add(
        Line("\(id.number) \(marks)"), isFilled ? Line(slot?.name.string ?? "", .strong) : "–",
        owner, Line(stamp.map { Words.author(of: slot, $0) } ?? "", .faint))
    }
    if context.globals.json {
      context.print(["slots": .array(rows)])
    } else {
      context.console.print(table.lines)
    }
    return .done
  }
}
