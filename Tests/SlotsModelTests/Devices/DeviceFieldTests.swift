import SlotsModel
import Testing

@Suite struct DeviceFieldTests {
  private func objection(
    _ key: Text, _ value: JSONValue, _ part: DevicePart, _ product: DeviceProduct? = nil
  ) -> String? {
    DeviceField.objection(to: value, for: key, in: part, of: product)
  }

  @Test func `each field has one class for each product that has it, and never the box's identity`()
  {
    for field in DeviceField.all.values {
      #expect(!field.parts.isEmpty, "\(field.key.string)")
      #expect(field.parts.values.allSatisfy { $0 != .device }, "\(field.key.string)")
    }
    // The count of each class, so that a field that is added is classified on purpose.
    func count(_ product: DeviceProduct, _ part: DevicePart) -> Int {
      DeviceField.all.values.count { $0.parts[product] == part }
    }
    #expect(count(.p4, .live) == 39 && count(.p4, .reboot) == 5)
    #expect(count(.touch, .live) == 9 && count(.touch, .reboot) == 3)
    #expect(count(.x32link, .live) == 4 && count(.x32link, .reboot) == 8)
  }

  @Test func `K04: what restarts a box is refused in the live file, and what is live in the other`()
  {
    for key: Text in ["metronome", "follow_beat", "wifi_ssid"] {
      #expect(objection(key, true, .live, .p4)?.contains("restarts the box") == true)
      #expect(objection(key, true, .live)?.contains("restarts the box") == true)
    }
    for key: Text in ["metro_accent", "led", "clk0_en"] {
      #expect(objection(key, true, .live, .p4) == nil)
      #expect(objection(key, true, .reboot, .p4)?.contains("takes effect at once") == true)
    }
    // Live on one product and not on another.
    #expect(objection("clock_out", true, .live, .x32link)?.contains("restarts the box") == true)
    #expect(objection("clock_out", true, .reboot) == nil)
  }

  @Test func `a field of another product is none of this one's`() {
    #expect(objection("metro_vol", 80, .live, .touch) == "metro_vol is no field of a touch")
    #expect(objection("shape", 80, .live, .p4) == "shape is no field of a p4")
    #expect(objection("shape", 80, .live) == nil)
    #expect(objection("clk1_en", true, .live, .touch) == "clk1_en is no field of a touch")
  }

  @Test(arguments: [
    ("metro_vol", "101", "metro_vol is 101, must be a whole number from 0 to 100"),
    ("metro_vol", "80.5", "metro_vol is 80.5, must be a whole number from 0 to 100"),
    (
      "bpm", "19.999", "bpm is 19.999, must be a number from 20 to 300, with at most three decimals"
    ),
    ("bpm", "120.125", nil),
    (
      "bpm", "120.0005",
      "bpm is 120.0005, must be a number from 20 to 300, with at most three decimals"
    ),
    (
      "bpm", "\"120\"",
      "bpm is \"120\", must be a number from 20 to 300, with at most three decimals"
    ),
    (
      "metro_voice", "3",
      "metro_voice is 3, must be a whole number from 0 to 2 (0 tone, 1 click, 2 wood)"
    ),
    ("clk3_phase", "-250", nil),
    ("clk3_phase", "-251", "clk3_phase is -251, must be a whole number from -250 to 250"),
    ("clk0_ppqn", "96", "clk0_ppqn is 96, must be a whole number from 1 to 48"),
    ("led_beat", "\"#00B400\"", nil),
    ("led_beat", "\"00B400\"", "led_beat is \"00B400\", must be a colour, as \"#00B400\""),
    ("led", "1", nil), ("led", "true", nil), ("led", "2", "led is 2, must be true or false"),
  ])
  func `a value out of range is told with the range`(
    _ key: String, _ value: String, _ words: String?
  ) throws {
    #expect(objection(Text(key), try JSONValue.read(Array(value.utf8)), .live, .p4) == words)
  }

  @Test func `each live field has a case, and no field that restarts a box has one`() {
    for field in DeviceField.table {
      let isLive = field.parts.values.contains(.live)
      #expect((LiveField.all[field.key] != nil) == isLive, "\(field.key.string)")
    }
    for (key, field) in LiveField.all {
      #expect(DeviceField.all[key] != nil && field.key == key, "\(key.string)")
    }
  }

  @Test func `a patch takes no field that restarts its product, and none of another one`() throws {
    var patch = LivePatch(for: .x32link)
    #expect(throws: RefusedField.self) { try patch.set(.clockOut, to: true) }
    #expect(throws: RefusedField.self) { try patch.set(.metroVolume, to: 80) }
    #expect(patch.isEmpty)
    patch = LivePatch(for: .p4)
    try patch.set(.clockOut, to: true)
    #expect(throws: RefusedField.self) { try patch.set(.metroVolume, to: 101) }
    try patch.set(.output(1, .phase), to: -15)
    try patch.set(.bpm, to: .number(try #require(JSONNumber("124.50"))))
    try patch.set(.ledBeat, to: "#2040ff")
    #expect(
      patch.pairs.map { "\($0.key)=\($0.value)" }
        == ["bpm=124.5", "clk1_phase=-15", "clock_out=1", "led_beat=#2040FF"])
  }

  @Test(arguments: [
    ("led", "on", "true"), ("led", "OFF", "false"), ("led", "1", "true"), ("led", "maybe", nil),
    ("metro_voice", "Wood", "2"), ("metro_voice", "1", "1"), ("metro_voice", "3", nil),
    ("bpm", "124.5", "124.5"), ("bpm", "124,5", nil), ("led_beat", "2040ff", "\"#2040FF\""),
    ("led_beat", "#24f", nil), ("clk0_cable", "C", "2"), ("metro_vol", "80%", nil),
  ])
  func `a value is read as a person types it`(_ key: String, _ text: String, _ value: String?)
    throws
  {
    let field = try #require(DeviceField.all[Text(key)])
    #expect(field.value(typed: text)?.compactText == value)
  }

  @Test func `K11: a network's name is measured in bytes`() {
    #expect(
      objection("wifi_ssid1", .string(Text(String(repeating: "é", count: 16))), .reboot, .p4) == nil
    )
    #expect(
      objection("wifi_ssid1", .string(Text(String(repeating: "é", count: 17))), .reboot, .p4)?
        .contains("at most 32 bytes") == true)
  }
}
