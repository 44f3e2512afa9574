import SlotsModel
import SlotsSimulator
import SlotsSystem
import Synchronization
import TestSupport
import Testing

/// `slots device` add, pull, tweak, status, transport and check, with the real program.
@Suite struct PullTests {
  @Test func `a box is added with its settings in the right files, and without its networks`()
    throws
  {
    let venue = try Venue()
    _ = try venue.box("stage") {
      $0.settings.networks[0] = DeviceSettings.Network("Home-2G", password: "downbeat+99")
    }
    let (live, reboot) = (try venue.text("stage", "live"), try venue.text("stage", "reboot"))
    #expect(live.contains("\"metro_vol\": 80") && !live.contains("\"metronome\""))
    #expect(reboot.contains("\"metronome\": false") && reboot.contains("\"follow_beat\": false"))
    #expect(try venue.text("stage", "device").contains("\"product\": \"p4\""))
    let all = try Shell.run("git", ["log", "-p"], in: venue.store)
    #expect(!all.contains("Home-2G") && !all.contains("downbeat"))
    for command in ["diff", "status", "check"] {
      let told = try venue.device(command, "stage", "--json")
      #expect(!told.outputText.contains("Home-2G"), "\(command)")
    }
    #expect(try venue.run(["validate"]).succeeded)
    #expect(try venue.device("add", "STAGE", "--address", "127.0.0.1:1").status == .exited(3))
    #expect(try venue.device("add", "../x", "--address", "127.0.0.1:1").status == .exited(2))
  }

  @Test func `pull takes what only the box changed, and leaves what the store changed`() throws {
    let venue = try Venue()
    let box = try venue.box("stage")
    try venue.must("set", "stage", "metro_vol=30", "led_bright=10")
    box.change {
      $0.settings.metroVoice = 2
      $0.settings.ledBrightness = 20
    }
    let words = try venue.must("pull", "stage")
    #expect(words.contains("metro_voice") && words.contains("led_bright left"))
    let live = try venue.text("stage", "live")
    #expect(live.contains("\"metro_voice\": 2") && live.contains("\"metro_vol\": 30"))
    #expect(live.contains("\"led_bright\": 10"))
    try venue.must("pull", "stage", "--yes")
    #expect(try venue.text("stage", "live").contains("\"led_bright\": 20"))
  }

  @Test func `a field that is written in the store while the box is asked keeps that write`()
    async throws
  {
    let venue = try Venue()
    let box = try venue.box("stage")
    box.change {
      $0.settings.metroVolume = 20
      $0.settings.metroVoice = 2
      $0.fail(.delayed(2500), path: "/config.json", times: 1)
    }
    let asked = box.read { $0.log.count }
    let words = Mutex("")
    let failures = await onThreads(2) { number in
      if number == 0 {
        let told = try venue.must("pull", "stage")
        words.withLock { $0 = told }
      } else {
        try #require(box.wait { $0.log.count == asked + 2 })
        try venue.must("set", "stage", "metro_vol=30")
      }
    }
    #expect(failures == [])
    let live = try venue.text("stage", "live")
    #expect(live.contains("\"metro_vol\": 30") && live.contains("\"metro_voice\": 2"))
    #expect(words.withLock { $0 }.contains("metro_vol left: it was changed in the store meanwhile"))
    #expect(try venue.must("diff", "stage").contains("changed on both"))
  }

  @Test func `B77 K07: fifty pulls in a session that moves, one of them cut, make no commit`()
    throws
  {
    let venue = try Venue()
    let box = try venue.box("stage") { $0.session.setPeers(2) }
    let commits = try venue.commits()
    for round in 0..<50 {
      box.change {
        $0.session.tempo = 100_000 + round * 997
        $0.readings.transfers += 100
        $0.readings.gap += 1
      }
      if round == 20 {
        box.change { $0.fail(.documentCut(to: 200), path: "/config.json", times: 1) }
      }
      let result = try venue.device("pull", "stage")
      #expect(result.succeeded == (round != 20), "\(round) \(result.summary)")
    }
    #expect(try venue.commits() == commits)
  }

