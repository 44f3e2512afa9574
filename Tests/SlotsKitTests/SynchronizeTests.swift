import Foundation
import SlotsModel
import SlotsSystem
import Synchronization
import TestSupport
import Testing

@testable import SlotsKit

/// A backend of an app's own, which stands before another one and does something while it synchronizes.
private struct Interposed: KeyValueBackend {
  let inner: any KeyValueBackend
  /// Done when the other side has been met, and before reads see what it brought.
  let meanwhile: @Sendable () -> Void

  func prepare() throws(KeyValueError) { try inner.prepare() }
  func load() throws(KeyValueError) -> StoreState { try inner.load() }

  func write(_ writes: StoreWrites) throws(KeyValueError) -> StoreState {
    try inner.write(writes)
  }

  func synchronize() throws(KeyValueError) -> Exchange {
    let exchange = try inner.synchronize()
    meanwhile()
    return exchange
  }
}

/// What happens around a synchronize.
@Suite struct SynchronizeTests {
  @Test(arguments: Medium.allCases)
  func `an own write in the middle of a synchronize is kept and not told`(_ medium: Medium)
    async throws
  {
    let world = try KitWorld(medium)
    defer { withExtendedLifetime(world) {} }
    let b = try world.store("b")
    let own = Mutex<(@Sendable () -> Void)?>(nil)
    let a = try KeyValueStore(
      Interposed(inner: world.backend("a")) { own.withLock { $0 }?() })
    try await world.settle([a, b])
    let changes = a.externalChanges()
    try b.save("Theirs", 9)
    try await b.synchronize()
    own.withLock { $0 = { try? a.save("Own", 10) } }
    try await a.synchronize()
    own.withLock { $0 = nil }
    #expect(
      await heard(changes, a) == [ExternalChange(reason: .serverChange, changedKeys: ["slot.09"])])
    #expect(try a.name(10) == "Own" && a.name(9) == "Theirs")
    try await world.settle([a, b])
    #expect(try b.name(10) == "Own")
    #expect(await heard(changes, a) == [])
  }

  @Test func `a synchronize that waits takes no thread from other tasks`() async throws {
    let world = try KitWorld(.memory)
    defer { withExtendedLifetime(world) {} }
    let isOpen = Mutex(false)
    let waiting = Mutex(0)
    let gaveUp = Mutex(0)
    let count = ProcessInfo.processInfo.activeProcessorCount + 2
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<count {
        let store = try KeyValueStore(
          Interposed(inner: world.backend("r\(number)")) {
            waiting.withLock { $0 += 1 }
            for _ in 0..<5000 where !isOpen.withLock({ $0 }) { Clock.pause(milliseconds: 1) }
            if !isOpen.withLock({ $0 }) { gaveUp.withLock { $0 += 1 } }
          })
        group.addTask { try await store.synchronize() }
      }
      // Goes on only if a thread is left for it.
      while waiting.withLock({ $0 }) < count { await Task.yield() }
      isOpen.withLock { $0 = true }
      try await group.waitForAll()
    }
    #expect(gaveUp.withLock { $0 } == 0)
  }

  @Test(arguments: Medium.allCases)
  func `writes and synchronizes at once: all arrives, each key is told to the other side alone`(
    _ medium: Medium
  ) async throws {
    let world = try KitWorld(medium)
    defer { withExtendedLifetime(world) {} }
    let stores = [try world.store("a"), try world.store("b")]
    try await world.settle(stores)
    let streams = stores.map { $0.externalChanges() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, store) in stores.enumerated() {
        group.addTask {
          for index in 0..<12 {
            try store.set(index, forKey: "devices/d\(number)/live/f\(index)")
          }
        }
        group.addTask { for _ in 0..<6 { try await store.synchronize() } }
      }
      try await group.waitForAll()
    }
    try await world.settle(stores)
    for (number, store) in stores.enumerated() {
      let told = await heard(streams[number], store).flatMap(\.changedKeys)
      let theirs = (0..<12).map { "devices/d\(1 - number)/live/f\($0)" }
      #expect(told.sorted() == theirs.sorted())
    }
    #expect(stores[0].dictionaryRepresentation == stores[1].dictionaryRepresentation)
  }

  @Test func `a file that is deleted under a running app is written again, whole`() throws {
    let world = try KitWorld(.file)
    let store = try world.store("a")
    try store.save("Nine", 9)
    try Files.remove(Path(world.path("store.json")))
    try store.save("Ten", 10)
    let again = try world.store("a")
    #expect(try again.name(9) == "Nine" && again.name(10) == "Ten")
    #expect(again.dictionaryRepresentation == store.dictionaryRepresentation)
  }
}
