import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// The two columns of `status`, and what `look` and `differences` see.
@Suite struct StatusTests {
  let world: World
  let a: Replica
  let b: Replica

  init() throws {
    world = try World()
    (a, b) = (try world.replica("a"), try world.replica("b"))
    try world.settle([a, b])
  }

  private func rows(_ replica: Replica) throws -> [String] {
    try replica.open().status().rows.map { row in
      "\(row.key) \(row.exchange?.rawValue ?? "–") \(row.standing?.rawValue ?? "–")"
    }
  }

  @Test func `a store that is as the remote and as the factory has no row`() throws {
    #expect(try rows(a) == [])
    #expect(try a.open().status().isInStep)
  }

  @Test func `each key stands against the remote and against the factory`() throws {
    try a.set(1, "speed", "0.2")
    try a.save(9, "Nine")
    try a.clear(2)
    try a.clear(3, stay: true)
    try a.pin(1)
    try a.pin(0, to: false)
    try a.edit("slot.04.json", "0.6", "0.7")
    #expect(
      try rows(a) == [
        "slot.01 unsent yours", "slot.02 unsent cleared", "slot.03 unsent kept-empty",
        "slot.04 edited yours", "slot.09 unsent yours", "pinned/slot-00 unsent unpinned",
        "pinned/slot-01 unsent pinned",
      ])
    #expect(try !a.open().status().isInStep)
    try a.sync()
    #expect(
      try rows(a) == [
        "slot.01 – yours", "slot.02 – cleared", "slot.03 – kept-empty", "slot.04 – yours",
        "slot.09 – yours", "pinned/slot-00 – unpinned", "pinned/slot-01 – pinned",
      ])
    // What is a person's own is no trouble.
    #expect(try a.open().status().isInStep)
  }

  @Test func `a look brings what the remote has, and nothing else changes`() throws {
    try a.set(1, "speed", "0.2")
    try a.set(2, "speed", "0.2")
    try b.set(1, "hue", "0.3")
    try b.set(3, "speed", "0.9")
    try b.sync()
    try a.set(5, "speed", "0.3")
    #expect(
      try rows(a) == ["slot.01 unsent yours", "slot.02 unsent yours", "slot.05 unsent yours"])
    let head = try a.head()
    try a.open().look()
    #expect(try a.head() == head)
    #expect(try a.param(3, "speed") == "0.6")
    #expect(
      try rows(a) == [
        "slot.01 losing yours", "slot.02 unsent yours", "slot.03 incoming –",
        "slot.05 unsent yours",
      ])
    try a.set(1, "bloom", "0.3")
    #expect(try rows(a).first == "slot.01 winning yours")
    let report = try a.sync()
    #expect(report.won.map(\.key) == [try slotKey(1)])
    #expect(report.received.map(\.change.key) == [try slotKey(3)])
    try world.settle([a, b])
    try world.expectInStep([a, b])
  }

  @Test func `a look at a remote that is away is an error, and at an empty one is not`() throws {
    try Shell.run("mv", [world.hub.description, "\(world.hub).away"], in: world.folder.path)
    #expect {
      try a.open().look()
    } throws: { error in
      guard case StoreError.unreachable? = error as? StoreError else { return false }
      return true
    }
    try a.git("init", "--quiet", "--bare", world.hub.description)
    try a.open().look()
  }

  @Test func `a newer set makes slots due, and an older default is named`() throws {
    let newer = world.folder.path.appending("newer")
    try FactorySet.write(newer, version: 2, slots: [0, 1, 7], suffix: " 2")
    a.factory = newer
    #expect(
      try rows(a) == [
        "slot.00 – due", "slot.01 – due", "slot.02 – older", "slot.03 – older",
        "slot.04 – older", "slot.05 – older", "slot.07 – due", "seedVersion – due",
      ])
    #expect(try a.open().status().due.count == 4)
  }

  @Test func `differences are between commits, branches, replicas, and the factory`() throws {
    func keys(_ comparison: Comparison) throws -> [String] {
      try a.open().differences(comparison).map(\.key.description)
    }
    try b.save(9, "Nine")
    try b.sync()
    try a.pin(1)
    #expect(try keys(.remote) == ["pinned/slot-01"])
    try a.open().look()
    #expect(try keys(.range("a", "b")) == ["slot.09", "pinned/slot-01"])
    #expect(try keys(.range("@b", "@a")) == ["slot.09", "pinned/slot-01"])
    #expect(try keys(.from("origin/main")) == ["slot.09", "pinned/slot-01"])
    #expect(try keys(.factory(nil)) == ["pinned/slot-01"])
    #expect(try keys(.factory("b")) == ["slot.09"])
    #expect(try keys(.factory("HEAD~1")) == [])
    try a.git("branch", "b", "HEAD")
    #expect(try keys(.range("a", "b")) == [])
    #expect(try keys(.range("a", "@b")) == ["slot.09", "pinned/slot-01"])
    #expect(throws: StoreError.noRevision("@nobody")) { try keys(.from("@nobody")) }
    #expect(throws: StoreError.noRevision("nobody")) { try keys(.from("nobody")) }
  }

  @Test func `a write of the same value is no difference`() throws {
    let before = try a.head()
    try a.reset()
    #expect(try a.head() != before)
    #expect(try a.open().differences(.range(before, "HEAD")) == [])
  }
}

extension StatusTests {
  @Test func `the lineage goes back to the first write, with what each beat`() throws {
    try a.set(1, "speed", "0.2")
    try a.set(1, "speed", "0.3")
    try b.set(1, "hue", "0.9")
    try b.sync()
    let report = try a.sync()
    let lost = try report.lost.first.orThrow("a loser")
    try a.set(1, "bloom", "0.1")
    let chain = try a.open().lineage(of: slotKey(1))
    #expect(chain.map { $0.register.stamp?.replica.string } == ["a", "b", ""])
    #expect(chain[0].previous == chain[1].register)
    #expect(chain[1].previous == chain[2].register)
    #expect(chain[2].previous == nil)
    #expect(chain[0].beaten == [])
    #expect(chain[1].beaten.map(\.rule) == [lost.rule])
    #expect(chain[1].beaten.first?.register.stamp?.description == lost.loser.written)
    #expect(chain[1].beaten.first?.merge == (try a.git("rev-parse", "HEAD~1")))
    #expect(try a.open().lineage(of: slotKey(20)) == [])
  }
}
