import SlotsModel
import Testing

private let kind = DocumentKind.samples[1]
private let early = Stamp(milliseconds: 1000, counter: 0, replica: "phone", factoryVersion: 1)
private let late = Stamp(milliseconds: 2000, counter: 0, replica: "pad", factoryVersion: 1)

private func slot(_ name: JSONValue, _ stamp: Stamp?) -> Document {
  Document(kind, ["": Register(["name": name, "params": [:]], stamp)])
}

private func pins(_ registers: [(Text, Bool, Int64)]) -> Document {
  var document = Document(.pins)
  for (id, isPinned, time) in registers {
    let stamp = Stamp(milliseconds: time, counter: 0, replica: "p", factoryVersion: 0)
    document.registers[id] = Register(isPinned ? true : nil, stamp)
  }
  return document
}

@Suite struct MergeRuleTests {
  @Test func `the later write of a slot wins whole`() {
    let merged = Document.merged(slot("A", early), slot("B", late))
    #expect(merged == slot("B", late))
  }

  @Test func `a write with a stamp wins over one without`() {
    #expect(Document.merged(slot("A", .factory(0)), slot("B", nil)) == slot("A", .factory(0)))
  }

  @Test func `a clear can win or lose against an edit`() {
    let cleared = { (stamp: Stamp) in
      Document(kind, ["": Register(["cleared": true, "userOwned": false], stamp)])
    }
    #expect(Document.merged(slot("A", early), cleared(late)).slot?.isCleared == true)
    #expect(Document.merged(slot("A", late), cleared(early)).slot?.name == "A")
  }

  @Test func `B16: with one stamp the greater value wins everywhere`() {
    let (a, b, c) = (slot("A", early), slot("B", early), slot("C", early))
    for order in [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]] {
      let merged = Document.merged(Document.merged(order[0], order[1]), order[2])
      #expect(merged == c && merged.canonicalBytes == c.canonicalBytes)
    }
    #expect(c.register?.rule(over: a.register ?? Register(nil, nil)) == "greater value")
  }

  @Test func `the rule that decided is said`() {
    func stamp(_ time: Int64, _ counter: Int, _ name: Text, _ version: Int) -> Register {
      Register(
        1, Stamp(milliseconds: time, counter: counter, replica: name, factoryVersion: version))
    }
    let base = stamp(5, 5, "m", 5)
    #expect(stamp(6, 0, "a", 0).rule(over: base) == "later time")
    #expect(stamp(5, 6, "a", 0).rule(over: base) == "later counter")
    #expect(stamp(5, 5, "n", 0).rule(over: base) == "greater replica name")
    #expect(stamp(5, 5, "m", 6).rule(over: base) == "newer factory version")
    #expect(base.rule(over: Register(2, nil)) == "the other has no stamp")
  }

  @Test func `B08: two add a pin, one removes one, and all have the same list`() {
    let start = pins([("slot-00", true, 1), ("slot-03", true, 1)])
    var (a, b, c) = (start, start, start)
    a.registers.merge(pins([("slot-05", true, 2)]).registers) { $1 }
    b.registers.merge(pins([("slot-03", false, 3)]).registers) { $1 }
    c.registers.merge(pins([("slot-05", true, 4)]).registers) { $1 }
    let expected: JSONValue = ["slot-00", "slot-05"]
    var bytes: Set<[UInt8]> = []
    for order in [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]] {
      let merged = Document.merged(order[0], Document.merged(order[1], order[2]))
      #expect(merged.json["slots"] == expected)
      bytes.insert(merged.canonicalBytes)
    }
    #expect(bytes.count == 1)
  }

  @Test func `two fields of one device file are kept apart`() {
    let live = DocumentKind.device(DeviceName("stage"), .live)
    let one = Document(live, ["bpm": Register(120, early), "led": Register(1, late)])
    let other = Document(live, ["bpm": Register(90, late), "vol": Register(80, early)])
    let merged = Document.merged(one, other)
    #expect(
      merged.registers == [
        "bpm": Register(90, late), "led": Register(1, late), "vol": Register(80, early),
      ])
  }

  @Test func `a removed field stays removed against an older value`() {
    let live = DocumentKind.device(DeviceName("stage"), .live)
    let removed = Document(live, ["bpm": Register(nil, late)])
    let old = Document(live, ["bpm": Register(120, early)])
    #expect(Document.merged(old, removed) == removed && Document.merged(removed, old) == removed)
  }

  @Test func `members without a stamp merge to the greater, numbers by value`() {
    func merged(_ a: JSONValue, _ b: JSONValue) -> JSONValue? {
      let results = [(a, b), (b, a)].map { a, b in
        Document.merged(Document(.format, rest: ["x": a]), Document(.format, rest: ["x": b]))
          .rest["x"]
      }
      #expect(results[0] == results[1])
      return results[0]
    }
    #expect(merged(9, 10) == 10)
    #expect(merged(-2, -10) == -2)
    #expect(merged("9", "10") == "9")
    #expect(merged(1, 1) == 1)
  }

  @Test func `what cannot be read loses to a document, and of two the greater bytes stay`() {
    let document = Reading.document(slot("A", nil))
    let (one, other) = (Reading(Array("{a".utf8), as: kind), Reading(Array("{b".utf8), as: kind))
    #expect(Reading.merged(document, one) == document)
    #expect(Reading.merged(one, document) == document)
    #expect(Reading.merged(one, other) == other)
    #expect(Reading.merged(other, one) == other)
    #expect(Reading.merged(nil, one) == one)
    #expect(Reading.merged(nil, nil) == nil)
  }

  @Test func `what an older program would refuse is carried as it is`() throws {
    let odd = Document(
      kind, ["": Register(["params": ["speed": 1000], "shape": "new"], late)])
    #expect(Document.merged(slot("A", early), odd) == odd)
  }

  @Test func `the changes between two documents are the keys that differ, in order`() throws {
    let old = pins([("slot-03", true, 1), ("slot-07", true, 1), ("slot-05", true, 1)])
    let new = pins([("slot-03", true, 1), ("slot-05", false, 2), ("slot-09", true, 2)])
    let changes = Document.changes(.pins, from: old, to: new)
    #expect(changes.map(\.key) == [.pin("slot-05"), .pin("slot-07"), .pin("slot-09")])
    #expect(changes[0].old == old.registers["slot-05"])
    #expect(changes[0].new == new.registers["slot-05"])
    #expect(changes[1].new == nil && changes[2].old == nil)
    #expect(Document.changes(.pins, from: nil, to: nil).isEmpty)
    #expect(Document.changes(.pins, from: new, to: new).isEmpty)
    #expect(Document.changes(kind, from: nil, to: slot("A", early)).map(\.key) == [kind.key("")])
  }
}
