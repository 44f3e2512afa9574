import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// Files that are no documents of the store: kept, synced, merged as git merges them.
@Suite struct OwnFileTests {
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

  @Test func `an edit of a tracked file is sent, and edits of other lines are merged`() throws {
    try a.edit("notes.txt", "line 2", "two")
    let report = try a.sync()
    #expect(report.notes == ["notes.txt: edited here"])
    #expect(try a.subject() == "notes.txt: edited")
    try b.edit("notes.txt", "line 8", "eight")
    try b.sync()
    try settle()
    let text = try a.text("notes.txt")
    #expect(text?.contains("two\n") == true && text?.contains("eight\n") == true)
    #expect(try b.text("notes.txt") == text)
  }

  @Test func `two edits of one line keep ours here, name the file, and lose neither`() throws {
    try a.edit("notes.txt", "line 5", "from a")
    try a.sync()
    try b.edit("notes.txt", "line 5", "from b")
    let report = try b.sync()
    let note = try #require(report.notes.first { $0.contains("git show") })
    #expect(note.hasPrefix("notes.txt: edited on both sides"))
    #expect(try b.text("notes.txt")?.contains("from b\n") == true)
    #expect(try b.text("notes.txt")?.contains("<<<<") == false)
    let words = note.split(separator: " ").map(String.init)
    let named = try #require(words.last)
    #expect(try b.git("show", named).contains("from a"))
    try settle()
    #expect(try a.text("notes.txt")?.contains("from b\n") == true)
  }

  @Test(arguments: ["unedited", "edited"])
  func `a file that is removed there goes here, unless it was edited here`(which: String) throws {
    try a.remove("notes.txt")
    try a.sync()
    if which == "edited" { try b.edit("notes.txt", "line 5", "from b") }
    let report = try b.sync()
    #expect(try (b.text("notes.txt") == nil) == (which == "unedited"))
    if which == "edited" {
      #expect(
        report.notes.contains { $0.contains("notes.txt") && $0.contains("removed") },
        "\(report.notes)")
    }
    try settle()
    #expect(try (a.text("notes.txt") == nil) == (which == "unedited"))
  }

  @Test func `what is staged of own files is taken along`() throws {
    try a.git("rm", "--quiet", "notes.txt")
    try a.write("new.txt", "new\n")
    try a.git("add", "new.txt")
    let report = try a.sync()
    #expect(report.notes.contains { $0.contains("notes.txt") }, "\(report.notes)")
    #expect(report.notes.contains { $0.contains("new.txt") }, "\(report.notes)")
    try settle()
    #expect(try b.text("notes.txt") == nil)
    #expect(try b.text("new.txt") == "new\n")
  }

  @Test func `a file that is removed here and edited there comes back, named`() throws {
    try a.remove("notes.txt")
    try b.edit("notes.txt", "line 5", "from b")
    try b.sync()
    let report = try a.sync()
    #expect(report.notes.contains { $0.hasPrefix("notes.txt: removed here and edited there") })
    #expect(try a.text("notes.txt")?.contains("from b\n") == true)
    try settle()
  }

  @Test func `a binary file that both changed keeps ours, byte for byte`() throws {
    func write(_ replica: Replica, _ bytes: [UInt8]) throws {
      try Files.write(
        bytes, to: replica.folder.appending("cover.png"), temporaryIn: world.folder.path)
    }
    let bytes: [UInt8] = [0x89, 0x50, 0, 1, 2, 13, 10, 0xFF]
    try write(a, bytes)
    try a.git("add", "cover.png")
    try a.git("commit", "--quiet", "--no-verify", "--message", "cover")
    try settle()
    #expect(try Files.read(b.folder.appending("cover.png")) == bytes)
    try write(a, bytes + [1])
    try a.sync()
    try write(b, bytes + [2])
    let report = try b.sync()
    #expect(report.notes.contains { $0.hasPrefix("cover.png: edited on both sides") })
    #expect(try Files.read(b.folder.appending("cover.png")) == bytes + [2])
    try settle()
    #expect(try Files.read(a.folder.appending("cover.png")) == bytes + [2])
  }

  @Test func `names with spaces, quotes, line ends, and bytes that are no UTF-8`() throws {
    let names = [
      Path("a b.txt"), Path("\"q\".txt"), Path("folder/ünïcode.txt"), Path("line\nend.txt"),
      Path("-n"), Path("back\\slash.txt"), Path(bytes: [0x66, 0xFF, 0xFE, 0x2E, 0x74]),
    ]
    func write(_ replica: Replica, _ text: String) throws {
      for name in names {
        let path = replica.folder.appending(name)
        try Files.makeFolders(path.parent)
        try Files.write(Array(text.utf8), to: path, temporaryIn: world.folder.path)
      }
    }
    func expect(_ replica: Replica, _ text: String) throws {
      for name in names {
        let bytes = try Files.read(replica.folder.appending(name))
        #expect(bytes == Array(text.utf8), "\(name) in \(replica.name)")
      }
    }
    try write(a, "one\n")
    try a.commit("names")
    try settle()
    try expect(b, "one\n")
    try write(b, "two\n")
    let report = try b.sync()
    #expect(report.notes.count { $0.contains("edited here") } == names.count)
    try settle()
    try expect(a, "two\n")
    for name in names { try Files.remove(a.folder.appending(name)) }
    try settle()
    for name in names { #expect(try Files.status(b.folder.appending(name)) == nil, "\(name)") }
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
