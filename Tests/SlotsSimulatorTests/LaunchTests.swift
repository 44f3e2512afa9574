import SlotsSimulator
import Testing

/// The launch states, cell by cell of the table (KitchenSync protocol, section 6.2).
@Suite struct LaunchTests {
  private func play(_ bench: Bench, _ out: String = "0") throws {
    _ = try bench.post("/transport?out=\(out)&play=1")
    bench.clock.advance(by: 1)
  }

  private func stop(_ bench: Bench, _ out: String = "0") throws {
    _ = try bench.post("/transport?out=\(out)&play=0")
    bench.clock.advance(by: 1)
  }

  private func messages(_ bench: Bench) -> [WireEvent.Message] {
    bench.box.read { $0.wire.map(\.message) }
  }

  @Test func `play arms, plays once, and stop stops at once`() throws {
    let bench = try Bench()
    bench.clock.advance(by: 10)
    try play(bench)
    #expect(bench.launch() == [1, 0, 0, 0])
    try play(bench)
    #expect(bench.launch() == [1, 0, 0, 0])
    bench.clock.advance(by: 2000)
    try play(bench)
    #expect(bench.launch() == [2, 0, 0, 0])
    #expect(messages(bench) == [.start])
    try stop(bench)
    #expect(bench.launch() == [0, 0, 0, 0])
    #expect(messages(bench) == [.start, .stop])
    try stop(bench)
    #expect(messages(bench) == [.start, .stop])
  }

  @Test func `an armed output is stopped without a word`() throws {
    let bench = try Bench()
    bench.clock.advance(by: 10)
    try play(bench)
    try stop(bench)
    bench.clock.advance(by: 4000)
    #expect(bench.launch()[0] == 0)
    #expect(messages(bench) == [])
  }

  @Test func `the last press before a tick wins`() throws {
    let bench = try Bench()
    bench.clock.advance(by: 10)
    _ = try bench.post("/transport?out=0&play=1")
    _ = try bench.post("/transport?out=0&play=0")
    bench.clock.advance(by: 1)
    #expect(bench.launch()[0] == 0)
  }

  @Test(arguments: ["clk0_en", "clock_out"])
  func `a running output without clock stays as it is`(field: String) throws {
    let bench = try Bench()
    try play(bench)
    bench.clock.advance(by: 2000)
    _ = try bench.post("/live", "\(field)=0")
    bench.clock.advance(by: 1)
    try stop(bench)
    #expect(bench.launch()[0] == 2)
    _ = try bench.post("/live", "\(field)=1")
    bench.clock.advance(by: 1)
    #expect(bench.launch()[0] == 2)
    #expect(messages(bench) == [.start])
  }

  @Test(arguments: ["clk0_en", "clock_out"])
  func `an armed output without clock starts off the grid once it has clock again`(
    field: String
  ) throws {
    let bench = try Bench()
    bench.clock.advance(by: 10)
    try play(bench)
    _ = try bench.post("/live", "\(field)=0")
    bench.clock.advance(by: 2500)
    #expect(bench.launch()[0] == 1)
    let pulses = bench.box.read { $0.pulses[0] }
    _ = try bench.post("/live", "\(field)=1")
    bench.clock.advance(by: 1)
    #expect(bench.launch()[0] == 2)
    #expect(bench.box.read { $0.wire.map(\.time) } == [2512])
    #expect(pulses == 0)
  }

  @Test func `a press on a disabled output is consumed`() throws {
    let bench = try Bench()
    try play(bench, "1")
    _ = try bench.post("/live", "clk1_en=1")
    bench.clock.advance(by: 4000)
    #expect(bench.launch()[1] == 0)
  }

