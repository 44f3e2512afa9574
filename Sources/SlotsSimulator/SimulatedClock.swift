#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// What time it is for simulated boxes, in whole milliseconds since the clock was made: the machine's
/// time, or a time that a test moves and that stands still otherwise.
package final class SimulatedClock: Sendable {
  private struct Driven {
    var now = 0
    var nextKey = 0
    var listeners: [Int: @Sendable (Step) -> Void] = [:]
  }

  /// What a listener has to do once the time has moved: first all are woken, then all are waited for.
  enum Step: Sendable { case wake, settle }

  /// Whether a test moves it.
  package let isDriven: Bool
  private let driven = Guarded(Driven())
  private let start: Int

  private init(isDriven: Bool) {
    self.isDriven = isDriven
    start = isDriven ? 0 : Self.machine()
  }

  /// The machine's time.
  package static func real() -> SimulatedClock { SimulatedClock(isDriven: false) }
  /// A time that only `advance(by:)` moves.
  package static func driven() -> SimulatedClock { SimulatedClock(isDriven: true) }

  /// Milliseconds since it was made.
  package var now: Int { isDriven ? driven.withLock { $0.now } : Self.machine() - start }

  /// Moves a driven clock. On return every box has done what was due until then: answers that were
  /// delayed are sent, connections are dropped, ports are closed or open again.
  package func advance(by milliseconds: Int) {
    precondition(isDriven && milliseconds >= 0, "only a driven clock is moved, and only forward")
    let listeners = driven.withLock {
      $0.now += milliseconds
      return Array($0.listeners.values)
    }
    for listener in listeners { listener(.wake) }
    for listener in listeners { listener(.settle) }
  }

  func listen(_ listener: @escaping @Sendable (Step) -> Void) -> Int {
    driven.withLock {
      $0.nextKey += 1
      $0.listeners[$0.nextKey] = listener
      return $0.nextKey
    }
  }

  func forget(_ key: Int) { driven.withLock { $0.listeners[key] = nil } }

  private static func machine() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }
}
