import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// Own files that are in the way, untracked, moved, or no plain files.
@Suite struct OwnFilePlaceTests {
  let world: World
  let a: Replica
  let b: Replica

  init() throws {
    world = try World()
    a = try world.replica("a")
    try a.write("notes.txt", (1...9).map { "line \($0)\n" }.joined())
    try a.commit("notes")
    try a.sync()
    b = try world.replica("b")
    try b.sync()
  }

  private func settle(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try world.settle([a, b])
    try world.expectInStep([a, b], sourceLocation: sourceLocation)
  }

  @Test func `B28 untracked files stay, edits are committed first, an emptied folder goes`() throws
  {
    try a.write("presets/list.txt", "one\n")
    try a.commit("a folder")
    try settle()
    try b.write("presets/notes.txt", "untracked\n")
    try b.edit("slot.02.json", "0.6", "0.1")
    try a.git("rm", "-r", "--quiet", "presets")
    try a.git("commit", "--quiet", "--no-verify", "--message", "no folder")
    try a.set(2, "speed", "0.9")
    try a.sync()
    let report = try b.sync()
    #expect(report.taken.map(\.key) == [try slotKey(2)])
    #expect(report.won.count + report.lost.count == 1)
    #expect(try b.text("presets/notes.txt") == "untracked\n")
    #expect(try b.text("presets/list.txt") == nil)
    #expect(try b.git("status", "--porcelain") == "?? presets/")
    #expect(try Files.status(a.folder.appending("presets")) == nil)
    let speeds = try b.versions(slotKey(2)).compactMap {
      Slot($0.register.value)?.params["speed"]?.compactText
    }
    #expect(Set(speeds) == ["0.1", "0.6", "0.9"])
  }

  @Test func `a removed file takes only the folders that it emptied`() throws {
    try a.write("deep/er/file.txt", "deep\n")
    try a.commit("deep")
    try settle()
    let folders = ["mine", "deep/other", ".git/mine", ".git/refs/mine"].map {
      b.folder.appending(Path($0))
    }
    for folder in folders { try Files.makeFolders(folder) }
    try b.git("pack-refs", "--all")
    try a.remove("notes.txt")
    try a.remove("deep/er/file.txt")
    try settle()
    for folder in folders { #expect(try Files.status(folder)?.kind == .folder, "\(folder)") }
    #expect(try Files.status(b.folder.appending("deep/er")) == nil)
    #expect(try Files.status(b.folder.appending(".git/objects/info"))?.kind == .folder)
  }

  @Test
  func `an untracked file is never overwritten nor sent unseen when the remote adds its name`()
    throws
  {
    try b.write("todo.txt", "private\n")
    try a.write("todo.txt", "public\n")
    try a.commit("todo")
    try a.sync()
    let report = try b.sync()
    #expect(report.notes.contains { $0.contains("todo.txt") }, "\(report.notes)")
    try b.sync()
    try a.sync()
    // It is still here, wherever; it is in no commit; and the other one stands.
    let files = try Listing.contents(of: b.folder, except: [".git"])
    let id = try b.git("hash-object", "--stdin", input: "private\n")
    #expect(files.values.contains(id))
    #expect(try git("log", "--all", "--format=%h", "--find-object", id, in: world.hub) == "")
    #expect(try b.git("show", "HEAD:todo.txt") == "public")
    #expect(try a.text("todo.txt") == "public\n")
  }

  @Test func `B01 own files that look alike: a moved one and an edited one stay two`() throws {
    try a.git("mv", "notes.txt", "memo.txt")
    try a.git("commit", "--quiet", "--no-verify", "--message", "move")
    try a.sync()
    try b.edit("notes.txt", "line 5", "from b")
    try b.sync()
    try settle()
    #expect(try a.text("memo.txt")?.contains("line 5") == true)
    #expect(try a.text("notes.txt")?.contains("from b") == true)
  }

  @Test func `an executable, a link and a folder travel as they are`() throws {
    try a.write("run.sh", "#!/bin/sh\n")
    try Shell.run("chmod", ["+x", "run.sh"], in: a.folder)
    try Shell.run("ln", ["-s", "notes.txt", "link"], in: a.folder)
    try a.write("deep/er/file.txt", "deep\n")
    try a.commit("kinds")
    try settle()
    #expect(try Files.status(b.folder.appending("run.sh"))?.isExecutable == true)
    #expect(try Files.content(b.folder.appending("link")) == .symlink(Array("notes.txt".utf8)))
    #expect(try b.text("deep/er/file.txt") == "deep\n")
    try b.edit("run.sh", "#!/bin/sh\n", "#!/bin/sh\ntrue\n")
    try Shell.run("chmod", ["+x", "run.sh"], in: b.folder)
    try settle()
    #expect(try a.text("run.sh") == "#!/bin/sh\ntrue\n")
    #expect(try Files.status(a.folder.appending("run.sh"))?.isExecutable == true)
  }

  @Test func `what a person does to a link or to a mode arrives`() throws {
    try a.write("run.sh", "#!/bin/sh\n")
    try Shell.run("ln", ["-s", "notes.txt", "link"], in: a.folder)
    try Shell.run("ln", ["-s", "notes.txt", "gone"], in: a.folder)
    try a.commit("kinds")
    try settle()
    try Shell.run("chmod", ["+x", "run.sh"], in: b.folder)
    try Shell.run("ln", ["-sf", "run.sh", "link"], in: b.folder)
    try b.remove("gone")
    try settle()
    #expect(try Files.status(a.folder.appending("run.sh"))?.isExecutable == true)
    #expect(try Files.content(a.folder.appending("link")) == .symlink(Array("run.sh".utf8)))
    #expect(try Files.status(a.folder.appending("gone")) == nil)
  }

  @Test func `a file here and a folder there, under one name, lose neither`() throws {
    try a.write("set", "a file\n")
    try a.commit("a file")
    try a.sync()
    try b.write("set/list.txt", "in a folder\n")
    try b.commit("a folder")
    try b.save(9, "Nine")
    let report = try b.sync()
    #expect(report.notes.contains { $0.hasPrefix("set") }, "\(report.notes)")
    try settle()
    #expect(try a.title(9) == "Nine")
    for replica in [a, b] { #expect(try replica.text("set/list.txt") == "in a folder\n") }
    #expect(
      try b.git("log", "--all", "--full-history", "--format=%s", "--", "set").contains("a file"))
  }

  @Test func `a repository in the repository that both moved stops no sync`() throws {
    func link(_ replica: Replica, _ commit: String) throws {
      try replica.git("update-index", "--add", "--cacheinfo", "160000,\(commit),inner")
      try replica.git("commit", "--quiet", "--no-verify", "--message", "inner")
    }
    let commits = try ["HEAD", "HEAD~1"].map { try a.git("rev-parse", $0) }
    try link(a, commits[0])
    try link(b, commits[1])
    try a.save(9, "Nine")
    try b.save(10, "Ten")
    try a.sync()
    try b.sync()
    try a.sync()
    #expect(try a.title(10) == "Ten")
    #expect(try b.title(9) == "Nine")
    #expect(try a.head() == b.head())
  }

  @Test func `a file of a person that is named devices stops no sync`() throws {
    try a.write("devices", "a list\n")
    try a.commit("a file called devices")
    try a.sync()
    try b.write("devices/stage/live.json", "{\"values\": {\"metro_vol\": 80}}\n")
    try b.save(9, "Nine")
    let report = try b.sync()
    #expect(report.notes.contains { $0.contains("devices") }, "\(report.notes)")
    try a.sync()
    #expect(try a.title(9) == "Nine")
  }
}
