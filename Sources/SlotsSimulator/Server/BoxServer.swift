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
  let bell: (read: Int32, write: Int32)
  var listener: Int32?
  var losses = 0
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

  func noteConnections() {
    let count = connections.count
    shared.withLock { $0.box.openConnections = count }
  }

  func closeListener() {
    if let listener { Socket.closeDescriptor(listener) }
    listener = nil
  }
}
