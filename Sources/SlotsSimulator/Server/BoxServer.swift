#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The web server of a box: one thread that owns all its sockets and serves one request after the
/// other. Whatever it waits for, it also hears that the time moved or that somebody changed the box.
final class BoxServer: @unchecked Sendable {
  /// What the thread shares with those who control the box.
  struct Shared: Sendable {
    var box: Box
    /// Counts the changes; the thread has seen all up to `seen`.
    var changes = 0
    var seen = 0
    var stops = false
    var hasEnded = false
  }

  /// Why the thread leaves off what it does.
  enum Interruption: Error {
    /// The server stops.
    case stopped
    /// All connections are lost: the box restarts or has no power.
    case lost
    /// This connection is over.
    case gone
    /// This connection was silent for too long.
    case late
  }

  /// A connection of a client.
  final class Connection {
    let descriptor: Int32
    let number: Int
    /// What was read and not yet used.
    var buffer: [UInt8] = []
    var lastUse = 0

    init(_ descriptor: Int32, number: Int) {
      self.descriptor = descriptor
      self.number = number
    }
  }

  let shared: Guarded<Shared>
  let clock: SimulatedClock
  let profile: BoxProfile
  let port: UInt16
  /// Keeps the port while nobody listens, so that connections are refused and nobody else takes it.
  private let keeper: Int32
  private let bell: (read: Int32, write: Int32)
  private var listener: Int32?
  private var losses = 0
  var connections: [Connection] = []
  private var uses = 0

  /// Binds and listens.
  /// - Throws: `Socket.Failure` when the port cannot be had.
  init(_ profile: BoxProfile, clock: SimulatedClock, port: UInt16) throws {
    keeper = try Socket.bound(to: port)
    self.port = Socket.port(of: keeper)
    do {
      listener = try Socket.listening(at: self.port)
    } catch {
      Socket.closeDescriptor(keeper)
      throw error
    }
    bell = Socket.pipe()
    self.clock = clock
    self.profile = profile
    shared = Guarded(Shared(box: Box(profile, now: clock.now)))
  }

  deinit {
    for descriptor in [keeper, bell.read, bell.write] { Socket.closeDescriptor(descriptor) }
  }

  // MARK: From other threads

  /// Wakes the thread, so that it looks at the time and at the box.
  func wake() { _ = write(bell.write, [UInt8(0)], 1) }

  /// Waits until the thread has acted on everything that is due.
  func settle() {
    let change = shared.withLock {
      $0.changes += 1
      return $0.changes
    }
    wake()
    let isDone = shared.wait(seconds: 60) { $0.seen >= change || $0.hasEnded }
    precondition(isDone, "the simulated box at port \(port) does not react")
  }

  // MARK: The thread

  /// Serves until it is stopped.
  func run() {
    while true {
      do throws(Interruption) {
        try round()
      } catch {
        if error == .stopped { break }
      }
    }
    closeListener()
    for connection in connections { Socket.closeDescriptor(connection.descriptor) }
    connections = []
    shared.withLock {
      $0.hasEnded = true
      $0.box.openConnections = 0
    }
  }

  private func round() throws(Interruption) {
    let isServing = shared.withLock { $0.box.isUp && !$0.box.faults.saysNothing }
    if !isServing {
      _ = try wait(for: [], until: nil, wakes: true)
    } else if profile.product == .p4 {
      try roundP4()
    } else {
      try roundArduino()
    }
  }

  private func roundP4() throws(Interruption) {
    var interests = connections.map { ($0.descriptor, Socket.readable) }
    if let listener { interests.append((listener, Socket.readable)) }
    let ready = try wait(for: interests, until: nil, wakes: true)
    acceptAll()
    for connection in connections
    where ready.contains(connection.descriptor) || !connection.buffer.isEmpty {
      guard connections.contains(where: { $0 === connection }) else { continue }
      repeat {
        guard try served(connection, serveP4) else { break }
      } while !connection.buffer.isEmpty
      let isServing = shared.withLock { $0.box.isUp && !$0.box.faults.saysNothing }
      if !isServing { return }
    }
  }

  private func roundArduino() throws(Interruption) {
    acceptAll()
    if let connection = connections.first {
      _ = try served(connection, serveArduino)
    } else if let listener {
      _ = try wait(for: [(listener, Socket.readable)], until: nil, wakes: true)
    } else {
      _ = try wait(for: [], until: nil, wakes: true)
    }
  }

