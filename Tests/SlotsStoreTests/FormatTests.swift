import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// `store.json`, pins and devices: how documents with several registers meet.
@Suite struct FormatTests {
  let world: World
  let a: Replica
  let b: Replica

  init() throws {
    world = try World()
    (a, b) = (try world.replica("a"), try world.replica("b"))
    try a.sync()
    try b.sync()
  }

  private func settle(_ more: Replica..., sourceLocation: SourceLocation = #_sourceLocation) throws
  {
    try world.settle([a, b] + more)
    try world.expectInStep([a, b] + more, sourceLocation: sourceLocation)
  }

  @Test func `a store with a newer format is refused by every command, with nothing touched`()
    throws
  {
    try a.edit("store.json", "\"format\": 1", "\"format\": 2")
    try a.commit("from the future")
    let changes = try Listing.changes(in: world.folder.path) { () throws in
      let refusal = StoreError.newerFormat(found: 2, known: 1)
      #expect(throws: refusal) { try a.sync() }
      #expect(throws: refusal) { try a.sync(dryRun: true) }
      #expect(throws: refusal) { try a.save(9, "Nine") }
      #expect(throws: refusal) { try a.initialise() }
    }
    #expect(changes == [])
  }

  @Test func `a newer format in the remote is refused, and neither side has changed`() throws {
    let plain = try world.clone("plain")
    try plain.edit("store.json", "\"format\": 1", "\"format\": 2")
    try plain.edit("slot.05.json", "0.6", "0.7")
    try plain.commit("from the future")
    try plain.git("push", "--quiet", "origin", "HEAD:main")
    try b.save(9, "Nine")
    let (head, tip) = (try b.head(), try world.hubTip())
    let files = try Listing.contents(of: b.folder, except: [".git"])
    #expect(throws: StoreError.newerFormat(found: 2, known: 1)) { try b.sync() }
    #expect(try b.head() == head)
    #expect(try world.hubTip() == tip)
    #expect(try Listing.contents(of: b.folder, except: [".git"]) == files)
    #expect(try b.git("status", "--porcelain") == "")
    let c = Replica(world, "c", skew: 0, factory: world.factory)
    #expect(throws: StoreError.newerFormat(found: 2, known: 1)) {
      try c.initialise(remote: world.hub.description)
    }
    #expect(try Files.status(c.folder) == nil)
  }

  @Test func `members of store.json merge one by one, the greatest wins`() throws {
    try a.edit("store.json", "24", "30")
    try a.edit("store.json", "32768", "40000")
    try a.sync()
    try b.edit("store.json", "24", "28")
    try b.edit("store.json", "1048576", "2000000")
    try b.sync()
    try settle()
    let format = try a.open().view().format()
    #expect(format.slots == 30)
    #expect(format.maxSlotBytes == 40_000)
    #expect(format.maxStoreBytes == 2_000_000)
    try b.save(29, "Twenty-nine")
    try settle()
    #expect(try a.title(29) == "Twenty-nine")
  }

