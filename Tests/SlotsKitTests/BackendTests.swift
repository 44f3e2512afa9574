import Foundation
import SlotsModel
import SlotsStore
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsKit

/// What the file and the git backend do beside the laws.
@Suite struct BackendTests {
  private func file(_ world: KitWorld, _ name: String = "app") throws -> FileBackend {
    let clock = world.clock
    return FileBackend(
      path: world.path("local/store.json"), replica: name, factory: try world.set(),
      clock: { clock.next() })
  }

  private func git(_ world: KitWorld, _ name: String) throws -> GitBackend {
    let clock = world.clock
    return GitBackend(
      folder: world.path(name), remote: world.path("hub.git"), replica: name,
      factory: try world.set(), clock: { clock.next() })
  }

  @Test func `a file is taken into a git store without loss, stamps included, and once`()
    async throws
  {
    let world = try KitWorld(.git)
    defer { withExtendedLifetime(world) {} }
    let local = try KeyValueStore(file(world))
    try local.save("Mine", 1)
    try local.save("Nine", 9)
    try local.set(["slot-04"], forKey: "pinned")
    try local.removeObject(forKey: "slot.02")
    try local.set(80, forKey: "devices/stage/live/metro_vol")
    let backend = try git(world, "desk")
    try backend.take(file(world))
    let store = try KeyValueStore(backend)
    #expect(store.content == local.content)
    try backend.take(file(world))
    #expect(try KeyValueStore(backend).content == local.content)
    let log = try Shell.run(
      "git", ["log", "--format=%s"], in: Path(world.path("desk")))
    #expect(log.split(separator: "\n").count == 2)
    // Later writes in the git store win over the file.
    try store.save("Later", 9)
    try backend.take(file(world))
    #expect(try KeyValueStore(backend).name(9) == "Later")
    try await store.synchronize()
  }

  @Test func `no git is needed for a file, and it is what an export is`() throws {
    let world = try KitWorld(.file)
    let store = try KeyValueStore(file(world))
    try store.save("Nine", 9)
    let bytes = try Files.read(Path(world.path("local/store.json"))).orThrow("the file")
    guard case .store(let content) = try ImportFile(bytes) else {
      Issue.record("no store")
      return
    }
    #expect(content == store.content)
    #expect(content.json.canonicalBytes == bytes)
    let names = try Files.list(Path(world.path("local")))?.map(\.description).sorted()
    #expect(names == ["store.json", "store.json.lock"])
  }

  @Test(arguments: [
    "", "{", "[]", "{\"kind\": \"slots-store\"}", "{\"name\": \"A\", \"params\": {}}",
    "{\"kind\": \"slots-store\", \"format\": 2, \"documents\": {}}", "\0\0\0\0",
  ])
  func `a file that cannot be read is left as it is`(_ text: String) throws {
    let world = try KitWorld(.file)
    try world.folder.write("local/store.json", text)
    let error = #expect(throws: KeyValueError.self) { try KeyValueStore(file(world)) }
    #expect(
      error.map { "\($0)".contains("it is left as it is") } == true,
      "\(error.map { "\($0)" } ?? "")")
    #expect(try world.folder.text("local/store.json") == text)
  }

  @Test func `what a newer program put into the file stays`() throws {
    let world = try KitWorld(.file)
    let store = try KeyValueStore(file(world))
    let text = try world.folder.text("local/store.json").orThrow("the file")
    try world.folder.write(
      "local/store.json",
      text.replacing(
        "\"documents\": {", with: "\"theme\": \"dark\", \"documents\": {\n\"new.bin\": 7,"))
    try store.save("Nine", 9)
    let after = try world.folder.text("local/store.json").orThrow("the file")
    #expect(after.contains("\"theme\": \"dark\"") && after.contains("\"new.bin\": 7"))
    #expect(try KeyValueStore(file(world)).name(9) == "Nine")
  }

  @Test func `two at once on one file lose nothing`() async throws {
    let world = try KitWorld(.file)
    let stores = [try KeyValueStore(file(world, "one")), try KeyValueStore(file(world, "two"))]
    let failures = await onThreads(2) { number in
      for index in 0..<40 {
        try stores[number].set(index, forKey: "devices/d\(number)/live/f\(index)")
      }
    }
    #expect(failures == [])
    let all = try KeyValueStore(file(world)).dictionaryRepresentation.keys
    #expect(all.count { $0.hasPrefix("devices/") } == 80)
  }

  @Test func `B22 an app and another program on one replica, 200 saves each: 400 are in history`()
    async throws
  {
    let world = try KitWorld(.git)
    let store = try KeyValueStore(git(world, "desk"))
    let (folder, clock, set) = (world.path("desk"), world.clock, world.path("factory-1"))
    let failures = await onThreads(2) { number in
      for index in 0..<200 {
        if number == 0 {
          try store.save("App \(index)", 9)
        } else {
          let surroundings = Surroundings(
            now: { clock.next() }, hostName: "desk", program: "slots", factoryFolders: [set],
            patience: 120_000)
          let slot = Slot(
            name: Text("Program \(index)"), params: ["speed": 0], tagSignal: nil, userOwned: true)
          _ = try Store.open(from: folder, surroundings).save(slot, into: "10", overwrites: true)
        }
      }
    }
    #expect(failures == [])
    let count = try Shell.run("git", ["rev-list", "--count", "HEAD"], in: Path(folder))
    #expect(count.trimmingCharacters(in: .whitespacesAndNewlines) == "401")
    #expect(try store.name(10) == nil)
    try await store.synchronize()
    #expect(try store.name(9) == "App 199" && store.name(10) == "Program 199")
    #expect(try Shell.run("git", ["status", "--porcelain"], in: Path(folder)) == "")
  }

  @Test func `what an app wrote the program can undo, and tells who did it`() throws {
    let world = try KitWorld(.git)
    let store = try KeyValueStore(git(world, "desk"))
    try store.save("Nine", 9)
    try store.apply(.pin([.at(9)]))
    let set = world.path("factory-1")
    let surroundings = Surroundings(
      now: { 1_796_200_000_000 }, hostName: "desk", program: "slots", factoryFolders: [set])
    let program = try Store.open(from: world.path("desk"), surroundings)
    #expect(try program.undoable().map(\.kind) == [.pin, .save])
    _ = try program.undo()
    #expect(
      try KeyValueStore(git(world, "desk")).array(forKey: "pinned") == ["slot-00", "slot-02"])
  }
}
