import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// A tree that somebody forged in the remote.
struct HostileTree: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// What a person is told, by an error, a finding or a note; empty where there is nothing to tell.
  let words: String
  /// Whether it is carried on, and is no error.
  let isCarried: Bool
  let entries: @Sendable (Forge, World) throws -> [Forge.Entry]

  init(
    _ name: String, _ words: String, carried: Bool = false,
    _ entries: @escaping @Sendable (Forge, World) throws -> [Forge.Entry]
  ) {
    testDescription = name
    self.words = words
    isCarried = carried
    self.entries = entries
  }

  /// One file, or one folder with a file in it.
  static func named(_ name: String, _ words: String, carried: Bool = false, folder: Bool = false)
    -> HostileTree
  {
    HostileTree(
      "\(folder ? "folder" : "file") \(name.debugDescription.prefix(30))", words, carried: carried
    ) { forge, _ in
      let blob = try forge.blob("{\"name\": \"Evil\", \"params\": {}}")
      if !folder { return [("100644", Array(name.utf8), blob)] }
      return [
        ("40000", Array(name.utf8), try forge.tree([("100644", Array("live.json".utf8), blob)]))
      ]
    }
  }
}

@Suite struct HostileTreeTests {
  static let outside = "{\"values\": {\"a\": 1}, \"written\": {}}"
  static let noPlace = "1111111111111111111111111111111111111111"

  static func item(
    _ mode: String, _ name: String, _ words: String, carried: Bool = false,
    _ id: @escaping @Sendable (Forge, World) throws -> String
  ) -> HostileTree {
    HostileTree("\(mode) \(name.prefix(30))", words, carried: carried) { forge, world in
      [(mode, Array(name.utf8), try id(forge, world))]
    }
  }

  /// A link to where nothing of the store is.
  static func link(
    _ name: String, _ words: String, carried: Bool = false, to place: String = "outside/x"
  ) -> HostileTree {
    item("120000", name, words, carried: carried) { forge, world in
      try forge.blob("\(world.folder.path)/\(place)")
    }
  }

  static let cases: [HostileTree] = [
    link("slot.05.json", "symbolic link"), link("slot.00.json", "symbolic link"),
    link("store.json", "symbolic link"), link("pinned.json", "symbolic link"),
    item("160000", "slot.05.json", "submodule") { _, _ in noPlace },
    item("160000", "slot.00.json", "submodule") { _, _ in noPlace },
    item("160000", "sub", "sub: changed by the remote", carried: true) { _, _ in noPlace },
    item("100755", "slot.05.json", "", carried: true) { forge, _ in
      try forge.blob("{\"name\": \"Run\", \"params\": {}}")
    },
    .named("slot.05.json", "slot.05.json/live.json", carried: true, folder: true),
    .named("slot.00.json", "slot.00.json", folder: true),
    link("devices", "devices: changed", carried: true, to: "outside"),
    HostileTree("link devices/x", "devices/x: changed", carried: true) { forge, world in
      let blob = try forge.blob("\(world.folder.path)/outside/x")
      return [("40000", Array("devices".utf8), try forge.tree([("120000", Array("x".utf8), blob)]))]
    },
    HostileTree("devices/.git", "git's own folder") { forge, _ in
      let id = try forge.folder(
        Array(".git".utf8), Array("live.json".utf8), file: try forge.blob(outside))
      return [("40000", Array("devices".utf8), id)]
    },
    HostileTree("devices/..", "a folder above") { forge, _ in
      let id = try forge.folder(
        Array("..".utf8), Array("live.json".utf8), file: try forge.blob(outside))
      return [("40000", Array("devices".utf8), id)]
    },
    HostileTree("a device with a long name", "300 bytes") { forge, _ in
      let name = [UInt8](repeating: 0x78, count: 300)
      let id = try forge.folder(name, Array("live.json".utf8), file: try forge.blob(outside))
      return [("40000", Array("devices".utf8), id)]
    },
    .named("..", "a folder above"), .named(".", "a folder above", folder: true),
    .named(".git", "git's own folder", folder: true), .named("git~1", "git's own folder"),
    .named(".g\u{200C}it", "git's own folder"), .named("", "filename"),
    .named("devices/y/live.json", "a slash"), .named("../x", "a slash"),
    .named("/tmp/slots-evil", "a slash"),
    .named("a\u{1}\u{1B}[31m\nb", "changed by the remote", carried: true),
    .named("-f", "-f: changed", carried: true),
    .named("slot.5.json", "slot.5.json: changed", carried: true),
    .named("SLOT.05.json", "SLOT.05.json: changed", carried: true),
    .named("slot.24.json", "", carried: true), .named("slot.99.json", "", carried: true),
    .named(String(repeating: "x", count: 255), "changed", carried: true),
    .named(String(repeating: "x", count: 256), "256 bytes"),
    HostileTree("a path of 5000 bytes", "more than a path") { forge, _ in
      var id = try forge.folder(Array("f".utf8), file: try forge.blob("x"))
      for _ in 0..<20 { id = try forge.tree([("40000", [UInt8](repeating: 0x64, count: 250), id)]) }
      return [("40000", Array("deep".utf8), id)]
    },
    HostileTree("not UTF-8", "changed by the remote", carried: true) { forge, _ in
      [("100644", [0xFF, 0xFE], try forge.blob("x"))]
    },
    HostileTree("one name twice", "a name twice") { forge, _ in
      [
        ("100644", Array("twice".utf8), try forge.blob("x")),
        ("100644", Array("twice".utf8), try forge.blob("y")),
      ]
    },
    HostileTree("a file and a folder of one name", "a name twice") { forge, _ in
      let blob = try forge.blob("x")
      return [
        ("100644", Array("twice".utf8), blob),
        ("40000", Array("twice".utf8), try forge.tree([("100644", Array("f".utf8), blob)])),
      ]
    },
    HostileTree("device names of two cases and two Unicode forms", "differ by case", carried: true)
    { forge, _ in
      let inner = try forge.folder(Array("live.json".utf8), file: try forge.blob(outside))
      let names = ["Stage", "e\u{301}", "stage", "\u{E9}"].sorted {
        $0.utf8.lexicographicallyPrecedes($1.utf8)
      }
      return [
        (
          "40000", Array("devices".utf8),
          try forge.tree(names.map { ("40000", Array($0.utf8), inner) })
        )
      ]
    },
    item("120000", ".gitmodules", "symbolic link") { forge, _ in try forge.blob("x") },
    item("120000", "link", "symbolic link of 0 bytes") { forge, _ in try forge.blob("") },
    item("120000", "link", "symbolic link of 5000 bytes") { forge, _ in
      try forge.blob(String(repeating: "x", count: 5000))
    },
    item("40000", "zz", "type") { forge, _ in try forge.blob("x") },
    item("100644", "zz", "no file") { forge, _ in try forge.tree([]) },
    item("100644", "slot.05.json", "no file") { forge, _ in try forge.tree([]) },
    item("100644", "slot.05.json", "missing") { _, _ in noPlace },
    item("40000", "zz", "object not found") { _, _ in noPlace },
    item("100644", "slot.05.json", "64 levels") { forge, _ in
      try forge.blob(String(repeating: "[", count: 100_000))
    },
  ]

