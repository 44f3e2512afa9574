/// What a file brings that a person imports.
package enum ImportFile: Sendable, Hashable {
  /// A whole store, with its stamps.
  case store(StoreContent)
  /// Presets, each with the slot that it came from, where that is said.
  case presets([Entry])

  /// One preset of a file.
  package struct Entry: Sendable, Hashable {
    /// The slot that it had; nil where the file does not say.
    package let slot: SlotID?
    /// The preset, without what a store keeps for itself.
    package var preset: Slot

    /// An entry of its parts.
    package init(slot: SlotID?, preset: Slot) {
      self.slot = slot
      self.preset = preset
    }
  }

  /// Reads a preset, several (a list, or an object by slot id, or what an export of several slots
  /// made), or a whole store.
  /// - Throws: `DocumentError` where it is none of these, saying what is missing.
  package init(_ bytes: [UInt8]) throws(DocumentError) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue.read(bytes)
    } catch {
      throw DocumentError(position: error.position, reason: error.reason.message)
    }
    switch value {
    case .object(let object) where StoreContent.isStore(object):
      self = .store(try StoreContent(json: object, in: bytes))
    case .object(let object) where object["kind"] == PresetList.kindName:
      let path: [JSONStep] = [.member("presets")]
      guard let presets = object["presets"]?.object else {
        throw DocumentError(
          position: JSONValue.position(of: path, in: bytes) ?? TextPosition(line: 1, column: 1),
          reason: "presets: expected an object by slot id, as \"slot-05\"")
      }
      self = .presets(try Self.entries(presets, at: path, in: bytes))
    case .object(let object) where Self.isByID(object):
      self = .presets(try Self.entries(object, at: [], in: bytes))
    case .array(let list):
      var entries: [Entry] = []
      for (index, item) in list.enumerated() {
        let id = item.object?["id"]?.text.flatMap { SlotID(typed: $0.string) }
        entries.append(
          Entry(slot: id, preset: try Slot(preset: item, at: [.index(index)], in: bytes)))
      }
      self = .presets(entries)
    default:
      self = .presets([Entry(slot: nil, preset: try Slot(preset: value, at: [], in: bytes))])
    }
  }

  /// True for an object whose members are presets.
  private static func isByID(_ object: JSONObject) -> Bool {
    !object.members.isEmpty && object["params"] == nil
      && object.members.allSatisfy { $0.value.object?["params"]?.object != nil }
  }

  private static func entries(
    _ presets: JSONObject, at path: [JSONStep], in bytes: [UInt8]
  ) throws(DocumentError) -> [Entry] {
    var entries: [Entry] = []
    for member in presets.members {
      let preset = try Slot(preset: member.value, at: path + [.member(member.name)], in: bytes)
      entries.append(Entry(slot: SlotID(typed: member.name.string), preset: preset))
    }
    return entries
  }
}

/// Several presets as one document.
package enum PresetList {
  static let kindName: JSONValue = "slots-presets"

  /// The document that an export of several slots makes.
  package static func json(_ presets: [SlotID: Slot]) -> JSONValue {
    var members: [Text: JSONValue] = [:]
    for (id, slot) in presets { members[Text(id.description)] = .object(slot.preset) }
    return [
      "format": .number(JSONNumber(StoreFormat.newest)), "kind": kindName,
      "presets": .object(JSONObject(members)),
    ]
  }
}
