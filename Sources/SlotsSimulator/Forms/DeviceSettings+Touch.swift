extension DeviceSettings {
  /// `/live` of a Touch (section 5.5).
  mutating func setTouchLive(_ form: FormArguments) {
    if let value = form["clk0_phase"] { set(\.outputs[0].phase, value, in: -250...250) }
    if let value = form["clk0_swing"] { set(\.outputs[0].swing, value, in: 0...250) }
    if let value = form["clk0_ppqn"] { set(\.outputs[0].ppqn, value, in: 1...48) }
    if let value = form["clk0_en"] { set(\.clockOut, value) }
    if let value = form["clock_out"] { set(\.clockOut, value) }
    if let value = form["quantum"] { set(\.quantum, value, in: 1...64) }
    if let value = form["bright"] { set(\.brightness, value, in: 10...100) }
    if let value = form["transport"] { set(\.transport, value) }
    if let value = form["play_rel"] { set(\.playOnRelease, value) }
    if let value = form["bpm"] { setTempo(value) }
  }

  /// `/save` of a Touch (section 5.5): presence switches its checkboxes on, absence off only with
  /// `full_form`; the quantum is in bars; over-long names and passwords are cut.
  mutating func setTouchSave(_ form: FormArguments, on profile: BoxProfile) {
    for slot in networks.indices {
      let suffix = slot == 0 ? "" : "\(slot)"
      if let value = form["wifi_pass\(suffix)"], !value.isEmpty {
        networks[slot].password = StoredPassword(Array(value.prefix(63)))
      }
      if let value = form["wifi_ssid\(suffix)"] {
        networks[slot].ssid = Array(value.prefix(32))
        if value.isEmpty { networks[slot].password = StoredPassword([]) }
      }
    }
    check(\.clockOut, "clock", in: form)
    check(\.transport, "transport", in: form)
    check(\.playOnRelease, "play_rel", in: form)
    if let bars = form.number("quantum"), (1...16).contains(bars) { quantum = bars * 4 }
    if let value = form["nudge"] { set(\.outputs[0].phase, value, in: -250...250) }
    if let value = form["bright"] { set(\.brightness, value, in: 10...100) }
    guard profile == .touch else { return }
    if let value = form["clk0_phase"] { set(\.outputs[0].phase, value, in: -250...250) }
    if let value = form["clk0_swing"] { set(\.outputs[0].swing, value, in: 0...250) }
    if let value = form["clk0_ppqn"] { set(\.outputs[0].ppqn, value, in: 1...48) }
    if let value = form["clock_out"] { set(\.clockOut, value) }
    if let value = form["clk0_en"] { set(\.clockOut, value) }
  }

  mutating func check(
    _ field: WritableKeyPath<Self, Bool>, _ name: String, in form: FormArguments
  ) {
    if form.has(name) {
      self[keyPath: field] = true
    } else if form.has("full_form") {
      self[keyPath: field] = false
    }
  }
}
