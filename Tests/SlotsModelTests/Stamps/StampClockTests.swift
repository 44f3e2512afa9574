import SlotsModel
import Testing

private let noon: Int64 = 1_796_040_000_000
private let minute: Int64 = 60_000
private let day: Int64 = 86_400_000

/// A replica's clock, that many milliseconds off.
private struct Clock {
  let name: Text
  var skew: Int64
  var seen: Stamp?

  /// A write at the true time `now`.
  mutating func write(at now: Int64) -> Stamp {
    let stamp = Stamp.next(now: now + skew, after: seen, replica: name, factoryVersion: 1)
    seen = stamp
    return stamp
  }

  mutating func see(_ other: Stamp?) { seen = [seen, other].compactMap { $0 }.max() }
}

@Suite struct StampClockTests {
  @Test func `without a stamp seen it is the clock's reading`() {
    let stamp = Stamp.next(now: noon, after: nil, replica: "phone", factoryVersion: 3)
    #expect(stamp == Stamp(milliseconds: noon, counter: 0, replica: "phone", factoryVersion: 3))
  }

  @Test func `a clock that is ahead of all that was seen starts again with counter 0`() {
    let seen = Stamp(milliseconds: noon, counter: 9, replica: "pad", factoryVersion: 1)
    let stamp = Stamp.next(now: noon + 1, after: seen, replica: "phone", factoryVersion: 1)
    #expect(stamp.milliseconds == noon + 1 && stamp.counter == 0)
  }

  @Test(arguments: [0, -1, -day, -noon, .min] as [Int64])
  func `a clock that is not ahead counts on from what was seen`(_ skew: Int64) {
    let seen = Stamp(milliseconds: noon, counter: 9, replica: "zz", factoryVersion: 9)
    let now = skew == .min ? skew : noon + skew
    let stamp = Stamp.next(now: now, after: seen, replica: "a", factoryVersion: 0)
    #expect(stamp == Stamp(milliseconds: noon, counter: 10, replica: "a", factoryVersion: 0))
  }

  @Test func `a full counter moves to the next millisecond`() {
    let seen = Stamp(
      milliseconds: noon, counter: Stamp.lastCounter, replica: "z", factoryVersion: 9)
    let stamp = Stamp.next(now: 0, after: seen, replica: "a", factoryVersion: 0)
    #expect(stamp == Stamp(milliseconds: noon + 1, counter: 0, replica: "a", factoryVersion: 0))
    #expect(Stamp(stamp.description) == stamp)
  }

  @Test(arguments: [.min, -1, 0] as [Int64])
  func `a clock before 1970 reads as 1970`(_ now: Int64) {
    #expect(Stamp.next(now: now, after: nil, replica: "a", factoryVersion: 1).milliseconds == 0)
  }

  @Test(arguments: [Stamp.lastMillisecond + 1, .max] as [Int64])
  func `a clock from the year 9000 on still makes a stamp that can be read`(_ now: Int64) {
    let stamp = Stamp.next(now: now, after: nil, replica: "a", factoryVersion: 1)
    #expect(Stamp(stamp.description) == stamp)
    let next = Stamp.next(now: now, after: stamp, replica: "a", factoryVersion: 1)
    #expect(stamp < next)
    #expect(Stamp(next.description) == next)
  }

  @Test(arguments: UInt64(0)..<20)
  func `the next stamp is later than what was seen and not before the clock`(_ seed: UInt64) {
    var chance = JSONChance(seed: seed)
    for _ in 0..<200 {
      let seen = chance.below(2) == 0 ? chance.anyStamp() : chance.stamp()
      guard (seen.milliseconds, seen.counter) < (Stamp.lastMillisecond, Stamp.lastCounter) else {
        continue
      }
      let now = chance.one(of: [
        -day, 0, noon, seen.milliseconds - day, seen.milliseconds - 1, seen.milliseconds,
        seen.milliseconds + 1, seen.milliseconds + day, 4_070_908_800_000, .min, .max,
      ])
      let replica = chance.one(of: ["", "a", "zz"] as [Text])
      let stamp = Stamp.next(now: now, after: seen, replica: replica, factoryVersion: 0)
      let message: Comment = "now \(now), seen \(seen), seed \(seed)"
      #expect(seen < stamp, message)
      #expect(stamp.milliseconds >= min(max(now, 0), Stamp.lastMillisecond), message)
      #expect(stamp.replica == replica && stamp.factoryVersion == 0, message)
      #expect(Stamp(stamp.description) == stamp, message)
    }
  }

  @Test(arguments: UInt64(0)..<20)
  func `replicas with clocks a day off write after all that they have seen`(_ seed: UInt64) {
    var chance = JSONChance(seed: seed)
    let skews: [Int64] = [0, day, -day, 5, -noon, 2_274_868_800_000, -2 * noon]
    var clocks = (0..<3).map { Clock(name: Text("r\($0)"), skew: chance.one(of: skews)) }
    var now = noon
    var all: [Stamp] = []
    for _ in 0..<200 {
      now += Int64(chance.below(3))
      let (who, other) = (chance.below(3), chance.below(3))
      if chance.below(3) == 0 { clocks[who].see(clocks[other].seen) }
      if chance.below(20) == 0 { clocks[who].skew = chance.one(of: skews) }
      let before = clocks[who].seen
      let stamp = clocks[who].write(at: now)
      #expect(before.map { $0 < stamp } ?? true, "seed \(seed)")
      all.append(stamp)
    }
    #expect(Set(all).count == all.count, "two writes with one stamp, seed \(seed)")
  }

  @Test func `B13: a write after one from 2099 still comes after it`() {
    var (wrong, right) = (Clock(name: "b", skew: 2_304_000_000_000), Clock(name: "a", skew: 0))
    let future = wrong.write(at: noon)
    right.see(future)
    let later = right.write(at: noon + 5 * minute)
    #expect(future < later)
    #expect(later.milliseconds == future.milliseconds)
    wrong.skew = 0
    wrong.see(later)
    #expect(later < wrong.write(at: noon + 6 * minute))
  }

  @Test func `B14: a slow clock wins with an edit that was made after seeing the other`() {
    var (right, slow) = (Clock(name: "a", skew: 0), Clock(name: "b", skew: -5 * minute))
    let first = right.write(at: noon)
    slow.see(first)
    #expect(first < slow.write(at: noon + 2 * minute))
  }

  @Test func `B15: a clock that was set right leaves no drift behind`() {
    var clock = Clock(name: "a", skew: 61 * minute)
    let wrong = clock.write(at: noon)
    clock.skew = 0
    let after = clock.write(at: noon + minute)
    #expect(wrong < after && after.milliseconds == wrong.milliseconds)
    let normal = clock.write(at: noon + 62 * minute)
    #expect(normal.milliseconds == noon + 62 * minute && normal.counter == 0)
  }
}
