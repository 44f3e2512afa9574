import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// What `slots validate` and `--fix` find and put right in a store.
@Suite struct ValidationTests {
  let world: World
  let a: Replica

  init() throws {
    world = try World()
    a = try world.replica("a")
    try a.sync()
  }

  private func found() throws -> [String] { try a.open().validateAll().items.map(\.finding.text) }

  private func chmod(_ mode: String, _ path: String) throws {
    try Shell.run("chmod", [mode, path], in: a.folder)
  }

  @Test func `an executable document is found, and fixed, also when it is sloppy as well`() throws {
    try chmod("755", "slot.05.json")
    try a.write("slot.09.json", "{\"name\": \"Nine\", \"params\": {}}")
    try chmod("755", "slot.09.json")
    let reason = "1:1: is executable, expected a file that is not, slots validate --fix makes it so"
    let expected = ["slot.05.json:\(reason)", "slot.09.json:\(reason)"]
    #expect(try found() == expected)
    #expect(try a.open().fix(dryRun: true) == ["slot.05.json", "slot.09.json"])
    #expect(try found() == expected)
    #expect(try a.open().fix(dryRun: false) == ["slot.05.json", "slot.09.json"])
    #expect(try found() == [])
    #expect(try a.open().fix(dryRun: false) == [])
    try a.sync()
    #expect(try a.git("status", "--porcelain") == "")
    #expect(try a.git("ls-files", "--stage", "slot.09.json").hasPrefix("100644 "))
  }

  @Test func `where git does not look at modes, nothing is found`() throws {
    try a.git("config", "core.fileMode", "false")
    try chmod("755", "slot.05.json")
    #expect(try found() == [])
    #expect(try a.open().fix(dryRun: false) == [])
  }

  @Test func `what has more than one right answer is left by fix`() throws {
    try a.edit("slot.05.json", "0.6", "1.7")
    try a.write("slot.5.json", "{}")
    let texts = try [a.text("slot.05.json"), a.text("slot.5.json")]
    #expect(try a.open().fix(dryRun: false) == [])
    #expect(try [a.text("slot.05.json"), a.text("slot.5.json")] == texts)
    #expect(try found().count == 2)
  }

  @Test func `B69 a secret in a JSON file of one's own is found, refused, and held back by a sync`()
    throws
  {
    try a.write("notes.json", "{\"a\": 1}")
    try a.commit("notes")
    try a.sync()
    let b = try world.replica("b")
    let secret = "{\"box\": {\"apiKey\": \"hunter2\"}}"
    try a.write("notes.json", secret)
    try a.edit("slot.05.json", "0.6", "0.7")
    let text = "notes.json:1:20: box.apiKey looks like a secret, and a store keeps none"
    #expect(try found() == [text])
    let path = a.folder.appending("notes.json").description
    #expect(try a.open().validate([path]).map(\.text) == [text])
    let report = try a.sync()
    #expect(report.result == .partial)
    #expect(report.held.map(\.text) == [text])
    #expect(report.sent.map(\.key) == [try slotKey(5)])
    #expect(try a.text("notes.json") == secret)
    try a.git("add", "notes.json")
    #expect(try a.open().validateStaged(index: nil).map(\.text) == [text])
    #expect(try a.sync().held.map(\.text) == [text])
    // What others wrote there is taken, and the file here stays.
    try b.write("notes.json", "{\"a\": 2}")
    try b.sync()
    #expect(try a.sync().held.map(\.text) == [text])
    #expect(try a.text("notes.json") == secret)
    #expect(try a.git("show", "HEAD:notes.json") == "{\"a\": 2}")
    try a.write("notes.json", "{\"a\": 3}")
    try world.settle([a, b])
    try world.expectInStep([a, b])
    #expect(try b.text("notes.json") == "{\"a\": 3}")
    #expect(try a.git("log", "--all", "-S", "hunter2", "--format=%h") == "")
  }

