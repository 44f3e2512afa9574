import SlotsModel
import Testing

private typealias Sample = NormaliseSample
private let (first, second, third) = (Sample.stamp(1), Sample.stamp(2), Sample.stamp(3))

@Suite struct NormaliseRemovalTests {
  @Test func `a slot that was deleted becomes a stamped clear`() {
    let result = Sample.edge(from: Sample.preset(1, second), to: nil)
    #expect(result == Outcome(reading: Sample.cleared(Sample.fresh()), wentMissing: true))
    let future = Sample.edge(from: Sample.preset(1, Sample.stamp(60)), to: nil)
    #expect(future.reading == Sample.cleared(Sample.fresh(60, counter: 1)))
  }

  @Test func `a deletion is not repeated on the next edges`() {
    let cleared = Sample.edge(from: Sample.preset(1, second), to: nil).reading
    let next = Sample.edge(raw: nil, parent: cleared, to: nil, Sample.edit(at: 99))
    #expect(next == Outcome(reading: cleared))
  }

  @Test func `a slot that is deleted once it was cleared stays as it is`() {
    for cleared in [Sample.cleared(second), Sample.cleared(stay: true, second)] {
      #expect(Sample.edge(from: cleared, to: nil) == Outcome(reading: cleared))
    }
  }

  @Test func `a slot that comes back after a deletion is an edit`() {
    let cleared = Sample.edge(from: Sample.preset(1, second), to: nil).reading
    let back = Sample.edge(
      raw: nil, parent: cleared, to: Sample.preset(1, second), Sample.edit(at: 20))
    #expect(back.reading == Sample.preset(1, Sample.fresh(20)))
  }

  @Test func `a deletion in the working tree is a clear by the replica`() {
    let edit = Sample.edit(byHand: true)
    let result = Sample.edge(from: Sample.preset(1, second), to: nil, edit)
    #expect(result.reading == Sample.cleared(Sample.fresh(byHand: true)))
  }

