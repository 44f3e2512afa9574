import SlotsModel
import Testing

private typealias Sample = NormaliseSample
private let (first, second, third) = (Sample.stamp(1), Sample.stamp(2), Sample.stamp(3))

@Suite struct NormaliseMergeTests {
  private static func merge(
    _ parents: [Reading?], to child: Reading?, _ kind: DocumentKind = Sample.slot
  ) -> Outcome {
    Outcome(Normalised.merge(kind, child: child, parents: parents, edit: Sample.edit()))
  }

  @Test func `a merge commit is made again from its parents`() {
    let (ours, theirs) = (Sample.preset(1, first), Sample.preset(2, second))
    for child in [ours, theirs, Sample.preset(9, nil), Sample.preset(9, second), nil] {
      #expect(Self.merge([ours, theirs], to: child) == Outcome(reading: theirs))
      #expect(Self.merge([theirs, ours], to: child) == Outcome(reading: theirs))
    }
  }

  @Test func `what is later than all parents is taken`() {
    let parents = [Sample.preset(1, first), Sample.preset(2, second)]
    let child = Sample.preset(3, third)
    #expect(Self.merge(parents, to: child) == Outcome(reading: child))
  }

  @Test func `two sides mixed line by line become the later side again`() throws {
    let ours = Document(
      Sample.slot, ["": Register(["name": "A", "params": ["speed": 1, "hue": 1]], first)])
    let theirs = Document(
      Sample.slot, ["": Register(["name": "A", "params": ["speed": 2, "hue": 2]], second)])
    let mixed = Document(
      Sample.slot, ["": Register(["name": "A", "params": ["speed": 1, "hue": 2]], second)])
    let result = Self.merge([.document(ours), .document(theirs)], to: .document(mixed))
    #expect(result.reading == .document(theirs))
  }

  @Test func `fields are made again one by one`() {
    let ours = Sample.device(["bpm": Register(120, second), "vol": Register(80, first)])
    let theirs = Sample.device(["bpm": Register(90, first), "led": Register(1, first)])
    let child = Sample.device([
      "bpm": Register(90, first), "vol": Register(70, third), "new": Register(5, nil),
    ])
    let result = Self.merge([ours, theirs], to: child, Sample.live)
    #expect(
      result.reading
        == Sample.device([
          "bpm": Register(120, second), "vol": Register(70, third), "led": Register(1, first),
          "new": Register(5, Sample.fresh()),
        ]))
  }

  @Test func `a new field that has a stamp keeps it`() {
    let child = Sample.device(["bpm": Register(120, first)])
    let parent = Sample.device([:])
    #expect(Self.merge([parent, parent], to: child, Sample.live).reading == child)
  }

  @Test func `an octopus takes the latest of all its parents`() {
    let parents = (1...4).map { Sample.preset(.number(JSONNumber($0)), Sample.stamp(Int64($0))) }
    for order in [parents, parents.reversed(), [parents[2], parents[3], parents[0], parents[1]]] {
      #expect(Self.merge(order, to: parents[0]) == Outcome(reading: parents[3]))
    }
    let later = Sample.preset(9, Sample.stamp(5))
    #expect(Self.merge(parents, to: later) == Outcome(reading: later))
  }

  @Test func `a document that one parent lacks stays, also when the merge dropped it`() {
    let parent = Sample.preset(1, first)
    #expect(Self.merge([parent, nil], to: nil) == Outcome(reading: parent))
    #expect(Self.merge([nil, parent], to: parent) == Outcome(reading: parent))
    #expect(Self.merge([nil, nil], to: nil) == Outcome(reading: nil))
  }

  @Test func `a document that no parent has is new`() {
    let result = Self.merge([nil, nil], to: Sample.preset(1, owned: false, nil))
    #expect(result.reading == Sample.preset(1, owned: true, Sample.fresh()))
  }

  @Test func `a deletion on one side and an edit on the other: the later wins`() {
    let cleared = Sample.cleared(Sample.fresh())
    let (older, newer) = (Sample.preset(1, second), Sample.preset(1, Sample.stamp(20)))
    for child in [nil, older, cleared] {
      #expect(Self.merge([cleared, older], to: child).reading == cleared)
    }
    #expect(Self.merge([cleared, newer], to: nil).reading == newer)
  }

  @Test func `what cannot be read after a merge leaves the merge of the parents, and is named`() {
    let parents = [Sample.preset(1, first), Sample.preset(2, second)]
    let child = Sample.unreadable("{\n=======\n")
    let result = Self.merge(parents, to: child)
    #expect(result == Outcome(reading: parents[1], error: child.error))
  }

  @Test func `what a parent had and cannot be read is not named again`() {
    let child = Sample.unreadable("{")
    #expect(Self.merge([child, nil], to: child) == Outcome(reading: child))
    #expect(
      Self.merge([nil, nil], to: child) == Outcome(reading: child, error: child.error))
  }

  @Test func `a readable merge of parents that cannot be read is new`() {
    let parents = [Sample.unreadable("{"), Sample.unreadable("[")]
    let result = Self.merge(parents, to: Sample.preset(1, nil))
    #expect(result.reading == Sample.preset(1, Sample.fresh()))
  }

  @Test(arguments: UInt64(0)..<20)
  func `it has all that the parents have, or something later`(_ seed: UInt64) throws {
    var chance = JSONChance(seed: seed)
    for kind in DocumentKind.samples {
      for _ in 0..<10 {
        let parents = (0...chance.below(3)).map { _ in
          Reading.document(chance.document(kind, isStamped: true))
        }
        let child = chance.reading(kind)
        let result = Self.merge(parents, to: child, kind)
        let document = try #require(result.reading?.document)
        for (name, register) in parents.compactMap(\.document).flatMap(\.registers) {
          let winner = try #require(document.registers[name])
          #expect(register <= winner, "seed \(seed)")
        }
        #expect(document.registers.values.allSatisfy { $0.stamp != nil }, "seed \(seed)")
        #expect(Self.merge(parents, to: result.reading, kind).reading == result.reading)
      }
    }
  }
}