  @Test func `B52 folders that differ by case alone are both named`() throws {
    try a.write("devices/Stage/live.json", "{\"values\": {\"bpm\": 100}}")
    try a.write("devices/stage/reboot.json", "{\"values\": {\"wifi_ssid\": \"home\"}}")
    let reason = "1:1: differs from another name by upper and lower case alone"
    #expect(
      try found() == ["devices/Stage/live.json:\(reason)", "devices/stage/reboot.json:\(reason)"])
  }

  @Test func `K04 a device is what its new device.json says, here and where it is staged`() throws {
    try a.write("devices/x/device.json", "{\"values\": {\"product\": \"p4\"}}")
    try a.write("devices/x/live.json", "{\"values\": {\"clock_out\": true}}")
    #expect(try found() == [])
    try a.sync()
    // An X32Link is restarted by what a P4 takes at once.
    try a.write("devices/x/device.json", "{\"values\": {\"product\": \"x32link\"}}")
    let text =
      "devices/x/live.json:1:26: clock_out restarts the box: it belongs in reboot.json, "
      + "and never in live.json"
    try a.write("devices/x/live.json", "{\"values\": {\"clock_out\": false}}")
    #expect(try found() == [text])
    #expect(try a.sync().held.map(\.text) == [text])
    try a.write("devices/x/live.json", "{\"values\": {\"clock_out\": true}}")
    try a.git("add", "devices")
    #expect(try a.open().validateStaged(index: nil).map(\.text) == [text])
    try a.git("commit", "--quiet", "--no-verify", "--message", "moved")
    #expect(try a.open().validateHistory("HEAD~1..HEAD").items.map(\.finding.text) == [text])
  }

  @Test func `a history is looked at with what devices were then`() throws {
    try a.write("devices/x/device.json", "{\"values\": {\"product\": \"p4\"}}")
    try a.write("devices/x/live.json", "{\"values\": {\"clock_out\": true}}")
    try a.sync()
    try a.write("devices/x/device.json", "{\"values\": {\"product\": \"x32link\"}}")
    try a.write("devices/x/live.json", "{\"values\": {}}")
    try a.sync()
    #expect(try a.open().validateHistory("HEAD").items == [])
  }

  @Test func `what is staged may not make the store larger than its limit`() throws {
    try a.edit("store.json", "1048576", "1500")
    try a.sync()
    let filler = String(repeating: "x", count: 800)
    try a.write("slot.09.json", "{\"name\": \"N\", \"params\": {}, \"notes\": \"\(filler)\"}")
    try a.git("add", "slot.09.json")
    let staged = try a.open().validateStaged(index: nil)
    #expect(staged.count == 1)
    #expect(staged.first?.text.hasPrefix("store.json:1:1: the store would have ") == true)
    #expect(staged.first?.reason.hasSuffix(" bytes, at most 1500") == true)
    // A limit that is raised in the same commit counts.
    try a.edit("store.json", "1500", "9999")
    try a.git("add", "store.json")
    #expect(try a.open().validateStaged(index: nil) == [])
  }

  @Test func `B61 a pin on a slot that went is a note, and nothing wrong`() throws {
    try a.pin(5, 20)
    let report = try a.open().validateAll()
    #expect(report.items == [])
    #expect(report.notes == ["slot-20 is pinned and empty: the pin is kept, and not played"])
  }

  @Test func `names that are nearly a document's are found, at any depth`() throws {
    for name in [
      "slot.5.json", "Slot.05.json", "slot.123.json", "devices/lights.json",
      "devices/a/lights.json", "devices/a/b/live.json", "SEEDVERSION.json",
    ] {
      try a.write(name, "{}")
    }
    try a.write("slot.99.json", "{\"name\": \"A\", \"params\": {}}")
    for name in ["devices/readme.txt", "notes.json", "b/slot.5.json"] { try a.write(name, "{}") }
    #expect(
      Set(try a.open().validateAll().items.map(\.finding.path)) == [
        "slot.5.json", "Slot.05.json", "slot.05.json", "slot.123.json", "devices/lights.json",
        "devices/a/lights.json", "devices/a/b/live.json", "SEEDVERSION.json", "seedVersion.json",
        "slot.99.json",
      ])
  }
}
