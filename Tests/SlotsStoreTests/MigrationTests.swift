import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

@Suite struct MigrationTests {
  let world: World
  let a: Replica
  let b: Replica

  init() throws {
    world = try World()
    (a, b) = (try world.replica("a"), try world.replica("b"))
    try world.settle([a, b])
  }

  private func presets(_ names: String...) throws -> [Slot] { try names.map { try preset($0) } }

  @discardableResult
  private func migrate(_ replica: Replica, _ presets: [Slot]) throws -> MigrationReport {
    try replica.open().migrate(presets, overflowInto: world.folder.path.description)
  }

  private func titles(_ replica: Replica) throws -> [String] {
    try (6..<24).compactMap { try replica.title($0) }
  }

  @Test func `two that migrate at once keep both collections, in whatever order they sync`() throws
  {
    try migrate(a, presets("A1", "A2", "Same"))
    let hidden = Path("\(world.hub).away")
    try Shell.run("mv", [world.hub.description, hidden.description], in: world.folder.path)
    let report = try migrate(b, presets("B1", "B2", "Same", "B4"))
    #expect(report.unreachable != nil)
    try Shell.run("mv", [hidden.description, world.hub.description], in: world.folder.path)
    try a.sync()
    let synced = try b.sync()
    #expect(synced.notes.count { $0.contains("moved on to") } == 2)
    #expect(synced.lost.isEmpty && synced.won.isEmpty)
    try world.settle([a, b])
    try world.expectInStep([a, b])
    #expect(try titles(a) == ["A1", "A2", "Same", "B4", "B1", "B2"])
  }

  /// The preset that was there before the clear is the earlier write, whoever has it still.
  @Test(arguments: ["sent", "of b"])
  func `a preset that was cleared before a migration does not come back`(what: String) throws {
    let other = what == "sent" ? a : b
    try other.save(4, "Cleared later")
    try other.sync()
    let hidden = Path("\(world.hub).away")
    try Shell.run("mv", [world.hub.description, hidden.description], in: world.folder.path)
    try a.clear(4)
    let report = try migrate(a, presets("A1"))
    try Shell.run("mv", [hidden.description, world.hub.description], in: world.folder.path)
    #expect(try a.title(4) == "A1", "\(report)")
    try world.settle([a, b])
    try world.expectInStep([a, b])
    #expect(try a.title(4) == "A1")
    #expect(try (0..<24).map { try a.title($0) }.count { $0 == "Cleared later" } == 0)
  }

  @Test func `once it is sent a migrated preset is a write like any other`() throws {
    try migrate(a, presets("A1"))
    try world.settle([a, b])
    try a.save(6, "A again")
    try b.save(6, "B")
    try a.sync()
    let report = try b.sync()
    #expect(report.won.map(\.key) == [try slotKey(6)])
    try world.settle([a, b])
    #expect(try titles(a) == ["B"])
  }

  @Test func `a slot that was cleared elsewhere, by a clock that is ahead, takes one in`() throws {
    a.skew = -3_600_000
    try b.save(7, "Gone")
    try b.sync()
    try a.sync()
    try migrate(a, presets("A1"))
    try b.save(6, "B")
    try b.clear(7)
    try b.sync()
    try a.sync()
    #expect(try titles(a) == ["B", "A1"])
    try world.settle([a, b])
    try world.expectInStep([a, b])
    #expect(try titles(b) == ["B", "A1"])
  }

  @Test func `what was saved over a migrated preset is a write like any other`() throws {
    try migrate(a, presets("A1"))
    try b.save(6, "B")
    try b.sync()
    try a.save(6, "Chosen")
    let report = try a.sync()
    #expect(report.won.map(\.key) == [try slotKey(6)])
    #expect(try titles(a) == ["Chosen"])
  }

  @Test func `an edit of a migrated preset moves on with it`() throws {
    try migrate(a, presets("A1"))
    try b.save(6, "B")
    try b.sync()
    try a.set(6, "speed", "0.9")
    let report = try a.sync()
    #expect(report.won.isEmpty && report.lost.isEmpty)
    #expect(try titles(a) == ["B", "A1"])
    #expect(try a.param(7, "speed") == "0.9")
  }

  @Test func `the remote is asked first`() throws {
    try b.save(6, "B")
    try b.sync()
    let tip = try world.hubTip()
    let report = try migrate(a, presets("A1"))
    #expect(report.placed.map(\.slot.index) == [7])
    #expect(try a.title(6) == "B")
    #expect(try world.hubTip() == tip)
  }

  @Test func `doing it twice is doing it once, also after edits and clears`() throws {
    try migrate(a, presets("A1", "A2"))
    try a.set(6, "speed", "0.9")
    try a.clear(7)
    let report = try migrate(a, presets("A1", "A2", "A3"))
    #expect(report.present.count == 2)
    #expect(report.placed.map(\.preset.name) == ["A3"])
  }

  @Test func `no overflow is written over a file that is there`() throws {
    let many = try (0..<20).map { try preset("P\($0)") }
    try world.folder.write("legacy-export.json", "mine")
    let report = try migrate(a, many)
    #expect(report.placed.count == 18 && report.overflow.count == 2)
    #expect(report.overflowFile?.hasSuffix("/legacy-export-2.json") == true)
    #expect(try world.folder.text("legacy-export.json") == "mine")
    let again = try migrate(a, many)
    #expect(again.overflowFile == report.overflowFile)
    #expect(try Files.status(world.folder.path.appending("legacy-export-3.json")) == nil)
  }
}
