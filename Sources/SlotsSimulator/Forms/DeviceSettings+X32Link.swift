extension DeviceSettings {
  /// `/live` of an X32Link (section 5.6).
  mutating func setX32Live(_ form: FormArguments) {
    if let value = form["phase_flash"] { mixer.phaseFlash = CText.whole(value) == 1 }
    for (name, field) in [("dot_beat", \Self.ledBeat), ("dot_acc", \Self.ledAccent)] {
      guard let value = form[name], value.count == 7, value[0] == UInt8(ascii: "#"),
        let colour = CText.colour(value)
      else { continue }
      self[keyPath: field] = colour
    }
    if let value = form["quantum_beats"] { set(\.quantum, value, in: 1...16) }
  }

  /// `/save` of an X32Link (section 5.6): blank texts keep, and so does absence without `full_form`;
  /// before 2026-07-15 a partial save set tempo source, clock and phase display back.
  mutating func setX32Save(_ form: FormArguments, on profile: BoxProfile) {
    if profile == .x32linkJuly11 {
      mixer.source = 0
      clockOut = false
      mixer.phaseFlash = false
    }
    if let value = form["wifi_ssid"], !value.isEmpty { networks[0].ssid = Array(value.prefix(63)) }
    if let value = form["wifi_pass"], !value.isEmpty {
      networks[0].password = StoredPassword(Array(value.prefix(63)))
    }
    if let value = form["mixer_ip"], !value.isEmpty { mixer.address = Array(value.prefix(15)) }
    if let value = form["model"] { set(\.mixer.model, value, in: 1...2) }
    if let value = form["fx_slot"] {
      set(\.mixer.effectSlot, value, in: 1...(mixer.model == 1 ? 4 : 8))
    }
    if let value = form["input_source"] { set(\.mixer.source, value, in: 0...1) }
    if let value = form["clock_out"] ?? form["midi_clock_out"] {
      set(\.clockOut, value)
    } else if form.has("full_form") {
      clockOut = false
    }
    if let value = form["quantum"] ?? form["quantum_beats"] { set(\.quantum, value, in: 1...16) }
    if let value = form["phase_flash"] {
      set(\.mixer.phaseFlash, value)
    } else if form.has("full_form") {
      mixer.phaseFlash = false
    }
    if let value = form["led_beat"] ?? form["dot_beat"], let colour = sixDigits(value) {
      ledBeat = colour
    }
    if let value = form["led_accent"] ?? form["dot_acc"], let colour = sixDigits(value) {
      ledAccent = colour
    }
    if let value = form["fdr_enable"] { set(\.mixer.faders, value) }
    if let channels = form.number("fdr_chan_count"), channels == 16 || channels == 32 {
      mixer.faderChannels = channels
    }
  }

  private func sixDigits(_ value: [UInt8]) -> Int? {
    let digits = value.first == UInt8(ascii: "#") ? Array(value.dropFirst()) : value
    return digits.count == 6 ? CText.colour(digits) : nil
  }
}
