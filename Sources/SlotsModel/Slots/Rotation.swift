/// What a player cycles through: the pinned filled slots in slot order; with nothing pinned that is
/// filled, all filled slots.
public struct Rotation: Sendable, Hashable {
  /// In slot order.
  public let slots: [SlotID]

  /// The rotation of the filled slots and the pins of a store. A pin on an empty slot is kept in the
  /// store and not played.
  public init(filled: Set<SlotID>, pinned: Set<SlotID>) {
    let chosen = filled.intersection(pinned)
    slots = (chosen.isEmpty ? filled : chosen).sorted()
  }

  /// The first slot; nil when nothing is filled.
  public var first: SlotID? { slots.first }

  /// The slot that follows `id`, round the end; also when `id` itself is not in the rotation.
  public func next(after id: SlotID) -> SlotID? { slots.first { $0 > id } ?? slots.first }

  /// The slot that precedes `id`, round the start.
  public func previous(before id: SlotID) -> SlotID? { slots.last { $0 < id } ?? slots.last }
}
