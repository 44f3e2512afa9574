import SlotsModel
import TestSupport
import Testing

/// The form that a restart stores.
@Suite struct SaveFormTests {
  private func config(_ name: String = "config") throws -> BoxConfig {
    try BoxConfig(Fixture.bytes("devices/\(name).json"))
  }

  @Test func `B68 K02 trap 2: it has each toggle at its value, so that none is switched off`()
    throws
  {
    let form = try SaveForm(config(), wanted: ["metronome": false], for: .p4)
    let pairs = Dictionary(uniqueKeysWithValues: form.pairs.map { ($0.key, $0.value) })
    for field in DeviceField.of(.p4) where field.place != .unreadable {
      #expect(pairs[field.key.string] != nil, "\(field.key.string)")
    }
    #expect(pairs["metronome"] == "0" && pairs["clock_out"] == "1" && pairs["clk1_en"] == "1")
    #expect(pairs["clk2_en"] == "0" && pairs["bpm"] == "124" && pairs["led_beat"] == "#2040FF")
  }

  @Test func `trap 3: follow is always said, because its absence keeps it`() throws {
    let form = try SaveForm(config(), wanted: ["clk1_follow": false], for: .p4)
    let follows = form.pairs.filter { $0.key.hasSuffix("_follow") }
    #expect(follows.map(\.value) == ["1", "0", "1", "1"])
  }

  @Test func `each key of a form is live or reboot for its product, one of the two`() throws {
    let bodies: [(String, DeviceProduct)] = [
      ("config", .p4), ("config-touch", .touch), ("config-x32link", .x32link),
    ]
    for (name, product) in bodies {
      for pair in try SaveForm(config(name), wanted: [:], for: product).pairs {
        let part = DeviceField.all[Text(pair.key)]?.parts[product]
        #expect(part == .live || part == .reboot, "\(name) \(pair.key)")
      }
    }
  }

  @Test func `no secret, and nothing that no box tells, is ever made up`() throws {
    let keys = try SaveForm(config(), wanted: [:], for: .p4).pairs.map(\.key)
    #expect(!keys.contains { $0.contains("pass") })
    for field in DeviceField.table where field.place == .unreadable {
      #expect(!keys.contains(field.key.string))
    }
  }

  /// A box writes names of networks as they are, and is renamed to what it is sent.
  @Test(arguments: [
    #"Caf\/5G"#, #"a\u0041"#, #"x","pass_set":true},{"ssid":"y"#, "Caf\u{FFFD}",
  ]) func `trap 14: a name of a network that may not be the box's is not sent back`(name: String)
    throws
  {
    let text = String(decoding: try Fixture.bytes("devices/config.json"), as: UTF8.self)
    let odd = text.replacing("Home-2G", with: name)
    let config = try BoxConfig(Array(odd.utf8))
    #expect(odd != text && config.values["metro_vol"] != nil)
    let form = try SaveForm(config, wanted: ["metronome": true], for: .p4)
    #expect(!form.pairs.contains { $0.key.hasPrefix("wifi") })
    #expect(
      form.pairs.count == (try SaveForm(self.config(), wanted: [:], for: .p4)).pairs.count - 3)
  }

  @Test func `trap 15: a Touch gets neither the tempo nor fields whose presence is on`() throws {
    let keys = try SaveForm(config("config-touch"), wanted: ["quantum": 8], for: .touch).pairs
      .map(\.key)
    #expect(
      keys == [
        "clk0_phase", "clk0_ppqn", "clk0_swing", "clock_out", "wifi_ssid", "wifi_ssid1",
        "wifi_ssid2",
      ])
  }

  @Test func `trap 16: an X32Link gets its four settings and no other`() throws {
    let form = try SaveForm(config("config-x32link"), wanted: ["model": 2], for: .x32link)
    #expect(
      form.pairs.map { "\($0.key)=\($0.value)" }
        == ["clock_out=1", "model=2", "wifi_ssid=Stage-Desk"])
  }

  @Test func `trap 18: a network is refused, because its password would be another one's`() throws {
    let error = #expect(throws: RefusedField.self) {
      try SaveForm(config(), wanted: ["wifi_ssid": "Elsewhere"], for: .p4)
    }
    #expect(error?.reason.contains("password") == true)
  }

  @Test
  func `K03: what is out of range, or of another product, is refused before anything is sent`()
    throws
  {
    let config = try config()
    for wanted: [Text: JSONValue] in [
      ["clk0_ppqn": 96], ["shape": 1], ["mixer_ip": "10.0.0.1"], ["metronome": "on"],
    ] {
      #expect(throws: RefusedField.self) { try SaveForm(config, wanted: wanted, for: .p4) }
    }
  }

  @Test func `what a box is not fitted with is refused`() throws {
    let config = try BoxConfig(Array(#"{"clock_out":true}"#.utf8))
    #expect(throws: RefusedField.self) {
      try SaveForm(config, wanted: ["metronome": true], for: .p4)
    }
  }
}
