/// The running device: what is lost when its power goes. Its time moves by `advance(to:)`, from event
/// to event and with the results of a tick every millisecond.
struct Device: Sendable {
  /// Beat positions count in 1/60000000 of a beat, so that thousandths of a beat a minute times
  /// milliseconds is a whole number and bar lines are exact.
  static let beatUnits = 60_000_000

  let profile: BoxProfile
  let bootTime: Int
  /// The clock setting at boot, which the writer of Touch and X32Link goes by (section 5.5).
  let clockOutAtBoot: Bool
  var now: Int
  /// The running copy, and the copy that outlives a power cut.
  var settings: DeviceSettings
  var flash: DeviceSettings
  /// Whether writes to flash are lost without a word.
  var losesFlashWrites = false
  var session = LinkSession()
  var readings = Readings()
  var launches: [Launch]
  var wire: [WireEvent] = []
  /// Beat position, in `beatUnits`.
  var beat = 0
  /// `/status.bpm` of a P4 and an X32Link.
  var shownTempo: Int
  var hasSeenSession = false
  var sessionWasPlaying = false
  /// Whether something changed that the next tick has to look at.
  var needsTick = false
  /// Since when there is something that flash does not have, and when it last changed.
  var dirtySince: Int?
  var lastEdit = 0

  init(_ profile: BoxProfile, settings: DeviceSettings, bootTime: Int) {
    self.profile = profile
    self.bootTime = bootTime
    self.settings = settings
    flash = settings
    now = bootTime
    clockOutAtBoot = settings.clockOut
    launches = Array(repeating: Launch(), count: profile.outputs)
    shownTempo = profile.product == .x32link ? 120_000 : 0
  }

  /// The tempo that the clock runs at, in thousandths; nil without a beat.
  var tempo: Int? {
    if session.count > 0 { return session.tempo }
    if profile.product == .x32link { return shownTempo }
    if profile.hasOwnTempo { return settings.tempo }
    return hasSeenSession && profile.keepsClocking ? session.tempo : nil
  }

  /// Beats in a bar: fixed on a P4, the quantum elsewhere.
  var barLength: Int {
    (profile.product == .p4 ? 4 : settings.quantum) * Self.beatUnits
  }

  /// Whether an output emits pulses.
  func isUsable(_ output: Int) -> Bool {
    guard profile.product == .p4 else { return clockOutAtBoot }
    return settings.clockOut && settings.outputs[output].isEnabled
  }

  /// Whether Link owns the transport of an output.
  func isOwned(_ output: Int) -> Bool {
    profile.hasOwnership && session.ownsTransport && settings.outputs[output].follows
  }

  /// Notes that settings changed, or may have.
  mutating func markDirty() {
    lastEdit = now
    if dirtySince == nil { dirtySince = now }
  }

  /// When what is dirty goes to flash: 1.5 s after the last edit or 10 s after the first, at the next
  /// look (section 5.3); nil when nothing is dirty.
  var flashTime: Int? {
    guard let dirtySince, profile.keepsLiveEdits else { return nil }
    let due = min(lastEdit + 1500, dirtySince + 10_000)
    return grid(profile.flashCheck, from: due)
  }

  /// Writes the running copy to flash.
  mutating func writeFlash() {
    dirtySince = nil
    if !losesFlashWrites { flash = settings }
  }

  /// The first look of a regular check at or after a time.
  private func grid(_ step: Int, from time: Int) -> Int {
    bootTime + (time - bootTime + step - 1) / step * step
  }

  /// Whether the stored tempo differs from the session's and follows it (section 5.4).
  private var mirrors: Bool {
    profile.hasOwnTempo && session.count > 0 && (20_000...300_000).contains(session.tempo)
      && settings.tempo != session.tempo
  }

  private func nextEvent(until end: Int) -> Int {
    var next = min(end, grid(1000, from: now + 1))
    if needsTick || launches.contains(where: { $0.intent != nil }) { return min(next, now + 1) }
    if let flashTime { next = min(next, max(flashTime, now + 1)) }
    if let expiry = session.nextExpiry { next = min(next, max(expiry, now + 1)) }
    if mirrors { next = min(next, grid(250, from: now + 1)) }
    if let tempo, tempo > 0,
      launches.contains(where: { $0.state == .armed || $0.realignBar != nil })
    {
      let rest = barLength - beat % barLength
      next = min(next, now + (rest + tempo - 1) / tempo)
    }
    return next
  }

  /// Lets time pass.
  mutating func advance(to end: Int) {
    while now < end { step(to: nextEvent(until: end)) }
  }

  private mutating func step(to time: Int) {
    let before = beat
    if let tempo { beat += tempo * (time - now) }
    now = time
    session.forget(now: now)
    if session.count > 0 { hasSeenSession = true }
    tick(from: before)
    if (now - bootTime) % 250 == 0, mirrors {
      settings.tempo = session.tempo
      markDirty()
    }
    if let flashTime, flashTime <= now { writeFlash() }
    if profile.product == .x32link {
      if session.count > 0 { shownTempo = session.tempo }
    } else if (now - bootTime) % 1000 == 0 {
      shownTempo = profile == .p4 || session.count > 0 ? tempo ?? 0 : 0
    }
  }

  private mutating func tick(from before: Int) {
    needsTick = false
    let sessionChanged = session.isPlaying != sessionWasPlaying
    sessionWasPlaying = session.isPlaying
    for output in launches.indices {
      let usable = isUsable(output)
      let ppqn = settings.outputs[output].ppqn
      // A Start goes out before the pulse of its bar line.
      let line = beat / barLength * barLength
      let cut = line > before ? line - 1 : before
      if usable { emit(pulses(from: before, to: cut, ppqn), on: output) }
      let owned = isOwned(output)
      var sent = launches[output].tick(
        Launch.Situation(
          isUsable: usable, isOwned: owned, hasBeat: tempo != nil, beat: beat,
          barLength: barLength))
      if owned, usable, sessionChanged { sent.append(session.isPlaying ? .start : .stop) }
      for message in sent {
        wire.append(
          WireEvent(
            time: now, output: output, message: message,
            pulsesBefore: launches[output].pulses))
      }
      if usable { emit(pulses(from: cut, to: beat, ppqn), on: output) }
    }
  }

  private func pulses(from: Int, to: Int, _ ppqn: Int) -> Int {
    to * ppqn / Self.beatUnits - from * ppqn / Self.beatUnits
  }

  private mutating func emit(_ count: Int, on output: Int) {
    launches[output].pulses += count
    if readings.usb { readings.transfers += count }
  }

  /// Time passes with both cores stopped by a flash write: no beat, no pulse, no tick (section 8.3).
  mutating func stand(until time: Int) { now = max(now, time) }
}
