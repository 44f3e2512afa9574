import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// Loose objects and packs stay few, and nothing is ever removed.
@Suite struct HousekeepingTests {
  let world: World
  let a: Replica
  let b: Replica

  init() throws {
    world = try World()
    (a, b) = (try world.replica("a"), try world.replica("b"))
    try world.settle([a, b])
  }

  /// Every object of a repository.
  private func objects(_ folder: Path) throws -> Set<Substring> {
    let text = try git(
      "cat-file", "--batch-all-objects", "--batch-check=%(objectname)", in: folder)
    return Set(text.split(separator: "\n"))
  }

  private func loose(_ folder: Path) throws -> Int {
    let text = try git("count-objects", in: folder)
    return try Int(text.prefix { $0 != " " }).orThrow(text)
  }

  private func packs(_ folder: Path) throws -> Int {
    let names = try Files.list(folder.appending("objects/pack")) ?? []
    return names.count { $0.description.hasSuffix(".pack") }
  }

  /// Loose objects that no branch leads to.
  private func fill(_ folder: Path, _ count: Int) throws {
    let stream = (0..<count).map { "blob\ndata 7\n\(1_000_000 + $0)\n" }.joined()
    try git(
      "-c", "fastimport.unpackLimit=100000", "fast-import", "--quiet", in: folder, input: stream)
  }

  @Test func `many objects become one pack at a sync, here and there, and none is gone`() throws {
    try a.save(9, "First")
    try a.save(9, "Second")
    // A commit that no branch leads to, as a rewritten remote leaves it.
    let lost = try git("commit-tree", "-m", "lost", "HEAD^{tree}", in: a.folder)
    let gitFolder = a.folder.appending(".git")
    try fill(gitFolder, 2000)
    try fill(world.hub, 2000)
    let before = (try objects(gitFolder), try objects(world.hub))
    try a.sync()
    #expect(try loose(gitFolder) == 0)
    #expect(try loose(world.hub) == 0)
    #expect(try packs(gitFolder) == 1)
    #expect(try objects(gitFolder).isSuperset(of: before.0))
    #expect(try objects(world.hub).isSuperset(of: before.1))
    #expect(try git("cat-file", "-t", lost, in: a.folder) == "commit")
    #expect(
      try a.versions(slotKey(9)).map { Slot($0.register.value)?.name } == ["Second", "First"])
    try world.settle([a, b])
    try world.expectInStep([a, b])
    #expect(try b.title(9) == "Second")
    for folder in [gitFolder, world.hub] {
      #expect(try git("fsck", "--strict", "--no-progress", "--no-dangling", in: folder) == "")
    }
  }

  @Test func `many packs become one`() throws {
    for number in 0..<51 {
      let id = try git("hash-object", "-w", "--stdin", in: world.hub, input: "\(number)\n")
      try git("pack-objects", "--quiet", "objects/pack/pack", in: world.hub, input: "\(id)\n")
    }
    #expect(try packs(world.hub) > 50)
    let before = try objects(world.hub)
    try a.sync()
    #expect(try packs(world.hub) == 1)
    #expect(try objects(world.hub) == before)
  }

  @Test func `where git cannot pack, the sync is done and says so`() throws {
    try a.save(5, "Old")
    let blob = try a.git("rev-parse", "HEAD:slot.05.json")
    try a.save(5, "Newer")
    try a.sync()
    try a.save(5, "Other")
    try Files.remove(
      a.folder.appending(Path(".git/objects/\(blob.prefix(2))/\(blob.dropFirst(2))")))
    try fill(a.folder.appending(".git"), 2000)
    let report = try a.sync()
    #expect(report.result == .synced)
    #expect(report.notes.contains { $0.contains("could not be packed") }, "\(report.notes)")
    try b.sync()
    #expect(try b.title(5) == "Other")
  }

  @Test func `whoever reads and writes meanwhile notices nothing`() async throws {
    let program = try Program.path()
    let environment = a.programEnvironment
    let folder = a.folder
    try a.save(9, "Nine")
    let failures = await onThreads(3) { number in
      for round in 0..<12 {
        switch number {
        case 0:
          try git(
            "repack", "-a", "-d", "-l", "--keep-unreachable", "--quiet", in: folder)
        default:
          let words = number == 1 ? ["log", "9"] : ["set", "9", "--name", "N\(round)"]
          let result = try Child.run(
            program, ["-C", folder.description] + words, in: folder, environment: environment,
            deadline: 60_000)
          guard result.succeeded else { throw Missing(what: "\(words): \(result.summary)") }
        }
      }
    }
    #expect(failures == [])
    #expect(try a.versions(slotKey(9)).count == 13)
  }
}
