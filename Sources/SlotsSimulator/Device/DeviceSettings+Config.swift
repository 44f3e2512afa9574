extension DeviceSettings {
  /// The answer to `GET /config.json`, byte for byte (section 4.2). Names of networks go in raw, so
  /// that some make the document invalid JSON (section 4.3).
  package func config(_ profile: BoxProfile) -> [UInt8] {
    var text = JSONText()
    text.add("clock_out", clockOut)
    if profile.product == .p4 {
      text.add("metronome", metronome)
      text.add("metro_accent", metroAccent)
      text.add("metro_vol", metroVolume)
      text.add("metro_voice", metroVoice)
      text.add("led", led)
      text.add("led_bright", ledBrightness)
      text.add("led_mode", ledMode)
      text.add("led_fade", ledFade)
      text.add("led_beat", raw: "\"\(CText.hex(ledBeat))\"")
      text.add("led_accent", raw: "\"\(CText.hex(ledAccent))\"")
      text.add("follow_beat", followBeat)
    }
    if profile.hasOwnTempo { text.add("bpm", Double(tempo) / 1000, places: 3) }
    text.add(
      "wifi",
      list: networks.map { network in
        var object = JSONText()
        object.add("ssid", raw: [UInt8(ascii: "\"")] + network.ssid + [UInt8(ascii: "\"")])
        object.add("pass_set", !network.password.bytes.isEmpty)
        return object.closed
      })
    text.add("clock", list: outputs.map { object(of: $0, on: profile).closed })
    return text.closed
  }

  private func object(of output: Output, on profile: BoxProfile) -> JSONText {
    var object = JSONText()
    object.add("en", profile.product == .touch ? clockOut : output.isEnabled)
    object.add("cable", output.cable)
    object.add("ppqn", output.ppqn)
    object.add("phase", output.phase)
    object.add("swing", output.swing)
    object.add("follow", output.follows)
    return object
  }
}

/// An object as the firmware prints it: compact, in the order of adding, text unescaped.
struct JSONText {
  private var bytes: [UInt8] = []

  /// The whole object.
  var closed: [UInt8] { [UInt8(ascii: "{")] + bytes + [UInt8(ascii: "}")] }

  mutating func add(_ key: String, raw value: [UInt8]) {
    if !bytes.isEmpty { bytes.append(UInt8(ascii: ",")) }
    bytes += Array("\"\(key)\":".utf8) + value
  }

  mutating func add(_ key: String, raw value: String) { add(key, raw: Array(value.utf8)) }
  mutating func add(_ key: String, _ value: Int) { add(key, raw: "\(value)") }
  mutating func add(_ key: String, _ value: Bool) { add(key, raw: value ? "true" : "false") }
  mutating func add(_ key: String, _ value: Double, places: Int) {
    add(key, raw: CText.fixed(value, places))
  }
  mutating func add(_ key: String, list: [[UInt8]]) {
    add(
      key,
      raw: [UInt8(ascii: "[")] + list.joined(separator: [UInt8(ascii: ",")])
        + [UInt8(ascii: "]")])
  }
}