  @Test(arguments: cases)
  func `a forged tree is refused or carried in words, and nothing outside is touched`(
    tree: HostileTree
  ) throws {
    let world = try World()
    let a = try world.replica("a")
    try a.sync()
    try world.folder.write("outside/x/live.json", Self.outside)
    let forge = Forge(world.hub)
    let entries = try tree.entries(forge, world)
    let before = try Listing.contents(of: world.folder.path, except: ["a", "hub.git"])
    for marked in [false, true] {
      let slot = marked ? 9 : 8
      // An edit here makes a merge of it; with a mark, and without an edit, it is taken as it is, and
      // what was carried before is no news.
      if !marked { try a.write(slotFile(slot), "{\"name\": \"Mine\", \"params\": {}}") }
      let good = try world.hubTip()
      try forge.push(entries, marked: marked)
      let told = Self.told { try a.sync() }
      #expect(
        tree.words.isEmpty || told.text.contains(tree.words) || marked && told.isDone,
        "marked \(marked): \(told)")
      if tree.isCarried { #expect(told.isDone, "marked \(marked): \(told)") }
      #expect(try a.text(".git/slots/advance.json") == nil, "marked \(marked)")
      _ = try a.open().status()
      _ = try a.open().validateAll()
      _ = try a.open().log(limit: 10)
      _ = Doctor.look(at: a.folder.description, a.surroundings)
      let joiner = Replica(world, "joiner", skew: 0, factory: world.factory)
      let joined = Self.told {
        try joiner.initialise(remote: world.hub.description)
        return SyncReport()
      }
      if !joined.isDone {
        #expect(try Files.status(joiner.folder) == nil, "marked \(marked): \(joined)")
      }
      try Files.removeTree(joiner.folder)
      try forge.point(good)
      let healed = try a.sync()
      #expect(healed.failure == nil, "marked \(marked)")
      if !marked { #expect(try a.title(slot) == "Mine") }
      #expect(try world.hubTip() == a.head(), "marked \(marked)")
    }
    #expect(try Listing.contents(of: world.folder.path, except: ["a", "hub.git"]) == before)
  }

  struct Told {
    let text: String
    let isDone: Bool
  }

  /// What a sync told, and whether it ended well.
  static func told(_ body: () throws -> SyncReport) -> Told {
    do {
      let report = try body()
      let words = report.notes + report.held.map(\.text) + [report.reason ?? ""]
      return Told(text: words.joined(separator: "\n"), isDone: report.failure == nil)
    } catch {
      return Told(text: "\(error)", isDone: false)
    }
  }
}
