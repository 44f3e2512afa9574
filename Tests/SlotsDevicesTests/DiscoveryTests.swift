import SlotsDevices
import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsFleet

/// Which announcements are boxes, and each box once.
@Suite struct AnnouncementTests {
  private func told(
    _ host: String, _ txt: [String: String] = [:], instance: String = "KitchenSync",
    addresses: [String] = ["10.0.0.5"], port: Int = 80
  ) -> Announcement {
    Announcement(
      instance: instance, target: "\(host).local", port: port, txt: txt, addresses: addresses)
  }

  @Test(arguments: [
    ("kitchensync-7c1e", "kitchensync", "declared"), ("anything", "kitchensync", "declared"),
    ("kitchensync-7c1e", "printer", nil), ("kitchensync-7c1e", "x32link", nil),
    ("KitchenSync-7C1E", nil, "guessed"), ("kstouch-a1b2", nil, "guessed"), ("printer", nil, nil),
    ("x32link-77aa", nil, nil),
  ])
  func `K12 trap 12: the record decides, and only without one the name`(
    host: String, device: String?, certainty: String?
  ) {
    let txt = device.map { ["dev": $0] } ?? [:]
    let one = told(host, txt, instance: host)
    #expect(one.certainty(includingX32Link: false)?.rawValue == certainty)
  }

  @Test func `an X32Link is told of only when it is asked for`() {
    let one = told(
      "x32link-77aa", ["dev": "x32link", "model": "x32link"], instance: "x32link-77aa")
    #expect(one.certainty(includingX32Link: true) == .declared && one.product == .x32link)
  }

  @Test func `B71: one box on two interfaces and both kinds of address is one`() {
    let merged = Announcement.merged([
      told("kitchensync-7c1e", ["dev": "kitchensync"], addresses: ["fd00::5", "10.0.0.5"]),
      told("KitchenSync-7c1e", [:], instance: "KitchenSync-2", addresses: ["10.0.1.5"]),
    ])
    #expect(merged.count == 1)
    #expect(merged.first?.addresses == ["10.0.0.5", "10.0.1.5", "fd00::5"])
    #expect(merged.first?.txt["dev"] == "kitchensync")
  }

  @Test func `trap 12: two boxes with one name in browsers are two`() {
    let merged = Announcement.merged([
      told("kitchensync-7c1e"), told("kitchensync-0a0b", instance: "KitchenSync-2"),
    ])
    #expect(merged.map(\.host) == ["kitchensync-0a0b", "kitchensync-7c1e"])
  }

  @Test func `a record is read as far as it is one`() {
    func record(_ entries: String...) -> [UInt8] {
      entries.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
    }
    #expect(
      TXTRecord.read(record("DEV=kitchensync", "empty=", "flag", "=x", "dev=other", "a=b=c"))
        == ["dev": "kitchensync", "empty": "", "flag": "", "a": "b=c"])
    #expect(TXTRecord.read([200, 65]) == [:] && TXTRecord.read([]) == [:])
    #expect(TXTRecord.read([4, 97, 61, 0xFF, 0x1B]) == ["a": "\u{FFFD}\u{1B}"])
  }

  @Test func `B74: a denied network says which switch, and which two keys`() {
    let failure = Browser.failure(-65570)
    #expect(failure.hints.contains { $0.contains("Privacy & Security > Local Network") })
    #expect(
      failure.hints.contains {
        $0.contains("NSLocalNetworkUsageDescription") && $0.contains("NSBonjourServices")
      })
  }
}

/// `slots device discover` against a real Avahi daemon, on a network of its own.
@Suite(
  .enabled(
    if: BonjourStage.isPossible, "needs Linux, avahi-daemon, and the right to make a network"))
struct DiscoveryTests {
  private func discover(
    _ announcements: [String], _ options: String = "", hasDaemon: Bool = true,
    before: String = ""
  ) throws -> (result: Child.Result, boxes: [JSONObject]) {
    let program = try Program.path()
    let result = try BonjourStage.run(
      announcing: announcements, hasDaemon: hasDaemon,
      "\(before)\n'\(program)' device discover --seconds 2 --json \(options)")
    let json = try? JSONValue.read(Array(result.outputText.utf8))
    return (result, (json?.object?["boxes"]?.array ?? []).compactMap(\.object))
  }

