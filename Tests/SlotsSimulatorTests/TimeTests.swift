import SlotsSimulator
import Testing

/// When a P4 does what, to the millisecond (KitchenSync protocol, section 13, "Timing checks").
@Suite struct TimeTests {
  @Test(arguments: [(120_000, 2000), (20_000, 12_000), (300_000, 800), (90_700, 2647)])
  func `an armed output starts at the next bar line`(tempo: Int, bar: Int) throws {
    let bench = try Bench()
    bench.set { $0.tempo = tempo }
    bench.clock.advance(by: 1)
    _ = try bench.post("/transport?out=0&play=1")
    bench.clock.advance(by: 1)
    #expect(bench.launch()[0] == 1)
    bench.clock.advance(by: bar - 3)
    #expect(bench.launch()[0] == 1)
    bench.clock.advance(by: 1)
    #expect(bench.launch()[0] == 2)
  }

  @Test func `the start goes out before the pulse of the bar line`() throws {
    let bench = try Bench()
    _ = try bench.post("/transport?out=0&play=1")
    bench.clock.advance(by: 2000)
    // 4 beats of 24 pulses, of which the one at the start is not counted and the last comes after.
    #expect(
      bench.box.read { $0.wire } == [
        WireEvent(time: 2000, output: 0, message: .start, pulsesBefore: 95)
      ])
    #expect(bench.box.read { $0.pulses } == [96, 0, 0, 0])
  }

  @Test func `a press on the bar line itself starts at once`() throws {
    let bench = try Bench()
    bench.clock.advance(by: 1999)
    _ = try bench.post("/transport?out=0&play=1")
    bench.clock.advance(by: 1)
    #expect(bench.launch()[0] == 2)
  }

  @Test func `the tempo that is shown is up to a second old`() throws {
    let bench = try Bench()
    bench.clock.advance(by: 999)
    #expect(try bench.status().hasPrefix("{\"bpm\":0.0,"))
    bench.clock.advance(by: 1)
    #expect(try bench.status().hasPrefix("{\"bpm\":120.0,"))
    _ = try bench.post("/live", "bpm=90.26")
    #expect(try bench.config().contains("\"bpm\":90.260,"))
    bench.clock.advance(by: 999)
    #expect(try bench.status().hasPrefix("{\"bpm\":120.0,"))
    bench.clock.advance(by: 1)
    #expect(try bench.status().hasPrefix("{\"bpm\":90.3,"))
  }

  @Test(arguments: [0, 1, 100, 249])
  func `an edit is in flash after 1.5 to 1.75 s`(start: Int) throws {
    let bench = try Bench()
    bench.clock.advance(by: start)
    _ = try bench.post("/live", "metro_vol=33")
    let wait = start == 0 ? 1500 : 1750 - start
    bench.clock.advance(by: wait - 1)
    #expect(bench.box.read { $0.flash.metroVolume } == 80)
    bench.clock.advance(by: 1)
    #expect(bench.box.read { $0.flash.metroVolume } == 33)
  }

  @Test func `edits without a pause are in flash after 10 to 10.25 s`() throws {
    let bench = try Bench()
    bench.clock.advance(by: 100)
    for edit in 0..<10 {
      _ = try bench.post("/live", "metro_vol=\(edit)")
      bench.clock.advance(by: 1000)
    }
    #expect(bench.box.read { $0.flash.metroVolume } == 80)
    bench.clock.advance(by: 149)
    #expect(bench.box.read { $0.flash.metroVolume } == 80)
    bench.clock.advance(by: 1)
    #expect(bench.box.read { $0.flash.metroVolume } == 9)
  }

  @Test(arguments: [(BoxProfile.touch, 1500), (.x32link, 1500)])
  func `other boxes look at their flash more often`(profile: BoxProfile, wait: Int) throws {
    let bench = try Bench(profile)
    let body = profile == .touch ? "quantum=8" : "quantum_beats=8"
    _ = try bench.post("/live", body)
    bench.clock.advance(by: wait - 1)
    #expect(bench.box.read { $0.flash.quantum } == 4)
    bench.clock.advance(by: 1)
    #expect(bench.box.read { $0.flash.quantum } == 8)
  }

  @Test func `a tempo set in a session is overwritten within 250 ms and kept`() throws {
    let bench = try Bench()
    bench.box.change {
      $0.session.join()
      $0.session.tempo = 131_000
    }
    bench.clock.advance(by: 300)
    #expect(try bench.post("/live", "bpm=99").text == "ok")
    #expect(try bench.config().contains("\"bpm\":99.000,"))
    bench.clock.advance(by: 199)
    #expect(try bench.config().contains("\"bpm\":99.000,"))
    bench.clock.advance(by: 1)
    #expect(try bench.config().contains("\"bpm\":131.000,"))
    bench.clock.advance(by: 1750)
    bench.box.change { $0.session.leave() }
    bench.clock.advance(by: 1000)
    #expect(bench.box.read { $0.flash.tempo } == 131_000)
    #expect(try bench.status().hasPrefix("{\"bpm\":131.0,"))
  }

  @Test func `the tempo of a session is in flash 1.5 s after it was taken over`() throws {
    let bench = try Bench()
    bench.box.change {
      $0.session.join()
      $0.session.tempo = 131_000
    }
    bench.clock.advance(by: 1750)
    #expect(bench.box.read { $0.flash.tempo } == 131_000)
    bench.box.change { $0.session.tempo = 310_000 }
    bench.clock.advance(by: 1750)
    #expect(bench.box.read { $0.settings.tempo } == 131_000)
    #expect(try bench.status().hasPrefix("{\"bpm\":310.0,"))
  }

  @Test func `a silent peer is forgotten after 15 s, and what it published with it`() throws {
    let bench = try Bench()
    bench.box.change {
      $0.session.join()
      $0.session.publish(playing: true)
      $0.silence("peer")
    }
    bench.clock.advance(by: 14_999)
    #expect(try bench.status().contains("\"peers\":1,"))
    #expect(try bench.status().contains("\"playing\":true,\"link_owns\":true"))
    bench.clock.advance(by: 1)
    #expect(try bench.status().contains("\"peers\":0,"))
    #expect(try bench.status().contains("\"playing\":false,\"link_owns\":false"))
  }

  @Test func `a change of tempo keeps the beat`() throws {
    let bench = try Bench()
    bench.clock.advance(by: 1000)
    _ = try bench.post("/live", "bpm=60")
    #expect(bench.box.read { $0.beat } == 2)
    bench.clock.advance(by: 1000)
    #expect(bench.box.read { $0.beat } == 3)
  }

  @Test func `an old touch has no beat before its first session, and keeps it after`() throws {
    let bench = try Bench(.touchJuly13)
    bench.clock.advance(by: 3000)
    #expect(try bench.status().contains("\"clk\":\"silent\",\"pulses\":0}"))
    bench.box.change { $0.session.join() }
    bench.clock.advance(by: 1000)
    bench.box.change { $0.session.leave() }
    bench.clock.advance(by: 1000)
    #expect(try bench.status().contains("\"clk\":\"free\",\"pulses\":96}"))
  }

  @Test func `old firmware has no beat without a session`() throws {
    let bench = try Bench(.p4July14)
    #expect(try bench.post("/transport?out=0&play=1").text == "ok")
    bench.clock.advance(by: 10_000)
    #expect(bench.launch()[0] == 0)
    bench.box.change { $0.session.join() }
    bench.clock.advance(by: 1000)
    #expect(try bench.status().hasPrefix("{\"bpm\":120.0,"))
    _ = try bench.post("/transport?out=0&play=1")
    bench.clock.advance(by: 2000)
    #expect(bench.launch()[0] == 2)
    bench.box.change { $0.session.leave() }
    bench.clock.advance(by: 1000)
    #expect(try bench.status().hasPrefix("{\"bpm\":0.0,"))
  }
}
