import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// A remote whose repository is damaged, by a loss of power or on purpose.
struct DamagedRemote: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let damage: @Sendable (Forge) throws -> Void

  init(_ name: String, _ damage: @escaping @Sendable (Forge) throws -> Void) {
    testDescription = name
    self.damage = damage
  }

  /// Damage to the file of one of the objects that a push of a slot brought.
  static func object(
    _ what: String, _ how: String, _ change: @escaping @Sendable ([UInt8]) -> [UInt8]
  )
    -> DamagedRemote
  {
    DamagedRemote("\(what) \(how)") { forge in
      let blob = try forge.blob("{\"name\": \"Evil\", \"params\": {}}")
      let commit = try forge.push([("100644", Array("slot.05.json".utf8), blob)])
      let tree = try git("rev-parse", "\(commit)^{tree}", in: forge.hub)
      try forge.damage(["blob": blob, "tree": tree, "commit": commit][what] ?? blob, change)
    }
  }

  /// Damage to the one pack, or its index, of a remote.
  static func pack(
    _ ending: String, _ how: String, _ change: @escaping @Sendable ([UInt8]) -> [UInt8]
  )
    -> DamagedRemote
  {
    DamagedRemote("pack: \(ending) \(how)") { forge in
      let blob = try forge.blob("{\"name\": \"Evil\", \"params\": {}}")
      try forge.push([("100644", Array("slot.05.json".utf8), blob)])
      try git("gc", "--quiet", "--prune=now", in: forge.hub)
      let folder = forge.hub.appending("objects/pack")
      let name = try Files.list(folder)?.first { $0.description.hasSuffix(ending) }
      let file = folder.appending(try name.orThrow(ending))
      let bytes = try Files.read(file).orThrow(ending)
      try Files.remove(file)
      try Files.write(change(bytes), to: file, temporaryIn: forge.hub)
    }
  }

  /// A branch that names something else than a commit.
  static func branch(_ name: String, _ text: @escaping @Sendable (Forge) throws -> String)
    -> DamagedRemote
  {
    DamagedRemote("branch: \(name)") { forge in try forge.point(try text(forge)) }
  }
}

@Suite struct HostileObjectTests {
  static let changes: [(how: String, change: @Sendable ([UInt8]) -> [UInt8])] = [
    ("empty", { _ in [] }), ("cut", { Array($0.prefix($0.count / 2)) }),
    ("cut by a byte", { Array($0.dropLast()) }), ("nonsense", { _ in Array("nonsense".utf8) }),
  ]

  static let cases: [DamagedRemote] =
    ["blob", "tree", "commit"].flatMap { what in
      changes.map { DamagedRemote.object(what, $0.how, $0.change) }
    } + [
      .pack(".pack", "cut") { Array($0.prefix($0.count / 2)) },
      .pack(".pack", "empty") { _ in [] },
      .pack(".pack", "with other bytes") {
        $0.enumerated().map { $0.offset > 40 ? ~$0.element : $0.element }
      },
      .pack(".idx", "cut") { Array($0.prefix($0.count / 2)) },
      .pack(".idx", "with an offset beyond the end") { bytes in
        let count = bytes[8 + 255 * 4..<8 + 256 * 4].reduce(0) { $0 << 8 | Int($1) }
        let offsets = 8 + 1024 + count * 24
        return bytes.enumerated().map {
          $0.offset >= offsets && $0.offset < offsets + 4 * count ? 0x7F : $0.element
        }
      },
      .pack(".idx", "with a fan that lies") { bytes in
        bytes.enumerated().map { (8..<1032).contains($0.offset) ? 0x01 : $0.element }
      },
      .branch("a missing object") { _ in "4444444444444444444444444444444444444444" },
      .branch("nothing") { _ in "" },
      .branch("nonsense with an escape") { _ in "\u{1B}[31mnonsense" },
      .branch("a file") { try $0.blob("x") }, .branch("a folder") { try $0.tree([]) },
      .branch("itself") { _ in "ref: refs/heads/main" },
      .branch("a place outside") { _ in "ref: ../../../outside" },
      .branch("a commit that is none") { try $0.object("commit", Array("nonsense".utf8)) },
      .branch("a commit without author") { forge in
        let tree = try git("rev-parse", "main^{tree}", in: forge.hub)
        return try forge.object("commit", Array("tree \(tree)\n\nx\n".utf8))
      },
      DamagedRemote("a parent that is missing") { forge in
        try forge.push(
          tree: try git("rev-parse", "main^{tree}", in: forge.hub),
          parents: ["4444444444444444444444444444444444444444"])
      },
      DamagedRemote("a HEAD of nonsense, and no branch") { forge in
        try forge.point("nonsense")
        try Files.write(
          Array("nonsense\n".utf8), to: forge.hub.appending("HEAD"), temporaryIn: forge.hub)
      },
    ]

  @Test(arguments: cases)
  func `a damaged remote is named, holds nothing up and is synced with once it is whole`(
    remote: DamagedRemote
  ) throws {
    let world = try World()
    let a = try world.replica("a")
    try a.sync()
    let whole = world.folder.path.appending("whole.git")
    try git(
      "clone", "--quiet", "--bare", world.hub.description, whole.description, in: world.folder.path)
    try remote.damage(Forge(world.hub))
    try a.write(slotFile(9), "{\"name\": \"Mine\", \"params\": {}}")
    // The real program, which can be ended should it hang.
    let sync = try a.slots("sync")
    #expect([1, 4].contains(sync.exitCode), "\(sync.summary)")
    #expect(sync.errorText.contains("hub.git"), "\(sync.summary)")
    #expect(!sync.errorText.contains("\u{1B}"), "\(sync.summary)")
    #expect(try a.title(9) == "Mine")
    for command in ["status", "doctor"] {
      let result = try a.slots(command)
      #expect([0, 3].contains(result.exitCode), "\(command): \(result.summary)")
    }
    let joiner = Replica(world, "joiner", skew: 0, factory: world.factory)
    let joining = try Child.run(
      Program.path(), ["init", joiner.folder.description, "--remote", world.hub.description],
      in: world.folder.path, environment: joiner.programEnvironment, deadline: 60_000)
    #expect([1, 4].contains(joining.exitCode), "\(joining.summary)")
    #expect(try Files.status(joiner.folder) == nil)
    try Files.removeTree(world.hub)
    try Files.move(whole, to: world.hub)
    #expect(try a.sync().result == .synced)
    #expect(try git("show", "main:slot.09.json", in: world.hub).contains("Mine"))
  }

  @Test func `B24 an object here that is cut off is named, and nothing waits for ever`() throws {
    let world = try World()
    let a = try world.replica("a")
    try a.save(9, "Nine")
    for name in ["HEAD", "HEAD^{tree}", "HEAD:slot.09.json"] {
      let id = try a.git("rev-parse", name)
      let file = a.folder.appending(
        ".git/objects/\(String(id.prefix(2)))/\(String(id.dropFirst(2)))")
      let bytes = try Files.read(file).orThrow(name)
      try Files.remove(file)
      try Files.write(Array(bytes.dropLast(5)), to: file, temporaryIn: world.folder.path)
      let sync = try a.slots("sync")
      #expect(sync.exitCode == 1, "\(name): \(sync.summary)")
      #expect(sync.errorText.contains("is cut off"), "\(name): \(sync.summary)")
      #expect(try a.slots("doctor").exitCode == 3, "\(name)")
      try Files.remove(file)
      try Files.write(bytes, to: file, temporaryIn: world.folder.path)
    }
    #expect(try a.slots("sync").exitCode == 0)
  }
}
