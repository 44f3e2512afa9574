/// What `store.json` says: the version of the format and the limits of a store.
package struct StoreFormat: Sendable, Hashable {
  /// The format this program writes; a store with a newer one is refused.
  package static let newest = 1

  /// The version of the format.
  package var format = newest
  /// How many slots there are, from position 0 on.
  package var slots = 24
  /// The largest slot document, in bytes.
  package var maxSlotBytes = 32_768
  /// The largest store: the bytes of all documents together.
  package var maxStoreBytes = 1_048_576

  /// The format of a new store with `slots` slots.
  package init(slots: Int = 24) { self.slots = slots }

  /// Reads the document; members that are absent or malformed keep their usual value.
  package init(_ document: Document?) {
    func read(_ name: Text, _ value: inout Int) {
      if let number = document?.rest[name]?.number?.int, number > 0 { value = number }
    }
    read("format", &format)
    read("slots", &slots)
    read("maxSlotBytes", &maxSlotBytes)
    read("maxStoreBytes", &maxStoreBytes)
  }

  /// The document of a new store.
  package var document: Document {
    Document(
      .format,
      rest: [
        "format": .number(JSONNumber(format)), "slots": .number(JSONNumber(slots)),
        "maxSlotBytes": .number(JSONNumber(maxSlotBytes)),
        "maxStoreBytes": .number(JSONNumber(maxStoreBytes)),
      ])
  }

  /// The slots of the store, in order.
  package var slotIDs: [SlotID] { (0..<min(max(slots, 0), 100)).compactMap { SlotID($0) } }
}
