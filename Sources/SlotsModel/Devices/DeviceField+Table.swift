extension DeviceField {
  /// Every field, once; the one place that says which of them restart a box. Ranges, defaults and classes
  /// are the firmware's (KitchenSync protocol, sections 5, 5.5 and 5.6; form keys of `/live` and `/save`).
  package static let table: [DeviceField] = common + (0..<4).flatMap(ofOutput) + linkOnly

  private static let all4: [DeviceProduct: DevicePart] = [.p4: .live]
  private static let both: [DeviceProduct: DevicePart] = [.p4: .live, .touch: .live]

  private static let common: [DeviceField] = [
    // On an X32Link it is the switch of its clock writer, which only a save stores.
    row("clock_out", .toggle, true, [.p4: .live, .touch: .live, .x32link: .reboot]),
    row("bpm", .number(20...300), 120, both, unit: "BPM"),
    // The sound of the metronome is live, and its enable is not.
    row("metronome", .toggle, false, [.p4: .reboot]),
    row("metro_accent", .toggle, true, all4),
    row("metro_vol", .integer(0...100), 80, all4, unit: "%"),
    row("metro_voice", .choice(["tone", "click", "wood"]), 0, all4),
    row("led", .toggle, false, all4),
    row("led_bright", .integer(0...100), 60, all4, unit: "%"),
    row("led_mode", .choice(["chase", "flash", "fill"]), 0, all4),
    row("led_fade", .integer(0...100), 55, all4, unit: "%"),
    row("led_beat", .colour, "#00B400", all4),
    row("led_accent", .colour, "#DC6E00", all4),
    row("follow_beat", .toggle, false, [.p4: .reboot]),
    row("quantum", .integer(1...64), 4, both, unit: "beats", at: .unreadable),
    row("transport", .toggle, true, both, at: .unreadable),
    row("play_rel", .toggle, false, both, at: .unreadable),
    row("bright", .integer(10...100), 80, both, unit: "%", at: .unreadable),
    row(
      "wifi_ssid", .text(bytes: 32), "", [.p4: .reboot, .touch: .reboot, .x32link: .reboot],
      at: .network(0)),
    row("wifi_ssid1", .text(bytes: 32), "", [.p4: .reboot, .touch: .reboot], at: .network(1)),
    row("wifi_ssid2", .text(bytes: 32), "", [.p4: .reboot, .touch: .reboot], at: .network(2)),
  ]

  /// The fields of an output. The enable of a Touch's one output is its `clock_out` under another name.
  private static func ofOutput(_ output: Int) -> [DeviceField] {
    func row(
      _ name: String, _ kind: Kind, _ standard: JSONValue, _ parts: [DeviceProduct: DevicePart],
      unit: String = ""
    ) -> DeviceField {
      DeviceField(
        key: Text("clk\(output)_\(name)"), kind: kind, unit: unit, standard: standard, parts: parts,
        place: .output(output, Text(name)))
    }
    let shared = output == 0 ? both : all4
    return [
      row("en", .toggle, .bool(output == 0), all4),
      row("cable", .choice(["A", "B", "C", "D"]), .number(JSONNumber(output)), all4),
      row("ppqn", .integer(1...48), 24, shared, unit: "pulses per beat"),
      row("phase", .integer(-250...250), 0, shared, unit: "milli-beats earlier"),
      row("swing", .integer(0...250), 0, shared, unit: "milli-beats"),
      row("follow", .toggle, true, all4),
    ]
  }

  private static let linkOnly: [DeviceField] = [
    row("phase_flash", .toggle, nil, [.x32link: .live], at: .unreadable),
    row("dot_beat", .colour, nil, [.x32link: .live], at: .unreadable),
    row("dot_acc", .colour, nil, [.x32link: .live], at: .unreadable),
    row("quantum_beats", .integer(1...16), 4, [.x32link: .live], unit: "beats", at: .unreadable),
    row("mixer_ip", .text(bytes: 15), "192.168.4.1", [.x32link: .reboot], at: .unreadable),
    row("model", .oneOf([1, 2]), 1, [.x32link: .reboot], at: .unreadable),
    row("fx_slot", .integer(1...8), 1, [.x32link: .reboot], at: .unreadable),
    row("input_source", .choice(["Link", "USB-MIDI"]), 0, [.x32link: .reboot], at: .unreadable),
    row("fdr_enable", .toggle, nil, [.x32link: .reboot], at: .unreadable),
    row("fdr_chan_count", .oneOf([16, 32]), nil, [.x32link: .reboot], at: .unreadable),
  ]

  private static func row(
    _ key: Text, _ kind: Kind, _ standard: JSONValue?, _ parts: [DeviceProduct: DevicePart],
    unit: String = "", at place: Place? = nil
  ) -> DeviceField {
    DeviceField(
      key: key, kind: kind, unit: unit, standard: standard, parts: parts,
      place: place ?? .member(key))
  }
}
