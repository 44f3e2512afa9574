import SlotsModel
import Testing

@Suite struct StampOrderTests {
  private static func pool(_ seed: UInt64) -> [Stamp] {
    var chance = JSONChance(seed: seed)
    return (0..<24).map { _ in chance.stamp() } + (0..<8).map { _ in chance.anyStamp() }
  }

  @Test(arguments: UInt64(0)..<20)
  func `of two stamps one is earlier, or they are equal`(_ seed: UInt64) {
    let stamps = Self.pool(seed)
    for a in stamps {
      for b in stamps {
        #expect([a < b, a == b, b < a].filter { $0 }.count == 1, "\(a), \(b), seed \(seed)")
        #expect((a.rule(against: b) == nil) == (a == b), "\(a), \(b), seed \(seed)")
      }
    }
  }

  @Test(arguments: UInt64(0)..<20)
  func `the order of three stamps has no circle`(_ seed: UInt64) {
    let stamps = Self.pool(seed)
    for a in stamps {
      for b in stamps where a < b {
        for c in stamps where b < c && !(a < c) {
          Issue.record("\(a) < \(b) < \(c), seed \(seed)")
        }
      }
    }
  }

  @Test func `time is asked first, then counter, name and factory version`() {
    func stamp(_ time: Int64, _ counter: Int, _ name: Text, _ version: Int) -> Stamp {
      Stamp(milliseconds: time, counter: counter, replica: name, factoryVersion: version)
    }
    let base = stamp(5, 5, "m", 5)
    let later: [(Stamp, Stamp.Rule)] = [
      (stamp(6, 0, "a", 0), .time), (stamp(5, 6, "a", 0), .counter),
      (stamp(5, 5, "n", 0), .replica), (stamp(5, 5, "m", 6), .factoryVersion),
    ]
    for (other, rule) in later {
      #expect(base < other)
      #expect(other.rule(against: base) == rule)
      #expect(base.rule(against: other) == rule)
    }
    #expect(base.rule(against: base) == nil)
    #expect(later.map(\.0).sorted() == later.map(\.0).reversed())
  }

  @Test func `names are ordered by their bytes, capitals before small letters`() {
    let names: [Text] = ["", "A", "B", "a", "ab", "b", "z", "é", "客", "😀"]
    let stamps = names.map {
      Stamp(milliseconds: 1, counter: 0, replica: $0, factoryVersion: 0)
    }
    #expect(stamps.reversed().sorted() == stamps)
  }

  @Test func `a version alone is older than any person's write`() {
    let newest = Stamp.factory(Stamp.lastFactoryVersion)
    let first = Stamp.next(now: 0, after: newest, replica: "", factoryVersion: 0)
    #expect(newest < first)
    for time: Int64 in [0, 1, 1_796_033_702_123] {
      let write = Stamp(milliseconds: time, counter: 0, replica: "a", factoryVersion: 0)
      #expect(newest < write)
    }
  }

  @Test(arguments: UInt64(0)..<20)
  func `with a newer factory version it is the smallest stamp above that has the version`(
    _ seed: UInt64
  ) {
    let stamps = Self.pool(seed)
    for old in stamps where old.factoryVersion < Stamp.lastFactoryVersion {
      let version = old.factoryVersion + 1
      let new = old.withFactoryVersion(version)
      #expect(old < new && new.factoryVersion == version, "\(old), seed \(seed)")
      let candidates = stamps.map { $0.withFactoryVersion(version) } + stamps
      for other in candidates where old < other && other < new {
        Issue.record("\(other) is between \(old) and \(new), seed \(seed)")
      }
    }
  }

  @Test(arguments: UInt64(0)..<20)
  func `a default keeps its register's place among all other writes`(_ seed: UInt64) {
    let stamps = Self.pool(seed)
    for old in stamps where old.factoryVersion < Stamp.lastFactoryVersion {
      let new = old.withFactoryVersion(old.factoryVersion + 1)
      for other in stamps where old.rule(against: other) != .factoryVersion && other != old {
        #expect((other < old) == (other < new), "\(other), \(old), seed \(seed)")
      }
    }
  }
}