  @Test func `what link owns ignores presses, and an output without follow does not`() throws {
    let bench = try Bench()
    bench.set {
      $0.outputs[1].isEnabled = true
      $0.outputs[1].follows = false
    }
    bench.box.change {
      $0.session.join()
      $0.session.publish(playing: false)
    }
    try play(bench, "all")
    bench.clock.advance(by: 2000)
    #expect(bench.launch() == [0, 2, 0, 0])
    #expect(bench.box.read { $0.wire.map(\.output) } == [1])
    bench.box.change { $0.session.publish(playing: true) }
    bench.clock.advance(by: 1)
    bench.box.change { $0.session.publish(playing: false) }
    bench.clock.advance(by: 1)
    #expect(bench.launch() == [0, 2, 0, 0])
    #expect(
      bench.box.read { $0.wire.filter { $0.output == 0 }.map(\.message) } == [.start, .stop])
  }

  @Test func `an armed output that link takes turns to running without a start`() throws {
    let bench = try Bench()
    bench.box.change { $0.session.join() }
    bench.clock.advance(by: 10)
    try play(bench)
    bench.box.change { $0.session.publish(playing: false) }
    bench.clock.advance(by: 2000)
    #expect(bench.launch()[0] == 2)
    #expect(messages(bench) == [])
    bench.box.change { $0.session.publish(playing: false) }
    bench.clock.advance(by: 2000)
    #expect(bench.launch()[0] == 2)
  }

  @Test func `before 2026-07-11 link owns nothing`() throws {
    let bench = try Bench(.p4July10)
    bench.box.change {
      $0.session.join()
      $0.session.publish(playing: true)
    }
    try play(bench)
    bench.clock.advance(by: 2000)
    #expect(bench.launch()[0] == 2)
    #expect(messages(bench) == [.start])
  }

  @Test func `every output runs by itself`() throws {
    let bench = try Bench()
    bench.set { for output in 0..<4 { $0.outputs[output].isEnabled = true } }
    try play(bench, "2")
    bench.clock.advance(by: 2000)
    try play(bench, "all")
    #expect(bench.launch() == [1, 1, 2, 1])
    bench.clock.advance(by: 2000)
    try stop(bench, "3")
    #expect(bench.launch() == [2, 2, 2, 0])
  }

  @Test func `a touch has a bar of its quantum and realigns`() throws {
    let bench = try Bench(.touch)
    bench.set { $0.quantum = 2 }
    bench.clock.advance(by: 10)
    #expect(try bench.post("/transport?out=7&play=3").text == "play armed\n")
    bench.clock.advance(by: 990)
    #expect(bench.launch() == [2])
    #expect(try bench.post("/transport", "realign=").text == "realign armed\n")
    bench.clock.advance(by: 999)
    #expect(messages(bench) == [.start])
    bench.clock.advance(by: 1)
    #expect(bench.launch() == [2])
    #expect(bench.box.read { $0.wire.map(\.time) } == [1000, 2000])
    #expect(try bench.post("/transport", "play=0").text == "stopped\n")
    bench.clock.advance(by: 1)
    #expect(bench.launch() == [0])
    let refused = try bench.post("/transport?out=1")
    #expect(refused.status == 400)
    #expect(refused.header("Content-Type") == "text/plain")
    #expect(refused.text == "want ?play=1|0 or ?realign=1\n")
  }

  @Test func `a stop takes back a realign`() throws {
    let bench = try Bench(.touch)
    _ = try bench.post("/transport?play=1")
    bench.clock.advance(by: 2010)
    _ = try bench.post("/transport?realign=1")
    bench.clock.advance(by: 1)
    _ = try bench.post("/transport?play=0")
    bench.clock.advance(by: 4000)
    #expect(messages(bench) == [.start, .stop])
    // And while nothing runs there is nothing to realign.
    _ = try bench.post("/transport?realign=1")
    bench.clock.advance(by: 4000)
    #expect(messages(bench) == [.start, .stop])
  }

  @Test func `a touch that started with the clock off takes presses and does nothing`() throws {
    let bench = try Bench(.touch)
    bench.set { $0.clockOut = false }
    bench.box.change { $0.start() }
    _ = try bench.post("/live", "clock_out=1")
    #expect(try bench.post("/transport?play=1").text == "play armed\n")
    bench.clock.advance(by: 5000)
    #expect(bench.launch() == [0])
    #expect(bench.box.read { $0.pulses } == [0])
  }

  @Test func `a touch that has its clock switched off live goes on`() throws {
    let bench = try Bench(.touch)
    _ = try bench.post("/live", "clock_out=0")
    #expect(try bench.config().hasPrefix("{\"clock_out\":false,"))
    bench.clock.advance(by: 1000)
    #expect(bench.box.read { $0.pulses } == [48])
  }
}
