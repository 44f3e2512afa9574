import SlotsDevices
import SlotsFleet
import SlotsModel
import SlotsSimulator
import SlotsSystem
import TestSupport
import Testing

/// `slots device apply` with the real program against boxes that are not there.
@Suite struct ApplyTests {
  @Test func `only what differs goes, in one patch, and is read back`() throws {
    let venue = try Venue()
    let box = try venue.box("stage")
    try venue.must("set", "stage", "metro_vol=65", "clk1_swing=60", "led_fade=55")
    let words = try venue.must("apply", "stage")
    #expect(words.contains("2 of 2 fields confirmed, nothing restarted"), "\(words)")
    #expect(box.bodies("/live") == ["clk1_swing=60&metro_vol=65"])
    #expect(box.read { $0.settings.metroVolume == 65 && $0.settings.outputs[1].swing == 60 })
    #expect(box.read { $0.restarts } == 0 && box.bodies("/save").isEmpty)
    // Nothing to send is nothing sent: each request realigns the outputs.
    try venue.must("apply", "stage")
    #expect(box.bodies("/live").count == 1)
  }

  @Test func `a dry run sends nothing`() throws {
    let venue = try Venue()
    let box = try venue.box("stage")
    try venue.must("set", "stage", "metro_vol=65", "metronome=on")
    let words = try venue.must("apply", "stage", "--reboot", "stage", "--dry-run")
    #expect(words.contains("80 % → 65 %") && words.contains("off → on"))
    #expect(box.read { $0.log.allSatisfy { $0.method == "GET" } })
  }

  @Test func `K04 trap 4: what restarts a box is never sent live, and waits until it is named`()
    throws
  {
    let venue = try Venue()
    let box = try venue.box("stage")
    try venue.must("set", "stage", "metronome=on", "follow_beat=on")
    let words = try venue.must("apply", "stage", "--yes")
    #expect(words.contains("restarts the box: --reboot stage"))
    #expect(box.bodies("/live").isEmpty && box.bodies("/save").isEmpty)
    #expect(box.read { $0.restarts } == 0)
    let other = try venue.device("apply", "stage", "--reboot", "bar")
    #expect(other.status == .exited(2))
  }

  @Test func `K02 B68 trap 2 trap 3: one field with a restart changes no other`() throws {
    let venue = try Venue()
    let box = try venue.box("stage") {
      $0.settings.led = true
      $0.settings.metroAccent = true
      $0.settings.outputs[1].isEnabled = true
      $0.settings.outputs[1].follows = false
      $0.settings.networks[0] = DeviceSettings.Network("Rehearsal Room", password: "downbeat+99")
    }
    let before = box.read { $0.settings }
    try venue.must("set", "stage", "metronome=on")
    let words = try venue.must("apply", "stage", "--reboot", "stage")
    #expect(words.contains("drops out of the Link session, and all clock output stops"))
    #expect(words.contains("restarted, away for"), "\(words)")
    var wanted = before
    wanted.metronome = true
    #expect(box.read { $0.settings } == wanted)
    #expect(box.read { $0.restarts } == 1)
    let form = try #require(box.bodies("/save").first)
    #expect(!form.contains("pass") && form.contains("clk1_follow=0") && form.contains("bpm=120"))
    #expect(try venue.must("diff", "stage").contains("as the store has it"))
  }

