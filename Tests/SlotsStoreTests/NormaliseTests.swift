import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// Histories that plain git made, in a clone without driver and hook, and what they mean.
@Suite struct NormaliseTests {
  let world: World
  let a: Replica
  let b: Replica
  let plain: Replica

  init() throws {
    world = try World()
    a = try world.replica("a")
    try a.sync()
    b = try world.replica("b")
    plain = try world.clone("plain")
  }

  private func push() throws { try plain.git("push", "--quiet", "origin", "HEAD:main") }

  /// Both replicas get what the plain clone pushed.
  private func settle(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try world.settle([a, b])
    try world.expectInStep([a, b], sourceLocation: sourceLocation)
    #expect(try a.open().validate([]).isEmpty, sourceLocation: sourceLocation)
  }

  @Test func `an edit without the hook is stamped by its commit's date and author`() throws {
    try plain.edit("slot.05.json", "0.6", "0.7")
    try plain.commit(author: "Zoë Berg")
    let written = world.now / 1000 * 1000
    try push()
    let report = try a.sync()
    #expect(report.received.map(\.change.key) == [try slotKey(5)])
    #expect(report.received.map(\.replica) == ["git:Zoë Berg"])
    let register = try a.register(slotKey(5)).orThrow("slot.05")
    #expect(
      register.stamp
        == Stamp(milliseconds: written, counter: 0, replica: "git:Zoë Berg", factoryVersion: 1))
    #expect(Slot(register.value)?.userOwned == true)
    try settle()
    #expect(try b.param(5, "speed") == "0.7")
  }

  @Test(arguments: [
    "f3", "a/b 2 f1", "git:x", "\"q\"", "Ada\u{301}", String(repeating: "n", count: 300),
  ])
  func `any author's name makes a stamp that can be read again`(author: String) throws {
    try plain.edit("slot.05.json", "0.6", "0.7")
    try plain.commit(author: author)
    try push()
    try settle()
    let stamp = try a.register(slotKey(5))?.stamp
    #expect(stamp?.replica.string.hasPrefix("git:") == true)
    #expect(stamp?.milliseconds != 0)
  }

  @Test func `an edit with a slow clock still comes after what it replaced`() throws {
    try a.save(5, "Aurora")
    try a.sync()
    try plain.git("pull", "--quiet", "--ff-only")
    let before = try a.register(slotKey(5))?.stamp
    plain.skew = -86_400_000
    try plain.edit("slot.05.json", "Aurora", "Borealis")
    try plain.commit()
    try push()
    try settle()
    #expect(try a.title(5) == "Borealis")
    let after = try a.register(slotKey(5))?.stamp
    #expect(after?.milliseconds == before?.milliseconds)
    #expect(after?.counter == 1)
  }

  @Test(arguments: [Int64(2_300_000_000_000), 86_400_000, -86_400_000, -1_796_126_400_000])
  func `a fast clock before and a slow one after: the last edit in a history stands`(
    skew: Int64
  ) throws {
    plain.skew = skew
    try plain.edit("slot.05.json", "Prism", "First")
    try plain.commit()
    plain.skew = -skew
    try plain.edit("slot.05.json", "First", "Second")
    try plain.commit()
    plain.skew = skew / 2
    try plain.edit("slot.05.json", "Second", "Third")
    try plain.commit()
    try push()
    try settle()
    #expect(try a.title(5) == "Third")
    #expect(try b.title(5) == "Third")
    try b.save(5, "After")
    try settle()
    #expect(try a.title(5) == "After")
  }

  @Test func `git rm is a clear, also where another replica still has the slot`() throws {
    try b.save(9, "From b")
    try plain.git("rm", "--quiet", "slot.05.json")
    try plain.git("commit", "--quiet", "--message", "no prism")
    try push()
    let report = try a.sync()
    #expect(report.received.map(\.change.key) == [try slotKey(5)])
    #expect(try a.text("slot.05.json")?.contains("\"cleared\": true") == true)
    try settle()
    #expect(try a.title(5) == nil)
    #expect(try b.title(5) == nil)
    #expect(try a.title(9) == "From b")
  }

  @Test(arguments: [("earlier", -3_600_000), ("later", 3_600_000)])
  func `a deletion against an edit: the later one stands, the other can be restored`(
    which: String, skew: Int
  ) throws {
    b.skew = Int64(skew)
    try b.set(5, "speed", "0.9")
    try plain.git("rm", "--quiet", "slot.05.json")
    try plain.git("commit", "--quiet", "--message", "no prism")
    try push()
    let report = try b.sync()
    b.skew = 0
    try settle()
    let isKept = which == "later"
    #expect(try a.title(5) == (isKept ? "Prism" : nil))
    let contest = try #require((isKept ? report.won : report.lost).first)
    #expect(contest.key == (try slotKey(5)))
    #expect(Set([contest.winner.replica, contest.loser.replica]) == ["b", "git:Ada"])
    let restored = try b.restore(slotKey(5), from: contest.loser.commit)
    #expect(restored.changes.map(\.key) == [try slotKey(5)])
    try settle()
    #expect(try a.param(5, "speed") == (isKept ? nil : "0.9"))
    #expect(try a.title(5) == (isKept ? nil : "Prism"))
  }

  @Test func `a third replica that still has what was deleted does not bring it back`() throws {
    let third = try world.replica("third")
    try a.remove("slot.05.json")
    try a.sync()
    try plain.git("pull", "--quiet", "--ff-only")
    try plain.git("rm", "--quiet", "slot.04.json", "slot.05.json")
    try plain.git("commit", "--quiet", "--message", "two")
    try push()
    try third.save(9, "Third")
    try third.sync()
    try world.settle([a, b, third])
    try world.expectInStep([a, b, third])
    for slot in [4, 5] { #expect(try third.title(slot) == nil) }
    #expect(try a.title(9) == "Third")
  }

  @Test func `git revert of a write is a write`() throws {
    try a.set(5, "speed", "0.9")
    try a.pin(5)
    try a.pin(0, to: false)
    try a.sync()
    try b.sync()
    try plain.git("pull", "--quiet", "--ff-only")
    try plain.git("revert", "--no-edit", "HEAD", "HEAD~1", "HEAD~2")
    try push()
    try settle()
    #expect(try a.param(5, "speed") == "0.6")
    #expect(try b.param(5, "speed") == "0.6")
    #expect(try b.pins() == ["slot-00", "slot-02"])
  }

  @Test func `git checkout of an old version is a write`() throws {
    try a.set(5, "speed", "0.9")
    try a.save(9, "Nine")
    try a.clear(4)
    try a.sync()
    let first = try a.git("rev-list", "--max-parents=0", "HEAD")
    try plain.git("pull", "--quiet", "--ff-only")
    try plain.git("checkout", "--quiet", first, "--", "slot.05.json", "slot.04.json", "pinned.json")
    try plain.git("commit", "--quiet", "--message", "as they were")
    try push()
    try settle()
    #expect(try b.param(5, "speed") == "0.6")
    #expect(try b.title(4) == "Glass")
    #expect(try b.title(9) == "Nine")
  }

  @Test(arguments: [(3, 5), (5, 3)])
  func `cp of one slot over another is a write, whichever was written later`(
    from: Int, to: Int
  ) throws {
    try a.save(3, "Three")
    try a.save(5, "Five")
    try world.settle([a, b])
    try plain.git("pull", "--quiet", "--ff-only")
    try plain.write(slotFile(to), try plain.text(slotFile(from)).orThrow("the slot"))
    try plain.commit()
    try push()
    try settle()
    for slot in [3, 5] { #expect(try b.title(slot) == (from == 3 ? "Three" : "Five")) }
  }

  @Test func `cp over a slot that was renamed elsewhere since loses nothing`() throws {
    try a.save(3, "Three")
    try a.sync()
    try plain.git("pull", "--quiet", "--ff-only")
    try plain.write("slot.05.json", try plain.text("slot.03.json").orThrow("slot.03.json"))
    try plain.commit()
    try push()
    try b.save(5, "Later")
    try b.sync()
    try settle()
    #expect(try a.title(5) == "Later")
    let names = try a.versions(slotKey(5)).compactMap { Slot($0.register.value)?.name.string }
    #expect(names.contains("Three"), "\(names)")
  }

  @Test func `what cannot be read changes nothing and is named with its commit`() throws {
    try plain.write("slot.05.json", "{\"name\": \"A\", \"name\": \"B\", \"params\": {}}\n")
    try plain.edit("slot.04.json", "0.6", "0.7")
    try plain.commit()
    let commit = try plain.head()
    try push()
    let report = try a.sync()
    #expect(report.result == .partial)
    #expect(report.held.map(\.path) == ["slot.05.json"])
    #expect(report.held.first?.position == TextPosition(line: 1, column: 15))
    #expect(report.held.first?.reason.contains(commit.prefix(10)) == true)
    try settle()
    #expect(try b.title(5) == "Prism")
    #expect(try b.param(4, "speed") == "0.7")
    #expect(try b.sync().held.isEmpty)
  }

  @Test(arguments: ["a link", "a folder"])
  func `what is no file in a commit is named, and stops nothing else`(what: String) throws {
    for slot in [5, 9] {
      try plain.remove(slotFile(slot))
      if what == "a link" {
        try Shell.run("ln", ["-s", "slot.04.json", slotFile(slot)], in: plain.folder)
      } else {
        try plain.write("\(slotFile(slot))/readme.txt", "hello\n")
      }
    }
    try plain.edit("slot.04.json", "0.6", "0.7")
    try plain.commit()
    try push()
    try b.save(9, "Nine of b")
    let report = try b.sync(.take)
    let named = report.held.map(\.path) + report.notes
    #expect(named.contains { $0.contains("slot.05.json") }, "\(named)")
    try world.settle([b, a])
    try world.expectInStep([a, b])
    #expect(try a.param(4, "speed") == "0.7")
    #expect(try a.title(9) == "Nine of b")
    try a.set(4, "speed", "0.1")
    try world.settle([a, b])
    #expect(try b.param(4, "speed") == "0.1")
  }

  @Test func `an amended, a picked and a replayed commit keep their stamps`() throws {
    try a.set(5, "speed", "0.9")
    try a.sync()
    let stamp = try a.register(slotKey(5))?.stamp
    try plain.edit("slot.04.json", "0.6", "0.7")
    try plain.commit()
    try plain.git("fetch", "--quiet")
    try plain.git("cherry-pick", "origin/main")
    try plain.git("commit", "--quiet", "--amend", "--message", "other words")
    try plain.git("push", "--quiet", "--force", "origin", "HEAD:main")
    try settle()
    #expect(try b.register(slotKey(5))?.stamp == stamp)
    #expect(try b.param(4, "speed") == "0.7")
  }
}
