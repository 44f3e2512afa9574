import Foundation
import SlotsModel
import TestSupport
import Testing

@testable import SlotsKit

/// What others changed: each change once, in order, after reads see it, on the consumer's actor.
@Suite struct ExternalChangeTests {
  @Test(arguments: Medium.allCases)
  func `the keys of others are told once, and own writes never`(_ medium: Medium) async throws {
    let world = try KitWorld(medium)
    defer { withExtendedLifetime(world) {} }
    let (a, b) = (try world.store("a"), try world.store("b"))
    try await world.settle([a, b])
    let changes = a.externalChanges()
    try a.save("Own", 8)
    try await a.synchronize()
    #expect(await heard(changes, a) == [])
    try b.save("Nine", 9)
    try b.set(["slot-00", "slot-02", "slot-05"], forKey: "pinned")
    try b.set(80, forKey: "devices/stage/live/metro_vol")
    try await b.synchronize()
    #expect(await heard(changes, a) == [])
    try a.save("Own again", 8)
    try await a.synchronize()
    #expect(
      await heard(changes, a) == [
        ExternalChange(
          reason: .serverChange,
          changedKeys: ["slot.09", "pinned", "devices/stage/live/metro_vol"])
      ])
    #expect(try a.name(9) == "Nine")
    try await a.synchronize()
    #expect(await heard(changes, a) == [])
    // The same value, written by somebody else, is no change.
    try b.removeObject(forKey: "slot.09")
    try b.save("Nine", 9)
    try await world.settle([b, a])
    #expect(await heard(changes, a) == [])
  }

  @Test(arguments: Medium.distant)
  func `the first synchronize has its own reason`(_ medium: Medium) async throws {
    let world = try KitWorld(medium)
    defer { withExtendedLifetime(world) {} }
    let (a, b) = (try world.store("a"), try world.store("b"))
    try a.save("Nine", 9)
    try await a.synchronize()
    let changes = b.externalChanges()
    try await b.synchronize()
    #expect(
      await heard(changes, b) == [
        ExternalChange(reason: .initialSyncChange, changedKeys: ["slot.09"])
      ])
    try a.save("Ten", 10)
    try await world.settle([a, b])
    #expect(
      await heard(changes, b) == [ExternalChange(reason: .serverChange, changedKeys: ["slot.10"])])
  }

  @Test(arguments: Medium.allCases)
  func `each listener gets all, in order, with the state at least as new`(
    _ medium: Medium
  ) async throws {
    let world = try KitWorld(medium)
    defer { withExtendedLifetime(world) {} }
    let (a, b) = (try world.store("a"), try world.store("b"))
    try await world.settle([a, b])
    let streams = [a.externalChanges(), a.externalChanges()]
    for number in 0..<6 {
      try b.save("N\(number)", 6 + number)
      try await world.settle([b, a])
    }
    for stream in streams {
      var changes = stream.makeAsyncIterator()
      for number in 0..<6 {
        let key = number < 4 ? "slot.0\(6 + number)" : "slot.\(6 + number)"
        #expect(await changes.next()?.changedKeys == [key])
        #expect(try a.name(6 + number) == "N\(number)")
      }
    }
  }

  @Test func `a change arrives on the actor of the one who waits for it`() async throws {
    let world = try KitWorld(.memory)
    let (a, b) = (try world.store("a"), try world.store("b"))
    try await world.settle([a, b])
    let stream = a.externalChanges()
    let seen = Task { @MainActor () throws -> (ExternalChange, String?)? in
      for await change in stream {
        MainActor.assertIsolated()
        return (change, try a.name(9))
      }
      return nil
    }
    let listener = Listener(a)
    let heard = Task { await listener.first() }
    try b.save("Nine", 9)
    try await world.settle([b, a])
    let change = try await seen.value
    #expect(change?.0.changedKeys == ["slot.09"])
    #expect(change?.1 == "Nine")
    #expect(await heard.value == ["slot.09"])
  }

  private actor Listener {
    private let stream: AsyncStream<ExternalChange>
    private var found: [String] = []

    init(_ store: KeyValueStore) { stream = store.externalChanges() }

    func first() async -> [String] {
      for await change in stream {
        assertIsolated()
        found += change.changedKeys
        break
      }
      return found
    }
  }

  @Test func `a stream that is let go is freed, and ends with the store`() async throws {
    let world = try KitWorld(.memory)
    var store: KeyValueStore? = try world.store("a")
    do {
      let stream = store?.externalChanges()
      #expect(store?.state.withLock { $0.listeners.count } == 1)
      withExtendedLifetime(stream) {}
    }
    #expect(store?.state.withLock { $0.listeners.count } == 0)
    let stream = try #require(store?.externalChanges())
    store = nil
    for await change in stream { Issue.record("\(change)") }
  }

  @Test func `another remote is told as such`() async throws {
    let world = try KitWorld(.git)
    defer { withExtendedLifetime(world) {} }
    try world.makeHub("other.git")
    let other = try KeyValueStore(try world.backend("c", hub: "other.git"))
    try other.save("Elsewhere", 10)
    try await other.synchronize()
    let a = try world.store("a")
    try a.save("Nine", 9)
    try await a.synchronize()
    let again = try KeyValueStore(try world.backend("a", hub: "other.git"))
    let changes = again.externalChanges()
    try await again.synchronize()
    #expect(
      await heard(changes, again) == [
        ExternalChange(reason: .remoteChange, changedKeys: ["slot.10"])
      ])
    #expect(try again.name(9) == "Nine")
    try await other.synchronize()
    #expect(try other.name(9) == "Nine")
  }
}
