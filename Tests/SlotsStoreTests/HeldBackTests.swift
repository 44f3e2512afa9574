import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// Edits by hand that are not valid: they stay where they are, and nothing else waits for them.
@Suite struct HeldBackTests {
  static let broken: [(name: String, file: String, text: String, line: Int, column: Int)] = [
    (
      "out of range", "slot.05.json", "{\n  \"name\": \"A\",\n  \"params\": {\"speed\": 1.7}\n}\n",
      3, 23
    ),
    ("no JSON", "slot.05.json", "{\n  \"name\": \"A\"\n  \"params\": {}\n}\n", 3, 3),
    ("a member twice", "slot.05.json", "{\"name\": \"A\", \"name\": \"B\", \"params\": {}}", 1, 15),
    ("conflict markers", "slot.05.json", "{\n<<<<<<< ours\n  \"name\": \"A\"\n}\n", 2, 1),
    ("not a number", "slot.05.json", "{\"name\": \"A\", \"params\": {\"speed\": NaN}}", 1, 35),
    ("a lone surrogate", "slot.05.json", "{\"name\": \"\\ud800\", \"params\": {}}", 1, 11),
    ("no object", "slot.05.json", "[1]\n", 1, 1),
    ("no name", "slot.05.json", "{\"params\": {}}\n", 1, 1),
    ("cleared and filled", "slot.05.json", "{\"cleared\": true,\n \"name\": \"A\"}\n", 2, 10),
    ("nothing but a line end", "slot.05.json", "\n", 2, 1),
    ("a slot too many", "slot.24.json", "{\"name\": \"A\", \"params\": {}}\n", 1, 1),
    ("a pin on no slot", "pinned.json", "{\"slots\": [\"slot-00\",\n \"slot-77\"]}\n", 2, 2),
    (
      "a password", "devices/stage/reboot.json", "{\"values\": {\n  \"wifi_pass\": \"hunter2\"}}\n",
      2, 16
    ),
  ]

