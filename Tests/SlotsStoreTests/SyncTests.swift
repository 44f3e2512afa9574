import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// The exchange itself: transports, refusals, factory versions that meet.
@Suite struct SyncTests {
  let world: World
  let a: Replica
  let b: Replica

  init() throws {
    world = try World()
    (a, b) = (try world.replica("a"), try world.replica("b"))
    try a.sync()
    try b.sync()
  }

  private func settle(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try world.settle([a, b])
    try world.expectInStep([a, b], sourceLocation: sourceLocation)
  }

  private func writeHook(_ name: String, _ script: String) throws {
    let hook = world.hub.appending(Path("hooks/\(name)"))
    try Files.makeFolders(hook.parent)
    try Files.write(Array("#!/bin/sh\n\(script)\n".utf8), to: hook, temporaryIn: world.folder.path)
    try Shell.run("chmod", ["+x", hook.description], in: world.folder.path)
  }

  @Test(arguments: [1, 3, 20, 90])
  func `however much arrives at once, it is there at once`(count: Int) throws {
    for index in 0..<count { try a.save(9, "Save \(index)") }
    try a.sync()
    let report = try b.sync()
    #expect(report.received.map(\.change.key) == [try slotKey(9)])
    #expect(try b.versions(slotKey(9)).count == count)
    try world.expectInStep([a, b])
  }

  @Test func `a second sync has nothing to do and writes nothing`() throws {
    try a.save(9, "Nine")
    try settle()
    let before = try Listing.contents(of: world.folder.path, except: ["lock"])
    for replica in [a, b] {
      let report = try replica.sync()
      #expect(report.result == .upToDate)
      #expect(report.sent.isEmpty && report.received.isEmpty && report.notes.isEmpty)
    }
    #expect(try Listing.contents(of: world.folder.path, except: ["lock"]) == before)
  }

  @Test func `without a remote edits are committed and nothing is called sent`() throws {
    let alone = Replica(world, "alone", skew: 0, factory: world.factory)
    try alone.initialise()
    try alone.edit("slot.05.json", "0.6", "0.7")
    let report = try alone.sync()
    #expect(report.taken.map(\.key) == [try slotKey(5)])
    #expect(report.sent.isEmpty)
    #expect(!report.notes.isEmpty)
    #expect(try alone.param(5, "speed") == "0.7")
    try alone.initialise(remote: world.hub.description)
    #expect(try alone.sync().sent.map(\.key) == [try slotKey(5)])
    try settle()
    #expect(try b.param(5, "speed") == "0.7")
  }

  @Test func `a remote that does not answer loses nothing, and the next sync sends`() throws {
    let hidden = world.folder.path.appending("hidden.git")
    try Shell.run("mv", [world.hub.description, hidden.description], in: world.folder.path)
    try a.edit("slot.05.json", "0.6", "0.7")
    try a.save(9, "Nine")
    for _ in 0..<2 {
      let report = try a.sync()
      #expect(report.result == .offline)
      #expect(report.reason?.isEmpty == false)
    }
    #expect(try a.open().status().unsent == [try slotKey(5), try slotKey(9)])
    try Shell.run("mv", [hidden.description, world.hub.description], in: world.folder.path)
    #expect(try a.sync().sent.map(\.key) == [try slotKey(5), try slotKey(9)])
    try settle()
    #expect(try a.open().status().unsent.isEmpty)
  }

  @Test func `B19 a push that the server refuses is an error in its words, and is tried again`()
    throws
  {
    try writeHook("pre-receive", "echo 'no pushes on sundays' >&2\nexit 1")
    try a.save(9, "Nine")
    let tip = try world.hubTip()
    let report = try a.sync()
    #expect(report.result == .stopped)
    guard case .refused(_, let reason)? = report.failure else {
      Issue.record("\(String(describing: report.failure))")
      return
    }
    #expect(reason.contains("no pushes on sundays"))
    #expect(report.sent.isEmpty)
    #expect(try world.hubTip() == tip)
    #expect(try a.open().status().unsent == [try slotKey(9)])
    try Files.remove(world.hub.appending("hooks/pre-receive"))
    #expect(try a.sync().sent.map(\.key) == [try slotKey(9)])
    try settle()
  }

  @Test func `a hook of the server runs, also where the remote is a folder`() throws {
    try writeHook("post-receive", "cat > received")
    try a.save(9, "Nine")
    try a.sync()
    let received = try world.folder.text("hub.git/received")
    #expect(received?.hasSuffix("\(try a.head()) refs/heads/main\n") == true)
  }

