/// A document as lines for `git diff`, one a parameter, nothing about stamps or order.
package enum DocumentText {
  /// The lines of a document, whichever it is: git hands over a file without its path.
  package static func lines(_ object: JSONObject) -> [String] {
    raw(object).map(Visible.line)
  }

  private static func raw(_ object: JSONObject) -> [String] {
    if object["params"] != nil || object["cleared"] != nil { return slot(Slot(value: object)) }
    if let pins = object["slots"]?.array, object["written"]?.text == nil {
      return pins.map { "pinned \(word($0))" }
    }
    let fields = object["values"]?.object ?? object
    return fields.members.filter { $0.name != "written" }
      .map { "\($0.name.string) \(word($0.value))" }
  }

  private static func slot(_ slot: Slot) -> [String] {
    if slot.isCleared { return [slot.userOwned ? "empty, stays so" : "empty"] }
    var lines = ["name \(slot.name.string)"]
    lines += slot.params.members.map { "\($0.name.string) \(word($0.value))" }
    for member in slot.value.members
    where !["name", "params", "userOwned", "written"].contains(member.name) {
      lines.append("\(member.name.string) \(word(member.value))")
    }
    return lines + [slot.userOwned ? "yours" : "the factory's"]
  }

  private static func word(_ value: JSONValue) -> String {
    value.text?.string ?? value.compactText
  }
}
