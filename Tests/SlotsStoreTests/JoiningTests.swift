import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// What `init` refuses, and what it does where the remote does not answer.
@Suite struct JoiningTests {
  private func expectRefused(
    _ replica: Replica, remote: String? = nil, _ isRight: (StoreError) -> Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try Listing.contents(of: replica.folder)
    let error = #expect(throws: StoreError.self, sourceLocation: sourceLocation) {
      try replica.initialise(remote: remote)
    }
    if let error { #expect(isRight(error), "\(error)", sourceLocation: sourceLocation) }
    #expect(try Listing.contents(of: replica.folder) == before, sourceLocation: sourceLocation)
  }

  @Test func `a folder that holds something else is refused and stays as it was`() throws {
    let world = try World()
    let a = Replica(world, "a", skew: 0, factory: world.factory)
    try a.write("todo.txt", "milk\n")
    try expectRefused(a, remote: world.hub.description) {
      $0 == .occupied(folder: a.folder.description, by: "todo.txt")
    }
    #expect(try world.hubTip() == "")
  }

  @Test func `B41 presets of one's own go into free slots of the store that was joined`() throws {
    let world = try World()
    let a = try world.replica("a")
    try a.save(7, "Seven")
    try a.sync()
    let b = try world.replica("b")
    let own = try (0..<5).map { ImportFile.Entry(slot: nil, preset: try preset("Own \($0)")) }
    let report = try b.open().bringIn { view in
      ImportPlan(own, into: try view.format().slotIDs.map { (id: $0, slot: try view.slot($0)) })
    }
    #expect(report.changes.map(\.key) == (try [6, 8, 9, 10, 11].map(slotKey)))
    #expect(report.changes.allSatisfy { Slot($0.new?.value)?.userOwned == true })
    try b.sync()
    try a.sync()
    #expect(try a.title(7) == "Seven")
    #expect(try a.title(11) == "Own 4")
    try b.undo()
    #expect(try b.title(6) == nil)
  }

  @Test func `B41 a folder with a person's presets is refused with nothing changed`() throws {
    let world = try World()
    try world.replica("other").sync()
    let a = Replica(world, "a", skew: 0, factory: world.factory)
    for slot in 3..<8 {
      try a.write(slotFile(slot), "{\"name\": \"Mine \(slot)\", \"params\": {}}\n")
    }
    try expectRefused(a, remote: world.hub.description) {
      if case .occupied(a.folder.description, _) = $0 { true } else { false }
    }
    try expectRefused(a) {
      if case .occupied(a.folder.description, _) = $0 { true } else { false }
    }
  }

  @Test func `a git repository that is no store is refused and stays as it was`() throws {
    let world = try World()
    let a = Replica(world, "a", skew: 0, factory: world.factory)
    try git(
      "init", "--quiet", "--initial-branch", "main", a.folder.description, in: world.folder.path)
    try a.git("commit", "--quiet", "--allow-empty", "--message", "mine")
    try expectRefused(a, remote: world.hub.description) {
      if case .occupied(a.folder.description, _) = $0 { true } else { false }
    }
  }

  @Test func `a remote that is no store is refused, and no folder is left`() throws {
    let world = try World()
    let other = try world.clone("other")
    try other.write("README", "no store\n")
    try other.commit()
    try other.git("push", "--quiet", "origin", "HEAD:main")
    let tip = try world.hubTip()
    let a = Replica(world, "a", skew: 0, factory: world.factory)
    try expectRefused(a, remote: world.hub.description) {
      $0 == .foreignRemote(world.hub.description)
    }
    #expect(try Files.status(a.folder) == nil)
    #expect(try world.hubTip() == tip)
  }

