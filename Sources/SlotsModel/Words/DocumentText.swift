/// A document as lines for `git diff`, one a parameter, nothing about stamps or order; the words are
/// those of `ChangeText`.
package enum DocumentText {
  /// The lines of a document, whichever it is: git hands over a file without its path. `table` gives
  /// the units.
  package static func lines(_ object: JSONObject, table: ParameterTable = ParameterTable())
    -> [String]
  {
    raw(object, table).map(Visible.line)
  }

  private static func raw(_ object: JSONObject, _ table: ParameterTable) -> [String] {
    if object["params"] != nil || object["cleared"] != nil {
      return slot(Slot(value: object), table)
    }
    if let pins = object["slots"]?.array, object["written"]?.text == nil {
      return pins.map { "pinned \(word($0))" }
    }
    let fields = object["values"]?.object ?? object
    return fields.members.filter { $0.name != "written" }
      .map { "\($0.name.string) \(word($0.value))" }
  }

  private static func slot(_ slot: Slot, _ table: ParameterTable) -> [String] {
    if slot.isCleared { return [slot.userOwned ? "empty, stays so" : "empty"] }
    var lines = ["name \(slot.name.string)"]
    lines += slot.params.members.map {
      "\($0.name.string) \(word($0.value))\(table.unit(of: $0.name).string)"
    }
    for member in slot.value.members where !Slot.ownMembers.contains(member.name) {
      lines.append("\(member.name.string) \(word(member.value))")
    }
    return lines + [slot.userOwned ? "yours" : "the factory's"]
  }

  /// A value for people: a text without quotation marks, anything else as JSON.
  package static func word(_ value: JSONValue) -> String {
    value.text?.string ?? value.compactText
  }
}
