/// A change of one key as a musician reads it; nothing about stamps or the order of members.
package struct ChangeText: Sendable, Hashable {
  /// What changed: `slot-05 Aurora`.
  package let title: String
  /// How: `speed 0.4 → 0.7`, `cleared`, one item a parameter.
  package let items: [String]

  /// The change in words; `table` gives the units.
  package init(_ change: KeyChange, table: ParameterTable = ParameterTable()) {
    let words: (title: String, items: [String])
    switch change.key {
    case .slot(let id):
      words = Self.slot(id, Slot(change.old?.value), Slot(change.new?.value), table)
    case .pin(let id):
      words = (id.string, [change.new?.value == nil ? "unpinned" : "pinned"])
    case .seedVersion:
      let versions = [change.old, change.new].map(SeedPlan.version(of:))
      words = ("factory version", ["\(versions[0]) → \(versions[1])"])
    case .field(let device, let part, let field):
      words = (
        "\(device.text.string) \(part.rawValue)",
        [Self.item(field, change.old?.value, change.new?.value, unit: "")]
      )
    }
    title = Visible.line(words.title)
    items = words.items.map(Visible.line)
  }

  private static func slot(
    _ id: SlotID, _ old: Slot?, _ new: Slot?, _ table: ParameterTable
  ) -> (title: String, items: [String]) {
    let before = old.flatMap { $0.isCleared ? nil : $0 }
    guard let new, !new.isCleared else {
      guard let before else {
        return ("\(id)", [new?.userOwned == true ? "stays empty" : "cleared"])
      }
      let stays = new?.userOwned == true ? ", to stay empty" : ""
      return ("\(id) \(before.name.string)", ["cleared\(stays)"])
    }
    guard let before else { return ("\(id) \(new.name.string)", ["filled"]) }
    let isRenamed = before.name != new.name
    var items = isRenamed ? ["renamed"] : []
    for name in names(before.params, new.params) where before.params[name] != new.params[name] {
      let unit = table.parameters[name]?.unit.string ?? ""
      items.append(item(name, before.params[name], new.params[name], unit: unit))
    }
    for name in names(before.value, new.value)
    where !["name", "params", "userOwned"].contains(name) && before.value[name] != new.value[name] {
      items.append(item(name, before.value[name], new.value[name], unit: ""))
    }
    if before.userOwned != new.userOwned, items.isEmpty || before.userOwned {
      items.append(new.userOwned ? "now yours" : "now the factory's")
    }
    return (
      "\(id) \(before.name.string)\(isRenamed ? " → \(new.name.string)" : "")",
      items.isEmpty ? ["written again"] : items
    )
  }

  private static func names(_ a: JSONObject, _ b: JSONObject) -> [Text] {
    Set(a.members.map(\.name) + b.members.map(\.name)).sorted()
  }

  private static func item(
    _ name: Text, _ old: JSONValue?, _ new: JSONValue?, unit: String
  ) -> String {
    switch (old, new) {
    case (nil, let new?): "\(name.string) \(text(new))\(unit) added"
    case (let old?, nil): "\(name.string) \(text(old))\(unit) removed"
    default: "\(name.string) \(old.map(text) ?? "–") → \(new.map(text) ?? "–")\(unit)"
    }
  }

  private static func text(_ value: JSONValue) -> String {
    value.text?.string ?? value.compactText
  }

  /// One line: `slot-05 Aurora: speed 0.4 → 0.7, hue 0.1 → 0.2 and 3 more`.
  package var line: String {
    let shown = items.prefix(items.count > 4 ? 3 : 4).joined(separator: ", ")
    let more = items.count > 4 ? " and \(items.count - 3) more" : ""
    return "\(title): \(shown)\(more)"
  }

  /// The subject of a commit with these changes: the one change, or how many there are of each kind.
  package static func subject(_ changes: [KeyChange]) -> String {
    let lines = changes.map { ChangeText($0).line }
    guard lines.count > 1 else { return lines.first ?? "nothing changed" }
    let titles = Array(Set(changes.map { ChangeText($0).title })).sorted()
    let shown = titles.prefix(3).joined(separator: ", ")
    return titles.count == 1
      ? "\(shown): \(lines.count) changes"
      : "\(shown)\(titles.count > 3 ? " and \(titles.count - 3) more" : "")"
  }
}
