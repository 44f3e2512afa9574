import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// Clocks that are off, and stamps that are equal.
@Suite struct ClockTests {
  /// 2099-01-01, seen from the tests' present.
  static let future: Int64 = 2_275_000_000_000
  static let past: Int64 = -1_796_126_400_000 - 86_400_000

  @Test func `B13 a stamp from 2099 does not win for ever, and its writer is named`() throws {
    let world = try World()
    let (a, b) = (try world.replica("a"), try world.replica("b", skew: Self.future))
    try a.sync()
    try b.set(2, "speed", "0.1")
    try b.sync()
    let report = try a.sync()
    let note = try #require(report.notes.first { $0.contains("clock") })
    #expect(note.hasPrefix("b wrote at 2099-"))
    #expect(note.contains("2026-12-01 12:00:"))
    #expect(note.contains("days off"))
    #expect(try a.open().status().notes.contains { $0.hasPrefix("b wrote at 2099-") })
    try a.set(2, "speed", "0.2")
    try world.settle([a, b])
    try world.expectInStep([a, b])
    #expect(try b.param(2, "speed") == "0.2")
    try b.set(2, "speed", "0.3")
    try world.settle([b, a])
    #expect(try a.param(2, "speed") == "0.3")
    try a.edit("slot.02.json", "0.3", "0.4")
    try world.settle([a, b])
    #expect(try b.param(2, "speed") == "0.4")
  }

  @Test func `B14 a slow clock loses no edit that was made after seeing the other`() throws {
    let world = try World()
    let (a, b) = (try world.replica("a"), try world.replica("b", skew: -300_000))
    try a.set(2, "speed", "0.1")
    try a.sync()
    try b.sync()
    world.now += 120_000
    try b.set(2, "speed", "0.2")
    #expect(try b.sync().lost.isEmpty)
    #expect(try a.sync().lost.isEmpty)
    try world.expectInStep([a, b])
    #expect(try a.param(2, "speed") == "0.2")
  }

  @Test func `B15 a clock that was an hour fast and is right again leaves nothing behind`() throws {
    let world = try World()
    let (a, b) = (try world.replica("a"), try world.replica("b"))
    a.skew = 61 * 60_000
    try a.set(2, "speed", "0.1")
    #expect(try a.sync().result == .synced)
    #expect(try b.sync().notes.contains { $0.contains(" minutes off") })
    a.skew = 0
    try a.set(3, "speed", "0.1")
    let report = try a.sync()
    #expect(report.result == .synced)
    #expect(report.notes.isEmpty)
    #expect(try a.register(slotKey(4))?.stamp == .factory(1))
    #expect(try a.sync().result == .upToDate)
    try b.sync()
    try world.expectInStep([a, b])
  }

  @Test func `a replica without a clock writes after the factory set's date`() throws {
    let world = try World()
    let (a, b) = (try world.replica("a", skew: Self.past), try world.replica("b"))
    try a.save(9, "Nine")
    #expect(try a.register(slotKey(9))?.stamp?.description == "2026-11-01T00:00:00.000Z/0 a f1")
    try a.save(9, "Nine again")
    #expect(try a.register(slotKey(9))?.stamp?.description == "2026-11-01T00:00:00.000Z/1 a f1")
    try world.settle([a, b])
    try world.expectInStep([a, b])
    #expect(try b.title(9) == "Nine again")
  }