  @Test func `K12 B71 trap 12: of a mixed set the boxes are told, each once by its host`() throws {
    let txt = "dev=kitchensync model=p4 target=esp32p4 fw=2.2.0"
    let (result, boxes) = try discover([
      "-a -R kitchensync-7c1e.local 10.99.0.11", "-a -R kitchensync-0a0b.local 10.99.0.12",
      "-a -R kstouch-a1b2.local 10.99.0.13", "-a -R x32link-77aa.local 10.99.0.14",
      "-a -R kitchensync-fake.local 10.99.0.1",
      "-s -H kitchensync-7c1e.local KitchenSync _http._tcp 80 \(txt)",
      "-s -H kitchensync-0a0b.local KitchenSync-2 _http._tcp 80 \(txt)",
      "-s -H kstouch-a1b2.local kstouch-a1b2 _http._tcp 80 dev=kitchensync model=touch",
      "-s -H x32link-77aa.local x32link-77aa _http._tcp 80 dev=x32link model=x32link",
      "-s -H kitchensync-fake.local stranger _http._tcp 9",
      "-s -H tester.local 'A printer' _http._tcp 80 dev=printer",
    ])
    #expect(result.succeeded, "\(result.summary)")
    #expect(
      boxes.map { $0["host"] } == ["kitchensync-0a0b", "kitchensync-7c1e", "kstouch-a1b2"],
      "\(result.summary)")
    #expect(boxes.map { $0["product"] } == ["p4", "p4", "touch"])
    #expect(boxes.allSatisfy { $0["certainty"] == "declared" })
    #expect(boxes[1]["addresses"] == ["10.99.0.11"] && boxes[1]["target"] == "esp32p4")
    #expect(result.errorText.contains("kitchensync-fake has a name like a box's"))
    // Avahi's advice for programmers is for nobody here.
    #expect(!result.errorText.contains("Bonjour compatibility layer"))
  }

  @Test func `a box without a record is a guess, once it answers like one`() throws {
    let program = try Program.path()
    let (result, boxes) = try discover(
      [
        "-a -R kitchensync-0001.local 127.0.0.1",
        "-s -H kitchensync-0001.local KitchenSync _http._tcp 8123",
      ],
      before: "'\(program)' simulate --port 8123 >/dev/null 2>&1 & started \"$!\"; sleep 0.7")
    #expect(boxes.map { $0["certainty"] } == ["guessed"], "\(result.summary)")
    #expect(boxes.first?["product"] == "p4" && boxes.first?["port"] == 8123)
  }

  @Test func `a box is reached by its host name alone, wherever it is`() throws {
    let (program, folder) = (try Program.path(), try TemporaryFolder())
    try folder.write(
      "factory/factory.json",
      #"{"version": 1, "date": "2026-01-01T00:00:00.000Z", "pins": [], "parameters": {}}"#)
    let result = try BonjourStage.run(
      announcing: ["-a -R kitchensync-7c1e.local 127.0.0.1"],
      """
      '\(program)' simulate --port 80 >/dev/null 2>&1 & started "$!"
      sleep 0.7
      export SLOTS_FACTORY='\(folder.path)/factory' GIT_CONFIG_GLOBAL=/dev/null
      '\(program)' init '\(folder.path)/a' --replica a
      '\(program)' -C '\(folder.path)/a' device add stage --host KitchenSync-7c1e.local
      '\(program)' -C '\(folder.path)/a' device set stage metro_vol=65
      '\(program)' -C '\(folder.path)/a' device apply stage
      cat '\(folder.path)/a/devices/stage/device.json'
      """)
    #expect(result.outputText.contains("added stage, a KitchenSync"), "\(result.summary)")
    #expect(result.outputText.contains("1 of 1 field confirmed"))
    #expect(result.outputText.contains(#""host": "kitchensync-7c1e""#))
  }

  @Test func `an X32Link is told of with its option`() throws {
    let (result, boxes) = try discover(
      [
        "-a -R x32link-77aa.local 10.99.0.14",
        "-s -H x32link-77aa.local x32link-77aa _http._tcp 80 dev=x32link model=x32link",
      ], "--x32link")
    #expect(boxes.map { $0["product"] } == ["x32link"], "\(result.summary)")
  }

  @Test func `nothing there is told, and is no failure`() throws {
    let (result, boxes) = try discover([])
    #expect(result.succeeded && boxes.isEmpty, "\(result.summary)")
  }

  @Test func `a machine without Bonjour says what to start, and what goes without`() throws {
    let (result, _) = try discover([], hasDaemon: false)
    #expect(result.status == .exited(1), "\(result.summary)")
    #expect(result.errorText.contains("no Bonjour service runs on this machine"))
    #expect(result.errorText.contains("--address"))
  }
}