  @Test func `a repository without commits stays as it was when its remote is no store`() throws {
    let world = try World()
    let other = try world.clone("other")
    try other.write("README", "no store\n")
    try other.commit()
    try other.git("push", "--quiet", "origin", "HEAD:main")
    let a = Replica(world, "a", skew: 0, factory: world.factory)
    try git(
      "init", "--quiet", "--initial-branch", "start", a.folder.description, in: world.folder.path)
    let config = try a.text(".git/config")
    #expect(throws: StoreError.foreignRemote(world.hub.description)) {
      try a.initialise(remote: world.hub.description)
    }
    #expect(try a.text(".git/config") == config)
    #expect(try a.git("symbolic-ref", "HEAD") == "refs/heads/start")
    #expect(try Files.list(a.folder)?.map(\.description) == [".git"])
  }

  @Test func `an offline remote at init is met later, with what others did meanwhile`() throws {
    let world = try World()
    let a = try world.replica("a")
    try a.save(8, "From a")
    try a.sync()
    let away = world.folder.path.appending("away.git")
    let b = Replica(world, "b", skew: 0, factory: world.factory)
    let report = try b.initialise(remote: away.description)
    #expect(report.outcome == .created)
    #expect(report.unreachable != nil)
    try b.save(9, "From b")
    let offline = try b.sync()
    #expect(offline.result == .offline)
    #expect(offline.reason != nil)
    #expect(try b.title(9) == "From b")
    try Shell.run("mv", [world.hub.description, away.description], in: world.folder.path)
    try a.git("remote", "set-url", "origin", away.description)
    let synced = try b.sync()
    #expect(synced.result == .synced)
    #expect(synced.received.map(\.change.key) == [try slotKey(8)])
    #expect(synced.sent.map(\.key) == [try slotKey(9)])
    try a.sync()
    #expect(try a.tree() == b.tree())
    #expect(try a.title(9) == "From b")
  }

  @Test(arguments: ["init", "sync"])
  func `B30 a HEAD that names no branch does not make a filled remote an empty one`(
    how: String
  ) throws {
    let world = try World(branch: "master")
    let a = Replica(world, "a", skew: 0, factory: world.factory)
    try a.initialise()
    try a.save(8, "From a")
    try a.git("push", "--quiet", world.hub.description, "main")
    let b = Replica(world, "b", skew: 0, factory: world.factory)
    if how == "init" {
      #expect(try b.initialise(remote: world.hub.description).outcome == .joined)
    } else {
      try b.initialise()
      try b.git("remote", "add", "origin", world.hub.description)
    }
    try b.save(9, "From b")
    try b.sync()
    #expect(try b.title(8) == "From a")
    #expect(try git("for-each-ref", "--format=%(refname)", in: world.hub) == "refs/heads/main")
    try a.git("remote", "add", "origin", world.hub.description)
    try a.sync()
    try world.expectInStep([a, b])
    #expect(try a.title(9) == "From b")
  }

  @Test func `offline at init and another branch in the remote still end on one branch`() throws {
    let world = try World(branch: "trunk")
    let a = try world.replica("a")
    try a.save(8, "From a")
    try a.sync()
    let away = world.folder.path.appending("away.git")
    let b = Replica(world, "b", skew: 0, factory: world.factory)
    try b.initialise(remote: away.description)
    try b.save(9, "From b")
    try Shell.run("mv", [world.hub.description, away.description], in: world.folder.path)
    try a.git("remote", "set-url", "origin", away.description)
    try world.settle([b, a])
    #expect(try git("for-each-ref", "--format=%(refname)", in: away) == "refs/heads/trunk")
    #expect(try a.title(9) == "From b")
    #expect(try b.title(8) == "From a")
  }

  @Test func `offline at init and something else in the remote is refused by sync`() throws {
    let world = try World()
    let other = try world.clone("other")
    try other.write("README", "no store\n")
    try other.commit()
    try other.git("push", "--quiet", "origin", "HEAD:main")
    let tip = try world.hubTip()
    let b = Replica(world, "b", skew: 0, factory: world.factory)
    try b.initialise(remote: world.folder.path.appending("away.git").description)
    try b.git("remote", "set-url", "origin", world.hub.description)
    let head = try b.head()
    #expect(throws: StoreError.foreignRemote(world.hub.description)) { try b.sync() }
    #expect(try world.hubTip() == tip)
    #expect(try b.head() == head)
    #expect(try b.text("README") == nil)
  }

  @Test func `B40 no home, no name: commits carry the replica's name and a fixed address`() throws {
    let world = try World()
    let a = Replica(world, "stage left", skew: 0, factory: world.factory)
    try Files.makeFolders(a.folder)
    let nobody: [String: String?] = [
      "HOME": nil, "GIT_AUTHOR_NAME": nil, "GIT_AUTHOR_EMAIL": nil, "GIT_COMMITTER_NAME": nil,
      "GIT_COMMITTER_EMAIL": nil,
    ]
    for arguments in [
      ["init", "--remote", world.hub.description, "--replica", "stage left"],
      ["set", "5", "speed=0.7"], ["sync"],
    ] {
      let result = try Child.run(
        Program.path(), ["-C", a.folder.description] + arguments, in: world.folder.path,
        environment: a.programEnvironment.merging(nobody) { $1 }, deadline: 60_000)
      #expect(result.succeeded, "\(arguments): \(result.summary)")
    }
    #expect(try a.git("log", "-1", "--format=%an <%ae>") == "stage left <slots@localhost>")
    #expect(try a.git("log", "-1", "--format=%cn <%ce>") == "stage left <slots@localhost>")
    #expect(try world.hubTip() == a.head())
  }

  @Test func `B58 a new replica's defaults never win over what people wrote`() throws {
    let world = try World()
    let a = try world.replica("a")
    for slot in 0..<10 { try a.save(slot, "Mine \(slot)") }
    try a.pin(7)
    try a.pin(0, to: false)
    try a.sync()
    for (name, skew) in [("slow", Int64(-1_796_126_400_000)), ("fast", 2_300_000_000_000)] {
      // It started alone, offline, with its own copy of the first commit, and only then meets the others.
      let b = Replica(world, name, skew: skew, factory: world.factory)
      try b.initialise()
      try b.git("remote", "add", "origin", world.hub.description)
      let report = try b.sync()
      #expect(report.sent.isEmpty, "\(report.json.compactText)")
      #expect(report.won.isEmpty && report.lost.isEmpty)
      #expect(try b.tree() == a.tree())
      for slot in 0..<10 { #expect(try b.title(slot) == "Mine \(slot)") }
    }
    #expect(try a.sync().received.isEmpty)
  }
}