  @Test(arguments: ["abc", "acb", "bac", "bca", "cab", "cba"])
  func `B16 equal stamps settle the same way in all six orders`(order: String) throws {
    let world = try World()
    let all = try world.replicas("a", "b", "c")
    try all[0].sync()
    world.step = 0
    for replica in all {
      try replica.save(9, "From \(replica.name)")
      try replica.save(5, "Of \(replica.name)")
    }
    let stamps = try all.map { try $0.register(slotKey(9))?.stamp?.milliseconds }
    #expect(Set(stamps).count == 1)
    let ordered = try order.map { name in try #require(all.first { $0.name == String(name) }) }
    try world.settle(ordered)
    try world.expectInStep(all)
    #expect(try all[0].title(9) == "From c")
    #expect(try all[1].title(5) == "Of c")
  }

  @Test(arguments: [["x", "y"], ["y", "x"]])
  func `B16 two replicas with one name and one stamp still agree`(order: [String]) throws {
    let world = try World()
    let pair = ["x", "y"].map { Replica(world, $0, skew: 0, factory: world.factory) }
    for replica in pair { try replica.initialise(remote: world.hub.description, replica: "studio") }
    world.step = 0
    try pair[0].save(9, "Alpha")
    try pair[1].save(9, "Beta")
    #expect(try pair[0].register(slotKey(9))?.stamp == pair[1].register(slotKey(9))?.stamp)
    let ordered = try order.map { name in try #require(pair.first { $0.name == name }) }
    try ordered[0].sync()
    let report = try ordered[1].sync()
    #expect((report.won + report.lost).map(\.rule) == ["greater value"])
    try world.settle(ordered)
    try world.expectInStep(pair)
    #expect(try pair[0].title(9) == "Beta")
  }

  @Test func `B16 two plain commits in the same second settle the same way on every replica`()
    throws
  {
    let trees = try [["p", "q"], ["q", "p"]].map { order in
      let world = try World()
      let all = try world.replicas("a", "b")
      try all[0].sync()
      let clones = try ["p", "q"].map { try world.clone($0) }
      world.step = 0
      for clone in clones {
        try clone.write("slot.05.json", "{\"name\": \"\(clone.name)\", \"params\": {}}\n")
        try clone.commit()
      }
      for name in order {
        let clone = try #require(clones.first { $0.name == name })
        try clone.git("push", "--quiet", "origin", "HEAD:\(name)")
        try all[0].git(
          "pull", "--quiet", "--no-rebase", "--no-edit", "--strategy", "ours", "origin", name)
        try world.settle(all)
      }
      try world.expectInStep(all)
      #expect(try all[1].title(5) == "q")
      return try all[1].tree()
    }
    #expect(Set(trees).count == 1)
  }

  @Test func `a counter that is full moves to the next millisecond`() throws {
    let world = try World()
    let (a, b) = (try world.replica("a"), try world.replica("b"))
    try a.sync()
    let text = "{\"name\": \"Full\", \"params\": {}, \"userOwned\": true, "
    let plain = try world.clone("plain")
    try plain.write(
      "slot.05.json", text + "\"written\": \"2030-01-01T00:00:00.000Z/65535 z f1\"}\n")
    try plain.commit()
    try plain.git("push", "--quiet", "origin", "HEAD:main")
    try a.sync()
    try a.set(5, "speed", "0.1")
    #expect(try a.register(slotKey(5))?.stamp?.description == "2030-01-01T00:00:00.001Z/0 a f1")
    try world.settle([a, b])
    try world.expectInStep([a, b])
  }

  @Test func `a year from 9000 on is no stamp, and freezes nothing`() throws {
    let world = try World()
    let (a, b) = (try world.replica("a"), try world.replica("b"))
    try a.sync()
    let plain = try world.clone("plain")
    try plain.write(
      "slot.05.json",
      """
      {"name": "Frozen", "params": {}, "userOwned": true,
       "written": "9999-01-01T00:00:00.000Z/0 z f1"}
      """)
    try plain.commit()
    try plain.git("push", "--quiet", "origin", "HEAD:main")
    try a.sync()
    #expect(try a.title(5) == "Frozen")
    #expect(try a.register(slotKey(5))?.stamp?.replica == "git:Ada")
    try b.sync()
    try b.set(5, "speed", "0.1")
    try world.settle([b, a])
    #expect(try a.param(5, "speed") == "0.1")
  }
}
