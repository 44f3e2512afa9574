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
    try self.init(preset: value, at: [], in: bytes, named: name)
  }

  /// Reads a preset that is a part of a document.
  ///
  /// - Parameters:
  ///   - path: where it is in `bytes`.
  ///   - name: replaces the name that it has.
  init(
    preset value: JSONValue, at path: [JSONStep], in bytes: [UInt8], named name: Text? = nil
  ) throws(DocumentError) {
    let start = JSONValue.position(of: path, in: bytes) ?? TextPosition(line: 1, column: 1)
    guard var object = value.object else {
      throw DocumentError(position: start, reason: "no preset: expected an object { … }")
    }
    guard object["params"]?.object != nil else {
      throw DocumentError(
        position: JSONValue.position(of: path + [.member("params")], in: bytes) ?? start,
        reason: Self.looksLike(object).map { "\($0): expected a preset" }
          ?? "no preset: params are missing, as \"params\": {\"speed\": 0.4}")
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

  /// What else of a store an object is.
  private static func looksLike(_ object: JSONObject) -> String? {
    if object["cleared"]?.bool == true { return "a slot that was cleared" }
    if object["values"]?.object != nil { return "the settings of a device" }
    if object["slots"]?.array != nil { return "the pins of a store" }
    if object["digest"] != nil, object["version"] != nil { return "the seed version of a store" }
    if object["maxStoreBytes"] != nil { return "the limits of a store" }
    if object["parameters"]?.object != nil { return "the head of a factory set" }
    return nil
  }

  /// The preset as a person hands it over, without what the store keeps for itself.
  package var preset: JSONObject {
    var object = value
    for member in Self.bookkeeping { object[member] = nil }
    return object
  }
}