  @Test func `B08 pins are a set: both kinds of change survive, each once, in slot order`() throws {
    let c = try world.replica("c")
    try a.pin(2, to: false)
    try a.pin(3)
    try settle(c)
    try a.pin(5)
    try b.pin(3, to: false)
    try c.pin(5)
    try settle(c)
    for replica in [a, b, c] { #expect(try replica.pins() == ["slot-00", "slot-05"]) }
    let text = try a.text("pinned.json").orThrow("pinned.json")
    #expect(text.contains("\"slots\": [\n    \"slot-00\",\n    \"slot-05\"\n  ]"))
    #expect(try b.text("pinned.json") == text)
    #expect(try c.text("pinned.json") == text)
  }

  @Test func `one element that one pins and another unpins is the later one's`() throws {
    try a.pin(4)
    try settle()
    try a.pin(4, to: false)
    try b.pin(4, to: false)
    try b.pin(4)
    try a.sync()
    let report = try b.sync()
    #expect(report.won.map(\.key.description) == ["pinned/slot-04"])
    #expect(report.won.first?.loser.value == nil)
    try settle()
    #expect(try a.pins().contains("slot-04"))
  }

  @Test func `a device file merges field by field`() throws {
    try a.write(
      "devices/stage/live.json", "{\"values\": {\"bpm\": 120, \"metro_vol\": 80, \"led\": true}}\n")
    try a.write("devices/stage/reboot.json", "{\"values\": {\"wifi_ssid0\": \"studio\"}}\n")
    try settle()
    try a.edit("devices/stage/live.json", "120", "121.5")
    try b.edit("devices/stage/live.json", "80", "70")
    try b.edit("devices/stage/live.json", "true", "false")
    try b.write("devices/desk/device.json", "{\"values\": {\"product\": \"KitchenSync\"}}\n")
    try a.sync()
    let report = try b.sync()
    #expect(report.won.isEmpty && report.lost.isEmpty)
    try settle()
    let values = try json(a.text("devices/stage/live.json").orThrow("live.json")).object?["values"]
    #expect(values == ["bpm": try json("121.5"), "led": false, "metro_vol": 70])
    #expect(try a.text("devices/desk/device.json")?.contains("KitchenSync") == true)
    let subject = try a.git("log", "--all", "--format=%s", "--grep", "metro_vol 80 → 70")
    #expect(!subject.isEmpty)
  }

  @Test func `a field that is taken out by hand is removed, and stays so`() throws {
    try a.write("devices/stage/live.json", "{\"values\": {\"bpm\": 120, \"metro_vol\": 80}}\n")
    try settle()
    try a.write("devices/stage/live.json", "{\"values\": {\"bpm\": 120}}\n")
    try b.edit("devices/stage/live.json", "120", "99")
    try settle()
    let values = try json(b.text("devices/stage/live.json").orThrow("live.json")).object?["values"]
    #expect(values == ["bpm": 99])
    try b.remove("devices/stage/live.json")
    try settle()
    let rest = try json(a.text("devices/stage/live.json").orThrow("live.json")).object
    #expect(rest?["values"] == [:])
    #expect(rest?["written"]?.object?.count == 2)
  }

  @Test func `B52 devices whose names differ by case stay two, and both are named`() throws {
    let plain = try world.clone("plain")
    try plain.write("devices/Stage/live.json", "{\"values\": {\"bpm\": 1}}\n")
    try plain.write("devices/stage/live.json", "{\"values\": {\"bpm\": 2}}\n")
    try plain.commit()
    try plain.git("push", "--quiet", "origin", "HEAD:main")
    let report = try a.sync()
    #expect(
      report.notes.contains { $0.contains("devices/Stage") && $0.contains("devices/stage") },
      "\(report.notes)")
    try settle()
    #expect(try b.text("devices/Stage/live.json")?.contains("1") == true)
    #expect(try b.text("devices/stage/live.json")?.contains("2") == true)
  }

  @Test func `B52 on a disk that does not tell case apart neither is deleted`() throws {
    let plain = try world.clone("plain")
    try plain.write("devices/Stage/live.json", "{\"values\": {\"bpm\": 1}}\n")
    try plain.write("devices/stage/live.json", "{\"values\": {\"bpm\": 2}}\n")
    try plain.commit()
    try plain.git("push", "--quiet", "origin", "HEAD:main")
    // What such a disk shows: one file, with the content of either.
    try a.git("config", "core.ignorecase", "true")
    try a.sync()
    try Files.removeTree(a.folder.appending("devices/Stage"))
    let report = try a.sync()
    #expect(report.taken.isEmpty)
    #expect(
      report.notes.contains { $0.contains("devices/Stage") && $0.contains("devices/stage") },
      "\(report.notes)")
    try a.save(9, "Nine")
    try a.sync()
    try b.sync()
    #expect(try b.text("devices/Stage/live.json")?.contains("1") == true)
    #expect(try b.text("devices/stage/live.json")?.contains("2") == true)
    #expect(try b.title(9) == "Nine")
  }

  @Test(arguments: ["true", "input", "false"])
  func `B43 line ends: documents are stored with LF, own files as git has them, status is clean`(
    autocrlf: String
  ) throws {
    for replica in [a, b] { try replica.git("config", "core.autocrlf", autocrlf) }
    try a.write("notes.txt", "one\r\ntwo\r\n")
    try a.git("add", "notes.txt")
    try a.git("commit", "--quiet", "--no-verify", "--message", "notes")
    let text = try a.text("slot.05.json").orThrow("slot.05.json")
    try a.write("slot.05.json", text.replacing("\n", with: "\r\n").replacing("0.6", with: "0.7"))
    try a.write(
      "slot.04.json", try a.text("slot.04.json").orThrow("slot").replacing("\n", with: "\r\n"))
    let report = try a.sync()
    #expect(report.taken.map(\.key) == [try slotKey(5)])
    try settle()
    for replica in [a, b] {
      for slot in [4, 5] { #expect(try replica.text(slotFile(slot))?.contains("\r") == false) }
      #expect(try replica.git("cat-file", "blob", "HEAD:slot.05.json").contains("\r") == false)
    }
    let stored = try a.git("cat-file", "blob", "HEAD:notes.txt")
    #expect(stored.contains("\r") == (autocrlf == "false"))
    #expect(try b.text("notes.txt")?.contains("\r") == (autocrlf != "input"))
    try b.write("notes.txt", "one\r\nTWO\r\n")
    try settle()
    #expect(try a.text("notes.txt")?.contains("TWO") == true)
    #expect(try a.git("diff", "--stat", "HEAD~1", "HEAD").contains("1 insertion(+), 1 deletion(-)"))
  }
}
