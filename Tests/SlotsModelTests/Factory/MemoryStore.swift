import SlotsModel

/// The documents of a store, without a repository: writes, seedings and merges as the rules have them.
struct MemoryStore: Hashable {
  var documents: [DocumentKind: Document] = [:]

  subscript(key: Key) -> Register? {
    get { documents[key.document]?.registers[key.registerName] }
    set {
      let kind = key.document
      documents[kind, default: Document(kind)].registers[key.registerName] = newValue
    }
  }

  var latestStamp: Stamp? { documents.values.compactMap(\.latestStamp).max() }

  /// The factory version last seeded; 0 for none.
  var seeded: Int { SeedPlan.version(of: self[.seedVersion]) }

  var slots: [SlotID: Register] {
    var slots: [SlotID: Register] = [:]
    for (kind, document) in documents {
      if case .slot(let id) = kind { slots[id] = document.register }
    }
    return slots
  }

  func seedPlan(_ factory: Factory) -> SeedPlan {
    SeedPlan(
      factory, digest: Text("digest \(factory.version)"), seeded: self[.seedVersion],
      slots: slots, pins: documents[.pins]?.registers ?? [:])
  }

  mutating func seed(_ factory: Factory) {
    for (key, register) in seedPlan(factory).changes { self[key] = register }
  }

  mutating func merge(_ other: MemoryStore) {
    documents.merge(other.documents) { Document.merged($0, $1) }
  }
}

extension Factory {
  /// A set with a preset of that name in each of the slots.
  init(version: Int, presets: [SlotID: Text], pins: [SlotID] = []) throws {
    let head: JSONValue = [
      "version": .number(JSONNumber(version)), "date": "2026-11-01T00:00:00Z",
      "pins": .array(pins.map { .string(Text($0.description)) }),
    ]
    try self.init(head.canonicalBytes)
    for (id, name) in presets { add(.named(name, owned: false), at: id) }
  }
}

extension Slot {
  /// A preset of that name, or an empty slot that `owned` keeps empty.
  static func named(_ name: Text?, owned: Bool) -> Slot {
    guard let name else { return .cleared(stay: owned) }
    return Slot(name: name, params: ["speed": 1], tagSignal: nil, userOwned: owned)
  }
}

extension SlotID {
  /// The 24 slots of a store.
  static let all = (0..<24).compactMap { SlotID($0) }
}

extension Factory {
  /// A set that fills these slots; the presets are named after the version and the slot.
  static func filling(_ filled: [Int], version: Int, pins: [Int] = []) throws -> Factory {
    var presets: [SlotID: Text] = [:]
    for index in filled { presets[SlotID.all[index]] = Text("default \(version).\(index)") }
    return try Factory(version: version, presets: presets, pins: pins.map { SlotID.all[$0] })
  }
}

extension MemoryStore {
  /// A person's write into a slot.
  mutating func save(_ index: Int, _ slot: Slot, at now: Int64, by replica: Text = "phone") {
    let stamp = Stamp.next(
      now: now, after: latestStamp, replica: replica, factoryVersion: seeded)
    self[.slot(SlotID.all[index])] = Register(.object(slot.value), stamp)
  }

  func slot(_ index: Int) -> Slot? { Slot(self[.slot(SlotID.all[index])]?.value) }
  func name(_ index: Int) -> Text? { slot(index)?.name }
}
