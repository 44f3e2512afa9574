/// A KitchenSync or X32Link box that is not there: it answers at a port of this machine as the real
/// one does at its own (KitchenSync protocol, section 13).
package final class SimulatedBox: Sendable {
  /// What is simulated.
  package let profile: BoxProfile
  /// The host name without `.local`.
  package let hostName: String
  /// The time that it goes by.
  package let clock: SimulatedClock
  private let server: BoxServer
  private let runner: Guarded<Runner?>
  private let clockKey: Int

  /// Makes a box with factory defaults and starts it.
  /// - Parameters:
  ///   - tail: the last two bytes of its Wi-Fi address, four lower-case hex digits.
  ///   - port: where it is; 0 for a port that the system chooses.
  /// - Throws: when the port cannot be had.
  package init(
    _ profile: BoxProfile = .p4, tail: String = "7c1e", clock: SimulatedClock = .real(),
    port: UInt16 = 0
  ) throws {
    self.profile = profile
    self.clock = clock
    hostName = "\(profile.prefix)-\(tail)"
    let server = try BoxServer(profile, clock: clock, port: port)
    self.server = server
    runner = Guarded(Runner { server.run() })
    clockKey = clock.listen { [weak server] step in
      switch step {
      case .wake: server?.wake()
      case .settle: server?.settle()
      }
    }
  }

  deinit { stop() }

  /// The port at 127.0.0.1.
  package var port: UInt16 { server.port }
  /// `http://127.0.0.1:PORT`.
  package var address: String { "http://127.0.0.1:\(port)" }

  /// Ends it: closes everything and waits for its thread. A second call does nothing.
  package func stop() {
    guard
      let thread = runner.withLock({ runner in
        defer { runner = nil }
        return runner
      })
    else { return }
    clock.forget(clockKey)
    server.shared.withLock { $0.stops = true }
    server.wake()
    thread.join()
  }

  /// Looks at the box as it is now. (What is given must not call the box again.)
  package func read<R>(_ body: (Box) throws -> R) rethrows -> R {
    let now = clock.now
    return try server.shared.withLock {
      $0.box.advance(to: now)
      return try body($0.box)
    }
  }

  /// Changes the box. On return its sockets are as the change asks.
  @discardableResult
  package func change<R>(_ body: (inout Box) throws -> R) rethrows -> R {
    let now = clock.now
    let result = try server.shared.withLock {
      $0.box.advance(to: now)
      return try body(&$0.box)
    }
    server.settle()
    return result
  }

  /// Waits until the box is as asked, at most so many seconds of real time.
  /// - Returns: whether it is.
  package func wait(seconds: Int = 20, until isAsAsked: (Box) -> Bool) -> Bool {
    let isDone = server.shared.wait(seconds: seconds) { isAsAsked($0.box) }
    // Its sockets are as it is, too.
    if isDone { server.settle() }
    return isDone
  }
}
