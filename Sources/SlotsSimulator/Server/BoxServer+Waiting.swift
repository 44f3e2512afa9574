#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

extension BoxServer {
  /// What the thread goes by: when this changes it has to think again.
  struct Situation: Equatable {
    var isServing: Bool
    var hasListener: Bool
    /// The number of the last change from another thread.
    var change: Int
  }

  /// Waits until something can be done.
  /// - Parameters:
  ///   - interests: descriptors, each with what is waited for.
  ///   - deadline: on the box's clock; nil for none.
  ///   - situation: what has to stay so; nil when only the end of all connections matters.
  /// - Returns: the descriptors that are ready; none at the deadline and in another situation.
  func wait(
    for interests: [(Int32, Int16)], until deadline: Int?, during situation: Situation? = nil
  ) throws(Interruption) -> Set<Int32> {
    var polled = ([(bell.read, Socket.readable)] + interests).map {
      pollfd(fd: $0.0, events: $0.1, revents: 0)
    }
    while true {
      let now = clock.now
      let current = try catchUp()
      if let situation, situation != current { return [] }
      Socket.wait(for: &polled, milliseconds: 0)
      let ready = Set(polled.dropFirst().filter { $0.revents != 0 }.map(\.fd))
      if ready.isEmpty, let deadline, now >= deadline { return [] }
      let isRung = polled[0].revents != 0
      if isRung { Socket.drain(bell.read) }
      if ready.isEmpty, isRung { continue }
      shared.withLock { $0.seen = max($0.seen, current.change) }
      if !ready.isEmpty { return ready }
      Socket.wait(for: &polled, milliseconds: pause(until: deadline, now: now))
    }
  }

  /// Milliseconds until the next thing that happens by itself; -1 when there is none.
  private func pause(until deadline: Int?, now: Int) -> Int {
    let nextChange = shared.withLock { $0.box.nextChange }
    guard !clock.isDriven, let next = [deadline, nextChange].compactMap({ $0 }).min() else {
      return -1
    }
    return max(1, next - now)
  }

  /// Brings box, listener and connections to where they should be now.
  @discardableResult
  func catchUp() throws(Interruption) -> Situation {
    let (stops, lost, accepts, isServing, change) = shared.withLock { shared in
      shared.box.advance(to: clock.now)
      return (
        shared.stops, shared.box.losses, shared.box.accepts,
        shared.box.isUp && !shared.box.faults.saysNothing, shared.changes
      )
    }
    if stops { throw .stopped }
    if lost != losses {
      losses = lost
      closeListener()
      for connection in connections { Socket.reset(connection.descriptor) }
      connections = []
      noteConnections()
      throw .lost
    }
    if accepts {
      if listener == nil { listener = try? Socket.listening(at: port) }
    } else {
      closeListener()
    }
    return Situation(isServing: isServing, hasListener: listener != nil, change: change)
  }
}
