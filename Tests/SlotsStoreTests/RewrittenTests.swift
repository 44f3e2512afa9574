import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// Histories that do not fit: rewritten remotes, no common ancestor, shallow clones, criss-cross.
@Suite struct RewrittenTests {
  let world: World
  let a: Replica
  let b: Replica

  init() throws {
    world = try World()
    (a, b) = (try world.replica("a"), try world.replica("b"))
    try a.sync()
    try b.sync()
  }

  private func settle(_ more: Replica..., sourceLocation: SourceLocation = #_sourceLocation) throws
  {
    try world.settle([a, b] + more)
    try world.expectInStep([a, b] + more, sourceLocation: sourceLocation)
    #expect(try a.git("fsck", "--strict", "--no-progress") == "", sourceLocation: sourceLocation)
  }

  @Test func `a remote that was forced back loses nothing`() throws {
    let old = try world.hubTip()
    try a.save(9, "Nine")
    try a.sync()
    try b.sync()
    try git("update-ref", "refs/heads/main", old, in: world.hub)
    try b.save(10, "Ten")
    let report = try b.sync()
    #expect(Set(report.sent.map(\.key)) == [try slotKey(9), try slotKey(10)])
    try settle()
    #expect(try a.title(10) == "Ten")
    #expect(try a.title(9) == "Nine")
  }

  @Test func `a remote whose branch was deleted is filled again`() throws {
    try a.save(9, "Nine")
    try a.sync()
    try git("update-ref", "-d", "refs/heads/main", in: world.hub)
    #expect(try a.sync().result == .synced)
    try settle()
    #expect(try b.title(9) == "Nine")
  }

  @Test func `a remote that was made anew from scratch is joined with what was here`() throws {
    try a.save(9, "Nine")
    try a.save(5, "Five, earlier")
    try a.sync()
    try b.sync()
    let other = Replica(world, "other", skew: 0, factory: world.factory)
    try other.initialise()
    // Its first commit is another one, so that nothing is common.
    try other.git("commit", "--quiet", "--amend", "--no-verify", "--message", "from scratch")
    try other.save(5, "Five, later")
    try other.save(10, "Ten")
    try other.git("push", "--quiet", "--force", world.hub.description, "HEAD:main")
    let report = try a.sync()
    #expect(report.lost.map(\.key) == [try slotKey(5)])
    try settle()
    #expect(try b.title(9) == "Nine")
    #expect(try b.title(10) == "Ten")
    #expect(try b.title(5) == "Five, later")
    #expect(throws: (any Error).self) {
      try a.git("merge-base", a.git("rev-parse", "HEAD^2"), a.git("rev-parse", "HEAD^1"))
    }
    let names = try b.versions(slotKey(5)).compactMap { Slot($0.register.value)?.name.string }
    #expect(names.contains("Five, earlier"))
  }

  @Test func `a remote that was squashed to one commit keeps its last state`() throws {
    try a.save(9, "Nine")
    try a.pin(9)
    try a.clear(3)
    try a.sync()
    let plain = try world.clone("plain")
    try plain.git("checkout", "--quiet", "--orphan", "squashed")
    try plain.git("commit", "--quiet", "--message", "squashed")
    try plain.git("push", "--quiet", "--force", "origin", "HEAD:main")
    try b.save(10, "Ten")
    try b.sync()
    try settle()
    #expect(try b.title(9) == "Nine")
    #expect(try a.title(10) == "Ten")
    #expect(try a.title(3) == nil)
    #expect(try b.pins() == ["slot-00", "slot-02", "slot-09"])
  }

  @Test func `B32 a shallow clone gets the rest of the history and overwrites nothing`() throws {
    for index in 0..<4 { try a.save(9, "Nine \(index)") }
    try a.sync()
    let shallow = try world.clone("shallow", "--depth", "1", url: "file://\(world.hub)")
    try shallow.initialise()
    try shallow.set(4, "speed", "0.9")
    for index in 0..<3 { try a.save(10 + index, "More \(index)") }
    try a.set(5, "speed", "0.1")
    try a.sync()
    let report = try shallow.sync()
    #expect(report.sent.map(\.key) == [try slotKey(4)])
    #expect(try shallow.git("rev-parse", "--is-shallow-repository") == "false")
    try settle(shallow)
    #expect(try shallow.versions(slotKey(9)).count == 4)
    #expect(try a.param(4, "speed") == "0.9")
    #expect(try shallow.title(12) == "More 2")
  }

