import SlotsModel
import Testing

private typealias Sample = NormaliseSample
private let (first, second) = (Sample.stamp(1), Sample.stamp(2))

@Suite struct NormaliseOwnerTests {
  @Test(arguments: [true, false])
  func `editing a factory slot makes it the person's own`(_ byHand: Bool) {
    let parent = Sample.preset(1, owned: false, .factory(1))
    let edit = Sample.edit(byHand: byHand)
    let result = Sample.edge(from: parent, to: Sample.preset(2, owned: false, .factory(1)), edit)
    #expect(result.reading == Sample.preset(2, owned: true, Sample.fresh(byHand: byHand)))
  }

  @Test func `any other member that changed makes it the person's own as well`() throws {
    let parent = Sample.preset(1, owned: false, .factory(1))
    for name: Text in ["name", "tagSignal", "laterMember"] {
      var document = try #require(parent.document)
      var slot = try #require(document.slot)
      slot.value[name] = "changed"
      document.register = Register(.object(slot.value), .factory(1))
      let result = Sample.edge(from: parent, to: .document(document)).reading?.document
      slot.userOwned = true
      #expect(result?.register == Register(.object(slot.value), Sample.fresh()), "\(name)")
    }
  }

  @Test(arguments: [true, false])
  func `changing only the owner is respected`(_ owned: Bool) {
    let parent = Sample.preset(1, owned: !owned, second)
    for byHand in [true, false] {
      let result = Sample.edge(
        from: parent, to: Sample.preset(1, owned: owned, second), Sample.edit(byHand: byHand))
      #expect(
        result.reading == Sample.preset(1, owned: owned, Sample.fresh(byHand: byHand)))
    }
  }

  @Test func `a write with a later stamp keeps its owner`() {
    let parent = Sample.preset(1, owned: true, first)
    let reset = Sample.preset(2, owned: false, second)
    #expect(Sample.edge(from: parent, to: reset).reading == reset)
  }

  @Test func `clearing by hand leaves the slot to the factory, unless it is to stay empty`() {
    let parent = Sample.preset(1, second)
    let edit = Sample.edit(byHand: true)
    let fresh = Sample.fresh(byHand: true)
    let bare = Reading.document(Document(Sample.slot, ["": Register(["cleared": true], second)]))
    #expect(Sample.edge(from: parent, to: bare, edit).reading == Sample.cleared(fresh))
    let staying = Sample.cleared(stay: true, second)
    #expect(
      Sample.edge(from: parent, to: staying, edit).reading == Sample.cleared(stay: true, fresh))
  }

  @Test func `a cleared slot whose owner is left out is no change`() {
    let parent = Sample.cleared(second)
    let bare = Reading.document(Document(Sample.slot, ["": Register(["cleared": true], second)]))
    #expect(Sample.edge(from: parent, to: bare).reading == parent)
  }

  @Test(arguments: [true, false])
  func `a preset put back without saying whose it is stays whose it was`(_ owned: Bool) {
    let parent = Sample.preset(1, owned: owned, second)
    for stamp in [nil, second] {
      let bare = Reading.document(
        Document(Sample.slot, ["": Register(["name": "Aurora", "params": ["speed": 1]], stamp)]))
      let result = Sample.edge(from: parent, to: bare, Sample.edit(byHand: true))
      #expect(result.reading?.document?.slot?.userOwned == owned)
      #expect(result.reading == parent)
    }
  }

  @Test func `filling a cleared slot by hand makes it the person's own`() {
    let parent = Sample.cleared(second)
    let result = Sample.edge(from: parent, to: Sample.preset(1, owned: false, second))
    #expect(result.reading == Sample.preset(1, owned: true, Sample.fresh()))
  }

  @Test(arguments: [nil, first, second, Sample.stamp(5), Sample.stamp(4_070_908_800)] as [Stamp?])
  func `a hand edit in the working tree gets a fresh stamp, whatever it says`(_ written: Stamp?) {
    let parent = Sample.preset(1, second)
    let edit = Sample.edit(byHand: true)
    #expect(
      Sample.edge(from: parent, to: Sample.preset(2, written), edit).reading
        == Sample.preset(2, Sample.fresh(byHand: true)))
    #expect(
      Sample.edge(from: nil, to: Sample.preset(2, written), edit).reading
        == Sample.preset(2, Sample.fresh(byHand: true)))
  }

  @Test func `a hand edit of one field leaves the stamps of the others`() {
    let parent = Sample.device(["bpm": Register(120, first), "vol": Register(80, second)])
    let child = Sample.device(["bpm": Register(120, first), "vol": Register(90, second)])
    #expect(
      Sample.edge(from: parent, to: child, Sample.edit(byHand: true)).reading
        == Sample.device([
          "bpm": Register(120, first), "vol": Register(90, Sample.fresh(byHand: true)),
        ]))
  }

  @Test func `a parent without a stamp gets one, also when only a stamp was written by hand`() {
    let result = Sample.edge(
      from: Sample.preset(1, nil), to: Sample.preset(1, first), Sample.edit(byHand: true))
    #expect(result.reading == Sample.preset(1, Sample.fresh(byHand: true)))
  }

  @Test func `a stamp alone that was changed by hand is no change`() {
    let parent = Sample.preset(1, second)
    for written in [nil, first, Sample.stamp(70)] {
      let child = Sample.preset(1, written)
      #expect(Sample.edge(from: parent, to: child, Sample.edit(byHand: true)).reading == parent)
    }
  }
}
