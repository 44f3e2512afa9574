/// A Wi-Fi password as a box keeps it. It has no printable form.
package struct StoredPassword: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
  /// The bytes.
  package let bytes: [UInt8]

  /// Keeps bytes.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }
  /// Keeps the UTF-8 of a text.
  package init(_ text: String) { bytes = Array(text.utf8) }

  /// Says nothing of it.
  package var description: String { "(a password)" }
  /// Shows nothing of it.
  package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The settings record of a box (KitchenSync protocol, section 5), with factory defaults. All of it
/// is persisted and nothing else is. Which fields a product has is up to its profile.
package struct DeviceSettings: Sendable, Equatable {
  /// One clock output.
  package struct Output: Sendable, Equatable {
    /// Whether it is enabled.
    package var isEnabled: Bool
    /// The USB-MIDI cable, 0 to 3.
    package var cable: Int
    /// Pulses per beat, 1 to 48.
    package var ppqn = 24
    /// Milli-beats, -250 to 250.
    package var phase = 0
    /// Milli-beats, 0 to 250.
    package var swing = 0
    /// Whether Link owns its start and stop.
    package var follows = true
  }

  /// One Wi-Fi slot.
  package struct Network: Sendable, Equatable {
    /// The name, at most 32 bytes; empty for an unused slot.
    package var ssid: [UInt8] = []
    /// The password, at most 63 bytes.
    package var password = StoredPassword([])

    /// An unused slot.
    package init() {}
    /// A network.
    package init(_ ssid: String, password: String) {
      self.ssid = Array(ssid.utf8)
      self.password = StoredPassword(password)
    }
  }

  /// `clock_out`.
  package var clockOut = true
  /// `metronome`.
  package var metronome = false
  /// `metro_accent`.
  package var metroAccent = true
  /// `metro_vol`, 0 to 100.
  package var metroVolume = 80
  /// `metro_voice`, 0 to 2.
  package var metroVoice = 0
  /// `led`.
  package var led = false
  /// `led_bright`, 0 to 100.
  package var ledBrightness = 60
  /// `led_mode`, 0 to 2.
  package var ledMode = 0
  /// `led_fade`, 0 to 100.
  package var ledFade = 55
  /// `led_beat`, 0xRRGGBB.
  package var ledBeat = 0x00B400
  /// `led_accent`, 0xRRGGBB.
  package var ledAccent = 0xDC6E00
  /// `follow_beat`.
  package var followBeat = false
  /// `bpm`, in thousandths: 20000 to 300000.
  package var tempo = 120_000
  /// The Wi-Fi slots.
  package var networks: [Network]
  /// The fitted outputs.
  package var outputs: [Output]
  /// `quantum`, 1 to 64 beats; not readable.
  package var quantum = 4
  /// `transport`; not readable.
  package var transport = true
  /// `play_rel`; not readable.
  package var playOnRelease = false
  /// `bright`, 10 to 100; not readable.
  package var brightness = 80
  /// What only an X32Link has.
  package var mixer = Mixer()

  /// The settings of an X32Link (section 5.6), none of them readable.
  package struct Mixer: Sendable, Equatable {
    /// `mixer_ip`, at most 15 bytes.
    package var address = Array("192.168.4.1".utf8)
    /// `model`: 1 XR18, 2 X32.
    package var model = 1
    /// `fx_slot`, 1 to 4 or 1 to 8 by model.
    package var effectSlot = 1
    /// `input_source`: 0 Link, 1 USB-MIDI.
    package var source = 0
    /// `phase_flash`.
    package var phaseFlash = false
    /// `fdr_enable`.
    package var faders = false
    /// `fdr_chan_count`, 16 or 32.
    package var faderChannels = 16
  }

  /// Factory defaults.
  package init(_ profile: BoxProfile) {
    outputs = (0..<profile.outputs).map { Output(isEnabled: $0 == 0, cable: $0) }
    networks = Array(repeating: Network(), count: profile.networks)
    if profile.product == .x32link {
      clockOut = false
      networks[0] = Network("X32-Emulator", password: "")
    }
  }
}
