import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// Damage as a power cut leaves it (B24). What is advised is typed, and cures.
extension DoctorTests {
  /// Types the part of an advice between two texts, in the folder of the replica.
  private func type(
    _ advice: String?, after start: String = "", before end: String? = nil
  ) throws {
    var command = try advice.orThrow("advice")[...]
    if !start.isEmpty {
      command = command[try command.firstRange(of: start).orThrow(start).upperBound...]
    }
    if let end { command = command[..<(try command.firstRange(of: end).orThrow(end).lowerBound)] }
    try Shell.run("/bin/sh", ["-c", String(command)], in: a.folder)
  }

  private func object(_ revision: String) throws -> String {
    let id = try a.git("rev-parse", revision)
    return ".git/objects/\(id.prefix(2))/\(id.dropFirst(2))"
  }

  private func empty(_ path: String) throws {
    try a.remove(path)
    try a.write(path, "")
  }

  private func expectWhole(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let bad = look().filter { $0.state > .note }
    #expect(bad == [], sourceLocation: sourceLocation)
    try a.git("fsck", "--strict")
    #expect(try a.title(9) == "Nine", sourceLocation: sourceLocation)
  }

  @Test func `B24 an object of zero bytes is made again from the file here`() throws {
    try empty(object("HEAD:slot.09.json"))
    let found = try checkup("objects")
    #expect(found.state == .error && found.summary.contains("slot.09.json"))
    try type(found.advice, after: "as they were: ")
    try expectWhole()
  }

  @Test func `B24 other content under the id of a file is no whole object`() throws {
    let (here, other) = try (object("HEAD:slot.09.json"), object("HEAD:slot.00.json"))
    try a.remove(here)
    try Shell.run("cp", [other, here], in: a.folder)
    #expect(try checkup("objects").summary.contains("slot.09.json"))
    try type(checkup("objects").advice, after: "as they were: ")
    try expectWhole()
  }

  @Test func `B24 what the files here have no more comes from the remote`() throws {
    try empty(object("HEAD:slot.09.json"))
    try a.remove("slot.09.json")
    try type(checkup("objects").advice, before: " brings what")
    try a.git("checkout", "--", "slot.09.json")
    try expectWhole()
  }

  @Test func `B24 a commit that was sent comes back from the remote`() throws {
    try empty(object("HEAD"))
    #expect(try checkup("objects").summary.contains("the commit of HEAD"))
    try type(checkup("objects").advice, before: " brings what")
    try expectWhole()
  }

  @Test func `B24 without a commit that was not sent its writes stay as edits`() throws {
    try a.save(10, "Ten")
    try empty(object("HEAD"))
    #expect(try checkup("documents").state == .note)
    try type(checkup("objects").advice, before: " goes back")
    try a.sync()
    #expect(try a.title(10) == "Ten")
    #expect(look().filter { $0.state > .note } == [])
  }

  @Test func `B24 a broken history is told`() throws {
    try a.save(10, "Ten")
    let id = try a.git("rev-parse", "HEAD^")
    try a.remove(object("HEAD^"))
    #expect(try checkup("objects").summary.contains("history is broken: \(id.prefix(10))"))
  }

  @Test(arguments: ["refs/heads/main", "HEAD"])
  func `B24 a branch or a HEAD without content is made again`(name: String) throws {
    try a.write(".git/\(name)", "")
    let found = try checkup("branch")
    #expect(found.state == .error && found.summary.contains("\(name) is damaged"))
    #expect(try checkup("store").state == .error)
    #expect(try checkup("documents").summary.contains("can be read in the working tree"))
    try type(found.advice)
    try expectWhole()
  }

  @Test func `B24 a damaged index hides nothing and is made again`() throws {
    try a.write(".git/index", "nonsense")
    #expect(look().filter { $0.state == .error }.map(\.name) == ["index"])
    try type(checkup("index").advice)
    try expectWhole()
  }

  @Test func `a configuration or a git folder that cannot be read is told, with the documents`()
    throws
  {
    let text = try a.text(".git/config").orThrow("config")
    try a.write(".git/config", text + "[core")
    #expect(try checkup("repository").state == .error)
    #expect(try checkup("documents").state == .note)
    try a.write(".git/config", text)
    try a.remove(".git/HEAD")
    #expect(try checkup("repository").summary.contains(".git is damaged"))
    try a.write("slot.09.json", "{")
    #expect(try checkup("documents").summary.contains("slot.09.json"))
  }

  @Test func `B24 a git that does not wait for the disk is told`() throws {
    for (key, value) in [("core.fsync", "none"), ("core.fsyncMethod", "writeout-only")] {
      try a.git("config", key, value)
      expect("durability", .warning, key)
      try type(checkup("durability").advice, before: ", with")
    }
    #expect(try checkup("durability").state == .ok)
  }
}
