import SlotsModel

extension JSONChance {
  /// A stamp from anywhere in the range, with a name that a person or git might give.
  mutating func anyStamp() -> Stamp {
    if below(8) == 0 { return .factory(below(1_000_000_000)) }
    let names = [
      "phone", "git:Jane Doe", "git:merge", "", " ", "a f3", "f3", "x/1 y f2", "e\u{301}", "é",
      "客厅", "-", "2026-01-01T00:00:00.000Z/0",
    ]
    let milliseconds = Int64(next() % UInt64(Stamp.lastMillisecond + 1))
    return Stamp(
      milliseconds: one(of: [0, 1, milliseconds, milliseconds, Stamp.lastMillisecond]),
      counter: one(of: [0, 0, 1, below(65_536), Stamp.lastCounter]), replica: Text(one(of: names)),
      factoryVersion: one(of: [0, 1, below(1_000_000_000), Stamp.lastFactoryVersion]))
  }

  /// A stamp from a small pool, so that equal ones and ones that differ in one part are met often.
  mutating func stamp() -> Stamp {
    if below(6) == 0 { return .factory(below(3)) }
    return Stamp(
      milliseconds: one(of: [0, 1, 1000, 1_796_033_702_123]), counter: below(2),
      replica: one(of: ["git:Jane Doe", "pad", "phone"]), factoryVersion: below(3))
  }
}
