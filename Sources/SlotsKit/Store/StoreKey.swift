package import SlotsModel

/// A key as an app spells it: a key of the store, or `pinned`, which is all pins as one value.
package enum StoreKey: Sendable, Hashable {
  /// The pinned slots as an array of ids.
  case pins
  /// A key of the store.
  case register(Key)

  /// The spellings, for a message.
  static let allSpellings =
    "slot.05, pinned, pinned/slot-05, seedVersion, devices/NAME/live/FIELD, "
    + "devices/NAME/reboot/FIELD, devices/NAME/device/FIELD"

  /// Reads the exact spelling of a key; nil for any other text.
  package init?(_ spelling: String) {
    if spelling == "pinned" {
      self = .pins
    } else if let key = Key(typed: spelling), Text(key.description) == Text(spelling) {
      self = .register(key)
    } else {
      return nil
    }
  }

  /// The key under which a change of `key` is reported.
  init(reporting key: Key) { self = key.isPin ? .pins : .register(key) }

  /// `slot.05`, `pinned`.
  var spelling: String {
    switch self {
    case .pins: "pinned"
    case .register(let key): key.description
    }
  }

  /// How changes of these keys are reported, in key order, each once.
  static func spellings(of keys: some Sequence<Key>) -> [String] {
    var found: [StoreKey] = []
    for key in keys.sorted().map({ StoreKey(reporting: $0) }) where found.last != key {
      found.append(key)
    }
    return found.map(\.spelling)
  }

  /// What an app reads; nil where there is nothing, and for a slot that was cleared.
  func value(in content: StoreContent) -> JSONValue? {
    switch self {
    case .pins:
      guard let registers = content.documents[.pins]?.registers, !registers.isEmpty else {
        return nil
      }
      let pinned = registers.filter { $0.value.value == true }.keys.sorted()
      return .array(pinned.map { .string($0) })
    case .register(.slot(let id)):
      return content.filled(id).map { .object($0.value) }
    case .register(.seedVersion):
      let version = SeedPlan.version(of: content[.seedVersion])
      return version == 0 ? nil : .number(JSONNumber(version))
    case .register(let key):
      return content[key]?.value
    }
  }
}

extension StoreContent {
  /// The keys that have a value, in key order.
  var storeKeys: [StoreKey] {
    var keys: Set<Key> = []
    for (kind, document) in documents {
      keys.formUnion(document.registers.keys.compactMap { kind.key($0) })
    }
    return StoreKey.spellings(of: keys).compactMap { StoreKey($0) }
  }

  /// The keys whose values are different in `new`, as an app spells them, in key order.
  func changedKeys(to new: StoreContent) -> [String] {
    let keys = changes(to: new).map(\.key)
    return StoreKey.spellings(of: keys).filter { spelling in
      guard let key = StoreKey(spelling) else { return false }
      return key.value(in: self) != key.value(in: new)
    }
  }
}
