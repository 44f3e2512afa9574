extension DeviceSettings {
  /// Takes one field of a form as a P4 does (section 5): what is unknown, not allowed here or out of
  /// range changes nothing.
  /// - Parameter saves: whether it is `/save`, which takes the fields that need a restart as well.
  mutating func setP4(
    _ key: [UInt8], _ value: [UInt8], saves: Bool, on profile: BoxProfile
  ) {
    let name = String(decoding: key, as: UTF8.self)
    if name.hasPrefix("clk") {
      setOutput(name.dropFirst(3), value, on: profile)
    } else if name.hasPrefix("wifi_") {
      if saves { setNetwork(name.dropFirst(5), value) }
    } else {
      setField(name, value, saves: saves, on: profile)
    }
  }

  private mutating func setField(
    _ name: String, _ value: [UInt8], saves: Bool, on profile: BoxProfile
  ) {
    switch name {
    case "clock_out": set(\.clockOut, value)
    case "metronome": if saves { set(\.metronome, value) }
    case "metro_accent": set(\.metroAccent, value)
    case "metro_vol": set(\.metroVolume, value, in: 0...100)
    case "metro_voice": set(\.metroVoice, value, in: 0...2)
    case "led": set(\.led, value)
    case "led_bright": set(\.ledBrightness, value, in: 0...100)
    case "led_mode": set(\.ledMode, value, in: 0...2)
    case "led_fade": set(\.ledFade, value, in: 0...100)
    case "led_beat": if let colour = CText.colour(value) { ledBeat = colour }
    case "led_accent": if let colour = CText.colour(value) { ledAccent = colour }
    case "follow_beat": if saves { set(\.followBeat, value) }
    case "bpm" where profile.hasOwnTempo: setTempo(value)
    case "quantum" where profile == .p4: set(\.quantum, value, in: 1...64)
    case "transport" where profile == .p4: set(\.transport, value)
    case "play_rel" where profile == .p4: set(\.playOnRelease, value)
    case "bright" where profile == .p4: set(\.brightness, value, in: 10...100)
    default: break
    }
  }

  private mutating func setOutput(
    _ name: Substring, _ value: [UInt8], on profile: BoxProfile
  ) {
    guard let digit = name.first?.wholeNumberValue, outputs.indices.contains(digit) else { return }
    switch name.dropFirst() {
    case "_en": set(\.outputs[digit].isEnabled, value)
    case "_cable": set(\.outputs[digit].cable, value, in: 0...3)
    case "_ppqn": set(\.outputs[digit].ppqn, value, in: 1...48)
    case "_phase": set(\.outputs[digit].phase, value, in: -250...250)
    case "_swing": set(\.outputs[digit].swing, value, in: 0...250)
    case "_follow": if profile.hasOwnership { set(\.outputs[digit].follows, value) }
    default: break
    }
  }

  /// One Wi-Fi field, in the order of the body (section 7).
  private mutating func setNetwork(_ name: Substring, _ value: [UInt8]) {
    let slots: [Substring: Int] = [
      "ssid": 0, "ssid1": 1, "ssid2": 2, "pass": 0, "pass1": 1, "pass2": 2,
    ]
    guard let slot = slots[name], networks.indices.contains(slot) else { return }
    if name.hasPrefix("ssid") {
      if value.count <= 32 { networks[slot].ssid = value }
      if value.isEmpty { networks[slot].password = StoredPassword([]) }
    } else if !value.isEmpty, value.count <= 63 {
      networks[slot].password = StoredPassword(value)
    }
  }

  /// What a P4 switches off before it reads the body of `/save` (section 5.2).
  mutating func clearCheckboxes() {
    (clockOut, metronome, metroAccent, led, followBeat) = (false, false, false, false, false)
    for output in outputs.indices { outputs[output].isEnabled = false }
  }

  mutating func setTempo(_ value: [UInt8]) {
    if let tempo = CText.thousandths(value), (20_000...300_000).contains(tempo) {
      self.tempo = tempo
    }
  }

  /// A number; out of range changes nothing.
  mutating func set(
    _ field: WritableKeyPath<Self, Int>, _ value: [UInt8], in range: ClosedRange<Int>
  ) {
    let number = CText.whole(value)
    if range.contains(number) { self[keyPath: field] = number }
  }

  /// A switch: 0 or 1; any other number changes nothing.
  mutating func set(_ field: WritableKeyPath<Self, Bool>, _ value: [UInt8]) {
    let number = CText.whole(value)
    if number == 0 || number == 1 { self[keyPath: field] = number == 1 }
  }
}
