/// A press of play or stop, or of realign on a Touch.
package enum TransportIntent: String, Sendable { case play, stop, realign }

/// A MIDI Start or Stop on the wire of an output.
package struct WireEvent: Sendable, Equatable {
  /// Which message.
  package enum Message: Sendable { case start, stop }

  /// When, in milliseconds of the box's clock.
  package let time: Int
  /// The output, zero-based.
  package let output: Int
  /// The message.
  package let message: Message
  /// The clock pulses that the output had emitted before.
  package let pulsesBefore: Int

  /// A message.
  package init(time: Int, output: Int, message: Message, pulsesBefore: Int) {
    self.time = time
    self.output = output
    self.message = message
    self.pulsesBefore = pulsesBefore
  }
}

/// The launch state of one output (section 6.2).
struct Launch: Sendable {
  enum State: Int, Sendable { case stopped, armed, running }

  var state = State.stopped
  /// The bar, counted from the start, whose line an armed output waits for.
  var bar = 0
  /// The bar at whose line the slave is started again; nil for none.
  var realignBar: Int?
  /// The intent that the next tick consumes.
  var intent: TransportIntent?
  /// Clock pulses since boot.
  var pulses = 0

  /// What a tick knows of an output.
  struct Situation {
    /// Whether there is a clock on it: it is enabled, and the clock is on.
    var isUsable: Bool
    var isOwned: Bool
    /// Whether there is a beat at all; only old P4 builds have none.
    var hasBeat: Bool
    /// The beat position, and the length of a bar, in `Device.beatUnits`.
    var beat: Int
    var barLength: Int
  }

  /// One millisecond passes.
  /// - Returns: what goes to the wire.
  mutating func tick(_ situation: Situation) -> [WireEvent.Message] {
    let pressed = intent
    intent = nil
    guard situation.isUsable, situation.hasBeat else { return [] }
    var sent: [WireEvent.Message] = []
    let nextBar = (situation.beat + situation.barLength - 1) / situation.barLength
    if !situation.isOwned {
      switch (pressed, state) {
      case (.play, .stopped):
        state = .armed
        bar = nextBar
      case (.stop, .armed):
        state = .stopped
      case (.stop, .running):
        state = .stopped
        realignBar = nil
        sent.append(.stop)
      case (.realign, .running):
        realignBar = nextBar
      default: break
      }
    }
    if state == .armed, situation.beat >= bar * situation.barLength {
      state = .running
      if !situation.isOwned { sent.append(.start) }
    }
    if let line = realignBar, situation.beat >= line * situation.barLength {
      realignBar = nil
      sent.append(.start)
    }
    return sent
  }
}
