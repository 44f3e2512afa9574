/// A factory set: shipped presets, pins and the parameter table, with a version.
package struct Factory: Sendable, Hashable {
  /// From 1; a newer set has a greater one.
  package let version: Int
  /// When the set was made; no stamp of a store that has it is earlier. Milliseconds since 1970.
  package let date: Int64
  /// How many slots a new store has.
  package let slots: Int
  /// What a new store pins.
  package let pins: [SlotID]
  /// The parameters that presets of this set have.
  package let table: ParameterTable
  /// The pre-filled slots, not user owned.
  package private(set) var presets: [SlotID: Slot] = [:]
  /// What `factory.json` says, members that are not known included.
  package let head: JSONObject

  /// Reads `factory.json`.
  /// - Throws: `DocumentError` at what is missing or malformed.
  package init(_ bytes: [UInt8]) throws(DocumentError) {
    do throws(JSONError) {
      head = try JSONValue.read(bytes).object ?? [:]
    } catch {
      throw DocumentError(position: error.position, reason: error.reason.message)
    }
    func expect<T>(_ value: T?, _ name: Text, _ what: String) throws(DocumentError) -> T {
      if let value { return value }
      throw DocumentError(
        position: JSONValue.position(of: [.member(name)], in: bytes)
          ?? TextPosition(line: 1, column: 1),
        reason: "\(name.string): expected \(what)")
    }
    let versions = 1...Stamp.lastFactoryVersion
    version = try expect(
      head["version"]?.number?.int.flatMap { versions.contains($0) ? $0 : nil }, "version",
      "a whole number from 1")
    date = try expect(
      head["date"]?.text.flatMap { CalendarTime.milliseconds(Array($0.string.utf8)[...]) },
      "date", "a time, as \"2026-11-01T00:00:00Z\"")
    let count = (head["slots"] ?? 24).number?.int ?? 0
    slots = try expect((1...100).contains(count) ? count : nil, "slots", "1 to 100")
    let names = try expect((head["pins"] ?? []).array, "pins", "a list of slots")
    let pinned = names.map { $0.text.flatMap { SlotID(id: $0.string) } }
    let isPin = pinned.allSatisfy { $0.map { $0.index < count } ?? false }
    pins = try expect(
      isPin ? pinned.compactMap { $0 } : nil, "pins", "slots, as \"slot-05\"")
    let rows = try expect((head["parameters"] ?? [:]).object, "parameters", "an object")
    table = try ParameterTable(rows, in: bytes)
  }

  /// Adds the preset of one slot file, without ownership and stamp.
  package mutating func add(_ preset: Slot, at id: SlotID) {
    var preset = preset
    preset.value["written"] = nil
    preset.userOwned = false
    presets[id] = preset
  }

  /// The whole set in one canonical text: what its digest is taken of.
  package var canonicalBytes: [UInt8] {
    var members: [Text: JSONValue] = ["factory": .object(head)]
    for (id, preset) in presets { members[Text(id.description)] = .object(preset.value) }
    return JSONValue.object(JSONObject(members)).canonicalBytes
  }
}
