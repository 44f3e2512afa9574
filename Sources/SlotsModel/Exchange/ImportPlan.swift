/// Where imported presets go: nothing is replaced unless a slot is named.
package struct ImportPlan: Sendable, Hashable {
  /// A preset and its slot.
  package struct Place: Sendable, Hashable {
    /// Where it is, or goes.
    package let slot: SlotID
    /// The preset.
    package let preset: Slot

    /// A place of its parts.
    package init(slot: SlotID, preset: Slot) {
      self.slot = slot
      self.preset = preset
    }
  }

  /// Presets that are written.
  package private(set) var placed: [Place] = []
  /// Presets that a slot has already, just so.
  package private(set) var present: [Place] = []
  /// Presets for which no slot is free.
  package private(set) var overflow: [Slot] = []

  /// Plans an import: each preset into the slot that it came from, where that is free, else into the
  /// next free one. A slot that was cleared to stay empty is not free.
  ///
  /// - Parameters:
  ///   - entries: what the file has.
  ///   - slots: the slots of the store, with what they hold; nil for one that was never filled.
  package init(_ entries: [ImportFile.Entry], into slots: [(id: SlotID, slot: Slot?)]) {
    var free = slots.filter { $0.slot.map { $0.isCleared && !$0.userOwned } ?? true }.map(\.id)
    var held = slots.compactMap { id, slot in
      slot.flatMap { $0.isCleared ? nil : Place(slot: id, preset: $0) }
    }
    // Those that keep their slot first, so that none of them loses it to another one.
    var places: [Int: SlotID] = [:]
    for (index, entry) in entries.enumerated() {
      if let same = held.first(where: { $0.preset.preset == entry.preset.preset }) {
        present.append(Place(slot: same.slot, preset: entry.preset))
        places[index] = same.slot
      } else if let id = entry.slot, free.contains(id) {
        free.removeAll { $0 == id }
        held.append(Place(slot: id, preset: entry.preset))
        places[index] = id
        placed.append(Place(slot: id, preset: entry.preset))
      }
    }
    for (index, entry) in entries.enumerated() where places[index] == nil {
      if let same = held.first(where: { $0.preset.preset == entry.preset.preset }) {
        present.append(Place(slot: same.slot, preset: entry.preset))
      } else if !free.isEmpty {
        let place = Place(slot: free.removeFirst(), preset: entry.preset)
        held.append(place)
        placed.append(place)
      } else {
        overflow.append(entry.preset)
      }
    }
  }

  /// Plans to put one preset into a slot, whatever is there.
  package init(_ preset: Slot, into slot: SlotID) {
    placed = [Place(slot: slot, preset: preset)]
  }

  /// What it writes.
  package var writes: [Key: Write] {
    var writes: [Key: Write] = [:]
    for place in placed { writes[.slot(place.slot)] = .saving(place.preset) }
    return writes
  }
}
