/// What a player cycles through: the pinned filled slots in slot order; with nothing pinned that is
/// filled, all filled slots.
package struct Rotation: Sendable, Hashable {
  /// In slot order.
  package let slots: [SlotID]

  /// The rotation of the filled slots and the pins of a store. A pin on an empty slot is kept in the
  /// store and not played.
  package init(filled: Set<SlotID>, pinned: Set<SlotID>) {
    let chosen = filled.intersection(pinned)
    slots = (chosen.isEmpty ? filled : chosen).sorted()
  }

  /// The first slot; nil when nothing is filled.
  package var first: SlotID? { slots.first }

  /// The slot that follows `id`, round the end; also when `id` itself is not in the rotation.
  package func next(after id: SlotID) -> SlotID? { slots.first { $0 > id } ?? slots.first }

  /// The slot that precedes `id`, round the start.
  package func previous(before id: SlotID) -> SlotID? { slots.last { $0 < id } ?? slots.last }
}