  @Test
  func `B32 a shallow clone whose remote cannot give more is refused or merged, never pushed over`()
    throws
  {
    for index in 0..<4 { try a.save(9, "Nine \(index)") }
    try a.sync()
    let shallow = try world.clone("shallow", "--depth", "1", url: "file://\(world.hub)")
    try shallow.initialise()
    try shallow.set(4, "speed", "0.9")
    let head = try shallow.head()
    try shallow.git("remote", "set-url", "origin", "file:///nowhere/hub.git")
    let tip = try world.hubTip()
    var result: SyncReport.Result?
    var error: (any Error)?
    do { result = try shallow.sync().result } catch let thrown { error = thrown }
    #expect(
      result == .offline || error is StoreError,
      "\(String(describing: result)) \(String(describing: error))")
    #expect(try shallow.head() == head)
    #expect(try world.hubTip() == tip)
  }

  @Test func `B05 criss-cross merges by slots and by git end in the later edit`() throws {
    try a.set(2, "hue", "0.2")
    try b.set(2, "hue", "0.3")
    let (tipA, tipB) = (try a.head(), try b.head())
    try a.git("fetch", "--quiet", b.folder.description)
    try b.git("fetch", "--quiet", a.folder.description)
    try a.git("merge", "--no-edit", "--quiet", tipB)
    try b.git("merge", "--no-edit", "--quiet", tipA)
    #expect(try a.git("merge-base", "--all", a.head(), "FETCH_HEAD").isEmpty == false)
    try b.set(2, "hue", "0.4")
    try a.set(2, "hue", "0.5")
    try a.git("fetch", "--quiet", b.folder.description)
    #expect(
      try a.git("merge-base", "--all", "HEAD", "FETCH_HEAD").split(separator: "\n").count == 2)
    try a.git("merge", "--no-edit", "--quiet", "FETCH_HEAD")
    #expect(try a.text("slot.02.json")?.contains("<<<<") == false)
    try settle()
    #expect(try b.param(2, "hue") == "0.5")
    #expect(try a.open().validate([]).isEmpty)
    let hues = try a.versions(slotKey(2)).compactMap {
      Slot($0.register.value)?.params["hue"]?.compactText
    }
    #expect(hues == ["0.5", "0.4", "0.3", "0.2", "0.15"])
  }

  @Test func `B05 criss-cross merges by sync alone end in the later edit`() throws {
    try a.set(2, "hue", "0.2")
    try b.set(2, "hue", "0.3")
    for (replica, other) in [(a, b), (b, a)] {
      try replica.git("config", "remote.origin.url", other.folder.description)
    }
    // Each takes the other's earlier commit, as two remotes in turn would hand them over.
    for replica in [a, b] {
      try git("init", "--quiet", "--bare", "\(replica.name).git", in: world.folder.path)
    }
    for (replica, other) in [(a, b), (b, a)] {
      let url = world.folder.path.appending(Path("\(other.name).git")).description
      try replica.git(
        "push", "--quiet", world.folder.path.appending(Path("\(replica.name).git")).description,
        "HEAD:main")
      try replica.git("remote", "set-url", "origin", url)
    }
    try a.sync()
    try b.sync()
    try a.set(2, "hue", "0.4")
    try b.set(2, "hue", "0.5")
    for replica in [a, b] { try replica.git("remote", "set-url", "origin", world.hub.description) }
    try settle()
    #expect(try a.param(2, "hue") == "0.5")
    #expect(try a.git("rev-list", "--merges", "--count", "HEAD") != "0")
  }

  @Test func `B26 a detached HEAD is refused with the branch to return to`() throws {
    try a.git("checkout", "--quiet", "--detach")
    try a.edit("slot.01.json", "0.6", "0.7")
    let (tip, head) = (try world.hubTip(), try a.head())
    #expect(throws: StoreError.detached(branch: "main")) { try a.sync() }
    #expect(throws: StoreError.detached(branch: "main")) { try a.save(9, "Nine") }
    #expect(try a.head() == head)
    #expect(try world.hubTip() == tip)
    try a.git("checkout", "--quiet", "main")
    #expect(try a.sync().taken.map(\.key) == [try slotKey(1)])
    try settle()
  }

  @Test(arguments: [
    ["merge", "--no-commit", "--no-ff"], ["cherry-pick"], ["rebase"], ["revert", "--no-commit"],
  ])
  func `in the middle of something that git began, nothing is done`(command: [String]) throws {
    let plain = try world.clone("plain")
    try plain.write("own.txt", "one\n")
    try plain.commit()
    try plain.git("push", "--quiet", "origin", "HEAD:main")
    try a.write("own.txt", "two\n")
    try a.commit()
    try a.git("fetch", "--quiet")
    _ = try? Shell.run("git", command + ["origin/main"], in: a.folder)
    let (head, tip) = (try a.head(), try world.hubTip())
    let error = #expect(throws: StoreError.self) { try a.sync() }
    guard case .inProgress(let what, let finish, let abort)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(what == command[0])
    #expect(finish == "git \(command[0]) --continue" && abort == "git \(command[0]) --abort")
    #expect(throws: StoreError.self) { try a.save(9, "Nine") }
    #expect(try a.head() == head)
    #expect(try world.hubTip() == tip)
  }
}
