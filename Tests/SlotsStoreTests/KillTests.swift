import Foundation
import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// The real program, killed with SIGKILL after random short times.
@Suite struct KillTests {
  /// Starts the program and kills it after a while, unless it was faster.
  /// - Returns: whether it ended by itself with status 0.
  private func runAndKill(
    _ replica: Replica, _ arguments: [String], after microseconds: Int
  ) throws -> Bool {
    replica.world.now += 1000
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try Program.path().description)
    process.arguments = ["-C", replica.folder.description] + arguments
    process.environment = replica.programEnvironment.compactMapValues { $0 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    usleep(UInt32(microseconds))
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    return process.terminationReason == .exit && process.terminationStatus == 0
  }

  /// The locks in a folder; not what libgit2 put beside a file that it was writing under a name of its
  /// own, which locks nothing and goes after an hour.
  private static func locks(_ folder: Path) throws -> [String] {
    try Listing.contents(of: folder).keys.filter { path in
      let name = Path(path).name
      return path.hasSuffix(".lock") && !Files.isTemporary(name)
        && !name.description.hasPrefix("pack_git2_")
    }
  }

  @Test(arguments: Seeds.few)
  func `killed at random, nothing that was acknowledged is lost and nothing is left locked`(
    seed: UInt64
  ) throws {
    var chance = Chance(seed: seed)
    let world = try World()
    let (a, b) = (try world.replica("a"), try world.replica("b"))
    try a.write("notes.txt", "0\n")
    try a.commit("notes")
    try world.settle([a, b])
    var acknowledged: [Int: Set<String>] = [:]
    var killed = 0
    for round in 0..<40 {
      let slot = chance.below(3)
      switch chance.below(4) {
      case 0:
        try b.save(slot, "b \(round)")
        try b.write("notes.txt", "\(round)\n")
        try b.sync()
        acknowledged[slot, default: []].insert("b \(round)")
        fallthrough
      case 1:
        if try !runAndKill(a, ["sync"], after: chance.below(60_000)) { killed += 1 }
      default:
        let isDone = try runAndKill(
          a, ["set", "\(slot)", "--name", "a \(round)"], after: chance.below(60_000))
        if isDone { acknowledged[slot, default: []].insert("a \(round)") } else { killed += 1 }
      }
      guard round % 8 == 7 else { continue }
      let next = try a.slots("sync")
      #expect(next.succeeded, "seed \(seed), round \(round): \(next.summary)")
      let locks = try Self.locks(a.folder) + Self.locks(world.hub)
      #expect(locks == [], "seed \(seed), round \(round)")
      #expect(try a.open().validate([]) == [], "seed \(seed), round \(round)")
      let status = try a.git("status", "--porcelain")
      #expect(status == "", "seed \(seed), round \(round)")
    }
    #expect(killed > 0, "seed \(seed): no run was killed")
    try world.settle([a, b])
    try world.expectInStep([a, b], "seed \(seed)")
    #expect(try a.text(".git/slots/advance.json") == nil)
    #expect(try Files.list(a.folder.appending(".git/slots/new")) ?? [] == [], "seed \(seed)")
    for (slot, names) in acknowledged {
      let found = Set(
        try b.versions(slotKey(slot)).compactMap { Slot($0.register.value)?.name.string })
      #expect(names.subtracting(found) == [], "seed \(seed), slot \(slot)")
    }
    for folder in [a.folder, b.folder, world.hub] {
      #expect(
        try git("fsck", "--strict", "--no-progress", "--no-dangling", in: folder) == "",
        "seed \(seed)")
    }
  }

  @Test(arguments: Seeds.few)
  func `an undo that was killed is done or not, and the list of operations is right`(
    seed: UInt64
  ) throws {
    var chance = Chance(seed: seed &+ 4000)
    let world = try World()
    let a = try world.replica("a")
    var killed = 0
    for round in 0..<12 {
      let before = try a.open().undoable().count
      try a.save(9, "Before \(round)")
      try a.save(9, "After \(round)")
      if try !runAndKill(a, ["undo"], after: chance.below(40_000)) { killed += 1 }
      // The next command completes what was begun.
      try a.pin(6 + round)
      let list = try a.open().undoable()
      let isUndone = try a.title(9) == "Before \(round)"
      #expect(try isUndone || a.title(9) == "After \(round)", "seed \(seed), round \(round)")
      let kinds: [OperationKind] = isUndone ? [.pin, .save] : [.pin, .save, .save]
      #expect(list.count == before + kinds.count, "seed \(seed), round \(round)")
      #expect(list.prefix(kinds.count).map(\.kind) == kinds, "seed \(seed), round \(round)")
      try a.undo()
      try a.undo()
      let name = isUndone ? round == 0 ? nil : "Before \(round - 1)" : "Before \(round)"
      #expect(try a.title(9) == name, "seed \(seed), round \(round)")
      try a.save(9, "Before \(round)")
    }
    #expect(killed > 0, "seed \(seed): no run was killed")
  }

  @Test(arguments: Seeds.few)
  func `an init that was killed can be done again, new or joining`(seed: UInt64) throws {
    var chance = Chance(seed: seed &+ 2000)
    let world = try World()
    let a = try world.replica("a")
    try a.save(9, "Nine")
    try a.write("notes.txt", "one\n")
    try a.commit("notes")
    try a.sync()
    for round in 0..<16 {
      let c = Replica(world, "c\(round)", skew: 0, factory: world.factory)
      try Files.makeFolders(c.folder)
      let isJoining = round % 2 == 0
      let arguments =
        ["init", "--replica", c.name] + (isJoining ? ["--remote", world.hub.description] : [])
      for _ in 0..<2 { _ = try runAndKill(c, arguments, after: chance.below(50_000)) }
      let made = try Child.run(
        Program.path(), ["-C", c.folder.description] + arguments, in: world.folder.path,
        environment: c.programEnvironment, deadline: 60_000)
      #expect(made.succeeded, "seed \(seed), round \(round): \(made.summary)")
      #expect(try c.sync().taken.isEmpty, "seed \(seed), round \(round)")
      #expect(try c.title(9) == (isJoining ? "Nine" : nil), "seed \(seed), round \(round)")
      #expect(try c.git("status", "--porcelain") == "", "seed \(seed), round \(round)")
      #expect(try Self.locks(c.folder) == [], "seed \(seed), round \(round)")
      if isJoining {
        #expect(try c.text("notes.txt") == "one\n", "seed \(seed), round \(round)")
        try world.expectInStep([c], "seed \(seed), round \(round)")
      }
    }
  }

  @Test(arguments: Seeds.few)
  func `hand edits of whoever was killed are never lost`(seed: UInt64) throws {
    var chance = Chance(seed: seed &+ 1000)
    let world = try World()
    let (a, b) = (try world.replica("a"), try world.replica("b"))
    try world.settle([a, b])
    var wanted: [Int: Set<String>] = [:]
    for round in 0..<12 {
      let slot = chance.below(3)
      try b.save(slot, "b \(round)")
      try b.sync()
      let mine = chance.below(3)
      try a.write(slotFile(mine), "{\"name\": \"a \(round)\", \"params\": {}}\n")
      for _ in 0..<2 { _ = try runAndKill(a, ["sync"], after: chance.below(50_000)) }
      let next = try a.slots("sync")
      #expect(next.succeeded, "seed \(seed), round \(round): \(next.summary)")
      wanted[slot, default: []].insert("b \(round)")
      wanted[mine, default: []].insert("a \(round)")
    }
    try world.settle([a, b])
    try world.expectInStep([a, b], "seed \(seed)")
    for (slot, names) in wanted {
      let found = Set(
        try b.versions(slotKey(slot)).compactMap { Slot($0.register.value)?.name.string })
      #expect(names.subtracting(found) == [], "seed \(seed), slot \(slot)")
    }
  }
}
