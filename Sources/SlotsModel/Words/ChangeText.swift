/// One thing that a change did, as a line.
package struct ChangeItem: Sendable, Hashable {
  /// The whole line: `speed 0.4 → 0.7`, `cleared`.
  package let text: String
  /// For a parameter or another member of a preset: its name, what it was and what it is, the last of
  /// them with the unit; empty and nil otherwise.
  package let name: String, old: String?, new: String?

  init(_ text: String) {
    self.text = Visible.line(text)
    (name, old, new) = ("", nil, nil)
  }

  /// A member that is changed, added or removed; `isListed` leaves out that it was added, where all
  /// members are.
  init(_ name: Text, _ old: JSONValue?, _ new: JSONValue?, unit: Text, isListed: Bool = false) {
    func shown(_ value: JSONValue?) -> String? {
      value.map { Visible.line(DocumentText.word($0)) }
    }
    let unit = Visible.line(unit.string)
    self.name = Visible.line(name.string)
    self.old = shown(old).map { new == nil ? $0 + unit : $0 }
    self.new = shown(new).map { $0 + unit }
    text =
      switch (shown(old), shown(new)) {
      case (nil, let new?): "\(self.name) \(new)\(unit)\(isListed ? "" : " added")"
      case (let old?, nil): "\(self.name) \(old)\(unit) removed"
      case (let old, let new): "\(self.name) \(old ?? "–") → \(new ?? "–")\(unit)"
      }
  }
}

/// A change of one key as a musician reads it; nothing about stamps or the order of members.
package struct ChangeText: Sendable, Hashable {
  /// What changed: `slot-05 Aurora`.
  package let title: String
  /// How, one item a parameter.
  package let items: [ChangeItem]

  /// The change in words.
  ///
  /// - Parameters:
  ///   - table: gives the units.
  ///   - isFull: whether a slot that was filled is told with all that is in it, and a new owner always.
  package init(
    _ change: KeyChange, table: ParameterTable = ParameterTable(), isFull: Bool = false
  ) {
    switch change.key {
    case .slot(let id):
      let (old, new) = (Slot(change.old?.value), Slot(change.new?.value))
      (title, items) = SlotChange(id: id, table: table, isFull: isFull).words(old, new)
    case .pin(let id):
      title = Visible.line(id.string)
      items = [ChangeItem(change.new?.value == nil ? "unpinned" : "pinned")]
    case .seedVersion:
      let versions = [change.old, change.new].map(SeedPlan.version(of:))
      title = "factory version"
      items = [ChangeItem("\(versions[0]) → \(versions[1])")]
    case .field(let device, let part, let field):
      title = Visible.line("\(device.text.string) \(part.rawValue)")
      items = [ChangeItem(field, change.old?.value, change.new?.value, unit: "")]
    }
  }

  /// One line: `slot-05 Aurora: speed 0.4 → 0.7, hue 0.1 → 0.2 and 3 more`.
  package var line: String {
    let shown = items.prefix(items.count > 4 ? 3 : 4).map(\.text).joined(separator: ", ")
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

/// A change of one slot, being put into words.
private struct SlotChange {
  let id: SlotID
  let table: ParameterTable
  let isFull: Bool

  func words(_ old: Slot?, _ new: Slot?) -> (title: String, items: [ChangeItem]) {
    let before = old.flatMap { $0.isCleared ? nil : $0 }
    guard let new, !new.isCleared else {
      guard let before else {
        return ("\(id)", [ChangeItem(new?.userOwned == true ? "stays empty" : "cleared")])
      }
      let stays = new?.userOwned == true ? ", to stay empty" : ""
      return (title(before.name.string), [ChangeItem("cleared\(stays)")])
    }
    guard let before else {
      let content = isFull ? members(nil, new, isListed: true) + [owner(new)] : []
      return (title(new.name.string), [ChangeItem("filled")] + content)
    }
    let isRenamed = before.name != new.name
    var items = isRenamed ? [ChangeItem("renamed")] : []
    items += members(before, new, isListed: false)
    if before.userOwned != new.userOwned, isFull || items.isEmpty || before.userOwned {
      items.append(owner(new))
    }
    return (
      title(before.name.string + (isRenamed ? " → \(new.name.string)" : "")),
      items.isEmpty ? [ChangeItem("written again")] : items
    )
  }

  private func title(_ name: String) -> String { Visible.line("\(id) \(name)") }

  private func owner(_ slot: Slot) -> ChangeItem {
    ChangeItem(slot.userOwned ? "now yours" : "now the factory's")
  }

  private func members(_ old: Slot?, _ new: Slot, isListed: Bool) -> [ChangeItem] {
    func names(_ a: JSONObject?, _ b: JSONObject) -> [Text] {
      Set((a?.members ?? []).map(\.name) + b.members.map(\.name)).sorted()
    }
    var items: [ChangeItem] = []
    for name in names(old?.params, new.params) where old?.params[name] != new.params[name] {
      items.append(
        ChangeItem(
          name, old?.params[name], new.params[name], unit: table.unit(of: name),
          isListed: isListed))
    }
    for name in names(old?.value, new.value)
    where !Slot.ownMembers.contains(name) && old?.value[name] != new.value[name] {
      items.append(
        ChangeItem(name, old?.value[name], new.value[name], unit: "", isListed: isListed))
    }
    return items
  }
}

extension Slot {
  /// Members that have a place of their own in a list.
  static let ownMembers: Set<Text> = ["name", "params", "userOwned", "written"]
}

extension ParameterTable {
  /// What is printed after a value of this parameter; empty where there is nothing.
  package func unit(of name: Text) -> Text { parameters[name]?.unit ?? "" }
}
