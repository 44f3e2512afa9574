import Foundation
import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// Plain git in a clone that `slots init` set up: the driver gives the results of a sync.
@Suite struct DriverTests {
  let world: World
  let a: Replica
  let b: Replica

  init() throws {
    _ = try Program.path()
    world = try World()
    (a, b) = (try world.replica("a"), try world.replica("b"))
    try a.write("devices/stage/live.json", "{\"values\": {\"bpm\": 120, \"metro_vol\": 80}}\n")
    try a.sync()
    try b.sync()
  }

  /// Different edits of the same and of other keys on both sides; none is a plain deletion.
  private func diverge() throws {
    try b.set(5, "speed", "0.2")
    try a.set(5, "speed", "0.1")
    try a.set(4, "hue", "0.1")
    try b.set(4, "hue", "0.2")
    try a.save(9, "Nine of a")
    try b.save(9, "Nine of b")
    try a.clear(1)
    try b.set(1, "bloom", "0.9")
    try b.clear(2)
    try b.save(10, "Ten of b")
    try a.pin(5)
    try b.pin(9)
    try b.pin(0, to: false)
    try a.edit("devices/stage/live.json", "120", "121")
    try a.edit("devices/stage/live.json", "80", "81")
    try a.save(11, "Eleven of a")
    try b.edit("devices/stage/live.json", "80", "82")
    try b.save(12, "Twelve of b")
  }

  /// What a sync makes of both, found in a copy without touching the remote.
  private func treeOfSync() throws -> String {
    let twin = try b.twin("twin")
    let copy = world.folder.path.appending("copy.git")
    try Shell.run("cp", ["-R", world.hub.description, copy.description], in: world.folder.path)
    try twin.git("remote", "set-url", "origin", copy.description)
    try twin.sync()
    return try twin.tree()
  }

  private func settle(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try world.settle([b, a])
    try world.expectInStep([a, b], sourceLocation: sourceLocation)
  }

  @Test(arguments: [
    ["pull", "--no-rebase", "--no-edit"], ["pull", "--rebase"],
    ["merge", "--no-edit", "origin/main"], ["merge", "--no-edit", "-X", "theirs", "origin/main"],
    ["rebase", "origin/main"],
    ["rebase", "--apply", "origin/main"],
  ])
  func `merge, pull and rebase make the tree of a sync`(command: [String]) throws {
    try diverge()
    try a.sync()
    let expected = try treeOfSync()
    try b.git("fetch", "--quiet")
    try Shell.run("git", command + ["--quiet"], in: b.folder, at: b.clock / 1000)
    #expect(try b.tree() == expected)
    #expect(try b.git("status", "--porcelain") == "")
    try settle()
    #expect(try a.tree() == expected)
  }

  @Test(arguments: Seeds.some)
  func `random edits on both sides: merge and rebase make the tree of a sync`(seed: UInt64) throws {
    var edits = RandomEdits(seed: seed)
    for replica in [a, b] { replica.skew = edits.chance.one(of: MergeLawTests.skews) ?? 0 }
    // What exists on both sides is what a driver sees: first all keys get a value.
    for _ in 0..<20 { try edits.edit(a) }
    try edits.sync(a)
    try edits.sync(b)
    for _ in 0..<12 { try edits.edit(edits.chance.onceIn(2) ? a : b) }
    for replica in [a, b] { edits.note(try replica.save(11, "last of \(replica.name)").taken) }
    try edits.sync(a)
    let expected = try treeOfSync()
    let rebased = try b.twin("rebased")
    try b.git("pull", "--quiet", "--no-rebase", "--no-edit")
    #expect(try b.tree() == expected, "seed \(seed), merge")
    try rebased.git("pull", "--quiet", "--rebase")
    #expect(try rebased.tree() == expected, "seed \(seed), rebase")
    try world.settle([rebased, b, a])
    try world.expectInStep([a, b, rebased], "seed \(seed)")
    #expect(try a.tree() == expected, "seed \(seed)")
  }

  @Test func `merging the other way round makes the same tree`() throws {
    try diverge()
    try b.git("push", "--quiet", world.hub.description, "HEAD:other")
    try a.git("fetch", "--quiet", "origin", "other")
    try b.git("fetch", "--quiet", a.folder.description, "main")
    try a.git("merge", "--quiet", "--no-edit", "FETCH_HEAD")
    try b.git("merge", "--quiet", "--no-edit", "FETCH_HEAD")
    #expect(try a.tree() == b.tree())
    let tree = try a.tree()
    try settle()
    #expect(try a.tree() == tree)
  }

  @Test func `a picked commit brings its own change and no other`() throws {
    try a.set(1, "speed", "0.1")
    try a.pin(1)
    try a.set(5, "speed", "0.7")
    let picked = try a.head()
    try a.set(5, "hue", "0.7")
    try a.set(2, "speed", "0.2")
    try b.git("fetch", "--quiet", a.folder.description, "main")
    try b.git("cherry-pick", picked)
    #expect(try b.param(5, "speed") == "0.7")
    #expect(try b.param(5, "hue") == "0.15")
    #expect(try b.param(1, "speed") == "0.6")
    #expect(try b.pins() == ["slot-00", "slot-02"])
    #expect(try b.register(slotKey(5)) == a.versions(slotKey(5))[1].register)
    try settle()
    #expect(try b.param(5, "hue") == "0.7")
  }

