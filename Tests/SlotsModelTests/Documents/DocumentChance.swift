import SlotsModel

extension DocumentKind {
  /// One of every kind, and two slots and two parts of a device.
  static let samples: [DocumentKind] = [
    "slot.00.json", "slot.05.json", "pinned.json", "seedVersion.json", "store.json",
    "devices/stage/live.json", "devices/stage/reboot.json",
  ].compactMap { DocumentKind(path: $0) }
}

extension Document {
  /// The document that `text` spells.
  init(_ kind: DocumentKind, reading text: String) throws {
    self = try Document(Array(text.utf8), as: kind)
  }
}

extension JSONChance {
  /// A document of small pools, so that two of them often have the same keys, stamps and values.
  mutating func document(_ kind: DocumentKind, isStamped: Bool = false) -> Document {
    var document = Document(kind)
    switch kind {
    case .slot: document.register = Register(slotValue(), stamp(orNone: !isStamped))
    case .seedVersion:
      let value: JSONValue = [
        "digest": one(of: ["x", "y"]), "version": .number(JSONNumber(below(3))),
      ]
      document.register = Register(value, stamp(orNone: !isStamped))
    case .pins:
      for id: Text in ["slot-00", "slot-03", "slot-05", "slot-99", "odd"] where below(2) == 0 {
        document.registers[id] = register(orNone: !isStamped) { _ in true }
      }
    case .device:
      for field: Text in ["", "bpm", "led/x", "metro_vol"] where below(2) == 0 {
        document.registers[field] = register(orNone: !isStamped) { $0.fieldValue() }
      }
    case .format: document.rest["format"] = 1
    }
    switch kind {
    case .slot, .seedVersion: break
    case .pins, .device, .format:
      for name: Text in ["limit", "note"] where below(3) == 0 {
        document.rest[name] = one(of: [9, 10, "9", "10", true, .null, ["a": 1], [1]])
      }
    }
    return document
  }

  /// What a store has at one path: nothing, a document, or what cannot be read.
  mutating func reading(_ kind: DocumentKind) -> Reading? {
    switch below(8) {
    case 0: nil
    case 1:
      Reading(Array(one(of: ["", "{", "[]", "<<<<<<< HEAD", "{\"a\":1,\"a\":2}"]).utf8), as: kind)
    default: .document(document(kind))
    }
  }

  /// A store: what it has at each of the sample paths.
  mutating func store() -> [DocumentKind: Reading] {
    var store: [DocumentKind: Reading] = [:]
    for kind in DocumentKind.samples { store[kind] = reading(kind) }
    return store
  }

  private mutating func register(
    orNone: Bool, _ value: (inout JSONChance) -> JSONValue
  ) -> Register {
    let stamp = stamp(orNone: orNone)
    return Register(stamp != nil && below(3) == 0 ? nil : value(&self), stamp)
  }

  private mutating func stamp(orNone: Bool) -> Stamp? {
    orNone && below(4) == 0 ? nil : stamp()
  }

  private mutating func fieldValue() -> JSONValue {
    one(of: [80, 81, "80", true, false, .null, .number(JSONNumber("0.10") ?? 0)])
  }

  private mutating func slotValue() -> JSONValue {
    switch below(6) {
    case 0:
      return below(4) == 0
        ? ["cleared": true] : ["cleared": true, "userOwned": .bool(below(2) == 0)]
    case 1: return [:]
    default:
      var value: JSONObject = [
        "name": one(of: ["Aurora", "Ember"]), "params": ["speed": one(of: [0, 1])],
      ]
      if below(2) == 0 { value["userOwned"] = .bool(below(2) == 0) }
      if below(4) == 0 { value["laterMember"] = one(of: [1, "x", ["written": 1]]) }
      return .object(value)
    }
  }
}
