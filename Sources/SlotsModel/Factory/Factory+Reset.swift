extension Factory {
  /// What a reset of everything writes: every slot its default, or empty where there is none, not user
  /// owned; this set's pins; this set's version. A person's write, also where nothing seems to change.
  ///
  /// - Parameters:
  ///   - digest: what tells this set from another one with the same version.
  ///   - slots: the slots of the store.
  ///   - pinned: the ids that the store's pins have registers for.
  package func reset(
    digest: Text, slots: [SlotID], pinned: some Collection<Text>
  ) -> [Key: Write] {
    var writes: [Key: Write] = [:]
    for id in slots { writes[.slot(id)] = reset(id) }
    let pins = Set(self.pins.map { Text($0.description) })
    for id in Set(slots.map { Text($0.description) }).union(pinned).union(pins) {
      writes[.pin(id)] = forced(pins.contains(id) ? true : nil)
    }
    writes[.seedVersion] = forced(.object(seedVersion(digest)))
    return writes
  }

  /// What a reset of one slot writes.
  package func reset(_ id: SlotID) -> Write {
    let slot = presets[id] ?? Slot.cleared(stay: false)
    return forced(.object(slot.value))
  }

  /// The value of the key `seedVersion` in a store that has this set.
  package func seedVersion(_ digest: Text) -> JSONObject {
    ["digest": .string(digest), "version": .number(JSONNumber(version))]
  }

  private func forced(_ value: JSONValue?) -> Write {
    Write(value, factoryVersion: version, isForced: true)
  }
}
