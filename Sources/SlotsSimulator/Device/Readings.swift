/// What a box measures and counts. A restart sets all of it back; tests set it as they like.
package struct Readings: Sendable, Equatable {
  /// `min`: MIDI-clock-IN tempo.
  package var clockIn = 0.0
  /// `usb`: a USB-MIDI device is attached.
  package var usb = false
  /// `tx`: completed USB-MIDI transfers of a P4.
  package var transfers = 0
  /// `follow_bpm` while the microphone is in use.
  package var heardTempo = 0.0
  /// `follow_confidence` while the microphone is in use.
  package var confidence = 0.0
  /// Pulses discarded on a realign.
  package var drop = 0
  /// Ticks that emitted more than one pulse.
  package var burst = 0
  /// Worst gap between ticks, in microseconds.
  package var gap = 0
  /// Worst time inside a tick, in microseconds.
  package var work = 0
  /// Ticks over 5 ms.
  package var over = 0
  /// Worst time of obtaining the beat, in microseconds.
  package var beatStage = 0
  /// Worst time of emitting, in microseconds.
  package var clockStage = 0
  /// Realigns of the beat grid.
  package var reprime = 0
  /// `xf`, `xf_step`, `xf_max`, `rtt_min`, `rtt_max`.
  package var origin = [0, 0, 0, 0, 0]
  /// `cue`, `tfail`, `tzero`, `ccancel`, `wtport` of a Touch.
  package var touch = [0, 0, 0, 0, 0]
  /// `btn`, `btnlows`, `btnpress` of a Touch.
  package var buttons = [-1, 0, 0]
  /// Volts and per cent of an X32Link with a gauge.
  package var battery: [Double]?

  /// A box that has just started.
  package init() {}
}
