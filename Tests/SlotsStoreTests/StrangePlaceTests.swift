import Foundation
import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// Stores in places, and in forms of repositories, that are not the usual ones.
@Suite struct StrangePlaceTests {
  let world: World
  let a: Replica

  init() throws {
    world = try World()
    a = try world.replica("a")
    try a.save(5, "First")
    try a.save(5, "Second")
    try a.sync()
  }

  /// A replica in a folder, which is set up unless it is.
  private func replica(_ name: String) throws -> Replica {
    let replica = Replica(world, name, skew: 0, factory: world.factory)
    try replica.initialise()
    return replica
  }

  /// Edits a slot there, and checks that the edit arrives here.
  private func expectWorks(_ replica: Replica, sourceLocation: SourceLocation = #_sourceLocation)
    throws
  {
    try replica.write(slotFile(9), "{\"name\": \"From there\", \"params\": {}}")
    let sync = try replica.slots("sync")
    #expect(sync.succeeded, "\(sync.summary)", sourceLocation: sourceLocation)
    try a.sync()
    #expect(try a.title(9) == "From there", sourceLocation: sourceLocation)
    #expect(try replica.git("status", "--porcelain") == "", sourceLocation: sourceLocation)
    let log = try replica.slots("log", "5")
    #expect(log.succeeded && log.outputText.contains("First"), "\(log.summary)")
  }

  @Test func `B33 a clone without the content of old files gets the rest`() throws {
    try git("config", "uploadpack.allowFilter", "true", in: world.hub)
    _ = try world.clone("part", "--filter=blob:none", url: "file://\(world.hub)")
    let part = try replica("part")
    let missing = ["rev-list", "--objects", "--all", "--missing=print"]
    #expect(try Shell.run("git", missing, in: part.folder).contains("\n?"))
    #expect(try part.slots("doctor").outputText.contains("slots sync fetches the rest"))
    try a.save(5, "Third")
    try a.sync()
    try part.save(5, "Of the part")
    try expectWorks(part)
    #expect(try !Shell.run("git", missing, in: part.folder).contains("\n?"))
    #expect(try part.git("config", "--get-regexp", "remote.*url").contains("hub.git"))
    try world.settle([a, part])
    try world.expectInStep([a, part])
    #expect(try a.title(5) == "Of the part")
  }

  @Test func `a linked worktree of a store is a replica on a branch of its own`() throws {
    try a.git("worktree", "add", "--quiet", "-b", "side", "../side")
    let side = Replica(world, "side", skew: 0, factory: world.factory)
    try side.write(slotFile(9), "{\"name\": \"Beside\", \"params\": {}}")
    let sync = try side.slots("sync")
    #expect(sync.succeeded, "\(sync.summary)")
    #expect(try git("show", "side:slot.09.json", in: world.hub).contains("Beside"))
    #expect(try a.git("status", "--porcelain") == "")
    #expect(try a.title(9) == nil)
  }

  @Test(arguments: [
    ("relativeWorktrees", "true"), ("refStorage", "reftable"), ("objectFormat", "sha256"),
    ("someThing", "new"),
  ])
  func `B33 an extension that libgit2 does not know is named, and nothing is touched`(
    name: String, value: String
  ) throws {
    try a.write(slotFile(9), "{\"name\": \"Mine\", \"params\": {}}")
    let config = try a.text(".git/config").orThrow("config")
    try a.write(
      ".git/config",
      config.replacing("repositoryformatversion = 0", with: "repositoryformatversion = 1")
        + "[extensions]\n\t\(name) = \(value)\n")
    let changes = try Listing.changes(in: world.folder.path) { () throws in
      for command in ["list", "sync", "status"] {
        let result = try a.slots(command)
        #expect(result.status == .exited(3), "\(result.summary)")
        let words = "extensions.\(name.lowercased()), which slots cannot read"
        #expect(result.errorText.contains(words), "\(result.summary)")
      }
      let doctor = try a.slots("doctor")
      #expect(doctor.outputText.contains(name.lowercased()), "\(doctor.summary)")
    }
    #expect(changes == [])
    try a.write(".git/config", config)
    #expect(try a.sync().sent.map(\.key) == [try slotKey(9)])
  }

  @Test func `a store as a submodule, and a store inside another repository`() throws {
    let outer = world.folder.path.appending("outer")
    try git("init", "--quiet", outer.description, in: world.folder.path)
    try git("commit", "--quiet", "--allow-empty", "--message", "outer", in: outer)
    try git(
      "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", world.hub.description,
      "sub", in: outer)
    try expectWorks(try replica("outer/sub"))
    let inner = Replica(world, "outer/inner", skew: 0, factory: world.factory)
    try inner.initialise(remote: world.hub.description)
    try inner.save(9, "Before")
    try expectWorks(inner)
    let head = try git("rev-parse", "HEAD", in: outer)
    let lost = try Child.run(
      Program.path(), ["-C", outer.description, "sync"], environment: a.programEnvironment,
      deadline: 60_000)
    #expect(lost.status == .exited(1))
    #expect(lost.errorText.contains("is in no store"), "\(lost.summary)")
    #expect(try git("rev-parse", "HEAD", in: outer) == head)
  }

  @Test func `a bare repository is no place to work in, and says where is`() throws {
    for command in ["list", "sync", "status"] {
      let result = try Child.run(
        Program.path(), ["-C", world.hub.description, command], environment: a.programEnvironment,
        deadline: 60_000)
      #expect(result.status == .exited(1))
      #expect(result.errorText.contains("is in no store"), "\(result.summary)")
    }
  }

  @Test(
    .enabled(if: geteuid() != 0 || FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv"))
  )
  func `a folder that may not be written to can be read, and a write says why not`() throws {
    try Shell.run("chmod", ["-R", "a-w", a.folder.description], in: world.folder.path)
    defer {
      _ = try? Shell.run("chmod", ["-R", "u+w", a.folder.description], in: world.folder.path)
    }
    // Root may write everywhere, until it gives that up.
    let prefix =
      geteuid() == 0 ? "setpriv --bounding-set -dac_override --inh-caps -dac_override " : ""
    let list = try a.shell("\(prefix)slots list")
    #expect(list.succeeded, "\(list.summary)")
    for command in ["sync", "set 5 --name X", "pin 5"] {
      let result = try a.shell("\(prefix)slots \(command)")
      #expect(result.status == .exited(1), "\(result.summary)")
      #expect(result.errorText.lowercased().contains("permission denied"), "\(result.summary)")
      #expect(result.errorText.contains("slots: hint: "), "\(result.summary)")
    }
  }

  @Test func `what a server says cannot steer the terminal`() throws {
    let hook = world.hub.appending("hooks/pre-receive")
    try Files.makeFolders(hook.parent)
    try Files.write(
      Array("#!/bin/sh\nprintf 'no \\033[2J\\007 \\342\\200\\256 thanks\\n' >&2; exit 1\n".utf8),
      to: hook, executable: true, temporaryIn: world.folder.path)
    try a.save(9, "Mine")
    let sync = try a.slots("sync")
    #expect(sync.status == .exited(1))
    #expect(sync.errorText.contains("no ") && sync.errorText.contains("thanks"))
    let steering = sync.errors.contains(0x1b) || sync.errors.contains(7)
    #expect(!steering && !sync.errorText.unicodeScalars.contains("\u{202e}"), "\(sync.summary)")
  }
}
