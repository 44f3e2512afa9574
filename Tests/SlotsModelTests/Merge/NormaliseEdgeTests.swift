import SlotsModel
import Testing

private typealias Sample = NormaliseSample
private let (first, second, third) = (Sample.stamp(1), Sample.stamp(2), Sample.stamp(3))

@Suite struct NormaliseEdgeTests {
  @Test func `what is as the parent commit had it is the parent's register`() {
    let raw = Sample.preset(1, nil)
    let parent = Sample.preset(1, second)
    let result = Sample.edge(raw: raw, parent: parent, to: raw)
    #expect(result == Outcome(reading: parent))
    #expect(Sample.edge(from: nil, to: nil) == Outcome(reading: nil))
  }

  @Test func `a field that is as the parent commit had it is the parent's, beside an edit`() {
    let raw = Sample.device(["bpm": Register(120, nil), "vol": Register(80, first)])
    let parent = Sample.device(["bpm": Register(120, second), "vol": Register(80, first)])
    let child = Sample.device(["bpm": Register(120, nil), "vol": Register(90, first)])
    let result = Sample.edge(raw: raw, parent: parent, to: child)
    #expect(
      result.reading
        == Sample.device(["bpm": Register(120, second), "vol": Register(90, Sample.fresh())]))
  }

  @Test
  func `a value that a merge was made again without does not come back with an edit beside it`() {
    let raw = Sample.device(["bpm": Register(120, first), "vol": Register(80, first)])
    let parent = Sample.device(["bpm": Register(90, second), "vol": Register(80, first)])
    let child = Sample.device(["bpm": Register(120, first), "vol": Register(70, first)])
    #expect(
      Sample.edge(raw: raw, parent: parent, to: child).reading
        == Sample.device(["bpm": Register(90, second), "vol": Register(70, Sample.fresh())]))
  }

  @Test(arguments: [nil, first, second] as [Stamp?])
  func `a value that changed without a later stamp is an edit of its commit`(_ written: Stamp?) {
    let parent = Sample.preset(1, second)
    let result = Sample.edge(from: parent, to: Sample.preset(2, written))
    #expect(result == Outcome(reading: Sample.preset(2, Sample.fresh())))
  }

  @Test func `an edit by a clock that is behind gets the counter after what it replaced`() {
    let parent = Sample.preset(1, Sample.stamp(60, counter: 4))
    let result = Sample.edge(from: parent, to: Sample.preset(2, nil))
    #expect(result.reading == Sample.preset(2, Sample.fresh(60, counter: 5)))
  }

  @Test func `an edit comes after all that its writer has seen`() {
    var edit = Sample.edit(byHand: true)
    edit.seen = Sample.stamp(70, "zz", counter: 1)
    let result = Sample.edge(from: Sample.preset(1, first), to: Sample.preset(2, first), edit)
    #expect(result.reading == Sample.preset(2, Sample.fresh(70, byHand: true, counter: 2)))
    edit.seen = first
    let after = Sample.edge(from: Sample.preset(1, third), to: Sample.preset(2, third), edit)
    #expect(after.reading == Sample.preset(2, Sample.fresh(byHand: true)))
  }

  @Test func `a stamp later than the parent's is a write and is taken as it is`() {
    let child = Sample.preset(2, owned: false, third)
    #expect(Sample.edge(from: Sample.preset(1, second), to: child).reading == child)
    let same = Sample.preset(1, third)
    #expect(Sample.edge(from: Sample.preset(1, second), to: same).reading == same)
    let future = Sample.preset(2, Sample.stamp(4_070_908_800))
    #expect(Sample.edge(from: Sample.preset(1, second), to: future).reading == future)
  }

  @Test func `a later stamp is taken over a parent without one`() {
    let child = Sample.preset(2, first)
    #expect(Sample.edge(from: Sample.preset(1, nil), to: child).reading == child)
  }

  @Test func `a stamp is later by counter, name or version as well`() {
    let parent = Sample.preset(1, second)
    for stamp in [
      Sample.stamp(2, counter: 1), Sample.stamp(2, "phone2"), second.withFactoryVersion(2),
    ] {
      let child = Sample.preset(2, stamp)
      #expect(Sample.edge(from: parent, to: child).reading == child, "\(stamp)")
    }
  }

  @Test(arguments: [nil, first, second] as [Stamp?])
  func `the parent's value with an older stamp is no change`(_ written: Stamp?) {
    let parent = Sample.preset(1, second)
    #expect(Sample.edge(from: parent, to: Sample.preset(1, written)).reading == parent)
  }

  @Test func `B47: a number spelled otherwise is no change`() throws {
    let text = { (number: String) in
      Reading(
        Array(#"{"params":{"speed":\#(number)},"written":"\#(first)"}"#.utf8), as: Sample.slot)
    }
    let parent = text("1")
    for number in ["1.0", "1e0", "10e-1"] {
      let edit = Sample.edit(byHand: true)
      #expect(Sample.edge(from: parent, to: text(number), edit).reading == parent)
    }
  }

  @Test func `a new document without a stamp is an edit, and the person's own`() throws {
    let result = Sample.edge(from: nil, to: Sample.preset(1, owned: false, nil))
    #expect(result.reading == Sample.preset(1, owned: true, Sample.fresh()))
    let device = Sample.edge(from: nil, to: Sample.device(["bpm": Register(120, nil)]))
    #expect(device.reading == Sample.device(["bpm": Register(120, Sample.fresh())]))
    let pins = Sample.edge(from: nil, to: Sample.pinned(["slot-05": Register(true, nil)]))
    #expect(pins.reading == Sample.pinned(["slot-05": Register(true, Sample.fresh())]))
  }

  @Test func `a new document with a stamp is a write`() {
    let seeded = Sample.preset(1, owned: false, .factory(3))
    #expect(Sample.edge(from: nil, to: seeded).reading == seeded)
  }

  @Test func `a slot that was copied over another is a write or an edit, never lost`() {
    let parent = Sample.preset(1, second)
    let older = Sample.edge(from: parent, to: Sample.preset(7, first))
    #expect(older.reading == Sample.preset(7, Sample.fresh()))
    let newer = Sample.edge(from: parent, to: Sample.preset(7, third))
    #expect(newer.reading == Sample.preset(7, third))
  }

  @Test func `an old state that was taken out of the history is an edit`() {
    let states = [Sample.preset(1, first), Sample.preset(2, second), Sample.preset(3, third)]
    let result = Sample.edge(from: states[2], to: states[0])
    #expect(result.reading == Sample.preset(1, Sample.fresh()))
  }

  @Test func `unstamped members come from the child`() {
    let parent = Reading.document(Document(.format, rest: ["format": 1, "slots": 24]))
    let child = Reading.document(Document(.format, rest: ["format": 1, "slots": 12, "x": 1]))
    #expect(Sample.edge(from: parent, to: child).reading == child)
    var pins = Document(.pins, ["slot-05": Register(true, first)])
    let before = Reading.document(pins)
    pins.rest = ["note": "kept"]
    #expect(Sample.edge(from: before, to: .document(pins)).reading == .document(pins))
  }

  @Test func `a seed version edited by hand is an edit`() throws {
    let document = { (version: JSONValue, stamp: Stamp?) in
      Reading.document(Document(.seedVersion, ["": Register(["version": version], stamp)]))
    }
    let result = Sample.edge(from: document(1, .factory(1)), to: document(2, .factory(1)))
    #expect(result.reading == document(2, Sample.fresh()))
  }
}
