import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// An address of a host, which the person's own git and ssh command reach. The ssh of these tests is a
/// script that runs the other side's command here and notes that it was asked.
@Suite struct TransportTests {
  let world: World
  let a: Replica
  let b: Replica
  let ssh: Path

  init() throws {
    world = try World()
    ssh = try world.folder.write(
      "ssh",
      """
      #!/bin/sh
      while [ "$1" != studio ]; do test $# -gt 0 || exit 255; shift; done
      cd "$(dirname "$0")"
      echo "$2" >> asked
      test -e hub.git || { echo 'ssh: connect to host studio: no route' >&2; exit 255; }
      exec sh -c "$2"

      """)
    try Shell.run("chmod", ["+x", ssh.description], in: world.folder.path)
    (a, b) = (try world.replica("a"), try world.replica("b"))
    for replica in [a, b] {
      try replica.git("config", "core.sshCommand", ssh.description)
      try replica.git("remote", "set-url", "origin", "studio:hub.git")
    }
    try a.sync()
    try b.sync()
  }

  private func settle(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try world.settle([a, b])
    try world.expectInStep([a, b], sourceLocation: sourceLocation)
  }

  @Test func `edits go both ways, by the person's ssh command`() throws {
    try a.save(9, "From a")
    try b.save(10, "From b")
    try a.set(5, "speed", "0.1")
    try b.set(5, "speed", "0.2")
    try a.sync()
    let report = try b.sync()
    #expect(report.won.map(\.key) == [try slotKey(5)])
    #expect(report.received.map(\.change.key) == [try slotKey(9)])
    try settle()
    #expect(try a.title(10) == "From b")
    let asked = try world.folder.text("asked")
    #expect(asked?.contains("git-upload-pack 'hub.git'") == true)
    #expect(asked?.contains("git-receive-pack 'hub.git'") == true)
  }

  @Test func `B21 looks and syncs at once in one replica end without an error`() async throws {
    let program = try Program.path()
    let environment = a.programEnvironment
    let (folder, other) = (a.folder.description, b.folder.description)
    let failures = await onThreads(3) { number in
      for round in 0..<6 {
        let commands: [[String]] =
          switch number {
          case 0: [["-C", folder, "status", "--fetch"]]
          case 1: [["-C", folder, "set", "4", "--name", "A\(round)"], ["-C", folder, "sync"]]
          default: [["-C", other, "set", "5", "--name", "B\(round)"], ["-C", other, "sync"]]
          }
        for command in commands {
          let result = try Child.run(
            program, command, in: Path(folder), environment: environment, deadline: 60_000)
          guard result.succeeded else { throw Missing(what: "\(command): \(result.summary)") }
        }
      }
    }
    #expect(failures == [])
    try settle()
    #expect(try a.title(5) == "B5" && a.title(4) == "A5")
  }

  @Test func `a write of another process is not held up while the remote is waited for`() throws {
    try b.save(10, "From b")
    try b.sync()
    try a.save(9, "From a")
    var failure: (any Error)?
    a.meanwhile = { [a, world] in
      do {
        try Shell.run(
          try Program.path(),
          ["-C", a.folder.description, "set", "4", "speed=0.9"], in: a.folder,
          at: world.now / 1000,
          environment: ["SLOTS_FACTORY": world.factory.description])
      } catch { failure = error }
    }
    try a.sync()
    if let failure { throw failure }
    #expect(a.meanwhile == nil)
    #expect(try a.param(4, "speed") == "0.9")
    #expect(try a.title(10) == "From b")
    try settle()
    #expect(try b.param(4, "speed") == "0.9")
    #expect(try b.title(9) == "From a")
  }

  @Test func `one edit out is one connection`() throws {
    try a.set(4, "speed", "0.8")
    try world.folder.write("asked", "")
    try a.sync()
    #expect(try world.folder.text("asked") == "git-receive-pack 'hub.git'\n")
    try settle()
  }

  @Test func `an address to push to of its own is pushed to`() throws {
    try Shell.run("cp", ["-r", "hub.git", "other.git"], in: world.folder.path)
    try a.git("remote", "set-url", "--push", "origin", "studio:other.git")
    try a.set(4, "speed", "0.8")
    try a.sync()
    let other = world.folder.path.appending("other.git")
    #expect(try git("rev-parse", "main", in: other) == a.head())
    #expect(try git("rev-parse", "main", in: world.folder.path.appending("hub.git")) == b.head())
  }

  @Test func `a host that is not reached keeps the work here, in its words`() throws {
    try Shell.run("mv", ["hub.git", "away.git"], in: world.folder.path)
    try a.save(9, "From a")
    let report = try a.sync()
    #expect(report.result == .offline)
    #expect(report.reason?.contains("no route") == true, "\(report.reason ?? "")")
    try Shell.run("mv", ["away.git", "hub.git"], in: world.folder.path)
    #expect(try a.sync().sent.map(\.key) == [try slotKey(9)])
    try settle()
  }

  @Test func `a deleted branch is filled again, and a branch that was forced back loses nothing`()
    throws
  {
    let old = try world.hubTip()
    try a.save(9, "From a")
    try a.sync()
    try git("update-ref", "refs/heads/main", old, in: world.hub)
    try b.save(10, "From b")
    try b.sync()
    try settle()
    #expect(try b.title(9) == "From a")
    try git("update-ref", "-d", "refs/heads/main", in: world.hub)
    #expect(try a.sync().result == .synced)
    try settle()
    #expect(try b.title(10) == "From b")
  }

  @Test func `a push that lost the race is tried again`() throws {
    try b.save(10, "From b")
    let other = try b.head()
    try b.git("push", "--quiet", world.hub.description, "HEAD:refs/waiting/b")
    let hook = world.hub.appending("hooks/pre-receive")
    try Files.makeFolders(hook.parent)
    try Files.write(
      Array(
        """
        #!/bin/sh
        test -e raced && exit 0
        touch raced
        env -u GIT_QUARANTINE_PATH -u GIT_OBJECT_DIRECTORY git update-ref refs/heads/main \(other)

        """.utf8), to: hook, temporaryIn: world.folder.path)
    try Shell.run("chmod", ["+x", hook.description], in: world.folder.path)
    try a.save(9, "From a")
    let report = try a.sync()
    #expect(report.result == .synced, "\(report.reason ?? "")")
    try settle()
    #expect(try a.title(10) == "From b")
    #expect(try b.title(9) == "From a")
  }

  @Test func `a new replica joins by address, on the branch that its HEAD names`() throws {
    try a.save(9, "From a")
    try a.sync()
    let clone = Replica(world, "c", skew: 0, factory: world.factory)
    try git("init", "--quiet", clone.folder.description, in: world.folder.path)
    try clone.git("config", "core.sshCommand", ssh.description)
    #expect(try clone.initialise(remote: "studio:hub.git").outcome == .joined)
    #expect(try clone.title(9) == "From a")
    #expect(try clone.git("symbolic-ref", "HEAD") == "refs/heads/main")
    #expect(try clone.git("status", "--porcelain") == "")
  }

  @Test func `a dry run changes nothing, here and there`() throws {
    try b.save(10, "From b")
    try b.sync()
    try a.save(9, "From a")
    try world.folder.write("asked", "")
    var report = SyncReport()
    let changes = try Listing.changes(in: world.folder.path) { () throws in
      report = try a.sync(dryRun: true)
    }
    #expect(changes == ["/asked"])
    #expect(report.sent.map(\.key) == [try slotKey(9)])
    #expect(report.received.map(\.change.key) == [try slotKey(10)])
  }
}