  /// Serves one connection and closes it when it is over.
  /// - Returns: whether it is still open.
  private func served(
    _ connection: Connection, _ serve: (Connection) throws(Interruption) -> Bool
  ) throws(Interruption) -> Bool {
    uses += 1
    connection.lastUse = uses
    do throws(Interruption) {
      if try serve(connection) { return true }
    } catch {
      switch error {
      case .gone, .late: break
      case .stopped, .lost: throw error
      }
    }
    close(connection)
    return false
  }

  /// Takes all connections that wait. A P4 has room for 7 and closes the one that was used longest ago
  /// (section 2.2).
  func acceptAll() {
    guard let listener else { return }
    while let descriptor = Socket.accepted(from: listener) {
      if profile.product == .p4, connections.count >= 7,
        let oldest = connections.min(by: { $0.lastUse < $1.lastUse })
      {
        close(oldest)
      }
      let number = shared.withLock {
        $0.box.connections += 1
        return $0.box.connections
      }
      uses += 1
      let connection = Connection(descriptor, number: number)
      connection.lastUse = uses
      connections.append(connection)
      noteConnections()
    }
  }

  private func close(_ connection: Connection) {
    guard let place = connections.firstIndex(where: { $0 === connection }) else { return }
    connections.remove(at: place)
    Socket.closeDescriptor(connection.descriptor)
    noteConnections()
  }

  /// Closes one without a good-bye.
  func drop(_ connection: Connection) {
    guard let place = connections.firstIndex(where: { $0 === connection }) else { return }
    connections.remove(at: place)
    Socket.reset(connection.descriptor)
    noteConnections()
  }

  private func noteConnections() {
    let count = connections.count
    shared.withLock { $0.box.openConnections = count }
  }

  private func closeListener() {
    if let listener { Socket.closeDescriptor(listener) }
    listener = nil
  }

  // MARK: Waiting

  /// Waits until something can be done.
  /// - Parameters:
  ///   - interests: descriptors, each with what is waited for.
  ///   - deadline: on the box's clock; nil for none.
  ///   - wakes: whether a change of the box or of the time ends it too.
  /// - Returns: the descriptors that are ready; none at the deadline and after a change.
  func wait(
    for interests: [(Int32, Int16)], until deadline: Int?, wakes: Bool = false
  ) throws(Interruption) -> Set<Int32> {
    var isWoken = false
    while true {
      let (change, nextChange) = try catchUp()
      let now = clock.now
      var polled = ([(bell.read, Socket.readable)] + interests).map {
        pollfd(fd: $0.0, events: $0.1, revents: 0)
      }
      Socket.wait(for: &polled, milliseconds: 0)
      var ready = Set(polled.dropFirst().filter { $0.revents != 0 }.map(\.fd))
      if ready.isEmpty, let deadline, now >= deadline { return [] }
      if ready.isEmpty, isWoken { return [] }
      shared.withLock { $0.seen = max($0.seen, change) }
      if !ready.isEmpty { return ready }
      var timeout = -1
      if !clock.isDriven, let next = [deadline, nextChange].compactMap({ $0 }).min() {
        timeout = max(0, next - now)
      }
      Socket.wait(for: &polled, milliseconds: timeout)
      if polled[0].revents != 0 { Socket.drain(bell.read) }
      ready = Set(polled.dropFirst().filter { $0.revents != 0 }.map(\.fd))
      if !ready.isEmpty { return ready }
      isWoken = wakes
    }
  }

  /// Brings box, listener and connections to where they should be now.
  /// - Returns: the number of the last change that it regards, and when the box changes by itself.
  private func catchUp() throws(Interruption) -> (change: Int, next: Int?) {
    let now = clock.now
    let state = shared.withLock { shared in
      shared.box.advance(to: now)
      return (
        shared.stops, shared.box.losses, shared.box.accepts, shared.changes,
        shared.box.nextChange
      )
    }
    if state.0 { throw .stopped }
    if state.1 != losses {
      losses = state.1
      closeListener()
      for connection in connections { Socket.reset(connection.descriptor) }
      connections = []
      noteConnections()
      throw .lost
    }
    if state.2 {
      if listener == nil { listener = try? Socket.listening(at: port) }
    } else {
      closeListener()
    }
    return (state.3, state.4)
  }
}
