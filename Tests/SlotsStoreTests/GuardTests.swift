import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// The guard: at least three and more than half of the documents gone by plain deletion.
///
/// The factory set of these tests makes nine documents: six slots, pins, seed version, format.
@Suite struct GuardTests {
  let world: World
  let a: Replica
  let b: Replica

  init() throws {
    world = try World()
    (a, b) = (try world.replica("a"), try world.replica("b"))
    try a.sync()
    try b.sync()
  }

  private func removeByHand(_ slots: Range<Int>) throws {
    for slot in slots { try a.remove(slotFile(slot)) }
  }

  private func removeInRemote(_ slots: Range<Int>) throws {
    let plain = try world.clone("plain")
    for slot in slots { try plain.git("rm", "--quiet", slotFile(slot)) }
    try plain.git("commit", "--quiet", "--message", "gone")
    try plain.git("push", "--quiet", "origin", "HEAD:main")
  }

  private func expectStopped(inRemote: Bool, sourceLocation: SourceLocation = #_sourceLocation)
    throws
  {
    let paths = (0..<5).map(slotFile)
    #expect(
      throws: StoreError.manyMissing(paths: paths, total: 9, inRemote: inRemote),
      sourceLocation: sourceLocation
    ) { try a.sync() }
  }

  @Test func `many files gone here: it stops, and neither side has changed`() throws {
    try removeByHand(0..<5)
    let (head, tip) = (try a.head(), try world.hubTip())
    try expectStopped(inRemote: false)
    try expectStopped(inRemote: false)
    #expect(try a.head() == head)
    #expect(try world.hubTip() == tip)
    #expect(try a.text("slot.00.json") == nil)
  }

  @Test func `many files gone here: taken, they are cleared everywhere`() throws {
    try removeByHand(0..<5)
    let report = try a.sync(.take)
    #expect(try report.taken.map(\.key) == (0..<5).map(slotKey))
    try world.settle([b, a])
    try world.expectInStep([a, b])
    for slot in 0..<5 { #expect(try b.title(slot) == nil) }
    #expect(try b.title(5) == "Prism")
  }

  @Test func `many files gone here: kept, they are put back and everything else is exchanged`()
    throws
  {
    try a.save(9, "Nine")
    try removeByHand(0..<5)
    try a.edit("slot.05.json", "0.6", "0.7")
    try b.set(4, "speed", "0.9")
    try b.sync()
    let report = try a.sync(.keep)
    #expect(report.taken.map(\.key) == [try slotKey(5)])
    try world.settle([b, a])
    try world.expectInStep([a, b])
    for slot in 0..<4 { #expect(try a.param(slot, "speed") == "0.6") }
    #expect(try a.param(4, "speed") == "0.9")
    #expect(try b.param(5, "speed") == "0.7")
    #expect(try b.title(9) == "Nine")
  }

  @Test func `many files gone in a commit that a person made here stop it too`() throws {
    try removeByHand(0..<5)
    try a.commit("gone")
    let (head, tip) = (try a.head(), try world.hubTip())
    try expectStopped(inRemote: false)
    #expect(try a.head() == head)
    #expect(try world.hubTip() == tip)
    try a.sync(.keep)
    #expect(try a.title(0) == "Dawn")
    try world.settle([b, a])
    try world.expectInStep([a, b])
    #expect(try b.title(4) == "Glass")
  }

  @Test func `many files gone in the remote: it stops, and keeps what was written here`() throws {
    try a.save(9, "Nine")
    try removeInRemote(0..<5)
    let tip = try world.hubTip()
    try expectStopped(inRemote: true)
    #expect(try world.hubTip() == tip)
    for slot in 0..<5 { #expect(try a.title(slot) != nil) }
    #expect(try a.title(9) == "Nine")
  }

  @Test(arguments: [MissingPolicy.take, .keep])
  func `many files gone in the remote: the answer holds for every replica`(
    policy: MissingPolicy
  ) throws {
    try a.save(9, "Nine")
    try removeInRemote(0..<5)
    try a.sync(policy)
    let report = try b.sync()
    #expect(report.held.isEmpty)
    try world.settle([b, a])
    try world.expectInStep([a, b])
    for slot in 0..<5 { #expect(try (b.title(slot) != nil) == (policy == .keep)) }
    #expect(try b.title(9) == "Nine")
  }

  @Test func `half of the documents, or two, go without asking`() throws {
    try removeByHand(0..<4)
    let report = try a.sync()
    #expect(try report.taken.map(\.key) == (0..<4).map(slotKey))
    try b.sync()
    #expect(try b.title(3) == nil)
  }

  @Test func `clears that were made with slots pass, however many`() throws {
    for slot in 0..<6 { try a.clear(slot) }
    #expect(try a.sync().result == .synced)
    let report = try b.sync()
    #expect(try report.received.map(\.change.key) == (0..<6).map(slotKey))
    try world.expectInStep([a, b])
  }

  @Test func `a write here does not slip past the guard`() throws {
    try removeByHand(0..<5)
    let head = try a.head()
    #expect(throws: StoreError.self) { try a.save(9, "Nine") }
    #expect(try a.head() == head)
  }

  @Test func `a dry run stops as well and changes nothing`() throws {
    try removeByHand(0..<5)
    let changes = try Listing.changes(in: world.folder.path) {
      #expect(throws: StoreError.self) { try a.sync(dryRun: true) }
    }
    #expect(changes == [])
  }
}