  @Test func `a pick of one pin into changed pins takes just that pin`() throws {
    try a.pin(4)
    try a.pin(5)
    let picked = try a.head()
    try b.pin(3)
    try b.git("fetch", "--quiet", a.folder.description, "main")
    try b.git("cherry-pick", picked)
    #expect(try b.pins() == ["slot-00", "slot-02", "slot-03", "slot-05"])
  }

  @Test func `stashed edits that are popped over a newer HEAD are edits`() throws {
    try b.edit("slot.05.json", "0.6", "0.7")
    try b.edit("slot.04.json", "0.6", "0.7")
    try b.git("stash")
    try a.set(5, "hue", "0.9")
    try a.sync()
    try b.sync()
    try b.git("stash", "pop")
    try settle()
    #expect(try a.param(4, "speed") == "0.7")
    // An unstamped edit gets the counter after its base, and the write since is later.
    #expect(try b.param(5, "hue") == "0.9")
    #expect(try b.title(5) == "Prism")
  }

  @Test func `B04 what one side cannot read loses there, and both sides stay in history`() throws {
    let bytes: [UInt8] = Array("{\"name\": \"".utf8) + [0xFF, 0xFE] + Array("\"}\n".utf8)
    let plain = try world.clone("plain")
    try Files.write(
      bytes, to: plain.folder.appending("slot.05.json"), temporaryIn: world.folder.path)
    try plain.edit("slot.04.json", "0.6", "0.7")
    try plain.commit()
    let broken = try plain.head()
    try plain.git("push", "--quiet", "origin", "HEAD:main")
    try b.set(5, "speed", "0.1")
    let twin = try b.twin("twin")
    let report = try twin.sync()
    #expect(report.result == .partial)
    #expect(report.held.map(\.path) == ["slot.05.json"])
    #expect(report.held.first?.reason.contains(broken.prefix(10)) == true)
    #expect(try twin.param(5, "speed") == "0.1")
    #expect(try twin.param(4, "speed") == "0.7")
    let shown = try Child.run(
      "git", ["show", "\(broken):slot.05.json"], in: twin.folder,
      environment: Shell.environment(), deadline: 60_000)
    #expect(shown.output == bytes)
    try b.git("pull", "--quiet", "--no-rebase", "--no-edit")
    #expect(try b.param(5, "speed") == "0.1")
    #expect(try b.param(4, "speed") == "0.7")
    try settle()
    #expect(try a.tree() == twin.tree())
  }

  @Test func `B01 slots that look alike: one moved, one edited, in sync and in git`() throws {
    try a.write("slot.07.json", try a.text("slot.03.json").orThrow("slot.03.json"))
    try a.remove("slot.03.json")
    try b.set(3, "bloom", "0.9")
    try a.sync()
    let report = try b.sync()
    #expect((report.won + report.lost).map(\.key) == [try slotKey(3)])
    try settle()
    #expect(try b.title(7) == "Moss")
    #expect(try b.param(7, "bloom") == "0.2")
    let blooms = try b.versions(slotKey(7)).compactMap {
      Slot($0.register.value)?.params["bloom"]?.compactText
    }
    #expect(!blooms.contains("0.9"))
  }

  @Test func `B01 two slots of the same bytes: git mv of one moves no edit of the other`() throws {
    try a.write("slot.08.json", try a.text("slot.03.json").orThrow("slot.03.json"))
    try a.sync()
    try b.sync()
    let plain = try world.clone("plain")
    try plain.git("mv", "slot.03.json", "slot.07.json")
    try plain.git("commit", "--quiet", "--message", "move")
    try plain.git("push", "--quiet", "origin", "HEAD:main")
    try b.set(3, "bloom", "0.9")
    try b.set(8, "hue", "0.8")
    try b.sync()
    try settle()
    #expect(try a.param(7, "bloom") == "0.2")
    #expect(try a.param(7, "hue") == "0.15")
    #expect(try a.param(3, "bloom") == "0.9")
    #expect(try a.param(8, "hue") == "0.8")
  }

  @Test func `what a driver cannot see is put right and named by the next sync`() throws {
    try a.set(5, "speed", "0.9")
    try a.sync()
    try b.git("rm", "--quiet", "slot.04.json")
    try b.git("commit", "--quiet", "--no-verify", "--message", "no glass")
    try b.git("pull", "--quiet", "--no-rebase", "--no-edit")
    #expect(try b.text("slot.04.json") == nil)
    let report = try b.sync()
    #expect(report.taken.map(\.key) == [try slotKey(4)])
    #expect(try b.text("slot.04.json")?.contains("\"cleared\": true") == true)
    try settle()
    #expect(try a.title(4) == nil)
    #expect(try a.param(5, "speed") == "0.9")
  }
}
