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
    /// When something was read last, or waited for first.
    var lastRead = 0

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
  /// When the end of the last answer was sent.
  var answerTime = 0

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
    let situation = try catchUp()
    if !situation.isServing {
      _ = try wait(for: [], until: nil, during: situation)
    } else if profile.product == .p4 {
      try roundP4(situation)
    } else {
      try roundArduino(situation)
    }
  }

  private func roundP4(_ situation: Situation) throws(Interruption) {
    let sockets = connections.map(\.descriptor) + (listener.map { [$0] } ?? [])
    let isPending = connections.contains { !$0.buffer.isEmpty }
    let ready = try wait(
      for: sockets.map { ($0, Socket.readable) }, until: isPending ? clock.now : nil,
      during: situation)
    acceptAll()
    for connection in connections
    where ready.contains(connection.descriptor) || !connection.buffer.isEmpty {
      guard connections.contains(where: { $0 === connection }) else { continue }
      repeat {
        guard try served(connection, serveP4), try catchUp().isServing else { break }
      } while !connection.buffer.isEmpty
      guard try catchUp().isServing else { return }
    }
  }

  private func roundArduino(_ situation: Situation) throws(Interruption) {
    acceptAll()
    if let connection = connections.first {
      _ = try served(connection, serveArduino)
    } else {
      let sockets = listener.map { [($0, Socket.readable)] } ?? []
      _ = try wait(for: sockets, until: nil, during: situation)
    }
  }

  /// Serves one connection and closes it when it is over.
  /// - Returns: whether it is still open.
  private func served(
    _ connection: Connection, _ serve: (Connection) throws(Interruption) -> Bool
  ) throws(Interruption) -> Bool {
    uses += 1
    connection.lastUse = uses
    connection.lastRead = clock.now
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
