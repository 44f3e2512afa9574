/// Everything of a simulated box but its sockets: the device, its power, its faults and its log. Tests
/// reach it by `SimulatedBox.change`.
package struct Box: Sendable {
  /// Whether there is somebody at the port.
  enum Phase: Sendable, Equatable {
    /// It serves.
    case up
    /// A restart was announced: connections are accepted, nothing is read, until this time.
    case waiting(until: Int)
    /// Nobody: connections are refused until this time; nil for good.
    case gone(until: Int?)
  }

  let profile: BoxProfile
  var device: Device
  /// The time up to which everything has happened.
  package private(set) var now: Int
  private(set) var phase = Phase.up
  /// How often all connections were lost at once.
  private(set) var losses = 0

  /// The switches for what can go wrong.
  package var faults = BoxFaults() {
    didSet { device.losesFlashWrites = faults.losesFlashWrites }
  }
  /// Every request since the box was made, in the order in which they were served.
  package internal(set) var log: [RequestRecord] = []
  /// How many heads of requests were refused, or dropped; they are not in the log.
  package internal(set) var malformed = 0
  /// How many connections were accepted since the box was made.
  package internal(set) var connections = 0
  /// How many bytes were read since the box was made.
  package internal(set) var bytesRead = 0
  /// How many connections are open.
  package internal(set) var openConnections = 0
  /// How often it has restarted, by itself or by a power cut.
  package private(set) var restarts = 0
  /// How often it has crashed; each is a restart as well.
  package private(set) var crashes = 0
  /// Presses of transport as the box understood them, in order.
  package internal(set) var intents: [Intent] = []
  /// Milliseconds for which connections are refused in a restart.
  package var outage = 6000
  /// The networks in the air; nil when every network can be joined.
  package var air: [DeviceSettings.Network]?
  /// Bytes that fit into a slot for firmware.
  package var slotSize = 4 << 20
  /// How fast a body of `/update` is read; nil for as fast as it comes.
  package var uploadBytesPerSecond: Int?
  /// Milliseconds that erasing takes before a body of `/update` is read.
  package var eraseTime = 0
  /// The firmware image that was installed last; nil for the one it came with.
  package internal(set) var image: [UInt8]?
  /// The build stamp that `GET /update` shows.
  package private(set) var build = "Jul 17 2026 10:00:00"
  /// How many bytes of the body of the last `POST /update` were read.
  package internal(set) var uploaded = 0
  var updates = 0
  /// Whether an image is being written, which stops both cores.
  package internal(set) var writesImage = false
  /// Whether an update failed since the last restart.
  var failedUpdate = false
  /// `/bright?pct=` of a Touch: what the backlight shows.
  package internal(set) var backlight: Int

  /// One press.
  package struct Intent: Sendable, Equatable {
    /// The outputs that it is for, zero-based.
    package let outputs: [Int]
    /// The press.
    package let intent: TransportIntent
  }

  init(_ profile: BoxProfile, now: Int) {
    self.profile = profile
    self.now = now
    device = Device(profile, settings: DeviceSettings(profile), bootTime: now)
    backlight = device.settings.brightness
  }

  /// Whether it serves requests.
  package var isUp: Bool { phase == .up }

  /// When the phase changes by itself.
  var nextChange: Int? {
    switch phase {
    case .up: nil
    case .waiting(let until): until
    case .gone(let until): until
    }
  }

  /// Lets time pass.
  mutating func advance(to now: Int) {
    self.now = max(self.now, now)
    while let change = nextChange, change <= now {
      if case .waiting = phase {
        device.advance(to: change)
        leave(at: change, coldFor: nil)
      } else {
        start(at: change)
      }
    }
    if case .gone = phase { return }
    if writesImage {
      device.stand(until: now)
    } else {
      device.advance(to: now)
    }
  }

  /// Starts the wait between an answer and the restart.
  mutating func announceRestart(now: Int, afterUpdate: Bool) {
    guard phase == .up else { return }
    phase = .waiting(until: now + profile.restartDelay(afterUpdate: afterUpdate))
  }

  /// Cuts the power for so many milliseconds; without a number for as long as a restart takes.
  /// What was not in flash is gone, and all connections are reset.
  package mutating func cutPower(for milliseconds: Int? = nil) {
    leave(at: now, coldFor: milliseconds ?? outage)
  }

  /// Cuts the power until `start()`.
  package mutating func switchOff() {
    leave(at: now, coldFor: nil)
    phase = .gone(until: nil)
  }

  mutating func crash(now: Int) {
    crashes += 1
    leave(at: now, coldFor: nil)
  }

  /// Drops everything. It returns after the outage, and later when it first tries networks that are
  /// not in the air; with none of its networks there it is gone for good.
  private mutating func leave(at now: Int, coldFor milliseconds: Int?) {
    losses += 1
    let wait = timeToJoin.map { $0 + (milliseconds ?? outage) }
    phase = .gone(until: wait.map { now + $0 })
  }

  /// Starts it at once, whatever it waits for.
  package mutating func start() {
    losses += 1
    start(at: now)
  }

  private mutating func start(at now: Int) {
    restarts += 1
    failedUpdate = false
    writesImage = false
    phase = .up
    device = Device(profile, settings: device.flash, bootTime: now)
    device.losesFlashWrites = faults.losesFlashWrites
    backlight = device.settings.brightness
  }

  /// The build stamp after an update.
  mutating func installed(_ image: [UInt8]) {
    self.image = image
    updates += 1
    build = "Jul 18 2026 10:00:" + (updates < 10 ? "0" : "") + "\(updates)"
  }

  /// Milliseconds until a stored network is joined beyond the usual; nil when none is in the air. A P4
  /// tries its slots in order and shares 45 s among them, others try only the first (section 7).
  private var timeToJoin: Int? {
    guard let air else { return 0 }
    let stored = device.flash.networks.filter { !$0.ssid.isEmpty }
    if profile.product != .p4 { return air.contains(device.flash.networks[0]) ? 0 : nil }
    guard let place = stored.firstIndex(where: { air.contains($0) }) else { return nil }
    return place * (45_000 / stored.count + 500)
  }
}
