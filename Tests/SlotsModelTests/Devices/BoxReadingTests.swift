import SlotsModel
import TestSupport
import Testing

/// What boxes tell, with bodies as the firmware makes them.
@Suite struct BoxReadingTests {
  private func config(_ name: String) throws -> BoxConfig {
    try BoxConfig(Fixture.bytes("devices/\(name).json"))
  }

  private func status(_ name: String) throws -> BoxStatus {
    try BoxStatus(Fixture.bytes("devices/\(name).json"))
  }

  @Test func `each readable field of each product is read from its settings`() throws {
    let bodies: [(String, DeviceProduct)] = [
      ("config", .p4), ("config-touch", .touch), ("config-x32link", .x32link),
    ]
    for (name, product) in bodies {
      let values = try config(name).values(for: product)
      let readable = DeviceField.of(product).filter { $0.place != .unreadable }.map(\.key)
      #expect(Set(values.keys) == Set(readable), "\(name)")
    }
    let values = try config("config").values
    #expect(values["bpm"] == 124 && values["clk1_follow"] == false && values["metro_voice"] == 2)
    #expect(values["wifi_ssid1"] == "Home-2G" && values["led_accent"] == "#DC6E00")
  }

  @Test func `each default of the table is what a fresh box tells`() throws {
    for (key, value) in try config("config-factory-defaults").values {
      #expect(DeviceField.all[key]?.standard == value, "\(key.string)")
    }
  }

  @Test func `K06 trap 14: a network's name with a quote is its own failure, with the place`()
    throws
  {
    let error = #expect(throws: Undecodable.self) { try config("config-malformed-ssid-quote") }
    #expect(error?.excerpt.contains("Joe\"s Net") == true, "\(error?.excerpt ?? "")")
  }

  @Test func `trap 14: a network's name that is not UTF-8 makes nothing unreadable`() throws {
    let text = #"{"clock_out":true,"wifi":[{"ssid":"Caf"#
    let bytes = Array(text.utf8) + [0xE9] + Array(#"","pass_set":true}],"clock":[]}"#.utf8)
    let config = try BoxConfig(bytes)
    #expect(config.values["clock_out"] == true && config.hasPassword == [true])
    // It was not read whole, so it is never written back; absent, a box keeps it.
    let form = try SaveForm(config, wanted: [:], for: .p4)
    #expect(form.pairs.map(\.key) == ["clock_out"])
  }

  @Test(arguments: ["", "ok", "[]", "null", "<html></html>", "{\"clock_out\":tr"])
  func `what is no object is undecodable`(text: String) {
    #expect(throws: Undecodable.self) { try BoxConfig(Array(text.utf8)) }
    #expect(throws: Undecodable.self) { try BoxStatus(Array(text.utf8)) }
  }

  @Test func `K10: what is absent is not fitted, and never off`() throws {
    let config = try BoxConfig(Array(#"{"clock_out":true,"clock":[{"en":true}]}"#.utf8))
    #expect(config.values == ["clock_out": true, "clk0_en": true])
    #expect(config.outputs == 1 && config.hasPassword == [])
  }

  @Test func `members that nobody knows, and values of another type, are passed over`() throws {
    let text =
      #"{"clock_out":"yes","new":{"a":[1]},"metro_vol":null,"bpm":120,"clock":7,"wifi":{}}"#
    #expect(try BoxConfig(Array(text.utf8)).values == ["bpm": 120])
  }

  @Test func `trap 20: launch and clock are read as long as they are`() throws {
    #expect(try status("status").launch == [.running, .armed, .stopped, .stopped])
    #expect(try status("status-touch").launch == [.armed])
    #expect(try status("status-x32link").launch == [])
    let odd = try BoxStatus(Array(#"{"launch":[2,9,"x"]}"#.utf8))
    #expect(odd.launch == [.running, nil, nil])
    let config = try config("config-touch")
    #expect(
      OutputState.all(try status("status"), config)
        == [.own(.running), .own(.armed), .own(.stopped), .own(.stopped)])
  }

  @Test func `a status of old firmware tells what it does not have as nil`() throws {
    let first = try status("old-firmware/status-p4-2026-07-10")
    #expect(first.linkOwns == nil && first.isPlaying == nil && first.launch?.count == 4)
    #expect(first.counters == ["tx": 10442] && !first.isOfOldDialect)
    #expect(try status("old-firmware/status-touch-2026-07-13").isOfOldDialect)
    #expect(try status("old-firmware/status-x32link-2026-07-11").isOfOldDialect)
  }

  @Test
  func `trap 11: an output that Link owns shows the session, and one that is off stands still`()
    throws
  {
    let config = try config("config")
    #expect(
      OutputState.all(try status("status-link-owned"), config)
        == [.ofLink(isPlaying: true), .own(.running), .off, .off])
    // Without its settings nobody can tell which outputs follow.
    #expect(
      OutputState.all(try status("status-link-owned"), nil)
        == [.unsure(.stopped), .unsure(.running), .unsure(.stopped), .unsure(.stopped)])
  }

  @Test func `trap 10: counters alarm when they grow, and going down tell of a restart`() throws {
    let status = try status("status")
    #expect(status.worse(since: status.counters).isEmpty)
    #expect(!status.hasRestarted(since: status.counters))
    var before = status.counters
    before["drop"] = 1
    before["tx"] = 5
    let worse = status.worse(since: before)
    #expect(worse.map(\.name) == ["drop"] && worse.first?.from == 1 && worse.first?.to == 3)
    let fresh = try self.status("status-fresh-boot-solo")
    #expect(fresh.hasRestarted(since: status.counters))
    #expect(fresh.worse(since: status.counters).isEmpty)
  }

  @Test func `trap 9: what counts transfers is no health counter, and stages are in microseconds`()
  {
    let names = BoxStatus.health.map(\.name)
    #expect(!names.contains("tx") && !names.contains("w_beats") && !names.contains("w_clock"))
  }
}
