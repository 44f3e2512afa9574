import SlotsSimulator
import Testing

/// What a restart, and a power cut, look like from outside (KitchenSync protocol, sections 9 and 13).
@Suite struct RestartTests {
  static let save = "clock_out=1&metro_accent=1&clk0_en=1"

  @Test func `after a save a p4 falls silent, drops everything, and comes back after 6 s`() throws {
    let bench = try Bench()
    let other = try bench.connect()
    _ = try other.get("/status")
    let client = try bench.connect()
    _ = try client.post("/save", Self.save + "&metro_vol=12")
    #expect(bench.box.read { $0.flash.metroVolume } == 12)
    // It still accepts, and says nothing.
    bench.clock.advance(by: 799)
    let late = try bench.connect()
    late.send("GET /status HTTP/1.1\r\n\r\n")
    other.send("GET /status HTTP/1.1\r\n\r\n")
    late.patience(milliseconds: 50)
    #expect(late.rest().ending == .silent)
    #expect(bench.box.read { $0.log.count } == 2)
    // Then everything is lost without a good-bye, and nobody is there.
    bench.clock.advance(by: 1)
    for connection in [late, other, client] { #expect(connection.rest().ending == .reset) }
    #expect(throws: RawClient.Failure.self) { try bench.connect() }
    bench.clock.advance(by: 5999)
    #expect(throws: RawClient.Failure.self) { try bench.connect() }
    bench.clock.advance(by: 1)
    #expect(try bench.config().contains("\"metro_vol\":12,"))
    #expect(bench.box.read { $0.restarts } == 1)
  }

  @Test func `a restart sets everything back that is not in flash`() throws {
    let bench = try Bench()
    bench.box.change {
      $0.session.join()
      $0.session.publish(playing: true)
      $0.readings = .p4Sample
    }
    bench.set { $0.outputs[0].follows = false }
    _ = try bench.post("/transport?out=0&play=1")
    bench.clock.advance(by: 4000)
    #expect(bench.launch()[0] == 2)
    bench.box.change { $0.cutPower() }
    bench.clock.advance(by: 6000)
    let status = try bench.status()
    #expect(status.hasPrefix("{\"bpm\":0.0,\"min\":0.0,\"peers\":0,\"usb\":false,\"tx\":0,"))
    #expect(
      status.hasSuffix(
        "\"launch\":[0,0,0,0],\"playing\":false,\"link_owns\":false,\"drop\":0,\"burst\":0,"
          + "\"gap\":0,\"work\":0,\"over\":0,\"core\":1,\"w_beats\":0,\"w_clock\":0,\"reprime\":0,"
          + "\"xf\":0,\"xf_step\":0,\"xf_max\":0,\"rtt_min\":0,\"rtt_max\":0}"))
    bench.clock.advance(by: 1000)
    #expect(bench.box.read { $0.pulses[0] } == 48)
  }

  @Test func `a save of nothing but wi-fi switches the clock off`() throws {
    let bench = try Bench()
    _ = try bench.post("/save", "wifi_pass=hunter22&wifi_ssid=Studio")
    bench.clock.advance(by: 6800)
    #expect(try bench.config().hasPrefix("{\"clock_out\":false,"))
    bench.clock.advance(by: 1000)
    #expect(bench.box.read { $0.pulses } == [0, 0, 0, 0])
  }

  @Test func `power lost before the flash write loses live edits`() throws {
    let bench = try Bench()
    _ = try bench.post("/live", "metro_vol=12")
    bench.clock.advance(by: 1400)
    bench.box.change { $0.cutPower(for: 10) }
    bench.clock.advance(by: 10)
    #expect(try bench.config().contains("\"metro_vol\":80,"))
    _ = try bench.post("/live", "metro_vol=12")
    bench.clock.advance(by: 1750)
    bench.box.change { $0.cutPower(for: 10) }
    bench.clock.advance(by: 10)
    #expect(try bench.config().contains("\"metro_vol\":12,"))
  }

