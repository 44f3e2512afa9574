extension Box {
  /// The running settings. What a test sets here is in flash at once.
  package var settings: DeviceSettings {
    get { device.settings }
    set {
      device.settings = newValue
      device.flash = newValue
      device.needsTick = true
    }
  }

  /// What a power cut leaves of the settings.
  package var flash: DeviceSettings { device.flash }

  /// The passwords as they are stored, by slot; nothing on the wire tells them.
  package var passwords: [StoredPassword] { device.settings.networks.map(\.password) }

  /// The Link session.
  package var session: LinkSession {
    get { device.session }
    set {
      device.session = newValue
      device.needsTick = true
    }
  }

  /// Makes a peer stop sending: it is forgotten 15 s from now.
  package mutating func silence(_ peer: String) {
    device.session.silence(peer, now: device.now)
  }

  /// What it measures and counts.
  package var readings: Readings {
    get { device.readings }
    set { device.readings = newValue }
  }

  /// The launch states: 0 stopped, 1 armed, 2 running.
  package var launch: [Int] { device.launches.map(\.state.rawValue) }

  /// The clock pulses of each output since it started.
  package var pulses: [Int] {
    get { device.launches.map(\.pulses) }
    set { for output in newValue.indices { device.launches[output].pulses = newValue[output] } }
  }

  /// The MIDI Starts and Stops since it started.
  package var wire: [WireEvent] { device.wire }

  /// The beat position.
  package var beat: Double {
    get { Double(device.beat) / Double(Device.beatUnits) }
    set { device.beat = Int((newValue * Double(Device.beatUnits)).rounded()) }
  }

  /// Answers the next requests with a fault.
  package mutating func fail(
    _ fault: AnswerFault, path: String? = nil, method: String? = nil, times: Int? = nil
  ) {
    faults.answers.append(FaultRule(fault, path: path, method: method, times: times))
  }

  /// Whether connections are accepted.
  var accepts: Bool {
    if case .gone = phase { return false }
    return !faults.refusesConnections
  }

  /// The fault that meets a request, which is then one less.
  mutating func takeFault(_ request: Request) -> AnswerFault? {
    let place = faults.answers.firstIndex {
      ($0.path ?? request.path) == request.path && ($0.method ?? request.method) == request.method
        && $0.times != 0
    }
    guard let place else { return nil }
    faults.answers[place].times = faults.answers[place].times.map { $0 - 1 }
    return faults.answers[place].fault
  }
}