  @Test func `a clone with a working tree as the remote is never moved under its person's feet`()
    throws
  {
    let desk = try world.clone("desk")
    try a.git("remote", "set-url", "origin", desk.folder.description)
    try a.save(9, "Nine")
    let (head, files) = (try desk.head(), try Listing.contents(of: desk.folder, except: [".git"]))
    guard case .refused? = try a.sync().failure else {
      Issue.record("not refused")
      return
    }
    #expect(try desk.head() == head)
    #expect(try Listing.contents(of: desk.folder, except: [".git"]) == files)
    #expect(try desk.git("status", "--porcelain") == "")
  }

  @Test(arguments: ["file://", "file://localhost", "relative"])
  func `other spellings of a folder work as the folder does`(spelling: String) throws {
    let url = spelling == "relative" ? "../hub.git" : "\(spelling)\(world.hub)"
    try a.git("remote", "set-url", "origin", url)
    try a.save(9, "Nine")
    try b.save(10, "Ten")
    try settle()
    #expect(try a.title(10) == "Ten")
    #expect(try b.title(9) == "Nine")
  }

  @Test func `a race for the branch is won in the end, without losing the other's push`() throws {
    // The server lets somebody else in between once.
    let other = try world.clone("other")
    try other.edit("slot.04.json", "0.6", "0.7")
    try other.commit()
    try other.git("push", "--quiet", "origin", "HEAD:refs/waiting/other")
    try writeHook(
      "pre-receive",
      "test -e raced && exit 0\ntouch raced\n"
        + "env -u GIT_QUARANTINE_PATH -u GIT_OBJECT_DIRECTORY git update-ref refs/heads/main refs/waiting/other"
    )
    try a.save(9, "Nine")
    let report = try a.sync()
    #expect(report.result == .synced)
    try settle()
    #expect(try b.param(4, "speed") == "0.7")
    #expect(try b.title(9) == "Nine")
  }

  @Test
  func `a factory version that is newer here is seeded by sync, and a person's edit wins over it`()
    throws
  {
    let newer = world.folder.path.appending("factory2")
    try FactorySet.write(newer, version: 2, slots: Array(0..<8), suffix: " II")
    try b.set(2, "speed", "0.1")
    a.factory = newer
    let seeded = try a.sync()
    #expect(seeded.seeded.contains(try slotKey(7)))
    #expect(try a.title(7) == "Extra II")
    #expect(try a.title(2) == "Ember II")
    #expect(try a.git("log", "-1", "--format=%(trailers:key=Factory-Version,valueonly)") == "2\n")
    try b.sync()
    try settle()
    for replica in [a, b] {
      #expect(try replica.title(2) == "Ember")
      #expect(try replica.param(2, "speed") == "0.1")
      #expect(try replica.title(5) == "Prism II")
      #expect(try replica.title(7) == "Extra II")
    }
    #expect(try a.sync().result == .upToDate)
  }

  @Test func `stores that began apart with different factory versions keep every person's write`()
    throws
  {
    let newer = world.folder.path.appending("factory2")
    try FactorySet.write(newer, version: 2, slots: Array(0..<8), suffix: " II")
    try a.set(5, "speed", "0.1")
    try a.clear(4, stay: true)
    try a.clear(3)
    try a.pin(0, to: false)
    try a.sync()
    let c = Replica(world, "c", skew: -86_400_000, factory: newer)
    try c.initialise()
    try c.set(1, "speed", "0.2")
    try c.pin(2, to: false)
    try c.git("remote", "add", "origin", world.hub.description)
    try world.settle([c, a, b])
    try world.expectInStep([a, b, c])
    #expect(try a.title(5) == "Prism")
    #expect(try a.param(5, "speed") == "0.1")
    #expect(try a.title(4) == nil)
    #expect(try a.title(3) == "Moss II")
    #expect(try a.title(1) == "Reef II")
    #expect(try a.param(1, "speed") == "0.2")
    #expect(try a.title(2) == "Ember II")
    #expect(try a.pins() == [])
  }

  @Test func `an older program seeds nothing into a newer store`() throws {
    let newer = world.folder.path.appending("factory2")
    try FactorySet.write(newer, version: 2, slots: Array(0..<8), suffix: " II")
    a.factory = newer
    #expect(try a.open().seed().seeded.count == 9)
    try settle()
    try b.clear(7)
    try b.save(9, "Nine")
    try settle()
    #expect(try a.title(7) == nil)
    #expect(try b.title(5) == "Prism II")
    #expect(try b.open().seed().seeded.isEmpty)
  }
}
