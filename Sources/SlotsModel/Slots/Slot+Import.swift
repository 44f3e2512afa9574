extension Slot {
  /// Members that a store keeps for itself, and a preset that a person hands over does not carry.
  private static let bookkeeping: [Text] = ["userOwned", "written", "cleared"]

  /// Reads a preset that a person hands over: an object with `params`, mostly a `name`, perhaps a
  /// `tagSignal`; members that are not known stay.
  ///
  /// - Parameter name: replaces the name in the file.
  /// - Throws: `DocumentError` when it is no preset, saying what is missing.
  package init(preset bytes: [UInt8], named name: Text?) throws(DocumentError) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue.read(bytes)
    } catch {
      throw DocumentError(position: error.position, reason: error.reason.message)
    }
    let start = TextPosition(line: 1, column: 1)
    guard var object = value.object else {
      throw DocumentError(position: start, reason: "no preset: expected an object { … }")
    }
    guard object["params"]?.object != nil else {
      throw DocumentError(
        position: JSONValue.position(of: [.member("params")], in: bytes) ?? start,
        reason: "no preset: params are missing, as \"params\": {\"speed\": 0.4}")
    }
    for member in Self.bookkeeping { object[member] = nil }
    // What `slots show --json` adds to a preset is no part of it.
    if let id = object["id"]?.text, SlotID(id: id.string) != nil, object["pinned"]?.bool != nil {
      for member: Text in ["id", "pinned", "state"] { object[member] = nil }
    }
    if let name { object["name"] = .string(name) }
    guard object["name"]?.text != nil else {
      throw DocumentError(position: start, reason: "no preset: a name is missing")
    }
    self.init(value: object)
  }

  /// The preset as a person hands it over, without what the store keeps for itself.
  package var preset: JSONObject {
    var object = value
    for member in Self.bookkeeping { object[member] = nil }
    return object
  }
}
