import Foundation
import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// `slots sync --watch` over time: clocks that jump, kills, memory and descriptors.
@Suite struct WatchLastingTests {
  let world: World
  let a: Replica
  let b: Replica

  init() throws {
    world = try World()
    (a, b) = (try world.replica("a"), try world.replica("b"))
    try world.settle([a, b])
  }

  /// Watches in this process, and does one thing after each sync that told of something.
  private func watch(_ steps: [() throws -> Void]) throws {
    var left = steps[...]
    var failure: (any Error)?
    try Watch.run(
      a.folder.description, a.surroundings, WatchRequest(interval: 50)
    ) { event in
      switch event {
      case .began, .synced: break
      default:
        failure = Missing(what: "\(event)")
        return false
      }
      guard let step = left.popFirst() else { return false }
      do { try step() } catch { failure = error }
      return failure == nil && !left.isEmpty
    }
    if let failure { throw failure }
  }

  @Test func `a clock that jumps back or ahead changes neither order nor pace`() throws {
    let start = world.now
    try watch([
      { try a.edit("slot.05.json", "0.6", "0.61") },
      {
        world.now = 0
        try a.edit("slot.05.json", "0.61", "0.62")
      },
      {
        world.now = start + 3_000_000_000_000
        try a.edit("slot.05.json", "0.62", "0.63")
      },
      {
        world.now = start
        try a.edit("slot.05.json", "0.63", "0.64")
      },
      {},
    ])
    try b.sync()
    #expect(try b.param(5, "speed") == "0.64")
    #expect(try a.versions(slotKey(5)).count == 5)
  }

  @Test func `one replica is watched once`() throws {
    try watch([
      {
        let second = try a.slots("sync", "--watch")
        #expect(second.status == .exited(1))
        #expect(second.errorText.contains("watches this replica already"), "\(second.summary)")
      }
    ])
  }

  @Test func `a reader that is gone ends it`() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try Program.path().description)
    process.arguments = ["-C", a.folder.description, "--json", "sync", "--watch", "--every", "1"]
    process.environment = a.programEnvironment.compactMapValues { $0 }
    let pipe = Foundation.Pipe()
    process.standardOutput = pipe
    try process.run()
    #expect(pipe.fileHandleForReading.availableData.contains(UInt8(ascii: "\n")))
    try pipe.fileHandleForReading.close()
    try a.edit("slot.05.json", "0.6", "0.75")
    let end = Clock.monotonic() + 20_000
    while process.isRunning, Clock.monotonic() < end { Clock.pause(milliseconds: 20) }
    #expect(!process.isRunning)
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    try b.sync()
    #expect(try b.param(5, "speed") == "0.75")
  }

  @Test func `a replica that is gone ends it with words`() throws {
    let watcher = try Watcher(a)
    try Shell.run("mv", ["a", "elsewhere"], in: world.folder.path)
    #expect(watcher.ended() == 1)
    let text = try watcher.text()
    #expect(text.contains("no store"), "\(text)")
  }

  @Test(arguments: Seeds.few)
  func `killed at random, it leaves nothing that the next one does not put right`(seed: UInt64)
    throws
  {
    var chance = Chance(seed: seed &+ 7000)
    for round in 0..<8 {
      let watcher = try Watcher(a)
      let mine = "{\"name\": \"a \(round)\", \"params\": {}}\n"
      try a.write("slot.0\(round).json", mine)
      try b.save(chance.onceIn(2) ? round : 9, "b \(round)")
      try b.sync()
      usleep(UInt32(chance.below(900_000)))
      watcher.end(SIGKILL)
    }
    let next = try a.slots("sync")
    #expect(next.succeeded, "seed \(seed): \(next.summary)")
    try world.settle([a, b])
    try world.expectInStep([a, b], "seed \(seed)")
    let found = try (0..<10).flatMap { try b.versions(slotKey($0)) }
      .compactMap { Slot($0.register.value)?.name.string }
    for round in 0..<8 {
      for name in ["a \(round)", "b \(round)"] {
        #expect(found.contains(name), "seed \(seed): \(name) is lost")
      }
    }
  }

  #if os(Linux)
    @Test func `it keeps neither memory nor descriptors, however many changes come and go`() throws
    {
      let watcher = try Watcher(a)
      let process = "/proc/\(watcher.number)"
      func anonymous() throws -> Int {
        let text = try String(contentsOfFile: "\(process)/status", encoding: .utf8)
        let line = try text.split(separator: "\n").first { $0.hasPrefix("RssAnon") }
          .orThrow("RssAnon")
        return try Int(line.filter(\.isNumber)).orThrow(String(line))
      }
      func descriptors() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "\(process)/fd").count
      }
      var first: (memory: Int, descriptors: Int)?
      for round in 0..<12 {
        try a.write(
          "slot.05.json", "{\"name\": \"a \(round)\", \"params\": {\"speed\": 0.5}}\n")
        try watcher.expect("sent", "a \(round)")
        try b.save(6, "b \(round)")
        try b.sync()
        try watcher.expect("received", "b \(round)")
        if round == 3 { first = (try anonymous(), try descriptors()) }
      }
      let start = try first.orThrow("a first look")
      // A leak of 20 KB at each look would be 800 KB by now.
      #expect(try anonymous() - start.memory < 400)
      #expect(try descriptors() <= start.descriptors + 1)
    }
  #endif
}