  @Test func `deleted pins are all unpinned, and what was unpinned keeps its stamp`() {
    let parent = Sample.pinned([
      "slot-03": Register(true, second), "slot-05": Register(nil, first),
    ])
    let result = Sample.edge(from: parent, to: nil)
    #expect(
      result.reading
        == Sample.pinned([
          "slot-03": Register(nil, Sample.fresh()), "slot-05": Register(nil, first),
        ]))
    #expect(result.wentMissing)
  }

  @Test func `a deleted device file removes its fields`() {
    let parent = Sample.device(["bpm": Register(120, second), "vol": Register(nil, first)])
    let result = Sample.edge(from: parent, to: nil)
    #expect(
      result.reading
        == Sample.device(["bpm": Register(nil, Sample.fresh()), "vol": Register(nil, first)]))
    #expect(Sample.edge(from: result.reading, to: nil) == Outcome(reading: result.reading))
  }

  @Test(arguments: [DocumentKind.seedVersion, .format])
  func `what is no person's is put back`(_ kind: DocumentKind) {
    var chance = JSONChance(seed: 1)
    let parent = Reading.document(chance.document(kind, isStamped: true))
    let result = Sample.edge(from: parent, to: nil)
    #expect(result == Outcome(reading: parent))
  }

  @Test func `documents that went missing can be kept instead, and are told`() {
    var edit = Sample.edit(byHand: true)
    edit.keepsMissing = true
    for parent in [
      Sample.preset(1, second), Sample.device(["bpm": Register(120, second)]),
      Sample.pinned(["slot-05": Register(true, second)]),
    ] {
      let result = Sample.edge(from: parent, to: nil, edit)
      #expect(result == Outcome(reading: parent, wentMissing: true))
    }
    let cleared = Sample.cleared(second)
    #expect(Sample.edge(from: cleared, to: nil, edit) == Outcome(reading: cleared))
  }

  @Test func `what could not be read is gone when it is deleted`() {
    let unreadable = Sample.unreadable("{")
    #expect(Sample.edge(from: unreadable, to: nil) == Outcome(reading: nil))
  }

  @Test func `a pin taken off the list is unpinned, whether its stamp is left or not`() {
    let parent = Sample.pinned([
      "slot-03": Register(true, first), "slot-07": Register(true, second),
    ])
    let expected = Sample.pinned([
      "slot-03": Register(true, first), "slot-07": Register(nil, Sample.fresh()),
    ])
    let left = Sample.pinned(["slot-03": Register(true, first), "slot-07": Register(nil, second)])
    #expect(Sample.edge(from: parent, to: left).reading == expected)
    let gone = Sample.pinned(["slot-03": Register(true, first)])
    #expect(Sample.edge(from: parent, to: gone).reading == expected)
  }

  @Test func `a pin put on the list again with its old stamp is pinned`() {
    let parent = Sample.pinned(["slot-07": Register(nil, second)])
    let child = Sample.pinned(["slot-07": Register(true, second)])
    #expect(
      Sample.edge(from: parent, to: child).reading
        == Sample.pinned(["slot-07": Register(true, Sample.fresh())]))
  }

  @Test func `a device field taken out is removed, whether its stamp is left or not`() {
    let parent = Sample.device(["bpm": Register(120, first), "vol": Register(80, second)])
    let expected = Sample.device([
      "bpm": Register(120, first), "vol": Register(nil, Sample.fresh()),
    ])
    let left = Sample.device(["bpm": Register(120, first), "vol": Register(nil, second)])
    #expect(Sample.edge(from: parent, to: left).reading == expected)
    let gone = Sample.device(["bpm": Register(120, first)])
    #expect(Sample.edge(from: parent, to: gone).reading == expected)
  }

  @Test func `the stamp of a removed field taken out changes nothing`() {
    let parent = Sample.device(["bpm": Register(120, first), "vol": Register(nil, second)])
    let child = Sample.device(["bpm": Register(120, first)])
    #expect(Sample.edge(from: parent, to: child).reading == parent)
  }

  @Test func `what cannot be read keeps the parent and is named`() throws {
    let parent = Sample.preset(1, second)
    let child = Sample.unreadable("{\n<<<<<<< HEAD\n")
    let result = Sample.edge(from: parent, to: child)
    #expect(result.reading == parent && !result.wentMissing)
    #expect(result.error?.position == TextPosition(line: 2, column: 1))
    #expect(result.error == child.error)
    let next = Sample.edge(raw: child, parent: parent, to: child)
    #expect(next == Outcome(reading: parent), "it is named once")
  }

  @Test func `what cannot be read and replaces nothing is carried and named`() {
    let child = Sample.unreadable("{")
    #expect(Sample.edge(from: nil, to: child) == Outcome(reading: child, error: child.error))
    let other = Sample.unreadable("[")
    #expect(Sample.edge(from: child, to: other) == Outcome(reading: other, error: other.error))
  }

  @Test func `a document that can be read again is compared with the last that could`() {
    let parent = Sample.preset(1, second)
    let raw = Sample.unreadable("{")
    let fix = { (child: Reading) in
      Sample.edge(raw: raw, parent: parent, to: child)
    }
    #expect(fix(parent).reading == parent)
    #expect(fix(Sample.preset(1, nil)).reading == parent)
    #expect(fix(Sample.preset(2, second)).reading == Sample.preset(2, Sample.fresh()))
    #expect(fix(Sample.preset(2, third)).reading == Sample.preset(2, third))
  }

  @Test func `a field that is gone when a document can be read again was removed`() {
    let parent = Sample.device(["bpm": Register(120, first), "vol": Register(80, second)])
    let child = Sample.device(["bpm": Register(120, first)])
    let result = Sample.edge(
      raw: Sample.unreadable("{", Sample.live), parent: parent, to: child)
    #expect(
      result.reading
        == Sample.device(["bpm": Register(120, first), "vol": Register(nil, Sample.fresh())]))
  }
}