  @Test func `a short answer removes nothing`() throws {
    let venue = try Venue()
    let box = try venue.box("stage")
    let before = try venue.text("stage", "live")
    box.change {
      $0.fail(.body(Array(#"{"clock_out":true,"wifi":[],"clock":[]}"#.utf8)), path: "/config.json")
    }
    let result = try venue.device("pull", "stage")
    #expect(result.status == .exited(3))
    #expect(result.errorText.contains("its answer is short"), "\(result.errorText)")
    #expect(try venue.text("stage", "live") == before)
  }

  @Test func `tweak folds what was turned on the box into one commit, once somebody agrees`() throws
  {
    let venue = try Venue()
    let box = try venue.box("stage")
    box.change {
      $0.settings.outputs[0].phase = -15
      $0.settings.outputs[0].swing = 12
      $0.settings.metronome = true
    }
    let commits = try venue.commits()
    let refused = try venue.device("tweak", "stage")
    #expect(refused.status == .exited(2))
    #expect(try venue.commits() == commits)
    try venue.must("tweak", "stage", "--yes")
    #expect(try venue.commits() == commits + 1)
    let live = try venue.text("stage", "live")
    #expect(live.contains("\"clk0_phase\": -15") && live.contains("\"clk0_swing\": 12"))
    #expect(try venue.text("stage", "reboot").contains("\"metronome\": false"))
  }

  @Test func `K10: a box with one output leaves the other outputs of the store alone`() throws {
    let venue = try Venue()
    let box = try venue.box("small", .touch, product: "p4")
    try venue.must("set", "small", "clk2_swing=9")
    box.change { $0.settings.outputs[0].swing = 7 }
    try venue.must("pull", "small")
    let live = try venue.text("small", "live")
    #expect(live.contains("\"clk2_swing\": 9") && live.contains("\"clk0_swing\": 7"))
  }

  @Test func `B81 trap 17: firmware without settings is read as far as it goes`() throws {
    let venue = try Venue()
    let box = try SimulatedBox(.p4July13, tail: "7fff")
    let result = try venue.device(
      "add", "old", "--address", "127.0.0.1:\(box.port)", "--product", "p4")
    #expect(!result.succeeded)
    #expect(result.errorText.contains("it has no /config.json: its firmware is older"))
  }

  @Test func `play is armed, then running when the box says so, and stop is at once`() throws {
    let venue = try Venue()
    let box = try venue.box("stage") { $0.settings.tempo = 240_000 }
    let words = try venue.must("transport", "stage", "play", "--out", "0")
    let states = words.split(separator: "\n").filter { $0.contains("output 0") }.map(String.init)
    #expect(states.last?.hasSuffix("running") == true, "\(words)")
    #expect(box.read { $0.launch } == [2, 0, 0, 0])
    #expect(try venue.must("transport", "stage", "stop").contains("output 0  stopped"))
    #expect(try venue.device("transport", "stage", "play", "--out", "4").status == .exited(2))
  }

  @Test func `a disk that takes nothing more stops no apply, and is told`() async throws {
    let venue = try Venue()
    let box = try venue.box("stage")
    try venue.must("set", "stage", "metro_vol=30")
    let memory = venue.store.appending(".git/slots/devices/stage.json")
    try Files.remove(memory)
    box.change { $0.fail(.delayed(2500), path: "/config.json", times: 1) }
    let asked = box.read { $0.log.count }
    let words = Mutex("")
    let failures = await onThreads(2) { number in
      if number == 0 {
        let told = try venue.must("apply", "stage")
        words.withLock { $0 = told }
      } else {
        try #require(box.wait { $0.log.count == asked + 2 })
        try Files.makeFolders(memory.appending("in the way"))
      }
    }
    #expect(failures == [])
    #expect(words.withLock { $0 }.contains("what is known of stage cannot be kept: "))
    #expect(box.read { $0.settings.metroVolume } == 30)
  }

  @Test func `one poll that is missed fails neither a press nor a check`() throws {
    let venue = try Venue()
    let box = try venue.box("stage") { $0.settings.tempo = 240_000 }
    box.change {
      $0.fail(.delayed(0), path: "/status", times: 1)
      $0.fail(.dropped, path: "/status", times: 2)
    }
    try venue.must("transport", "stage", "play", "--out", "0")
    #expect(box.read { $0.launch[0] } == 2)
    box.change {
      $0.fail(.delayed(0), path: "/status", times: 1)
      $0.fail(.dropped, path: "/status", times: 1)
    }
    #expect(try venue.must("check", "stage").contains("ready"))
  }

  @Test func `trap 11: a press that would do nothing is not sent, and the owner is named`() throws {
    let venue = try Venue()
    let box = try venue.box("stage") {
      $0.session.setPeers(1)
      $0.session.publish(playing: true)
    }
    let result = try venue.device("transport", "stage", "stop")
    #expect(result.status == .exited(3))
    #expect(result.errorText.contains("output 0: Link owns it: the session plays"))
    #expect(result.errorText.contains("output 1: off"))
    #expect(box.read { $0.intents.isEmpty })
  }

  @Test func `trap 16 trap 19: an X32Link has no transport`() throws {
    let venue = try Venue()
    _ = try venue.box("desk", .x32link)
    let result = try venue.device("transport", "desk", "play")
    #expect(result.status == .exited(3))
    #expect(result.errorText.contains("an X32Link has no transport"))
    let set = try venue.device("set", "desk", "metro_vol=1")
    #expect(set.errorText.contains("an X32Link has no field metro_vol"))
  }

  @Test func `trap 9 trap 10: status tells what grew, and a restart, and no counter as a fault`()
    throws
  {
    let venue = try Venue()
    let box = try venue.box("stage") {
      $0.readings.transfers = 48_211
      $0.readings.drop = 3
      $0.readings.beatStage = 61
    }
    try venue.must("pull", "stage")
    #expect(!(try venue.must("status", "stage").contains("drop")))
    box.change {
      $0.readings.drop = 9
      $0.readings.transfers += 500
      $0.readings.beatStage = 99
    }
    let words = try venue.must("status", "stage")
    #expect(
      words.contains("drop 3 → 9 pulses") && !words.contains("tx") && !words.contains("w_beats"))
    box.change { $0.cutPower(for: 1) }
    #expect(box.wait { $0.isUp })
    #expect(try venue.must("status", "stage").contains("it started again"))
  }

  @Test func `check is one page and one status`() throws {
    let hub = try TemporaryFolder()
    try Shell.run("git", ["init", "--quiet", "--bare", "hub.git"], in: hub.path)
    let venue = try Venue(remote: hub.path.appending("hub.git").description)
    let box = try venue.box("stage")
    let early = try venue.device("check")
    #expect(early.status == .exited(3))
    #expect(early.outputText.contains("not in step with its remote"))
    try #require(try venue.run(["sync"]).succeeded)
    let good = try venue.device("check", "--json")
    #expect(good.succeeded, "\(good.summary)")
    #expect(try JSONValue.read(Array(good.outputText.utf8)).object?["good"] == true)
    box.change { $0.settings.metroVolume = 5 }
    let bad = try venue.device("check")
    #expect(bad.status == .exited(3) && bad.outputText.contains("metro_vol: store 80 %, box 5 %"))
    #expect(bad.outputText.contains("slots device pull stage"))
    box.change { $0.faults.refusesConnections = true }
    let gone = try venue.device("check")
    #expect(gone.status == .exited(3) && gone.outputText.contains("stage at 127.0.0.1"))
  }

  @Test func `a box that is away is told with status 4, and nothing changed`() throws {
    let venue = try Venue()
    let box = try venue.box("stage")
    box.change { $0.faults.refusesConnections = true }
    let commits = try venue.commits()
    for command in ["status", "diff", "pull"] {
      let result = try venue.device(command, "stage")
      #expect(result.status == .exited(4), "\(result.summary)")
      #expect(result.errorText.contains("stage at 127.0.0.1"))
      #expect(result.errorText.contains("slots: hint: "))
    }
    #expect(try venue.device("apply", "stage").status == .exited(4))
    #expect(try venue.commits() == commits)
  }

  @Test func `ten boxes are asked at once, each twice at most, and told in order`() throws {
    let venue = try Venue()
    let boxes = try (0..<10).map { try venue.box("box\($0)") { $0.fail(.delayed(100)) } }
    let result = try venue.device("status")
    let lines = result.outputText.split(separator: "\n")
    #expect(result.succeeded && lines.map { $0.prefix(4) } == (0..<10).map { "box\($0)" })
    // Two when each was added, and two now.
    #expect(boxes.allSatisfy { $0.read { $0.log.count } == 4 })
  }

  @Test func `two programs at once never talk to one box at once`() throws {
    let venue = try Venue()
    let box = try venue.box("stage")
    try venue.must("set", "stage", "metro_vol=1")
    box.change { $0.fail(.delayed(150)) }
    let results = Mutex<[Child.Result]>([])
    let failures = Mutex<[String]>([])
    Threads.each(4) { index in
      do {
        let result = try venue.device(index % 2 == 0 ? "status" : "apply", "stage")
        results.withLock { $0.append(result) }
      } catch {
        failures.withLock { $0.append("\(error)") }
      }
    }
    #expect(failures.withLock { $0 } == [])
    for result in results.withLock({ $0 }) {
      // Who comes late may be told that the other one is at it.
      #expect(
        result.succeeded || result.errorText.contains("talks to stage"), "\(result.summary)")
    }
    #expect(box.read { $0.log.allSatisfy { !$0.overlaps } })
    #expect(box.bodies("/live") == ["metro_vol=1"])
  }
}