  @Test func `before 2026-07-11 live edits never reach flash, and a save does`() throws {
    let bench = try Bench(.p4July10)
    _ = try bench.post("/live", "metro_vol=12")
    bench.clock.advance(by: 60_000)
    #expect(bench.box.read { $0.flash.metroVolume } == 80)
    _ = try bench.post("/save", Self.save)
    #expect(bench.box.read { $0.flash.metroVolume } == 12)
  }

  @Test(arguments: [(BoxProfile.touch, 800), (.x32link, 1000)])
  func `other boxes restart in their own time`(profile: BoxProfile, delay: Int) throws {
    let bench = try Bench(profile)
    let client = try bench.connect()
    let answer = try client.post("/save", "wifi_ssid=Studio")
    let dash = profile == .touch ? "&mdash;" : "\u{2014}"
    #expect(answer.text.contains("<h2>Saved \(dash) Restarting</h2>"))
    bench.clock.advance(by: delay - 1)
    _ = try bench.connect()
    bench.clock.advance(by: 1)
    #expect(throws: RawClient.Failure.self) { try bench.connect() }
    bench.box.change { $0.start() }
    #expect(bench.box.read { $0.settings.networks[0].ssid } == Array("Studio".utf8))
  }

  @Test func `with no network in the air a box never returns`() throws {
    let bench = try Bench()
    bench.box.change { $0.air = [.init("Studio", password: "hunter22")] }
    _ = try bench.post("/save", Self.save + "&wifi_pass=hunter23&wifi_ssid=Studio")
    bench.clock.advance(by: 10_000_000)
    #expect(throws: RawClient.Failure.self) { try bench.connect() }
    #expect(bench.box.read { !$0.isUp && $0.restarts == 0 })
  }

  @Test func `a p4 whose second network is there comes back later`() throws {
    let bench = try Bench()
    bench.box.change { $0.air = [.init("Home", password: "abcdefgh")] }
    _ = try bench.post(
      "/save", Self.save + "&wifi_ssid=Studio&wifi_pass1=abcdefgh&wifi_ssid1=Home")
    bench.clock.advance(by: 800 + 6000 + 22_500)
    #expect(throws: RawClient.Failure.self) { try bench.connect() }
    bench.clock.advance(by: 500)
    #expect(try bench.status().hasPrefix("{\"bpm\":0.0"))
  }

  @Test func `a touch tries only its first network`() throws {
    let bench = try Bench(.touch)
    bench.box.change { $0.air = [.init("Home", password: "abcdefgh")] }
    _ = try bench.post("/save", "wifi_ssid=Studio&wifi_pass1=abcdefgh&wifi_ssid1=Home")
    bench.clock.advance(by: 100_000)
    #expect(throws: RawClient.Failure.self) { try bench.connect() }
  }

  @Test func `the outage can be set, and the power switched off and on`() throws {
    let bench = try Bench()
    bench.box.change { $0.outage = 9000 }
    _ = try bench.post("/save", Self.save)
    bench.clock.advance(by: 9799)
    #expect(throws: RawClient.Failure.self) { try bench.connect() }
    bench.clock.advance(by: 1)
    _ = try bench.status()
    bench.box.change { $0.switchOff() }
    bench.clock.advance(by: 1_000_000)
    #expect(throws: RawClient.Failure.self) { try bench.connect() }
    bench.box.change { $0.start() }
    _ = try bench.status()
    #expect(bench.box.read { $0.restarts } == 2)
  }

  @Test func `a box on the machine's clock does it all by itself`() throws {
    let box = try SimulatedBox(.p4)
    box.change { $0.outage = 100 }
    let client = try RawClient(box.port)
    _ = try client.post("/save", Self.save)
    #expect(box.read { !$0.isUp })
    #expect(client.rest().ending == .reset)
    #expect(box.wait { $0.restarts == 1 })
    // The port opens right after; a refused attempt is tried again.
    var status: Int?
    while status == nil { status = try? RawClient(box.port).get("/status").status }
    #expect(status == 200)
  }
}
