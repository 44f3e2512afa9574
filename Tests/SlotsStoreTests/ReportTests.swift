import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// What a person is told when two wrote the same.
@Suite struct ReportTests {
  let world: World
  let a: Replica
  let b: Replica

  init() throws {
    world = try World()
    (a, b) = (try world.replica("a"), try world.replica("b"))
    try a.sync()
    try b.sync()
  }

  @Test(arguments: [
    ("a", Int64(0), Int64(0)), ("b", 0, 0), ("a", 3_600_000, 0), ("b", 0, 3_600_000),
    ("a", -3_600_000, 0),
    ("b", 0, -3_600_000),
  ])
  func `B02 a clear against an edit ends in one tree, named and restorable`(
    first: String, skewA: Int64, skewB: Int64
  ) throws {
    (a.skew, b.skew) = (skewA, skewB)
    try a.clear(5)
    try b.set(5, "speed", "0.9")
    let order = first == "a" ? [a, b, a] : [b, a, b]
    try order[0].sync()
    let report = try order[1].sync()
    try order[2].sync()
    try world.expectInStep([a, b])
    #expect(try a.git("ls-files", "--unmerged") == "")
    let isCleared = skewA > skewB || skewB < 0
    #expect(try a.title(5) == (isCleared ? nil : "Prism"))
    let contests = report.won + report.lost
    #expect(contests.map(\.key) == [try slotKey(5)])
    let contest = try #require(contests.first)
    #expect(report.lost.isEmpty == (order[1].name == contest.winner.replica))
    #expect(contest.winner.replica == (isCleared ? "a" : "b"))
    #expect(contest.loser.replica == (isCleared ? "b" : "a"))
    #expect(contest.rule == "later time")
    #expect(Slot(contest.winner.value)?.isCleared == isCleared)
    let words = try #require(contest.restore.split(separator: " ").last)
    #expect(contest.restore == "slots restore 05 --from \(words)")
    try a.restore(slotKey(5), from: String(words))
    try world.settle([a, b])
    #expect(try b.param(5, "speed") == (isCleared ? "0.9" : nil))
  }

  @Test func `B07 two presets in one empty slot: one stands whole, the other is one command away`()
    throws
  {
    try a.save(9, "From a", speed: "0.1")
    try b.save(9, "From b", speed: "0.2")
    try b.sync()
    let report = try a.sync()
    #expect(report.won.isEmpty)
    let contest = try #require(report.lost.first)
    #expect(report.lost.count == 1)
    #expect(Slot(contest.winner.value)?.name == "From b")
    #expect(Slot(contest.loser.value)?.name == "From a")
    try b.sync()
    try world.expectInStep([a, b])
    #expect(try a.title(9) == "From b")
    let lost = try a.versions(slotKey(9)).first { $0.lostTo != nil }
    #expect(Slot(lost?.register.value)?.name == "From a")
    try b.restore(slotKey(9), from: contest.loser.commit)
    try world.settle([b, a])
    #expect(try a.title(9) == "From a")
    #expect(try a.param(9, "speed") == "0.1")
  }

  @Test func `B10 a rename against a parameter: the slot is the unit, and what lost is listed`()
    throws
  {
    try a.rename(4, "Renamed")
    try b.set(4, "hue", "0.8")
    try a.sync()
    let report = try b.sync()
    #expect(report.won.map(\.key) == [try slotKey(4)])
    try a.sync()
    try world.expectInStep([a, b])
    #expect(try a.title(4) == "Glass")
    #expect(try a.param(4, "hue") == "0.8")
    let names = try a.versions(slotKey(4)).map { Slot($0.register.value)?.name.string ?? "" }
    #expect(names == ["Glass", "Renamed", "Glass"])
  }

  @Test func `B11 B63 the report as JSON has key, rule, both sides with time and name, and a hint`()
    throws
  {
    try a.set(5, "speed", "0.1")
    try b.set(5, "speed", "0.9")
    try a.sync()
    let object = try #require(try b.sync().json.object)
    #expect(object["result"]?.text == "synced")
    let contest = try #require(object["won"]?.array?.first?.object)
    #expect(contest["key"]?.text == "slot.05")
    #expect(contest["rule"]?.text == "later time")
    for (side, name, speed) in [("winner", "b", "0.9"), ("loser", "a", "0.1")]
      as [(Text, Text, String)]
    {
      let object = try #require(contest[side]?.object)
      #expect(object["replica"]?.text == name)
      #expect(object["value"]?.object?["params"]?.object?["speed"]?.compactText == speed)
      let stamp = try #require(object["written"]?.text.flatMap { Stamp($0.string) })
      #expect(stamp.replica == name)
      #expect(stamp.milliseconds > 1_796_126_400_000)
    }
    let commit = try #require(contest["loser"]?.object?["commit"]?.text)
    #expect(try b.git("cat-file", "-t", commit.string) == "commit")
    #expect(
      contest["restore"]?.text?.string == "slots restore 05 --from \(commit.string.prefix(10))")
    #expect(object["lost"]?.array == [])
    #expect(object["held"]?.array == [])
    #expect(object["sent"]?.array == [.string("slot.05")])
  }

  @Test func `the same value written on both sides is nobody's loss`() throws {
    try a.save(9, "Same")
    try b.save(9, "Same")
    try a.sync()
    let report = try b.sync()
    #expect(report.won.isEmpty && report.lost.isEmpty)
    try a.sync()
    try world.expectInStep([a, b])
  }

  @Test func `a field and a pin that two replicas wrote are named as a person types them`() throws {
    try a.write("devices/stage/live.json", "{\"values\": {\"metro_vol\": 80, \"bpm\": 120}}\n")
    try a.sync()
    try b.sync()
    try a.edit("devices/stage/live.json", "80", "70")
    try a.pin(4)
    try a.pin(4, to: false)
    try b.edit("devices/stage/live.json", "80", "60")
    try b.pin(4)
    try a.sync()
    let report = try b.sync()
    #expect(
      (report.won + report.lost).map(\.key.description).sorted()
        == ["devices/stage/live/metro_vol", "pinned/slot-04"])
    let field = try #require((report.won + report.lost).first { $0.key.document != .pins })
    #expect(field.restore.contains("'devices/stage/live/metro_vol'"))
    try b.restore(field.key, from: field.loser.commit)
    try world.settle([b, a])
    #expect(
      try a.text("devices/stage/live.json")?.contains(field.loser.value?.compactText ?? "?") == true
    )
  }

  @Test func `B18 an edit that was made a week ago and arrives now is in the report`() throws {
    let c = try world.replica("c")
    try c.save(9, "A week ago")
    world.now += 7 * 86_400_000
    try a.save(10, "Today")
    try a.sync()
    try b.sync()
    try c.sync()
    let report = try a.sync()
    #expect(report.received.map(\.change.key) == [try slotKey(9)])
    #expect(report.received.map(\.replica) == ["c"])
    #expect(report.json.object?["received"]?.array == [["key": "slot.09", "replica": "c"]])
    #expect(try b.sync().received.map(\.change.key) == [try slotKey(9)])
    #expect(try b.sync().received.isEmpty)
  }
}
