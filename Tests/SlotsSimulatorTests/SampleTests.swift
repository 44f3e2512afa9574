import SlotsSimulator
import Testing

/// The bodies of `/status` and `/config.json`, compared with the samples byte by byte.
@Suite struct SampleTests {
  @Test func `a p4 with two peers, one output running and one armed`() throws {
    let bench = try Bench()
    bench.set {
      $0.followBeat = true
      $0.outputs[1].isEnabled = true
    }
    bench.box.change {
      $0.session.setPeers(2)
      $0.session.tempo = 124_000
    }
    _ = try bench.post("/transport?out=0&play=1")
    bench.clock.advance(by: 2000)
    _ = try bench.post("/transport?out=1&play=1")
    bench.clock.advance(by: 1)
    bench.box.change {
      $0.readings = .p4Sample
      $0.readings.heardTempo = 123.6
      $0.readings.confidence = 0.7
    }
    #expect(try bench.status() == Sample.text("status.json"))
  }

  @Test func `a p4 whose transport link owns`() throws {
    let bench = try Bench()
    bench.set {
      $0.outputs[1].isEnabled = true
      $0.outputs[1].follows = false
    }
    bench.box.change {
      $0.session.join()
      $0.session.tempo = 124_000
      $0.session.publish(playing: true)
    }
    _ = try bench.post("/transport?out=1&play=1")
    bench.clock.advance(by: 2000)
    bench.box.change {
      $0.readings = .p4Sample
      $0.readings.transfers = 51877
      $0.readings.reprime = 10
    }
    #expect(try bench.status() == Sample.text("status-link-owned.json"))
  }

  @Test func `a p4 alone, just started`() throws {
    let bench = try Bench()
    bench.clock.advance(by: 1000)
    bench.box.change {
      $0.readings.gap = 1490
      $0.readings.work = 98
    }
    #expect(try bench.status() == Sample.text("status-fresh-boot-solo.json"))
  }

  @Test(arguments: [
    (BoxProfile.p4July10, "status-p4-2026-07-10.json"),
    (.p4July11, "status-p4-2026-07-11.json"),
  ])
  func `a p4 with old firmware`(profile: BoxProfile, sample: String) throws {
    let bench = try Bench(profile)
    bench.box.change {
      $0.session.join()
      $0.session.tempo = 121_000
    }
    bench.clock.advance(by: 1000)
    bench.box.change {
      $0.readings.usb = true
      $0.readings.transfers = 10442
    }
    #expect(try bench.status() == Sample.text("old-firmware/\(sample)"))
  }

  @Test func `a touch that is armed in a session`() throws {
    let bench = try Bench(.touch)
    bench.box.change {
      $0.session.join()
      $0.session.tempo = 118_500
      $0.beat = 853.25
    }
    _ = try bench.post("/transport?play=1")
    bench.clock.advance(by: 1)
    bench.box.change {
      $0.beat = 853.25
      $0.pulses = [20480]
      $0.readings = .touch(drop: 12, gap: 1481, work: 231, beatStage: 48, clockStage: 83)
      $0.readings.touch = [0, 0, 2, 0, 101]
    }
    #expect(try bench.status() == Sample.text("status-touch.json"))
  }

  @Test func `a touch that started with the clock off`() throws {
    let bench = try Bench(.touch)
    bench.set { $0.clockOut = false }
    bench.box.change { $0.start() }
    bench.clock.advance(by: 5000)
    #expect(try bench.status() == Sample.text("status-touch-clock-disabled.json"))
  }

  @Test func `a touch of 2026-07-13`() throws {
    let bench = try Bench(.touchJuly13)
    bench.box.change {
      $0.session.join()
      $0.session.tempo = 121_000
      $0.beat = 412.5
      $0.pulses = [9904]
      $0.readings = .touch(drop: 5, gap: 1477, work: 119, beatStage: 51, clockStage: 70)
      $0.readings.touch = [0, 0, 1, 0, 64]
    }
    #expect(try bench.status() == Sample.text("old-firmware/status-touch-2026-07-13.json"))
  }

  @Test(arguments: [
    (BoxProfile.x32link, 126_000, 2.375, "status-x32link.json"),
    (.x32linkJuly11, 121_000, 1.25, "old-firmware/status-x32link-2026-07-11.json"),
  ])
  func `an x32link`(profile: BoxProfile, tempo: Int, beat: Double, sample: String) throws {
    let bench = try Bench(profile)
    bench.box.change {
      $0.session.join()
      $0.session.tempo = tempo
    }
    bench.clock.advance(by: 1)
    bench.box.change { $0.beat = beat }
    #expect(try bench.status() == Sample.text(sample))
  }

  @Test func `settings of a p4`() throws {
    let bench = try Bench()
    #expect(try bench.config() == Sample.text("config-factory-defaults.json"))
    bench.set { $0.networks[0] = .init("Joe\"s Net", password: "hunter22") }
    #expect(try bench.config() == Sample.text("config-malformed-ssid-quote.json"))
    bench.set {
      $0.metronome = true
      $0.metroVolume = 65
      $0.metroVoice = 2
      $0.led = true
      $0.ledBrightness = 40
      $0.ledMode = 2
      $0.ledBeat = 0x2040FF
      $0.followBeat = true
      $0.tempo = 124_000
      $0.networks[0] = .init("Rehearsal Room", password: "downbeat")
      $0.networks[1] = .init("Home-2G", password: "downbeat")
      $0.outputs[0].phase = -15
      $0.outputs[1].isEnabled = true
      $0.outputs[1].ppqn = 12
      $0.outputs[1].swing = 60
      $0.outputs[1].follows = false
      $0.outputs[2].cable = 0
    }
    #expect(try bench.config() == Sample.text("config.json"))
  }

  @Test(arguments: [
    (BoxProfile.p4July14, "old-firmware/config-2026-07-14-no-bpm.json"),
    (.touch, "config-touch.json"),
    (.x32link, "config-x32link.json"),
  ])
  func `settings of other boxes`(profile: BoxProfile, sample: String) throws {
    let bench = try Bench(profile)
    bench.set {
      let name = profile == .x32link ? "Stage-Desk" : "Rehearsal Room"
      $0.networks[0] = .init(name, password: "downbeat")
      $0.clockOut = true
      $0.tempo = 118_500
      if profile == .touch { $0.outputs[0].swing = 25 }
    }
    #expect(try bench.config() == Sample.text(sample))
  }
}

extension Readings {
  /// What both samples of a P4 in use have.
  static var p4Sample: Readings {
    var readings = Readings()
    readings.usb = true
    readings.transfers = 48211
    readings.drop = 3
    readings.burst = 1
    readings.gap = 1544
    readings.work = 1702
    readings.beatStage = 61
    readings.clockStage = 212
    readings.reprime = 9
    readings.origin = [14, 420, 3150, 3980, 21440]
    return readings
  }

  static func touch(
    drop: Int, gap: Int, work: Int, beatStage: Int, clockStage: Int
  ) -> Readings {
    var readings = Readings()
    readings.drop = drop
    readings.gap = gap
    readings.work = work
    readings.beatStage = beatStage
    readings.clockStage = clockStage
    return readings
  }
}
