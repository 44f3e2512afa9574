import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// Addresses that git's configuration rewrites, and remotes that are given another address.
@Suite struct RewritingTests {
  let world: World
  let a: Replica

  init() throws {
    world = try World()
    a = try world.replica("a")
    try a.sync()
  }

  @Test func `B36 an address that is rewritten to a folder is read in process`() throws {
    try a.git("config", "url.\(world.folder.path)/.insteadOf", "hubs:")
    try a.git("remote", "set-url", "origin", "hubs:hub.git")
    #expect(try a.open().remote() is PathRemote)
    try a.save(9, "From a")
    #expect(try a.sync().sent.map(\.key) == [try slotKey(9)])
    #expect(try world.hubTip() == a.head())
    let b = Replica(world, "b", skew: 0, factory: world.factory)
    try git("init", "--quiet", b.folder.description, in: world.folder.path)
    try b.git("config", "url.\(world.folder.path)/.insteadOf", "hubs:")
    #expect(try b.initialise(remote: "hubs:hub.git").outcome == .joined)
    #expect(try b.git("config", "remote.origin.url") == "hubs:hub.git")
    #expect(try b.title(9) == "From a")
  }

  @Test func `B36 an address that begins like a folder's can be rewritten too`() throws {
    let b = Replica(world, "b", skew: 0, factory: world.factory)
    try git("init", "--quiet", b.folder.description, in: world.folder.path)
    try b.git("config", "url.\(world.folder.path)/.insteadOf", "hubs/")
    #expect(try b.initialise(remote: "hubs/hub.git").outcome == .joined)
    #expect(try b.git("config", "remote.origin.url") == "hubs/hub.git")
    try b.save(9, "From b")
    #expect(try b.sync().result == .synced)
    try a.sync()
    #expect(try a.title(9) == "From b")
  }

  @Test func `B36 an address that is rewritten to a host is reached as git does`() throws {
    let server = try SSHServer(in: world.folder.path.appending("sshd"))
    try a.git("config", "core.sshCommand", "ssh -F \(server.config)")
    try a.git("config", "url.studio:\(world.folder.path)/.insteadOf", "hubs:")
    try a.git("remote", "set-url", "origin", "hubs:hub.git")
    try a.save(9, "From a")
    #expect(try a.sync().sent.map(\.key) == [try slotKey(9)])
    #expect(try server.accepted() > 0)
    #expect(try world.hubTip() == a.head())
  }

  @Test func `B36 an address that is rewritten for pushing alone is pushed to`() throws {
    try Shell.run("cp", ["-r", "hub.git", "other.git"], in: world.folder.path)
    try a.git("config", "url.\(world.folder.path)/other.git.pushInsteadOf", "\(world.hub)")
    let before = try world.hubTip()
    try a.save(9, "From a")
    #expect(try a.sync().sent.map(\.key) == [try slotKey(9)])
    #expect(try world.hubTip() == before)
    #expect(try git("rev-parse", "main", in: world.folder.path.appending("other.git")) == a.head())
  }

  @Test func `a remote at another address is met on the branch that its HEAD names`() throws {
    let other = try World(branch: "trunk")
    let b = try other.replica("b")
    try b.save(10, "From b")
    try b.sync()
    try a.save(9, "From a")
    try a.sync()
    try a.git("remote", "set-url", "origin", other.hub.description)
    let report = try a.sync()
    let ten = try slotKey(10)
    #expect(report.received.contains { $0.change.key == ten })
    try b.sync()
    #expect(try a.title(10) == "From b" && b.title(9) == "From a")
    #expect(try git("for-each-ref", "--format=%(refname)", in: other.hub) == "refs/heads/trunk")
    #expect(try a.git("symbolic-ref", "HEAD") == "refs/heads/trunk")
    // And back: the branch that was left is taken along.
    try a.git("remote", "set-url", "origin", world.hub.description)
    try a.sync()
    #expect(try a.git("symbolic-ref", "HEAD") == "refs/heads/main")
    #expect(try git("for-each-ref", "--format=%(refname)", in: world.hub) == "refs/heads/main")
    #expect(try world.hubTip() == a.head())
  }

  @Test func `status counts nothing as sent to an address that was never met`() throws {
    try git("init", "--quiet", "--bare", "empty.git", in: world.folder.path)
    try a.save(9, "From a")
    try a.sync()
    try a.git("remote", "set-url", "origin", "\(world.folder.path)/empty.git")
    let status = try a.open().status()
    #expect(status.unsent.contains(try slotKey(9)))
    let nine = try slotKey(9)
    #expect(try a.sync().sent.contains { $0.key == nine })
    #expect(try a.open().status().unsent == [])
  }

  @Test func `a first store without a factory set says that the remote is away`() throws {
    let b = Replica(world, "b", skew: 0, factory: "/nonexistent")
    let hub = world.folder.path.appending("away.git").description
    let error = #expect(throws: StoreError.self) { try b.initialise(remote: hub) }
    guard case .nothingToBeginWith(hub, _, .repository)? = error else {
      Issue.record("\(error.map { "\($0)" } ?? "")")
      return
    }
    #expect(try Files.status(b.folder) == nil)
  }
}
