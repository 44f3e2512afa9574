import SlotsSimulator
import Testing

/// The forms of Touch and X32Link (KitchenSync protocol, sections 5.5 and 5.6).
@Suite struct ArduinoFormTests {
  /// The settings after a request, from some settings before.
  private func after(
    _ profile: BoxProfile, _ path: String, _ body: String,
    from setup: (inout DeviceSettings) -> Void = { _ in }
  ) throws -> DeviceSettings {
    let bench = try Bench(profile)
    bench.set(setup)
    #expect(try bench.post(path, body).status == 200)
    return bench.box.read { $0.settings }
  }

  private func expected(
    _ profile: BoxProfile, _ change: (inout DeviceSettings) -> Void
  ) -> DeviceSettings {
    var settings = DeviceSettings(profile)
    change(&settings)
    return settings
  }

  @Test func `a touch takes ten fields live`() throws {
    let body =
      "clk0_phase=-3&clk0_swing=4&clk0_ppqn=12&clock_out=0&quantum=64&bright=10&transport=0"
      + "&play_rel=1&bpm=99.5&metro_vol=1&clk0_cable=2&clk0_follow=0&wifi_ssid=X&led=1"
    let settings = try after(.touch, "/live", body)
    #expect(
      settings
        == expected(.touch) {
          $0.outputs[0].phase = -3
          $0.outputs[0].swing = 4
          $0.outputs[0].ppqn = 12
          $0.clockOut = false
          $0.quantum = 64
          $0.brightness = 10
          $0.transport = false
          $0.playOnRelease = true
          $0.tempo = 99_500
        })
  }

  @Test func `the first of a name counts on a touch, and the query before the form`() throws {
    #expect(try after(.touch, "/live", "quantum=2&quantum=3").quantum == 2)
    #expect(try after(.touch, "/live?quantum=5", "quantum=3").quantum == 5)
  }

  @Test func `which name of the clock switch wins`() throws {
    #expect(try !after(.touch, "/live", "clk0_en=1&clock_out=0").clockOut)
    #expect(try after(.touch, "/save", "clk0_en=1&clock_out=0").clockOut)
  }

  @Test func `a save to a touch keeps what is absent`() throws {
    let settings = try after(.touch, "/save", "wifi_pass=hunter22&wifi_ssid=Studio")
    #expect(
      settings
        == expected(.touch) { $0.networks[0] = .init("Studio", password: "hunter22") })
  }

  @Test func `presence switches on in a save to a touch`() throws {
    let start = { (settings: inout DeviceSettings) in
      settings.transport = false
      settings.clockOut = false
    }
    let settings = try after(.touch, "/save", "transport=0&clock=0&play_rel=", from: start)
    #expect(settings.transport && settings.clockOut && settings.playOnRelease)
    let full = try after(.touch, "/save", "full_form=1")
    #expect(!full.transport && !full.clockOut && !full.playOnRelease)
  }

  @Test func `a save to a touch has its quantum in bars and no tempo`() throws {
    let settings = try after(.touch, "/save", "quantum=3&bpm=99&nudge=-7&bright=50")
    #expect(
      settings
        == expected(.touch) {
          $0.quantum = 12
          $0.outputs[0].phase = -7
          $0.brightness = 50
        })
    #expect(try after(.touch, "/save", "quantum=17").quantum == 4)
  }

  @Test func `a touch cuts what is too long and forgets what is blank`() throws {
    let long = String(repeating: "a", count: 70)
    let cut = try after(.touch, "/save", "wifi_ssid2=\(long)&wifi_pass2=\(long)")
    #expect(cut.networks[2].ssid.count == 32 && cut.networks[2].password.bytes.count == 63)
    let start = { (settings: inout DeviceSettings) in
      settings.networks[0] = .init("Studio", password: "hunter22")
    }
    let blank = try after(.touch, "/save", "wifi_ssid=&wifi_ssid=New", from: start)
    #expect(blank.networks[0] == .init("", password: ""))
  }

  @Test func `nudge and bright answer ok to anything`() throws {
    let bench = try Bench(.touch)
    for target in ["/nudge?mb=12", "/nudge?mb=251", "/nudge", "/bright?pct=20", "/bright?pct=9"] {
      #expect(try bench.post(target).text == "ok")
    }
    #expect(bench.box.read { $0.backlight } == 20)
    bench.clock.advance(by: 1520)
    #expect(bench.box.read { $0.flash.outputs[0].phase } == 12)
    #expect(bench.box.read { $0.flash.brightness } == 20)
  }

  @Test func `brightness set live reaches the backlight after a restart`() throws {
    let bench = try Bench(.touch)
    _ = try bench.post("/live", "bright=33")
    bench.clock.advance(by: 2000)
    #expect(bench.box.read { $0.backlight } == 80)
    bench.box.change { $0.cutPower(for: 1) }
    bench.clock.advance(by: 1)
    #expect(bench.box.read { $0.backlight } == 33)
  }

  @Test func `an x32link takes four fields live`() throws {
    let body =
      "phase_flash=1&dot_beat=%23112233&dot_acc=445566&quantum_beats=16&clock_out=1&led_beat=%23000000"
    #expect(
      try after(.x32link, "/live", body)
        == expected(.x32link) {
          $0.mixer.phaseFlash = true
          $0.ledBeat = 0x112233
          $0.quantum = 16
        })
  }

  @Test func `a save to an x32link`() throws {
    let body =
      "wifi_ssid=&wifi_pass=&mixer_ip=10.0.0.7&fx_slot=8&model=2&input_source=1&midi_clock_out=1"
      + "&quantum=8&phase_flash=1&led_beat=112233&dot_acc=%23445566&fdr_enable=1&fdr_chan_count=32"
    #expect(
      try after(.x32link, "/save", body)
        == expected(.x32link) {
          $0.clockOut = true
          $0.quantum = 8
          $0.ledBeat = 0x112233
          $0.ledAccent = 0x445566
          $0.mixer.address = Array("10.0.0.7".utf8)
          $0.mixer.model = 2
          $0.mixer.effectSlot = 8
          $0.mixer.source = 1
          $0.mixer.phaseFlash = true
          $0.mixer.faders = true
          $0.mixer.faderChannels = 32
        })
  }

  @Test func `a partial save to an x32link keeps the rest, since 2026-07-15`() throws {
    let start = { (settings: inout DeviceSettings) in
      settings.clockOut = true
      settings.mixer.source = 1
      settings.mixer.phaseFlash = true
    }
    let kept = try after(.x32link, "/save", "wifi_ssid=Desk", from: start)
    #expect(kept.clockOut && kept.mixer.source == 1 && kept.mixer.phaseFlash)
    let full = try after(.x32link, "/save", "full_form=1", from: start)
    #expect(!full.clockOut && full.mixer.source == 1 && !full.mixer.phaseFlash)
    let old = try after(.x32linkJuly11, "/save", "wifi_ssid=Desk", from: start)
    #expect(!old.clockOut && old.mixer.source == 0 && !old.mixer.phaseFlash)
  }

  @Test func `an x32link refuses a save with 400`() throws {
    let bench = try Bench(.x32link)
    bench.box.change { $0.faults.saveRefusal = "Invalid Config" }
    let answer = try bench.post("/save", "wifi_ssid=Desk")
    #expect(answer.status == 400)
    #expect(answer.header("Content-Type") == "text/html; charset=utf-8")
    #expect(answer.text.contains("<h2>Invalid Config</h2>"))
  }

  @Test func `an x32link whose clock runs has a tick block, and may have a gauge`() throws {
    let bench = try Bench(.x32link)
    bench.set { $0.clockOut = true }
    bench.box.change { $0.start() }
    bench.box.change { $0.readings.battery = [3.987, 81.25] }
    #expect(
      try bench.status().hasSuffix(
        "\"link_owns\":false,\"drop\":0,\"burst\":0,\"gap\":0,\"work\":0,\"over\":0,\"core\":1,"
          + "\"w_beats\":0,\"w_clock\":0,\"reprime\":0,\"phase\":-1.0000,\"valid\":false,"
          + "\"quantum\":4,\"batt_v\":3.99,\"batt_pct\":81.2}"))
    #expect(try bench.status().hasPrefix("{\"bpm\":120.0,"))
  }

  @Test func `what the clock of a touch says of itself`() throws {
    let bench = try Bench(.touch)
    #expect(try bench.status().contains("\"clk\":\"silent\",\"pulses\":0,\"sync\":-1,"))
    bench.clock.advance(by: 1000)
    #expect(try bench.status().contains("\"clk\":\"free\",\"pulses\":48,\"sync\":0,"))
    bench.box.change { $0.session.join() }
    #expect(try bench.status().contains("\"clk\":\"locked\",\"pulses\":48,\"sync\":1,"))
    // One pulse a beat at 60 a minute: silent for the second half of each.
    bench.box.change { $0.session.tempo = 60_000 }
    _ = try bench.post("/live", "clk0_ppqn=1")
    bench.clock.advance(by: 499)
    #expect(try bench.status().contains("\"clk\":\"locked\""))
    bench.clock.advance(by: 1)
    #expect(try bench.status().contains("\"clk\":\"silent\""))
  }
}
