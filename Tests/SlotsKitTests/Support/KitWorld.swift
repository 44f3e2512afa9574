import Foundation
import SlotsGit
import SlotsSystem
import Synchronization
import TestSupport

@testable import SlotsKit

/// What a backend keeps its store in.
enum Medium: String, CaseIterable, Sendable {
  case git, file, memory

  /// Those with another side that can be away.
  static let distant: [Medium] = [.git, .memory]
}

/// A clock that goes on by a second with each look.
final class TestClock: Sendable {
  private let time = Mutex<Int64>(1_796_126_400_000)

  func next() -> Int64 {
    time.withLock {
      $0 += 1000
      return $0
    }
  }
}

/// Connected replicas of one medium: git clones with a bare hub, stores on one file, stores on one hub.
final class KitWorld {
  let medium: Medium
  let folder: TemporaryFolder
  let clock = TestClock()
  private let memory = MemoryHub()

  private static let isolated: Bool = {
    setenv("GIT_CONFIG_GLOBAL", "/dev/null", 1)
    try? Repository.ignoreUserConfiguration()
    return true
  }()

  init(_ medium: Medium) throws {
    _ = Self.isolated
    self.medium = medium
    folder = try TemporaryFolder()
    try writeSet(version: 1)
    if medium == .git { try makeHub("hub.git") }
  }

  func makeHub(_ name: String) throws {
    try Shell.run("git", ["init", "--quiet", "--bare", "-b", "main", name], in: folder.path)
  }

  /// The path of something in the world's folder.
  func path(_ name: String) -> String { folder.path.appending(Path(name)).description }

  /// Writes a factory set: slots 0 to 5 with names of the version, two pins.
  func writeSet(version: Int) throws {
    let set = "factory-\(version)"
    try folder.write(
      Path("\(set)/factory.json"),
      """
      {"version": \(version), "date": "2026-11-01T00:00:00Z", "slots": 24,
       "pins": ["slot-00", "slot-02"],
       "parameters": {"speed": {"kind": "number", "min": 0, "max": 1}}}
      """)
    for index in 0..<6 {
      try folder.write(
        Path("\(set)/slot.0\(index).json"),
        "{\"name\": \"Default \(version).\(index)\", \"params\": {\"speed\": 0.5}}")
    }
  }

  func set(version: Int = 1) throws -> FactorySet {
    try FactorySet(folder: path("factory-\(version)"))
  }

  /// A backend; for git and for memory each name has a state of its own.
  func backend(
    _ name: String, skew: Int64 = 0, version: Int? = 1, hub: String = "hub.git"
  ) throws -> any KeyValueBackend {
    let factory = try version.map { try set(version: $0) }
    let clock = clock
    let now: @Sendable () -> Int64 = { clock.next() + skew }
    switch medium {
    case .git:
      return GitBackend(
        folder: path(name), remote: path(hub), replica: name, factory: factory, clock: now)
    case .file:
      return FileBackend(path: path("store.json"), replica: name, factory: factory, clock: now)
    case .memory:
      return MemoryBackend(hub: memory, replica: name, factory: factory, clock: now)
    }
  }

  func store(_ name: String, skew: Int64 = 0, version: Int? = 1) throws -> KeyValueStore {
    try KeyValueStore(try backend(name, skew: skew, version: version))
  }

  /// Takes the other side away, or brings it back.
  func setOffline(_ isOffline: Bool) throws {
    memory.isOffline = isOffline
    guard medium == .git else { return }
    let names = isOffline ? ["hub.git", "away.git"] : ["away.git", "hub.git"]
    try Shell.run("mv", names, in: folder.path)
  }

  /// Synchronizes in turn until nobody has anything more to say.
  func settle(_ stores: [KeyValueStore]) async throws {
    for _ in 0..<2 {
      for store in stores { try await store.synchronize() }
    }
  }
}

/// What an app of the seed keeps in a slot.
struct TestParams: Codable, Hashable, Sendable {
  var speed: Double
  var hue: Double?
}

extension Preset where Params == TestParams {
  init(_ name: String, speed: Double = 0.5) {
    self.init(name: name, params: TestParams(speed: speed))
  }
}

extension SlotID {
  static func at(_ index: Int) throws -> SlotID { try SlotID(index).orThrow("slot \(index)") }
}

/// What a test needed and did not find.
struct Missing: Error, CustomStringConvertible {
  let description: String
}

extension Optional {
  func orThrow(_ what: String) throws -> Wrapped {
    guard let self else { throw Missing(description: "missing: \(what)") }
    return self
  }
}

extension KeyValueStore {
  func name(_ index: Int) throws -> String? { try library(TestParams.self)[.at(index)]?.name }

  func save(_ name: String, _ index: Int, speed: Double = 0.5) throws {
    try apply(.save(Preset(name, speed: speed), to: .at(index)))
  }
}
