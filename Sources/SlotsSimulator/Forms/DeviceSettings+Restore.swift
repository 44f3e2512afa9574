extension DeviceSettings {
  /// Gives one field, by its name in a form, the value that it had.
  mutating func restore(_ name: String, from before: DeviceSettings) {
    let single: [String: (inout DeviceSettings) -> Void] = [
      "clock_out": { $0.clockOut = before.clockOut },
      "metronome": { $0.metronome = before.metronome },
      "metro_accent": { $0.metroAccent = before.metroAccent },
      "metro_vol": { $0.metroVolume = before.metroVolume },
      "metro_voice": { $0.metroVoice = before.metroVoice },
      "led": { $0.led = before.led },
      "led_bright": { $0.ledBrightness = before.ledBrightness },
      "led_mode": { $0.ledMode = before.ledMode },
      "led_fade": { $0.ledFade = before.ledFade },
      "led_beat": { $0.ledBeat = before.ledBeat },
      "led_accent": { $0.ledAccent = before.ledAccent },
      "follow_beat": { $0.followBeat = before.followBeat },
      "bpm": { $0.tempo = before.tempo },
      "quantum": { $0.quantum = before.quantum },
      "transport": { $0.transport = before.transport },
      "play_rel": { $0.playOnRelease = before.playOnRelease },
      "bright": { $0.brightness = before.brightness },
    ]
    if let copy = single[name] { return copy(&self) }
    for slot in networks.indices {
      let suffix = slot == 0 ? "" : "\(slot)"
      if name == "wifi_ssid\(suffix)" { networks[slot].ssid = before.networks[slot].ssid }
      if name == "wifi_pass\(suffix)" { networks[slot].password = before.networks[slot].password }
    }
    for output in outputs.indices where name.hasPrefix("clk\(output)_") {
      let old = before.outputs[output]
      switch name.dropFirst(5) {
      case "en": outputs[output].isEnabled = old.isEnabled
      case "cable": outputs[output].cable = old.cable
      case "ppqn": outputs[output].ppqn = old.ppqn
      case "phase": outputs[output].phase = old.phase
      case "swing": outputs[output].swing = old.swing
      case "follow": outputs[output].follows = old.follows
      default: break
      }
    }
  }
}
