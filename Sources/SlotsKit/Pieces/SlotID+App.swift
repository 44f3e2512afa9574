public import SlotsModel

/// The position of a slot; see `SlotsModel.SlotID`.
public typealias SlotID = SlotsModel.SlotID

/// What a player cycles through; see `SlotsModel.Rotation`.
public typealias Rotation = SlotsModel.Rotation

extension SlotID {
  /// The key of the slot in a `KeyValueStore`, as `slot.05`.
  public var key: String { "slot.\(number)" }

  /// The key of its pin in a `KeyValueStore`, as `pinned/slot-05`.
  public var pinKey: String { "pinned/\(self)" }
}

extension Rotation {
  /// How many slots are played.
  public var count: Int { slots.count }

  /// The slot at a place of the playlist, counted from 0 and round the end and the start; nil when nothing
  /// is filled.
  public subscript(index: Int) -> SlotID? {
    guard !slots.isEmpty else { return nil }
    let place = index % slots.count
    return slots[place < 0 ? place + slots.count : place]
  }

  /// The place of a slot in the playlist, from 0; nil when it is not played.
  public func index(of id: SlotID) -> Int? { slots.firstIndex(of: id) }
}
