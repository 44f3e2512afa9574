/// The position of a slot, 0 to 99; a store has the positions below its `slots` count.
public struct SlotID: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// 0 to 99.
  public let index: Int

  /// Nil outside 0 to 99.
  public init?(_ index: Int) {
    guard (0...99).contains(index) else { return nil }
    self.index = index
  }

  /// Reads `slot-05`, the spelling in `pinned.json` and in `--json`; nil for any other text.
  public init?(id: String) {
    guard id.utf8.count == 7, id.hasPrefix("slot-") else { return nil }
    self.init(digits: id.utf8.suffix(2))
  }

  /// Reads what a person types: `5`, `05`, `slot-05`, and as the key and the file are spelled,
  /// `slot.05` and `slot.05.json`; nil for any other text.
  public init?(typed: String) {
    if typed.hasPrefix("slot.") {
      let rest = typed.dropFirst(5)
      self.init(digits: (rest.hasSuffix(".json") ? rest.dropLast(5) : rest).utf8)
    } else if let id = SlotID(id: typed) {
      self = id
    } else {
      self.init(digits: typed.utf8[...])
    }
  }

  init?(digits: Substring.UTF8View) {
    guard (1...2).contains(digits.count), let index = CalendarTime.number(Array(digits)[...])
    else { return nil }
    self.init(index)
  }

  /// `05`.
  public var number: String { index < 10 ? "0\(index)" : "\(index)" }
  /// `slot-05`.
  public var description: String { "slot-\(number)" }
  /// `slot.05.json`.
  public var fileName: String { "slot.\(number).json" }

  /// By position.
  public static func < (a: SlotID, b: SlotID) -> Bool { a.index < b.index }
}
