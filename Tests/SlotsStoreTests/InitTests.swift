import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

@Suite struct InitTests {
  @Test func `twice is once`() throws {
    let world = try World()
    let a = try world.replica("a")
    let before = try Listing.contents(of: a.folder, except: ["slots"])
    let report = try a.initialise(remote: world.hub.description)
    #expect(report.outcome == .existed)
    #expect(report.replica == "a")
    #expect(try Listing.contents(of: a.folder, except: ["slots"]) == before)
  }

  @Test func `an empty remote is started by the first replica and joined by the second`() throws {
    let world = try World()
    let a = Replica(world, "a", skew: 0, factory: world.factory)
    let report = try a.initialise(remote: world.hub.description)
    #expect(report.outcome == .created)
    #expect(report.branch == "main")
    #expect(report.remote == world.hub.description)
    #expect(try a.sync().result == .synced)
    try a.save(9, "Aurora")
    try a.sync()
    let b = Replica(world, "b", skew: 0, factory: world.factory)
    #expect(try b.initialise(remote: world.hub.description).outcome == .joined)
    #expect(try b.title(9) == "Aurora")
    #expect(try b.sync().result == .upToDate)
    try world.expectInStep([a, b])
  }

  @Test func `the first commit is the same object whatever clock, name and folder`() throws {
    let heads = try [("a", 0), ("b", 9_999_999_999), ("c", -1_796_126_400_000)].map {
      name, skew in
      let world = try World()
      let replica = Replica(world, name, skew: Int64(skew), factory: world.factory)
      try replica.initialise()
      return try replica.head()
    }
    #expect(Set(heads).count == 1)
  }

  @Test func `the branch that the remote's HEAD names is taken, empty or filled`() throws {
    let world = try World(branch: "trunk")
    let a = try world.replica("a")
    #expect(try a.git("symbolic-ref", "HEAD") == "refs/heads/trunk")
    try a.save(9, "Aurora")
    try a.sync()
    let b = try world.replica("b")
    #expect(try b.git("symbolic-ref", "HEAD") == "refs/heads/trunk")
    #expect(try b.title(9) == "Aurora")
    try b.save(10, "Borealis")
    try world.settle([b, a])
    try world.expectInStep([a, b], branch: "trunk")
    #expect(try git("for-each-ref", "--format=%(refname)", in: world.hub) == "refs/heads/trunk")
  }

  @Test func `B30 an empty remote is filled on one branch whatever git's default branch`() throws {
    let world = try World()
    let home = world.folder.path.appending("home")
    try Files.makeFolders(home)
    try world.folder.write("home/.gitconfig", "[init]\n\tdefaultBranch = master\n")
    let settings: [String: String?] = [
      "HOME": home.description, "GIT_CONFIG_GLOBAL": "\(home)/.gitconfig",
    ]
    let replicas = ["a", "b"].map { Replica(world, $0, skew: 0, factory: world.factory) }
    for replica in replicas {
      try Files.makeFolders(replica.folder)
      let made = try replica.slots(
        "init", "--remote", world.hub.description, "--replica", replica.name,
        environment: settings)
      #expect(made.succeeded, "\(made.summary)")
      let wrote = try replica.slots("set", "0", "speed=0.3", environment: settings)
      #expect(wrote.succeeded, "\(wrote.summary)")
      let synced = try replica.slots("sync", environment: settings)
      #expect(synced.succeeded, "\(synced.summary)")
    }
    try world.settle(replicas)
    try world.expectInStep(replicas)
    #expect(try git("for-each-ref", "--format=%(refname)", in: world.hub) == "refs/heads/main")
  }

  @Test func `a plain clone of an empty repository is started like any other`() throws {
    let world = try World(branch: "trunk")
    let clone = try world.clone("a")
    let report = try clone.initialise()
    #expect(report.outcome == .created)
    #expect(report.branch == "trunk")
    try clone.save(9, "Nine")
    #expect(try clone.sync().result == .synced)
    let b = try world.replica("b")
    #expect(try b.title(9) == "Nine")
    try world.expectInStep([clone, b], branch: "trunk")
  }

  @Test func `a plain clone of a store becomes a replica`() throws {
    let world = try World()
    try world.replica("a").sync()
    let clone = try world.clone("b")
    let report = try clone.initialise()
    #expect(report.outcome == .existed)
    #expect(report.remote == world.hub.description)
    let driver = try clone.git("config", "merge.slots.driver")
    #expect(driver.hasSuffix("merge-driver %O %A %B %P"))
    #expect(try clone.git("config", "slots.replica") == "b")
    #expect(try clone.text(".git/hooks/pre-commit")?.contains("hook pre-commit") == true)
  }

  @Test func `a hook that is somebody else's stays and is named`() throws {
    let world = try World()
    try world.replica("a").sync()
    let clone = try world.clone("b")
    try clone.write(".git/hooks/pre-commit", "#!/bin/sh\nexit 0\n")
    let report = try clone.initialise()
    #expect(report.foreignHook == "\(clone.folder)/.git/hooks/pre-commit")
    #expect(try clone.text(".git/hooks/pre-commit") == "#!/bin/sh\nexit 0\n")
  }

  @Test func `another remote than the one it has is refused`() throws {
    let world = try World()
    let a = try world.replica("a")
    let before = try Listing.contents(of: a.folder, except: ["slots"])
    #expect(
      throws: StoreError.otherRemote(has: world.hub.description, asked: "/somewhere/else.git")
    ) { try a.initialise(remote: "/somewhere/else.git") }
    #expect(try Listing.contents(of: a.folder, except: ["slots"]) == before)
  }

  @Test(arguments: [
    "", "git:me", " a", "a ", "a\nb", "a\u{7}b", String(repeating: "x", count: 101),
  ])
  func `a name that no replica can have is refused before anything is made`(name: String) throws {
    let world = try World()
    let a = Replica(world, "a", skew: 0, factory: world.factory)
    let error = #expect(throws: StoreError.self) { try a.initialise(replica: name) }
    guard case .badReplica(name, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try Files.status(a.folder) == nil)
  }

  @Test func `without a factory set nothing is made`() throws {
    let world = try World()
    let nowhere = world.folder.path.appending("nowhere")
    let a = Replica(world, "a", skew: 0, factory: nowhere)
    #expect(throws: StoreError.noFactory(tried: [nowhere.description])) { try a.initialise() }
    #expect(try Files.status(a.folder) == nil)
  }
}
