import SlotsModel
import Testing

private typealias Sample = NormaliseSample
private let (first, second, third) = (Sample.stamp(1), Sample.stamp(2), Sample.stamp(3))

/// What git hands to the driver in a rebase and a cherry-pick: theirs is one commit's change to the base.
@Suite struct DriverPickTests {
  @Test func `a rebase does not bring along what came before the commit`() {
    let base = deviceDocument(["bpm": Register(90, second), "vol": Register(80, first)])
    let theirs = deviceDocument(["bpm": Register(90, second), "vol": Register(70, third)])
    let ours = deviceDocument(["bpm": Register(120, third), "vol": Register(80, first)])
    #expect(
      driven(base, ours, theirs)
        == deviceDocument(["bpm": Register(120, third), "vol": Register(70, third)]))
  }

  @Test func `a cherry-pick leaves an older value of ours as it is`() {
    let base = deviceDocument(["bpm": Register(90, second), "vol": Register(80, first)])
    let theirs = deviceDocument(["bpm": Register(90, second), "vol": Register(70, third)])
    let ours = deviceDocument(["bpm": Register(120, first), "vol": Register(80, first)])
    #expect(
      driven(base, ours, theirs)
        == deviceDocument(["bpm": Register(120, first), "vol": Register(70, third)]),
      "the other branch's later bpm is to win when the branches meet")
  }

  @Test(arguments: UInt64(0)..<30)
  func `what theirs did not change stays as ours has it`(_ seed: UInt64) {
    var chance = JSONChance(seed: seed)
    for kind in DocumentKind.samples {
      let base = chance.document(kind, isStamped: true)
      let ours = chance.document(kind, isStamped: true)
      let theirs = Document.merged(base, chance.document(kind, isStamped: true))
      let result = Document.driverMerged(base: base, ours: ours, theirs: theirs)
      for (name, register) in theirs.registers where register == base.registers[name] {
        let mine = ours.registers[name]
        guard mine?.stamp != register.stamp else { continue }
        #expect(result.registers[name] == mine, "\(kind.path), seed \(seed)")
      }
    }
  }

  @Test func `a cherry-pick removes nothing that ours never had`() {
    let base = Document(.pins, ["slot-03": Register(true, second)])
    let theirs = Document(
      .pins, ["slot-03": Register(true, second), "slot-05": Register(true, third)])
    let picked = driven(base, Document(.pins), theirs)
    #expect(picked == Document(.pins, ["slot-05": Register(true, third)]))
    let branch = Document.merged(picked, theirs)
    #expect(branch.registers["slot-03"] == Register(true, second))
  }

  @Test func `a pick of an edit without a stamp wins over an older write`() {
    let picked = Document.driverMerged(
      base: slotDocument(5, second), ours: slotDocument(9, first), theirs: slotDocument(1, second))
    #expect(picked == slotDocument(1, driverStamp(after: second)))
  }

  @Test func `a slot cleared without a stamp waits for the next factory version`() throws {
    let base = slotDocument(1, second)
    let cleared = Document(Sample.slot, ["": Register(["cleared": true], second)])
    let merged = Document.driverMerged(base: base, ours: base, theirs: cleared)
    #expect(merged.slot?.isCleared == true)
    #expect(!SeedPlan.isDue(merged.register, version: second.factoryVersion))
    #expect(SeedPlan.isDue(merged.register, version: second.factoryVersion + 1))
  }

  @Test func `B47: 1.0 and 1 are no conflict`() throws {
    let document = { (speed: String) in
      try Document(Sample.slot, reading: #"{"params":{"speed":\#(speed)},"written":"\#(first)"}"#)
    }
    let (base, one, other) = (try document("0.5"), try document("1.0"), try document("1"))
    let merged = Document.driverMerged(base: base, ours: one, theirs: other)
    #expect(merged.slot?.params == ["speed": 1])
    #expect(
      Document.driverMerged(base: one, ours: one, theirs: other) == one, "the same is no edit")
  }
}
