extension Device {
  /// The answer to `GET /status`, byte for byte (section 4.1).
  func status() -> [UInt8] {
    var text = JSONText()
    switch profile {
    case .touchJuly13: addOldTouch(to: &text)
    case .x32linkJuly11:
      text.add("bpm", Double(shownTempo) / 1000, places: 1)
      addPhase(to: &text)
      text.add("fw", raw: "\"2.2.0\"")
    default:
      addShared(to: &text)
      if profile.product == .touch { addTouch(to: &text) }
      if profile.product == .x32link { addPhase(to: &text) }
    }
    return text.closed
  }

  private var writerRuns: Bool { clockOutAtBoot }

  private var bpm: Double {
    guard profile.product == .touch else { return Double(shownTempo) / 1000 }
    return writerRuns ? Double(tempo ?? 0) / 1000 : 0
  }

  private func addShared(to text: inout JSONText) {
    let listens = profile.product == .p4 && settings.followBeat
    let confidence = listens ? readings.confidence : 0
    text.add("bpm", bpm, places: 1)
    text.add("min", profile.product == .p4 ? readings.clockIn : 0, places: 1)
    text.add("peers", session.count)
    text.add("usb", profile.product == .p4 && readings.usb)
    switch profile.product {
    case .p4: text.add("tx", readings.transfers)
    case .touch: text.add("tx", launches[0].pulses)
    case .x32link: text.add("tx", 0)
    }
    text.add("fw", raw: "\"2.2.0\"")
    text.add("follow_enabled", listens)
    text.add("follow_bpm", listens ? readings.heardTempo : 0, places: 1)
    text.add("follow_confidence", confidence, places: 1)
    text.add("follow_valid", listens && confidence >= 0.5)
    text.add("launch", list: launches.map { Array("\($0.state.rawValue)".utf8) })
    if profile.showsOwnership {
      switch profile.product {
      case .p4: text.add("playing", session.isPlaying)
      case .touch: text.add("playing", launches[0].state == .running)
      case .x32link: text.add("playing", false)
      }
      text.add("link_owns", profile.hasOwnership && session.ownsTransport)
    }
    let hasTicks =
      switch profile.product {
      case .p4: profile.showsTicks
      case .touch: true
      case .x32link: writerRuns
      }
    if hasTicks {
      addTicks(to: &text)
      text.add("w_beats", readings.beatStage)
      text.add("w_clock", readings.clockStage)
      text.add("reprime", profile.product == .touch ? 0 : readings.reprime)
    }
    guard profile.product == .p4, profile.showsTicks else { return }
    add(["xf", "xf_step", "xf_max", "rtt_min", "rtt_max"], readings.origin, to: &text)
  }

  private func addTicks(to text: inout JSONText) {
    text.add("drop", readings.drop)
    text.add("burst", readings.burst)
    text.add("gap", readings.gap)
    text.add("work", readings.work)
    text.add("over", readings.over)
    text.add("core", profile.product == .touch && !writerRuns ? -1 : 1)
  }

  private func addTouch(to text: inout JSONText) {
    text.add("clk", raw: "\"\(clockWord)\"")
    text.add("pulses", launches[0].pulses)
    text.add("sync", sync)
    addTouchState(to: &text)
    text.add("wtport", readings.touch[4])
    addTouchEnd(to: &text)
  }

  /// The dialect before 2026-07-14.
  private func addOldTouch(to text: inout JSONText) {
    text.add("bpm", bpm, places: 1)
    text.add("sync", sync)
    text.add("peers", session.count)
    addTouchState(to: &text)
    addTicks(to: &text)
    text.add("wbeats", readings.beatStage)
    text.add("wclock", readings.clockStage)
    text.add("wtport", readings.touch[4])
    addTouchEnd(to: &text)
    text.add("clk", raw: "\"\(clockWord)\"")
    text.add("pulses", launches[0].pulses)
  }

  private func addTouchState(to text: inout JSONText) {
    text.add("clock", settings.clockOut ? 1 : 0)
    text.add("transport", launches[0].state.rawValue)
    add(["cue", "tfail", "tzero", "ccancel"], readings.touch, to: &text)
  }

  private func addTouchEnd(to text: inout JSONText) {
    text.add("beats", writerRuns ? Double(beat) / Double(Self.beatUnits) : 0, places: 2)
    text.add("locked", writerRuns ? (session.count > 0 ? 1 : 0) : -1)
    text.add("bsactive", writerRuns ? 1 : -1)
    add(["btn", "btnlows", "btnpress"], readings.buttons, to: &text)
  }

  private func addPhase(to text: inout JSONText) {
    let isValid = session.count > 0
    let phase = Double(beat % barLength) / Double(Self.beatUnits)
    text.add("phase", isValid ? phase : -1, places: 4)
    text.add("valid", isValid)
    text.add("quantum", settings.quantum)
    guard profile == .x32link, let battery = readings.battery else { return }
    text.add("batt_v", battery[0], places: 2)
    text.add("batt_pct", battery[1], places: 1)
  }

  private func add(_ keys: [String], _ values: [Int], to text: inout JSONText) {
    for (key, value) in zip(keys, values) { text.add(key, value) }
  }

  /// Whether no pulse came in the last 500 ms, or never.
  private var isSilent: Bool {
    guard writerRuns, let tempo, tempo > 0, launches[0].pulses > 0 else { return true }
    let pulse = Self.beatUnits / settings.outputs[0].ppqn
    return beat % pulse / tempo >= 500
  }

  private var clockWord: String {
    isSilent ? "silent" : session.count > 0 ? "locked" : "free"
  }

  private var sync: Int { isSilent ? -1 : session.count > 0 ? 1 : 0 }
}
