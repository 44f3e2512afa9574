import SlotsModel
import TestSupport
import Testing

/// Tree, box and what both last had, and what an apply makes of it.
@Suite struct ComparisonTests {
  /// A box whose tree, settings and memory agree.
  private struct Case {
    var files: DeviceFiles
    var object: JSONObject
    var status: JSONObject
    var memory = DeviceMemory()
    var once: Set<String> = []

    init(_ product: DeviceProduct = .p4) throws {
      object = try #require(
        JSONValue.read(
          Fixture.bytes("devices/\(product == .touch ? "config-touch" : "config").json")
        ).object)
      status = try #require(
        JSONValue.read(Fixture.bytes("devices/status-fresh-boot-solo.json")).object)
      files = DeviceFiles(DeviceName("stage"))
      files.registers[.device] = ["product": Register(.string(Text(product.rawValue)), nil)]
      let values = BoxConfig(object).values(for: product)
      for (key, value) in values {
        guard let part = DeviceField.all[key]?.parts[product] else { continue }
        files.registers[part, default: [:]][key] = Register(value, nil)
      }
      memory.agree(on: values)
      memory.counters = BoxStatus(status).counters
    }

    mutating func set(_ key: Text, _ value: JSONValue?) {
      guard let part = files.product.flatMap({ DeviceField.all[key]?.parts[$0] }) else { return }
      files.registers[part, default: [:]][key] = Register(value, nil)
    }

    func compared() -> [Text: FieldComparison.Side] {
      Dictionary(uniqueKeysWithValues: all().map { ($0.field.key, $0.side) })
    }

    func all() -> [FieldComparison] {
      FieldComparison.all(files, BoxConfig(object), BoxStatus(status), memory) { field, value in
        once.contains("\(field.key.string) \(value.compactText)")
      }
    }

    func plan(_ edit: (inout ApplyPlan.Consent) -> Void = { _ in }) -> ApplyPlan {
      var consent = ApplyPlan.Consent()
      edit(&consent)
      return ApplyPlan(all(), unknown: files.unknown, BoxStatus(status), consent)
    }
  }

  @Test func `who moved is told by what both last had`() throws {
    var one = try Case()
    one.set("metro_vol", 30)
    one.object["metro_voice"] = 1
    one.set("led_bright", 10)
    one.object["led_bright"] = 20
    let sides = one.compared()
    #expect(sides["metro_vol"] == .tree && sides["metro_voice"] == .box)
    #expect(sides["led_bright"] == .both && sides["led_fade"] == .same)
  }

  @Test func `on a replica that never saw the box, what the tree once had is the older one`() throws
  {
    var one = try Case()
    one.memory = DeviceMemory()
    one.set("metro_vol", 30)
    one.set("led_bright", 10)
    one.once = ["metro_vol 65"]
    #expect(one.compared()["metro_vol"] == .tree && one.compared()["led_bright"] == .both)
  }

  @Test func `K07 B77 trap 7: the tempo of a Link session is nobody's, and 120.000 is 120`() throws
  {
    var one = try Case()
    one.object["bpm"] = .number(try #require(JSONNumber("124.000")))
    #expect(one.compared()["bpm"] == .same)
    one.object["bpm"] = 131
    #expect(one.compared()["bpm"] == .box)
    one.status["peers"] = 2
    #expect(one.compared()["bpm"] == .link)
    one.set("bpm", 90)
    #expect(one.plan().held.map(\.reason) == [.link] && one.plan().isEmpty)
  }

  @Test func `B67 K08 trap 21: what a restart lost is sent again, and never taken`() throws {
    var one = try Case()
    one.set("metro_vol", 30)
    one.memory.agree(on: ["metro_vol": 30])
    one.memory.before["metro_vol"] = 65
    one.object["metro_vol"] = 65
    #expect(one.compared()["metro_vol"] == .box)
    one.memory.counters["gap"] = 99_999
    #expect(one.compared()["metro_vol"] == .lost)
    #expect(one.plan().live.map(\.field.key) == ["metro_vol"])
    // Back to what it came with is a loss too.
    one.memory.before = [:]
    one.object["metro_vol"] = 80
    #expect(one.compared()["metro_vol"] == .lost)
    one.object["metro_vol"] = 44
    #expect(one.compared()["metro_vol"] == .box)
  }

  @Test func `K10 B80: what a box is not fitted with is held, and stays in the tree`() throws {
    var one = try Case()
    let first = try #require(one.object["clock"]?.array?.first)
    one.object["clock"] = [first]
    one.set("clk2_swing", 9)
    #expect(one.compared()["clk2_swing"] == .notFitted && one.compared()["clk0_swing"] == .same)
    #expect(one.plan().isEmpty)
    #expect(missingFields(in: BoxConfig(one.object), one.memory).contains("clk2_swing"))
  }

  @Test func `K09: what no box tells back is sent once, and is no difference`() throws {
    var one = try Case()
    one.set("bright", 40)
    #expect(one.compared()["bright"] == .unread(isSent: false))
    #expect(one.plan().live.map(\.field.key) == ["bright"])
    one.memory.sent["bright"] = 40
    #expect(one.compared()["bright"] == .unread(isSent: true))
    #expect(one.plan().isEmpty)
    #expect(one.plan { $0.again = true }.live.map(\.field.key) == ["bright"])
  }

  @Test func `B81: a field of a newer program is named, and neither sent nor removed`() throws {
    var one = try Case()
    one.files.registers[.live]?["sparkle"] = Register(7, nil)
    #expect(one.files.unknown == ["sparkle"])
    #expect(one.plan().isEmpty && one.plan().held.map(\.reason) == [.unknown])
  }

  @Test func `what a person took out of the tree is left alone`() throws {
    var one = try Case()
    one.set("metro_vol", nil)
    one.object["metro_vol"] = 5
    #expect(one.compared()["metro_vol"] == .notKept)
    #expect(one.plan().isEmpty && one.plan().held.isEmpty)
  }

  @Test func `what restarts the box waits until it is asked for`() throws {
    var one = try Case()
    one.set("metronome", false)
    one.set("metro_vol", 30)
    let plan = one.plan()
    #expect(plan.live.map(\.field.key) == ["metro_vol"] && plan.reboot.isEmpty)
    #expect(plan.held.map(\.reason) == [.restarts])
    #expect(one.plan { $0.restarts = true }.reboot.map(\.field.key) == ["metronome"])
    #expect(try one.plan().patch(for: .p4).pairs.map(\.key) == ["metro_vol"])
  }

  @Test(arguments: [
    ("clock_out", "false", "[0,0,0,0]", false), ("clock_out", "false", "[0,2,0,0]", true),
    ("clk0_en", "false", "[2,0,0,0]", true), ("clk0_en", "false", "[0,2,0,0]", false),
    ("clk0_en", "false", "[1,0,0,0]", true), ("clk2_en", "true", "[2,2,0,0]", false),
    ("bpm", "90", "[0,0,0,2]", true), ("metro_vol", "0", "[2,2,2,2]", false),
  ])
  func `what would silence what plays waits`(
    _ key: String, _ value: String, _ launch: String, _ waits: Bool
  ) throws {
    var one = try Case()
    one.set(Text(key), try JSONValue.read(Array(value.utf8)))
    one.status["launch"] = try JSONValue.read(Array(launch.utf8))
    let plan = one.plan()
    #expect(plan.held.map(\.reason) == (waits ? [.plays] : []))
    #expect(plan.isEmpty == waits)
    #expect(!one.plan { $0.whilePlaying = true }.isEmpty)
  }

  @Test func `an output that Link plays counts as playing, and so does a box that does not tell`()
    throws
  {
    var one = try Case()
    one.set("clk1_en", false)
    one.status["link_owns"] = true
    one.status["playing"] = true
    #expect(one.plan().held.map(\.reason) == [.plays])
    one.status["link_owns"] = nil
    one.status["launch"] = nil
    #expect(one.plan().held.map(\.reason) == [.plays])
  }

  @Test func `what the box alone changed is for a pull, unless the tree is to win`() throws {
    var one = try Case()
    one.object["metro_vol"] = 5
    #expect(one.plan().isEmpty && one.plan().held.map(\.reason) == [.box])
    #expect(one.plan { $0.overBox = true }.live.map(\.to) == [65])
  }

  @Test func `what is known of a box is kept and read back`() throws {
    let one = try Case()
    var memory = one.memory
    memory.sent["bright"] = 40
    memory.before["metro_vol"] = 3
    memory.address = "10.0.0.5:80"
    #expect(DeviceMemory(memory.json) == memory)
    #expect(DeviceMemory("nonsense") == DeviceMemory())
  }
}
