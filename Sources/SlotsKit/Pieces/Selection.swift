public import SlotsModel

/// Which slot is selected. It belongs to one device and is not kept in the store; it travels as the
/// slot's id, as `slot-05`.
public struct Selection: Sendable, Hashable, RawRepresentable, Codable {
  /// The selected slot; nil where nothing is.
  public let slot: SlotID?

  /// A selection of a slot, or of nothing.
  public init(_ slot: SlotID?) { self.slot = slot }

  /// Reads `slot-05`, and the empty text for nothing; nil for any other text.
  public init?(rawValue: String) {
    let slot = SlotID(id: rawValue)
    guard slot != nil || rawValue.isEmpty else { return nil }
    self.slot = slot
  }

  /// `slot-05`; empty where nothing is selected.
  public var rawValue: String { slot?.description ?? "" }

  /// The selection once only `filled` slots are there: the same where its slot is one of them, else the
  /// next one after it, else the last one before it; nothing where none is filled. Where nothing is
  /// selected, it stays so.
  public func settled(among filled: some Sequence<SlotID>) -> Selection {
    guard let slot else { return self }
    let filled = filled.sorted()
    return Selection(filled.first { $0 >= slot } ?? filled.last)
  }
}
