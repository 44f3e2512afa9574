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
}
