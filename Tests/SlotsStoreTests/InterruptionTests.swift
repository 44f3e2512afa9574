import SlotsGit
import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// A run that was killed between two steps: the next command completes it, takes no arrival for an
/// edit, and loses no edit. The states are made by doing the steps up to one of them.
@Suite struct InterruptionTests {
  let world: World
  let a: Replica
  let b: Replica
  /// What a was at, and what the killed run was moving it to.
  let from: String
  let to: String

  init() throws {
    world = try World()
    (a, b) = (try world.replica("a"), try world.replica("b"))
    try a.write("notes.txt", "one\n")
    try a.write("old.txt", "goes\n")
    try a.commit("own files")
    try world.settle([a, b])
    try b.set(4, "speed", "0.9")
    try b.save(9, "Nine")
    try b.remove("old.txt")
    try b.write("notes.txt", "two\n")
    try b.sync()
    from = try a.head()
    to = try b.head()
    try a.git("fetch", "--quiet")
  }

  /// The journal as `advance` writes it, for the move that was under way.
  private func writeJournal() throws {
    let paths = try a.git("diff", "--name-only", "--no-renames", from, to).split(separator: "\n")
      .map(String.init)
    func id(_ commit: String, _ path: String) -> String {
      let id = try? a.git("rev-parse", "\(commit):\(path)")
      return id.map { "\"\($0)\"" } ?? "null"
    }
    let files = paths.map { path in
      "\"\(path)\": {\"expected\": [\(id(from, path)), \(id(from, path))], \"wanted\": \(id(to, path))}"
    }
    try a.write(
      ".git/slots/advance.json",
      """
      {"branch": "refs/heads/main", "from": "\(from)", "to": "\(to)",
       "files": {\(files.joined(separator: ",\n"))}}
      """)
  }

  private func takeFile(_ path: String) throws {
    let text = try a.git("cat-file", "blob", "\(to):\(path)")
    try a.write(path, text + "\n")
  }