  @Test(arguments: broken.indices)
  func `an invalid edit is held back with its place, while everything else syncs`(index: Int) throws
  {
    let (name, file, text, line, column) = Self.broken[index]
    let world = try World()
    let (a, b) = (try world.replica("a"), try world.replica("b"))
    try a.sync()
    try a.write(file, text)
    try a.edit("slot.01.json", "0.6", "0.7")
    try a.save(9, "Aurora")
    try b.save(10, "Borealis")
    try b.sync()
    let report = try a.sync()
    #expect(report.result == .partial, "\(name)")
    #expect(report.held.map(\.path) == [file], "\(name)")
    let finding = try #require(report.held.first)
    #expect(
      finding.position == TextPosition(line: line, column: column), "\(name): \(finding.text)")
    #expect(!finding.reason.isEmpty && !finding.reason.contains("hunter2"), "\(name)")
    #expect(try a.text(file) == text, "\(name)")
    #expect(try a.title(10) == "Borealis", "\(name)")
    try b.sync()
    #expect(try b.title(9) == "Aurora", "\(name)")
    #expect(try b.param(1, "speed") == "0.7", "\(name)")
    #expect(try a.tree() == b.tree(), "\(name)")
    #expect(try world.hubTree() == a.tree(), "\(name)")
  }

  @Test func `it is never overwritten, not by the remote either, and goes out once corrected`()
    throws
  {
    let world = try World()
    let (a, b) = (try world.replica("a"), try world.replica("b"))
    try a.sync()
    try a.edit("slot.05.json", "0.6", "1.7")
    let mine = try a.text("slot.05.json")
    try b.set(5, "speed", "0.2")
    try b.sync()
    for _ in 0..<2 {
      let report = try a.sync()
      #expect(report.result == .partial)
      #expect(report.held.map(\.path) == ["slot.05.json"])
      #expect(try a.text("slot.05.json") == mine)
      #expect(try a.git("diff", "--cached", "--name-only") == "")
    }
    #expect(try a.tree() == b.tree())
    try a.edit("slot.05.json", "1.7", "0.8")
    let report = try a.sync()
    #expect(report.result == .synced)
    #expect(report.sent.map(\.key) == [try slotKey(5)])
    try b.sync()
    #expect(try b.param(5, "speed") == "0.8")
    let speeds = try b.versions(slotKey(5)).map {
      Slot($0.register.value)?.params["speed"]?.compactText
    }
    #expect(speeds == ["0.8", "0.2", "0.6"])
    try world.expectInStep([a, b])
  }

  @Test func `a commit that a person makes meanwhile with git takes nothing back`() throws {
    let world = try World()
    let (a, b) = (try world.replica("a"), try world.replica("b"))
    try a.sync()
    try a.edit("slot.05.json", "0.6", "1.7")
    try b.set(5, "speed", "0.2")
    try b.sync()
    try a.sync()
    try a.write("notes.txt", "mine\n")
    try a.git("add", "notes.txt")
    try a.git("commit", "--quiet", "--no-verify", "--message", "notes")
    try a.sync()
    try b.sync()
    #expect(try b.param(5, "speed") == "0.2")
    #expect(try b.text("notes.txt") == "mine\n")
  }

  @Test func `a write to the held slot is refused, to another it goes through`() throws {
    let world = try World()
    let a = try world.replica("a")
    try a.edit("slot.05.json", "0.6", "1.7")
    let (head, mine) = (try a.head(), try a.text("slot.05.json"))
    let error = #expect(throws: StoreError.self) { try a.save(5, "Aurora") }
    guard case .heldBack(let finding)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(finding.path == "slot.05.json")
    #expect(try a.head() == head)
    #expect(try a.text("slot.05.json") == mine)
    try a.save(6, "Aurora")
    #expect(try a.text("slot.05.json") == mine)
    #expect(try a.title(6) == "Aurora")
  }

  @Test func `a removed file with an invalid one beside it is cleared all the same`() throws {
    let world = try World()
    let a = try world.replica("a")
    try a.edit("slot.05.json", "0.6", "1.7")
    try a.remove("slot.04.json")
    let report = try a.sync()
    #expect(report.held.map(\.path) == ["slot.05.json"])
    #expect(report.taken.map(\.key) == [try slotKey(4)])
  }

  @Test(arguments: ["a folder", "a link", "a link to nothing"])
  func `what is no plain file is held back and stops nothing else`(what: String) throws {
    let world = try World()
    let (a, b) = (try world.replica("a"), try world.replica("b"))
    try a.sync()
    try a.remove("slot.05.json")
    switch what {
    case "a folder": try Files.makeFolders(a.folder.appending("slot.05.json"))
    case "a link": try Shell.run("ln", ["-s", "slot.04.json", "slot.05.json"], in: a.folder)
    default: try Shell.run("ln", ["-s", "nowhere", "slot.05.json"], in: a.folder)
    }
    let before = try Files.status(a.folder.appending("slot.05.json"))?.kind
    try b.set(5, "speed", "0.2")
    try b.save(9, "Borealis")
    try b.sync()
    try a.save(8, "Aurora")
    let report = try a.sync()
    #expect(report.held.map(\.path) == ["slot.05.json"])
    #expect(report.result == .partial)
    #expect(try a.title(9) == "Borealis")
    #expect(try Files.status(a.folder.appending("slot.05.json"))?.kind == before)
    try b.sync()
    #expect(try b.title(8) == "Aurora")
    #expect(try b.param(5, "speed") == "0.2")
  }

  @Test(arguments: ["", "\0\0\0\0"])
  func `a file without any content is what a loss of power left, and is put back by name`(
    text: String
  ) throws {
    let world = try World()
    let a = try world.replica("a")
    let (head, old) = (try a.head(), try a.text("slot.05.json"))
    try a.write("slot.05.json", text)
    try a.edit("slot.04.json", "0.6", "0.7")
    let report = try a.sync()
    #expect(report.taken.map(\.key) == [try slotKey(4)])
    #expect(report.notes.contains { $0.contains("slot.05.json") }, "\(report.notes)")
    #expect(try a.text("slot.05.json") == old)
    #expect(try a.git("diff", "--name-only", head, "HEAD") == "slot.04.json")
    #expect(try a.git("status", "--porcelain") == "")
  }

  @Test func `edits that would overfill the store are held back, and nothing else is`() throws {
    let world = try World()
    let (a, b) = (try world.replica("a"), try world.replica("b"))
    try a.sync()
    let fields = (0..<40).map { "\"field\($0)\": \"\(String(repeating: "x", count: 30_000))\"" }
    try a.write("devices/stage/live.json", "{\"values\": {\(fields.joined(separator: ",\n"))}}\n")
    try b.save(9, "Borealis")
    try b.sync()
    let report = try a.sync()
    #expect(report.held.map(\.path) == ["devices/stage/live.json"])
    #expect(report.held.first?.reason.contains("1048576") == true)
    #expect(try a.title(9) == "Borealis")
    #expect(try a.tree() == b.tree())
    try a.remove("devices/stage/live.json")
    #expect(try a.sync().held.isEmpty)
  }

  @Test func `a write over the store's limit is refused and changes nothing`() throws {
    let world = try World()
    let a = try world.replica("a")
    try a.edit("store.json", "1048576", "4000")
    try a.sync()
    let (head, files) = (try a.head(), try Listing.contents(of: a.folder, except: [".git"]))
    let error = #expect(throws: StoreError.self) {
      try a.save(
        9, String(repeating: "long ", count: 18), speed: "0." + String(repeating: "1", count: 3000))
    }
    guard case .storeFull(let bytes, 4000)? = error, bytes > 4000 else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try a.head() == head)
    #expect(try Listing.contents(of: a.folder, except: [".git"]) == files)
  }
}
