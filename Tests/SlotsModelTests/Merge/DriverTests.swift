import SlotsModel
import Testing

private typealias Sample = NormaliseSample
private let (first, second, third) = (Sample.stamp(1), Sample.stamp(2), Sample.stamp(3))

@Suite struct DriverTests {
  @Test func `of two stamped writes the later wins, whichever side has it`() {
    let (base, ours, theirs) = (
      slotDocument(1, first), slotDocument(2, second), slotDocument(3, third)
    )
    #expect(Document.driverMerged(base: base, ours: ours, theirs: theirs) == theirs)
    #expect(Document.driverMerged(base: base, ours: theirs, theirs: ours) == theirs)
    #expect(Document.driverMerged(base: nil, ours: theirs, theirs: ours) == theirs)
  }

  @Test(arguments: UInt64(0)..<30)
  func `it agrees with the one merge where both sides are stamped and the base is older`(
    _ seed: UInt64
  ) {
    var chance = JSONChance(seed: seed)
    for kind in DocumentKind.samples {
      let base = chance.document(kind, isStamped: true)
      let sides = (0..<2).map { _ in
        var side = Document.merged(base, chance.document(kind, isStamped: true))
        side.rest = base.rest
        return side
      }
      let expected = Document.merged(sides[0], sides[1])
      for base in [base, nil] {
        #expect(
          Document.driverMerged(base: base, ours: sides[0], theirs: sides[1]) == expected,
          "\(kind.path), seed \(seed)")
        #expect(
          Document.driverMerged(base: base, ours: sides[1], theirs: sides[0]) == expected,
          "\(kind.path), seed \(seed)")
      }
    }
  }

  @Test func `a side that is as the base changes nothing`() {
    let (base, changed) = (slotDocument(1, first), slotDocument(2, second))
    #expect(Document.driverMerged(base: base, ours: base, theirs: changed) == changed)
    #expect(Document.driverMerged(base: base, ours: changed, theirs: base) == changed)
    #expect(Document.driverMerged(base: base, ours: base, theirs: base) == base)
  }

  @Test func `an edit without a later stamp gets the counter after the base's`() {
    let base = deviceDocument(["bpm": Register(120, second), "vol": Register(80, first)])
    let theirs = deviceDocument(["bpm": Register(90, second), "vol": Register(80, first)])
    let expected = deviceDocument([
      "bpm": Register(90, driverStamp(after: second)), "vol": Register(80, first),
    ])
    #expect(driven(base, base, theirs) == expected)
    #expect(driven(base, theirs, base) == expected)
    let unstamped = deviceDocument(["bpm": Register(90, nil), "vol": Register(80, first)])
    #expect(driven(base, base, unstamped) == expected)
    #expect(driven(base, unstamped, base) == expected)
  }

  @Test func `a revert brings the old value back`() {
    let (old, new) = (slotDocument(1, first), slotDocument(2, second))
    let reverted = driven(new, new, old)
    #expect(reverted == slotDocument(1, driverStamp(after: second)))
  }

  @Test func `a revert of a pin that was not there before unpins it`() {
    let old = Document(.pins, ["slot-03": Register(true, first)])
    let new = Document(
      .pins, ["slot-03": Register(true, first), "slot-07": Register(true, second)])
    let reverted = driven(new, new, old)
    #expect(reverted.registers["slot-03"] == Register(true, first))
    #expect(reverted.registers["slot-07"] == Register(nil, driverStamp(after: second)))
  }

  @Test func `an edit without a stamp loses to a later write of the other side`() {
    let (base, theirs) = (slotDocument(1, first), slotDocument(3, second))
    #expect(driven(base, slotDocument(2, first), theirs) == theirs)
    #expect(driven(base, theirs, slotDocument(2, first)) == theirs)
  }

  @Test func `two edits without stamps settle the same from both sides`() {
    let base = slotDocument(1, first)
    let (one, other) = (slotDocument(2, first), slotDocument(3, first))
    let merged = driven(base, one, other)
    #expect(merged == driven(base, other, one))
    #expect(merged == slotDocument(3, driverStamp(after: first)))
    let added = driven(nil, slotDocument(2, nil), slotDocument(3, nil))
    #expect(added == driven(nil, slotDocument(3, nil), slotDocument(2, nil)))
    #expect(added.register?.stamp != nil && added.slot?.params == ["speed": 3])
  }

  @Test func `editing a default makes it the person's own`() {
    let base = slotDocument(1, .factory(2), owned: false)
    let merged = driven(base, base, slotDocument(2, .factory(2), owned: false))
    #expect(merged.slot?.userOwned == true)
  }
}
