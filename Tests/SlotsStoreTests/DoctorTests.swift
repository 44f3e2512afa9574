import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// Each fault, made for real, is named by the look that is for it, and by no other as an error.
@Suite struct DoctorTests {
  let world: World
  let a: Replica

  init() throws {
    _ = try Program.path()
    world = try World()
    a = try world.replica("a")
    try a.save(9, "Nine")
    try a.sync()
  }

  func look(_ folder: Path? = nil) -> [Checkup] {
    Doctor.look(at: (folder ?? a.folder).description, a.surroundings)
  }

  /// What one look found.
  func checkup(_ name: String, in folder: Path? = nil) throws -> Checkup {
    let found = look(folder)
    return try found.first { $0.name == name }.orThrow("\(name) in \(found)")
  }

  func expect(
    _ name: String, _ state: Checkup.State, _ words: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found = look()
    let checkup = found.first { $0.name == name }
    #expect(checkup?.state == state, "\(found)", sourceLocation: sourceLocation)
    #expect(checkup?.summary.contains(words) == true, "\(found)", sourceLocation: sourceLocation)
    #expect(checkup?.advice != nil, sourceLocation: sourceLocation)
  }

  @Test func `a store that works is all ok, and looking changes nothing`() throws {
    let changed = try Listing.changes(in: a.folder) {
      #expect(look().allSatisfy { $0.state == .ok }, "\(look())")
    }
    #expect(changed == [])
    #expect(Set(look().map(\.name)).count == 24)
    #expect(look().count == 24)
  }

  @Test func `what is no replica is told`() throws {
    let empty = world.folder.path.appending("empty")
    try Files.makeFolders(empty)
    #expect(look(empty).last?.summary.contains("is in no git repository") == true)
    #expect(look(world.hub).last?.summary.contains("bare") == true)
    try git("init", "--quiet", in: empty)
    #expect(look(empty).contains { $0.name == "store" && $0.state == .error })
  }

  @Test func `branch, unfinished merge, locks, killed runs`() throws {
    try a.git("checkout", "--quiet", "--detach")
    expect("branch", .error, "HEAD names no branch")
    try a.git("checkout", "--quiet", "main")
    try a.write(".git/MERGE_HEAD", "\(a.head())\n")
    expect("branch", .warning, "a git merge was begun")
    try a.remove(".git/MERGE_HEAD")
    try a.write(".git/index.lock", "")
    expect("locks", .warning, "index.lock exists")
    try a.remove(".git/index.lock")
    try a.write(".git/refs/heads/main.lock", "")
    expect("locks", .warning, "main.lock exists")
    try a.remove(".git/refs/heads/main.lock")
    try a.write(
      ".git/slots/advance.json",
      "{\"branch\": \"refs/heads/main\", \"to\": \"\(a.head())\"}")
    expect("leftovers", .note, "killed")
    try a.write(".git/slots/advance.json", "{")
    expect("leftovers", .warning, "cannot be read")
    try a.remove(".git/slots/advance.json")
    try a.write(".git/slots/new/\(Files.temporaryName())", "half")
    expect("leftovers", .note, "unfinished files")
    try a.sync()
    #expect(try checkup("leftovers").state == .ok)
  }

  @Test func `B24 a damaged object, a missing and a damaged index are told with what to do`() throws
  {
    let blob = try a.git("rev-parse", "HEAD:slot.09.json")
    let object: Path = ".git/objects/\(String(blob.prefix(2)))/\(String(blob.dropFirst(2)))"
    try Files.remove(a.folder.appending(object))
    try a.write(object.description, "")
    expect("objects", .error, "slot.09.json")
    try Files.remove(a.folder.appending(object))
    try a.git("hash-object", "-w", "slot.09.json")
    #expect(look().first { $0.name == "objects" }?.state == .ok)
    try a.write(".git/index", "nonsense")
    expect("index", .error, "cannot be read")
    try a.remove(".git/index")
    expect("index", .note, "missing")
    try a.git("reset", "--quiet")
    #expect(look().allSatisfy { $0.state == .ok }, "\(look())")
  }

  @Test func `B25 copies that a cloud made among the branches, and in the tree`() throws {
    try a.write(".git/refs/heads/main 2", "garbage\n")
    expect("place", .warning, "main 2")
    try a.remove(".git/refs/heads/main 2")
    try a.write("slot.03 2.json", "{}")
    expect("documents", .warning, "slot.03 2.json")
  }

  @Test func `drivers, attributes and B38 hooks that do nothing`() throws {
    try a.git("config", "merge.slots.driver", "'/nowhere/slots' merge-driver %O %A %B %P")
    expect("drivers", .error, "/nowhere/slots")
    try a.git("config", "--unset", "merge.slots.driver")
    expect("drivers", .warning, "no merge and diff driver")
    try a.initialise(remote: world.hub.description)
    try a.git("config", "merge.renames", "true")
    expect("drivers", .warning, "look-alike")
    try a.initialise(remote: world.hub.description)
    try a.git("config", "core.hooksPath", "elsewhere")
    expect("hooks", .warning, "elsewhere")
    try a.git("config", "--unset", "core.hooksPath")
    try a.remove(".git/hooks/pre-commit")
    expect("hooks", .warning, "no hook of slots")
    try a.write(".gitattributes", "\n")
    try a.commit("attributes")
    expect("drivers", .warning, ".gitattributes")
  }

  @Test func `the remote, unsent writes, a part of the history`() throws {
    try a.save(9, "Nine again")
    expect("unsent", .note, "1 write waits")
    try Shell.run("mv", [world.hub.description, "\(world.hub).away"], in: world.folder.path)
    expect("remote", .error, "is not reached")
    try a.git("remote", "set-url", "origin", "ssh://nobody@127.0.0.1:1/nothing")
    expect("remote", .error, "is not reached")
    try a.git("remote", "remove", "origin")
    expect("remote", .note, "none")
  }

  @Test func `another machine of our name, and a clock that is off`() throws {
    let twin = Replica(world, "twin", skew: 0, factory: world.factory)
    try twin.initialise(remote: world.hub.description, replica: "a")
    try twin.save(10, "Ten")
    try twin.sync()
    try a.sync()
    expect("replica", .warning, "another machine")
    let late = try world.replica("late", skew: 3_600_000)
    try late.save(11, "Eleven")
    try late.sync()
    try a.sync()
    expect("clocks", .warning, "late wrote at")
  }

  @Test func `documents, the size, the factory set, the list of operations`() throws {
    try a.write("slot.14.json", "{\"params\": {}, \"name\": \"Sloppy\"}")
    try a.commit("sloppy")
    expect("documents", .warning, "slot.14.json")
    try a.sync()
    try a.write("slot.02.json", "")
    expect("documents", .warning, "without content")
    try a.sync()
    try a.write(".git/slots/operations.json", "{")
    expect("operations", .warning, "cannot be read")
    try a.remove(".git/slots/operations.json")
    let newer = world.folder.path.appending("newer")
    try FactorySet.write(newer, version: 2, suffix: " 2")
    a.factory = newer
    expect("factory", .note, "version 2 is due")
    try FactorySet.write(newer, version: 1, suffix: " other")
    expect("factory", .warning, "differ")
    a.factory = "/nowhere"
    expect("factory", .warning, "no factory set")
    try a.edit("store.json", "1048576", "1600")
    try a.commit("small")
    expect("size", .warning, "nearly full")
  }
}