  @Test func `a box that plays is not restarted, and what would silence it waits`() throws {
    let venue = try Venue()
    let box = try venue.box("stage") { $0.session.setPeers(1) }
    try venue.must("transport", "stage", "play", "--out", "0")
    try venue.must("set", "stage", "metronome=on", "clk0_en=off", "metro_vol=1")
    let refused = try venue.device("apply", "stage", "--reboot", "stage")
    #expect(refused.status == .exited(3))
    #expect(refused.errorText.contains("stage plays, and is not restarted"))
    #expect(box.bodies("/live").isEmpty)
    let words = try venue.must("apply", "stage")
    #expect(words.contains("would silence what plays"))
    #expect(box.bodies("/live") == ["metro_vol=1"])
    try venue.must("apply", "stage", "--reboot", "stage", "--even-while-playing")
    #expect(
      box.read { $0.restarts == 1 && $0.settings.metronome && !$0.settings.outputs[0].isEnabled })
  }

  @Test func `K03: what is out of range never leaves, and what a box ignores is named`() throws {
    let venue = try Venue()
    let box = try venue.box("stage") { $0.faults.ignoredLiveFields = ["clk0_ppqn"] }
    let refused = try venue.device("set", "stage", "clk0_ppqn=96", "clk0_swing=100")
    #expect(refused.status == .exited(2))
    #expect(refused.errorText.contains("must be a whole number from 1 to 48"))
    try venue.must("set", "stage", "clk0_ppqn=12", "clk0_swing=100")
    let result = try venue.device("apply", "stage")
    #expect(result.status == .exited(5))
    #expect(result.errorText.contains("clk0_ppqn was not taken, the box has 24 pulses per beat"))
    #expect(result.outputText.contains("1 of 2 fields confirmed"))
    #expect(box.read { $0.settings.outputs[0].swing } == 100)
    // It is not marked as in step.
    #expect(try venue.must("diff", "stage").contains("clk0_ppqn"))
  }

  @Test func `B66: a save that says OK and keeps one field is told`() throws {
    let venue = try Venue()
    let box = try venue.box("stage") { $0.faults.unsavedFields = ["follow_beat"] }
    try venue.must("set", "stage", "metronome=on", "follow_beat=on")
    let result = try venue.device("apply", "stage", "--reboot", "stage", "--json")
    #expect(result.status == .exited(5), "\(result.summary)")
    let device = try JSONValue.read(Array(result.outputText.utf8)).object?["devices"]?.array?.first
    let outcomes = device?.object?["outcomes"]?.array?.map(\.object)
    #expect(outcomes?.first??["outcome"] == "not-taken" && outcomes?.first??["has"] == false)
    #expect(outcomes?.last??["outcome"] == "taken")
    #expect(device?.object?["restart"]?.object?["back"] == true)
    #expect(box.read { $0.settings.metronome && !$0.settings.followBeat })
    #expect(try venue.must("diff", "stage").contains("follow_beat"))
  }

  @Test func `trap 1 K01: a form that is refused restarts nothing and marks nothing`() throws {
    let venue = try Venue()
    let box = try venue.box("stage") { $0.faults.saveRefusal = "Config Too Large" }
    try venue.must("set", "stage", "metronome=on")
    let result = try venue.device("apply", "stage", "--reboot", "stage")
    #expect(result.status == .exited(3))
    #expect(result.errorText.contains("it refused: Config Too Large"))
    #expect(box.read { $0.restarts } == 0)
    #expect(try venue.must("diff", "stage").contains("metronome"))
  }

  @Test func `K14: an answer that is lost after a save is waited out, and verified`() throws {
    let venue = try Venue()
    let box = try venue.box("stage") {
      $0.fail(.cut(bodyBytes: 0, reset: true), path: "/save", method: "POST")
    }
    try venue.must("set", "stage", "metronome=on")
    let words = try venue.must("apply", "stage", "--reboot", "stage")
    #expect(words.contains("1 of 1 field confirmed, restarted"), "\(words)")
    #expect(box.read { $0.restarts } == 1 && box.bodies("/save").count == 1)
  }

  /// Somebody is asked between the plan and the restart, and may take long.
  @Test func `a box that began to play, or changed, since the plan was made is not restarted`()
    throws
  {
    let box = try SimulatedBox()
    let client = try NetworkFleet().box(at: "127.0.0.1:\(box.port)")
    let field = try #require(DeviceField.all["metronome"])
    let change = ApplyPlan.Change(field: field, from: false, to: true)
    let sender = Applying(to: client, .p4)
    try client.press(TransportPress(output: 0, plays: true), of: .p4)
    for _ in 0..<20 where try !client.status().isSounding {}
    #expect(throws: RestartRefusal.plays) { try sender.save([change], evenWhilePlaying: false) }
    box.change { $0.settings.metronome = true }
    #expect(throws: RestartRefusal.moved(field, to: true)) {
      try sender.save([change], evenWhilePlaying: true)
    }
    #expect(box.bodies("/save").isEmpty && box.read { $0.restarts } == 0)
  }

  @Test func `a save that never arrived is told as what it is`() throws {
    let venue = try Venue()
    let box = try venue.box("stage") { $0.fail(.unanswered, path: "/save") }
    try venue.must("set", "stage", "metronome=on")
    let result = try venue.device("apply", "stage", "--reboot", "stage", "--wait", "5")
    #expect(result.status == .exited(5), "\(result.summary)")
    #expect(result.outputText.contains("it did not go away"))
    #expect(result.errorText.contains("metronome was not taken, the box has off"))
    #expect(box.read { $0.restarts } == 0)
  }

  @Test func `B78: what a box was sent before it died is unconfirmed until it is read`() throws {
    let venue = try Venue()
    let box = try venue.box("stage")
    try venue.must("set", "stage", "metro_vol=65")
    // The first reading is whole, then it is told, and then it is gone.
    box.change {
      $0.fail(.cut(bodyBytes: 0, reset: true), path: "/live")
      $0.fail(.delayed(0), path: "/config.json", times: 1)
      $0.fail(.dropped, path: "/config.json")
    }
    let result = try venue.device("apply", "stage")
    #expect(result.status == .exited(5), "\(result.summary)")
    #expect(result.errorText.contains("metro_vol sent, unconfirmed"))
    box.change { $0.faults.answers = [] }
    try venue.must("apply", "stage")
    #expect(box.read { $0.settings.metroVolume } == 65)
  }

  @Test func `B67 K08 trap 21: what a power cut lost is shown, not taken, and sent again`() throws {
    let venue = try Venue()
    let box = try venue.box("stage") {
      $0.faults.losesFlashWrites = true
      $0.readings.drop = 5
    }
    try venue.must("set", "stage", "metro_vol=65")
    try venue.must("apply", "stage")
    box.change { $0.cutPower(for: 1) }
    #expect(box.wait { $0.isUp && $0.settings.metroVolume == 80 })
    let commits = try venue.commits()
    let words = try venue.must("pull", "stage")
    #expect(words.contains("the store has 65 %, the box 80 % since it started again; not taken"))
    #expect(try venue.commits() == commits)
    #expect(try venue.must("diff", "stage").contains("lost by the box"))
    box.change { $0.faults.losesFlashWrites = false }
    #expect(try venue.must("apply", "stage").contains("1 of 1 field confirmed"))
    #expect(try venue.must("diff", "stage").contains("as the store has it"))
  }

  @Test func `B67 K08 trap 21: a power cut is known for one however long the box is up since`()
    throws
  {
    let venue = try Venue()
    let box = try venue.box("stage") { $0.faults.losesFlashWrites = true }
    try venue.must("set", "stage", "metro_vol=65")
    try venue.must("apply", "stage")
    box.change { $0.cutPower(for: 1) }
    #expect(box.wait { $0.isUp && $0.settings.metroVolume == 80 })
    // By now it has counted more than it had then.
    box.change {
      $0.readings.transfers = 90_000
      $0.readings.drop = 90
      $0.readings.gap = 90_000
      $0.readings.work = 90_000
    }
    #expect(try venue.must("pull", "stage").contains("since it started again; not taken"))
    #expect(try venue.text("stage", "live").contains("\"metro_vol\": 65"))
  }

  @Test func `B67: what a restart lost stays lost until it is sent, whatever else is applied`()
    throws
  {
    let venue = try Venue()
    let box = try venue.box("stage") { $0.readings.drop = 5 }
    try venue.must("set", "stage", "metronome=on")
    try venue.must("apply", "stage", "--reboot", "stage")
    // Its memory is blank after the next start.
    try venue.must("apply", "stage")
    box.change {
      $0.readings.drop = 9
      $0.readings.work = 50_000
    }
    try venue.must("pull", "stage")
    box.change {
      $0.settings.metronome = false
      $0.cutPower(for: 1)
    }
    #expect(box.wait { $0.isUp })
    try venue.must("set", "stage", "metro_vol=7")
    #expect(try venue.must("apply", "stage").contains("restarts the box: --reboot stage"))
    #expect(try venue.must("pull", "stage").contains("not taken"))
    #expect(try venue.text("stage", "reboot").contains("\"metronome\": true"))
  }

  @Test func `K09: what no box tells back is sent, and is no difference`() throws {
    let venue = try Venue()
    let box = try venue.box("stage")
    try venue.must("set", "stage", "bright=40")
    let words = try venue.must("apply", "stage")
    #expect(words.contains("bright sent, not confirmed: no box tells it back"))
    #expect(box.read { $0.settings.brightness } == 40)
    #expect(try venue.must("diff", "stage").contains("as the store has it"))
    try venue.must("apply", "stage")
    #expect(box.bodies("/live").count == 1)
    try venue.must("apply", "stage", "--again")
    #expect(box.bodies("/live").count == 2)
  }

  @Test func `trap 7: a tempo is not sent into a Link session`() throws {
    let venue = try Venue()
    let box = try venue.box("stage")
    try venue.must("set", "stage", "bpm=90")
    box.change {
      $0.session.setPeers(2)
      $0.session.tempo = 131_000
    }
    // The session's tempo is copied every 250 ms.
    for _ in 0..<100 where box.read({ $0.settings.tempo }) != 131_000 {
      Clock.pause(milliseconds: 50)
    }
    #expect(box.read { $0.settings.tempo } == 131_000)
    #expect(try venue.must("apply", "stage").contains("the Link session owns the tempo"))
    #expect(box.bodies("/live").isEmpty)
  }

  @Test func `trap 8: a tempo is confirmed by the settings, which know it before the status does`()
    throws
  {
    let venue = try Venue()
    let box = try venue.box("stage")
    try venue.must("set", "stage", "bpm=97.125")
    #expect(try venue.must("apply", "stage").contains("1 of 1 field confirmed"))
    #expect(box.read { $0.settings.tempo } == 97_125)
  }

  @Test func `B80 trap 20: a box with one output gets what it has, and the rest is named`() throws {
    let venue = try Venue()
    let box = try venue.box("small", .touch, product: "p4")
    try venue.must("set", "small", "clk0_swing=30", "clk2_swing=9")
    let words = try venue.must("apply", "small")
    #expect(words.contains("clk2_swing") && words.contains("this box has none"))
    #expect(box.bodies("/live") == ["clk0_swing=30"])
    #expect(try venue.text("small", "live").contains("\"clk2_swing\": 9"))
  }

  @Test func `K06 trap 14: settings that cannot be read stop that box alone, and say why`() throws {
    let venue = try Venue()
    let (bad, good) = (try venue.box("bad"), try venue.box("good"))
    try venue.must("set", "bad", "metro_vol=1")
    try venue.must("set", "good", "metro_vol=1")
    bad.change { $0.settings.networks[0].ssid = Array("caf\u{e9} \"5G\"".utf8) }
    let result = try venue.device("apply", "--all", "--reboot", "bad")
    #expect(result.status == .exited(5))
    #expect(result.errorText.contains("bad at 127.0.0.1"))
    #expect(result.errorText.contains("/config.json cannot be read"))
    #expect(bad.bodies("/live").isEmpty && bad.bodies("/save").isEmpty)
    #expect(good.read { $0.settings.metroVolume } == 1)
  }

  @Test func `trap 18 trap 23: a box that does not come back is told, with the network it makes`()
    throws
  {
    let venue = try Venue()
    let box = try venue.box("stage") {
      $0.settings.networks[0] = DeviceSettings.Network("Gone", password: "x")
      $0.air = []
    }
    try venue.must("set", "stage", "metronome=on")
    let result = try venue.device("apply", "stage", "--reboot", "stage", "--wait", "5")
    #expect(result.status == .exited(5), "\(result.summary)")
    #expect(result.outputText.contains("not back after its restart"))
    #expect(result.errorText.contains("KitchenSync-Setup"))
    #expect(result.errorText.contains("metronome sent, unconfirmed: it is not back yet"))
    #expect(box.read { !$0.isUp })
    let networks = try venue.device("set", "stage", "wifi_ssid=Elsewhere")
    #expect(networks.succeeded)
    let secret = try venue.device("set", "stage", "wifi_pass=hunter22")
    #expect(secret.status == .exited(3) && !secret.errorText.contains("hunter22"))
  }

  @Test func `after a box that does not come back no other is restarted`() throws {
    let venue = try Venue()
    let first = try venue.box("first") {
      $0.settings.networks[0] = DeviceSettings.Network("Gone", password: "x")
      $0.air = []
    }
    let second = try venue.box("second")
    for name in ["first", "second"] { try venue.must("set", name, "metronome=on", "metro_vol=3") }
    let result = try venue.device("apply", "--all", "--reboot", "first,second", "--wait", "5")
    #expect(result.status == .exited(5), "\(result.summary)")
    #expect(result.errorText.contains("second is not restarted, because first is not back"))
    #expect(first.read { !$0.isUp })
    #expect(second.read { $0.restarts == 0 && $0.settings.metroVolume == 3 })
    #expect(second.bodies("/save").isEmpty)
  }

  @Test func `trap 15 trap 24: a Touch is told in its own words`() throws {
    let venue = try Venue()
    let box = try venue.box("bar", .touch)
    try venue.must("set", "bar", "clock_out=off", "clk0_phase=-15", "bpm=99")
    let words = try venue.must("apply", "bar")
    #expect(words.contains("a Touch looks at it when it starts"))
    #expect(box.bodies("/live") == ["bpm=99&clk0_phase=-15&clock_out=0"])
    #expect(try venue.device("set", "bar", "metronome=on").status == .exited(2))
    // Its own enable is clock_out under another name, and has no second one here.
    #expect(try venue.device("set", "bar", "clk0_en=on").status == .exited(2))
  }

  @Test func `B76 K13 trap 13: nothing here ever sends an image`() throws {
    let venue = try Venue()
    let box = try venue.box("stage")
    try venue.must("set", "stage", "metronome=on", "metro_vol=3")
    try venue.must("apply", "stage", "--reboot", "stage")
    try venue.must("status")
    try venue.must("pull")
    #expect(box.read { $0.log.allSatisfy { $0.path != "/update" } })
  }
}
