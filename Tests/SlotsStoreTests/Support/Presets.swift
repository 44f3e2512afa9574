import SlotsModel
import SlotsSystem

@testable import SlotsStore

/// A factory set for tests: six presets, two pins, a few parameters. Not the shipped one, whose content
/// may change at any time.
enum FactorySet {
  static let names = ["Dawn", "Reef", "Ember", "Moss", "Glass", "Prism"]

  /// Writes a set into a folder.
  /// - Parameters:
  ///   - slots: which slots have a preset.
  ///   - suffix: what the names end with, so that two versions differ.
  static func write(
    _ folder: Path, version: Int = 1, slots: [Int] = Array(0..<6), suffix: String = ""
  ) throws {
    try Files.makeFolders(folder)
    let head = """
      {"version": \(version), "date": "2026-11-01T00:00:00Z", "slots": 24,
       "pins": ["slot-00", "slot-02"],
       "parameters": {
         "speed": {"kind": "number", "min": 0, "max": 1, "default": 0.4, "unit": ""},
         "hue": {"kind": "number", "min": 0, "max": 1, "default": 0.5, "unit": ""},
         "bloom": {"kind": "number", "min": 0, "max": 1, "default": 0.3, "unit": ""},
         "palette": {"kind": "choice", "values": ["sea", "ember"], "default": "sea", "unit": ""}}}
      """
    try write(head, folder.appending("factory.json"))
    for index in slots {
      let name = (index < names.count ? names[index] : "Extra") + suffix
      let preset = """
        {"name": "\(name)", "params": {"bloom": 0.2, "hue": 0.15, "speed": 0.6},
         "tagSignal": "calm"}
        """
      try write(preset, folder.appending(Path(slotFile(index))))
    }
  }

  private static func write(_ text: String, _ path: Path) throws {
    try Files.write(Array(text.utf8), to: path, temporaryIn: path.parent)
  }
}

/// `slot.05.json` for 5.
func slotFile(_ index: Int) -> String { "slot.\(index < 10 ? "0" : "")\(index).json" }

/// The key of a slot.
func slotKey(_ index: Int) throws -> Key { .slot(try slotID(index)) }

/// The id of a slot.
func slotID(_ index: Int) throws -> SlotID {
  guard let id = SlotID(index) else { throw Missing(what: "slot \(index)") }
  return id
}

/// A JSON value from its text.
func json(_ text: String) throws -> JSONValue { try JSONValue.read(Array(text.utf8)) }

/// A preset with a name and a speed.
func preset(_ name: String, speed: String = "0.5") throws -> Slot {
  let params = try json("{\"hue\": 0.1, \"speed\": \(speed)}").object ?? [:]
  return Slot(name: Text(name), params: params, tagSignal: nil, userOwned: true)
}

/// What a test needed and did not find.
struct Missing: Error, CustomStringConvertible {
  let what: String
  var description: String { "missing: \(what)" }
}

extension Optional {
  /// The value, or an error that says what is missing.
  func orThrow(_ what: String) throws -> Wrapped {
    guard let self else { throw Missing(what: what) }
    return self
  }
}