  /// The journal is one that the store itself can read.
  @Test func `the journal of these tests is read as the store's own`() throws {
    try writeJournal()
    let journal = try #require(try a.open().readJournal())
    #expect(journal.branch == "refs/heads/main")
    #expect(journal.from?.hex == from && journal.to.hex == to)
    #expect(
      journal.wanted.keys.map(\.description).sorted() == [
        "notes.txt", "old.txt", "slot.04.json", "slot.09.json",
      ])
  }

  private func expectComplete(sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(try a.text(".git/slots/advance.json") == nil, sourceLocation: sourceLocation)
    #expect(try a.git("status", "--porcelain") == "", sourceLocation: sourceLocation)
    #expect(try a.text("notes.txt") == "two\n", sourceLocation: sourceLocation)
    #expect(try a.text("old.txt") == nil, sourceLocation: sourceLocation)
    #expect(try a.param(4, "speed") == "0.9", sourceLocation: sourceLocation)
    #expect(try a.title(9) == "Nine", sourceLocation: sourceLocation)
  }

  @Test(arguments: 0...5)
  func `killed at any step, the next sync completes it and takes nothing for an edit`(step: Int)
    throws
  {
    try writeJournal()
    if step >= 1 { try takeFile("slot.04.json") }
    if step >= 2 { try takeFile("slot.09.json") }
    if step >= 3 { try a.git("update-ref", "refs/heads/main", to, from) }
    if step >= 4 { try a.git("read-tree", to) }
    if step >= 5 {
      try a.write("notes.txt", "two\n")
      try a.remove("old.txt")
    }
    let report = try a.sync()
    #expect(report.taken.isEmpty)
    #expect(!report.notes.contains { $0.contains("edited here") }, "\(report.notes)")
    try expectComplete()
    #expect(try a.head() == to)
    #expect(try world.hubTip() == to)
  }

  @Test(arguments: 0...4)
  func `killed at any step, a write completes it first`(step: Int) throws {
    try writeJournal()
    if step >= 1 { try takeFile("slot.04.json") }
    if step >= 2 { try takeFile("slot.09.json") }
    if step >= 3 { try a.git("update-ref", "refs/heads/main", to, from) }
    if step >= 4 { try a.git("read-tree", to) }
    let report = try a.set(5, "speed", "0.1")
    #expect(report.taken.isEmpty)
    try expectComplete()
    #expect(try a.git("rev-parse", "HEAD^") == to)
    try world.settle([a, b])
    try world.expectInStep([a, b])
  }

  @Test(arguments: 0...4)
  func `an edit that a person made after the kill is an edit, and nothing of it is lost`(step: Int)
    throws
  {
    try writeJournal()
    if step >= 1 { try takeFile("slot.04.json") }
    if step >= 2 { try takeFile("slot.09.json") }
    if step >= 3 { try a.git("update-ref", "refs/heads/main", to, from) }
    if step >= 4 { try a.git("read-tree", to) }
    let speed = step >= 1 ? "0.9" : "0.6"
    try a.edit("slot.04.json", "\"speed\": \(speed)", "\"speed\": 0.3")
    try a.edit("slot.05.json", "0.6", "0.4")
    if step >= 2 { try a.edit("slot.09.json", "Nine", "Nine of a") }
    try a.write("notes.txt", "mine\n")
    let report = try a.sync()
    let keys = Set(report.taken.map(\.key))
    #expect(try keys == Set([4, 5].map(slotKey) + (step >= 2 ? [slotKey(9)] : [])))
    #expect(try a.text("notes.txt") == "mine\n")
    try world.settle([a, b])
    try world.expectInStep([a, b])
    #expect(try b.param(4, "speed") == "0.3")
    #expect(try b.param(5, "speed") == "0.4")
    #expect(try b.title(9) == (step >= 2 ? "Nine of a" : "Nine"))
    #expect(try b.text("notes.txt") == "mine\n")
    #expect(try b.text("old.txt") == nil)
  }

  @Test(arguments: [1, 2])
  func `where git moved the branch meanwhile, what the killed run wrote is no edit`(step: Int)
    throws
  {
    try writeJournal()
    try takeFile("slot.04.json")
    if step >= 2 { try takeFile("slot.09.json") }
    // A commit by hand of something else, made after the kill.
    try a.edit("slot.05.json", "0.6", "0.4")
    try a.git("add", "slot.05.json")
    try a.git("commit", "--quiet", "--no-verify", "--message", "five")
    let report = try a.sync()
    #expect(report.taken.map(\.key).allSatisfy { $0.description == "slot.05" }, "\(report.taken)")
    try world.settle([a, b])
    try world.expectInStep([a, b])
    #expect(try b.param(4, "speed") == "0.9")
    #expect(try b.param(5, "speed") == "0.4")
    #expect(try b.title(9) == "Nine")
    #expect(try a.text("notes.txt") == "two\n")
    // Nobody but b wrote these two.
    for slot in [4, 9] { #expect(try a.register(slotKey(slot))?.stamp?.replica == "b") }
  }

  @Test(arguments: ["the branch moved", "another branch"])
  func `a hand edit that the killed run had stamped is still a hand edit`(what: String) throws {
    try a.sync()
    // The edit is in the file, stamped; the commit of it is made; the branch was not moved to it.
    let head = try a.head()
    let old = try a.git("rev-parse", "HEAD:slot.03.json")
    try a.edit("slot.03.json", "\"speed\": 0.6", "\"speed\": 0.3")
    let edited = try a.git("hash-object", "slot.03.json")
    try a.sync()
    let (commit, stamped) = (try a.head(), try a.git("rev-parse", "HEAD:slot.03.json"))
    try a.git("update-ref", "refs/heads/main", head)
    try git("update-ref", "refs/heads/main", head, in: world.hub)
    try a.git("read-tree", head)
    try a.write(
      ".git/slots/advance.json",
      """
      {"branch": "refs/heads/main", "from": "\(head)", "to": "\(commit)", "files":
       {"slot.03.json": {"expected": ["\(old)", "\(edited)"], "wanted": "\(stamped)"}}}
      """)
    if what == "another branch" { try a.git("checkout", "--quiet", "-b", "other") }
    try a.edit("slot.05.json", "0.6", "0.4")
    try a.git("add", "slot.05.json")
    try a.git("commit", "--quiet", "--no-verify", "--message", "five")
    try a.sync()
    #expect(try a.param(3, "speed") == "0.3", "\(what)")
    #expect(try a.git("status", "--porcelain") == "", "\(what)")
    if what == "another branch" { return }
    try world.settle([a, b])
    try world.expectInStep([a, b])
    #expect(try b.param(3, "speed") == "0.3")
    #expect(try b.param(5, "speed") == "0.4")
  }

  /// A person's commit moves the branch while a reset, a save or an undo of a slot has its files written already.
  @Test(arguments: ["reset", "save", "undo"])
  func `an edit by hand outlives a write over it that git gets ahead of`(what: String) async throws
  {
    try a.save(5, "First")
    try a.sync()
    let raw = "{\"name\": \"By hand\", \"params\": {}}\n"
    try a.write("slot.05.json", raw)
    // As git holds it: a write of ours has its files in place when it waits for this.
    try a.write(".git/refs/heads/main.lock", "")
    let folder = a.folder
    let place = ConcurrencyTests.Place(
      folder: folder.description, factory: a.factory.description, name: a.name)
    let now = a.clock + 10_000
    let failures = await onThreads(2) { number in
      if number == 0 {
        let store = try place.open(at: now)
        switch what {
        case "reset": _ = try store.reset("5", confirmed: true)
        case "save": _ = try store.save(preset("Second"), into: "5", overwrites: true)
        default: _ = try store.undo()
        }
        return
      }
      let file = folder.appending("slot.05.json")
      for _ in 0..<2000 where try Files.read(file) == Array(raw.utf8) {
        Clock.pause(milliseconds: 10)
      }
      let tree = try git("rev-parse", "HEAD^{tree}", in: folder).filter { $0 != "\n" }
      let commit = try git("commit-tree", "-p", "HEAD", "-m", "Ada's", tree, in: folder)
      try Files.write(
        Array(commit.utf8), to: folder.appending(".git/refs/heads/main"), temporaryIn: folder)
      try Files.remove(folder.appending(".git/refs/heads/main.lock"))
    }
    #expect(failures == [])
    #expect(try a.git("log", "--format=%s").contains("Ada's"))
    let names = try a.versions(slotKey(5)).map { Slot($0.register.value)?.name }
    #expect(names.contains("By hand"), "\(names)")
    #expect(try a.git("status", "--porcelain") == "")
    #expect(try a.title(5) == (what == "save" ? "Second" : what == "undo" ? "First" : "Prism"))
    try world.settle([a, b])
    try world.expectInStep([a, b])
  }

  @Test(arguments: [true, false])
  func `an edit by hand outlives a killed write over it and a commit by git`(isWritten: Bool)
    throws
  {
    try a.sync()
    let head = try a.head()
    let raw = "{\"name\": \"By hand\", \"params\": {}}\n"
    try a.write("slot.03.json", raw)
    let edited = try a.git("hash-object", "slot.03.json")
    try a.reset(3)
    let (commit, taken) = (try a.head(), try a.git("rev-parse", "HEAD^:slot.03.json"))
    let reset = try a.git("rev-parse", "HEAD:slot.03.json")
    if !isWritten { try a.write("slot.03.json", raw) }
    try a.git("update-ref", "refs/heads/main", head)
    try a.git("read-tree", head)
    let old = try a.git("rev-parse", "HEAD:slot.03.json")
    try a.write(
      ".git/slots/advance.json",
      """
      {"branch": "refs/heads/main", "from": "\(head)", "to": "\(commit)", "files":
       {"slot.03.json": {"expected": ["\(old)", "\(edited)"], "wanted": "\(reset)",
        "edit": "\(taken)"}}}
      """)
    try a.git("rm", "--quiet", "slot.04.json")
    try a.git("commit", "--quiet", "--no-verify", "--message", "four", "--", "slot.04.json")
    try a.sync()
    #expect(try a.title(3) == "By hand")
    #expect(try a.git("status", "--porcelain") == "")
    try world.settle([a, b])
    try world.expectInStep([a, b])
    #expect(try b.title(3) == "By hand")
  }

  @Test
  func `where a person went to another branch meanwhile, neither branch gets what is not its own`()
    throws
  {
    try writeJournal()
    try takeFile("slot.04.json")
    try a.git("stash", "--quiet")
    try a.git("checkout", "--quiet", "-b", "other")
    let report = try a.set(5, "speed", "0.4")
    #expect(report.taken.isEmpty, "\(report.taken)")
    #expect(try a.git("symbolic-ref", "HEAD") == "refs/heads/other")
    #expect(try a.git("diff", "--name-only", from, "other") == "slot.05.json")
    #expect(try a.git("status", "--porcelain") == "")
    try a.git("checkout", "--quiet", "main")
    try a.sync()
    #expect(try a.param(4, "speed") == "0.9")
    #expect(try a.title(9) == "Nine")
  }

  @Test(arguments: [
    "", "{", "[]", "{\"branch\": 1}", "{\"branch\": \"refs/heads/main\", \"to\": \"zz\"}",
  ])
  func `a journal that cannot be read stops nothing`(text: String) throws {
    try a.write(".git/slots/advance.json", text)
    try a.sync()
    try expectComplete()
  }

  @Test func `temporary files and folders that a killed run left are no trouble`() throws {
    try Files.makeFolders(a.folder.appending(".git/slots/new"))
    try a.write(".git/slots/new/.slots-left-over", "half a fi")
    try a.write(".git/index.lock.slots", "")
    try a.sync()
    try expectComplete()
  }

  @Test func `killed while commits were sent, the next sync sends them`() throws {
    try a.sync()
    try a.set(5, "speed", "0.4")
    // The objects arrived, the branch was not moved.
    let store = try a.open()
    let remote = try Repository.open(world.hub)
    let head = try #require(try store.headCommit()).id
    try Transfer.copy([head], from: store.repository, to: remote)
    #expect(try world.hubTip() == to)
    #expect(try a.sync().sent.map(\.key) == [try slotKey(5)])
    try b.sync()
    try world.expectInStep([a, b])
  }
}
