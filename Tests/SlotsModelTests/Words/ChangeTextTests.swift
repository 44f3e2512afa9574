import SlotsModel
import Testing

private let kind = DocumentKind.samples[1]

/// A change of one slot, and its line.
struct SlotChangeCase: Sendable, CustomTestStringConvertible {
  let name: String
  let old: JSONValue?
  let new: JSONValue?
  let line: String
  var testDescription: String { name }

  init(_ name: String, _ old: JSONValue?, _ new: JSONValue?, _ line: String) {
    self.name = name
    self.old = old
    self.new = new
    self.line = line
  }

  private static func preset(
    _ name: JSONValue = "Aurora", _ params: JSONValue = ["speed": 4], owned: JSONValue = true,
    _ more: [(Text, JSONValue)] = []
  ) -> JSONValue {
    var object: JSONObject = ["name": name, "params": params, "userOwned": owned]
    for (name, value) in more { object[name] = value }
    return .object(object)
  }

  private static let cleared: JSONValue = ["cleared": true, "userOwned": false]
  private static let staying: JSONValue = ["cleared": true, "userOwned": true]

  static let all: [SlotChangeCase] = [
    SlotChangeCase("filled", nil, preset(), "slot-05 Aurora: filled"),
    SlotChangeCase("filled after a clear", cleared, preset(), "slot-05 Aurora: filled"),
    SlotChangeCase(
      "one parameter", preset(), preset("Aurora", ["speed": 7]), "slot-05 Aurora: speed 4 → 7"),
    SlotChangeCase(
      "two parameters", preset("Aurora", ["speed": 4, "hue": 1]),
      preset("Aurora", ["speed": 7, "hue": 2]), "slot-05 Aurora: hue 1 → 2, speed 4 → 7"),
    SlotChangeCase(
      "four parameters", preset("Aurora", ["a": 1, "b": 1, "c": 1, "d": 1]),
      preset("Aurora", ["a": 2, "b": 2, "c": 2, "d": 2]),
      "slot-05 Aurora: a 1 → 2, b 1 → 2, c 1 → 2, d 1 → 2"),
    SlotChangeCase(
      "six parameters", preset("Aurora", ["a": 1, "b": 1, "c": 1, "d": 1, "e": 1, "f": 1]),
      preset("Aurora", ["a": 2, "b": 2, "c": 2, "d": 2, "e": 2, "f": 2]),
      "slot-05 Aurora: a 1 → 2, b 1 → 2, c 1 → 2 and 3 more"),
    SlotChangeCase(
      "a parameter added", preset(), preset("Aurora", ["speed": 4, "hue": "red"]),
      "slot-05 Aurora: hue red added"),
    SlotChangeCase(
      "a parameter removed", preset("Aurora", ["speed": 4, "hue": true]), preset(),
      "slot-05 Aurora: hue true removed"),
    SlotChangeCase("renamed", preset("Aurora"), preset("Ember"), "slot-05 Aurora → Ember: renamed"),
    SlotChangeCase(
      "renamed and edited", preset("Aurora"), preset("Ember", ["speed": 5]),
      "slot-05 Aurora → Ember: renamed, speed 4 → 5"),
    SlotChangeCase(
      "a tag signal", preset("Aurora", [:], [("tagSignal", "calm")]),
      preset("Aurora", [:], [("tagSignal", "wild")]), "slot-05 Aurora: tagSignal calm → wild"),
    SlotChangeCase(
      "a member that is not known", preset(), preset("Aurora", ["speed": 4], [("shape", [1])]),
      "slot-05 Aurora: shape [1] added"),
    SlotChangeCase("cleared", preset(), cleared, "slot-05 Aurora: cleared"),
    SlotChangeCase("deleted", preset(), nil, "slot-05 Aurora: cleared"),
    SlotChangeCase(
      "cleared to stay empty", preset(), staying, "slot-05 Aurora: cleared, to stay empty"),
    SlotChangeCase("kept empty", cleared, staying, "slot-05: stays empty"),
    SlotChangeCase("no longer kept empty", staying, cleared, "slot-05: cleared"),
    SlotChangeCase(
      "a factory preset edited", preset(owned: false), preset("Aurora", ["speed": 7]),
      "slot-05 Aurora: speed 4 → 7"),
    SlotChangeCase(
      "a reset", preset("Aurora", ["speed": 7]), preset(owned: false),
      "slot-05 Aurora: speed 7 → 4, now the factory's"),
    SlotChangeCase(
      "taken over unchanged", preset(owned: false), preset(), "slot-05 Aurora: now yours"),
    SlotChangeCase(
      "given back unchanged", preset(), preset(owned: false), "slot-05 Aurora: now the factory's"),
    SlotChangeCase("written again", preset(), preset(), "slot-05 Aurora: written again"),
  ]
}

extension SlotChangeCase {
  fileprivate static func preset(
    _ name: JSONValue, _ params: JSONValue, _ more: [(Text, JSONValue)]
  ) -> JSONValue {
    preset(name, params, owned: true, more)
  }
}

@Suite struct ChangeTextTests {
  private static func change(_ key: Key, _ old: JSONValue?, _ new: JSONValue?) -> KeyChange {
    KeyChange(
      key, from: old.map { Register($0, .factory(1)) }, to: new.map { Register($0, .factory(2)) })
  }

  private static func slot(
    _ index: Int, _ old: JSONValue?, _ new: JSONValue?
  ) throws -> KeyChange {
    change(.slot(try #require(SlotID(index))), old, new)
  }

  @Test(arguments: SlotChangeCase.all)
  func `a change of a slot is one line`(_ example: SlotChangeCase) throws {
    #expect(ChangeText(try Self.slot(5, example.old, example.new)).line == example.line)
  }

  @Test func `the line of the design page, with units from the table`() throws {
    let old = try Document(kind, reading: #"{"name":"Aurora","params":{"speed":0.40,"hue":0.1}}"#)
    let new = try Document(kind, reading: #"{"name":"Aurora","params":{"speed":0.7,"hue":0.2}}"#)
    let changes = Document.changes(kind, from: old, to: new)
    #expect(
      changes.map { ChangeText($0).line } == ["slot-05 Aurora: hue 0.1 → 0.2, speed 0.4 → 0.7"])
    let factory = try Factory(
      Array(
        #"""
        {"version":1,"date":"2026-11-01T00:00:00Z",
         "parameters":{"hue":{"kind":"number","unit":" turn"}}}
        """#.utf8))
    let text = ChangeText(try #require(changes.first), table: factory.table)
    #expect(text.line == "slot-05 Aurora: hue 0.1 → 0.2 turn, speed 0.4 → 0.7")
    #expect(text.title == "slot-05 Aurora")
    #expect(text.items.map(\.text) == ["hue 0.1 → 0.2 turn", "speed 0.4 → 0.7"])
  }

  @Test func `pins, the factory version and device fields have their lines`() {
    let stage = DeviceName("stage")
    let lines: [(Key, JSONValue?, JSONValue?, String)] = [
      (.pin("slot-05"), nil, true, "slot-05: pinned"),
      (.pin("slot-05"), true, nil, "slot-05: unpinned"),
      (.seedVersion, ["version": 2], ["version": 3], "factory version: 2 → 3"),
      (.seedVersion, nil, ["version": 3], "factory version: 0 → 3"),
      (.field(stage, .live, "bpm"), 120, 90, "stage live: bpm 120 → 90"),
      (.field(stage, .reboot, "ssid"), nil, "home", "stage reboot: ssid home added"),
      (.field(stage, .device, "host"), "a", nil, "stage device: host a removed"),
    ]
    for (key, old, new, line) in lines {
      #expect(ChangeText(Self.change(key, old, new)).line == line)
    }
    let unpinned = KeyChange(
      .pin("slot-05"), from: Register(true, .factory(1)), to: Register(nil, .factory(2)))
    #expect(ChangeText(unpinned).line == "slot-05: unpinned")
    let removed = KeyChange(
      .field(stage, .live, "bpm"), from: Register(120, nil), to: Register(nil, .factory(2)))
    #expect(ChangeText(removed).line == "stage live: bpm 120 removed")
  }

  @Test func `nothing about stamps is said`() throws {
    for example in SlotChangeCase.all {
      let text = ChangeText(try Self.slot(5, example.old, example.new))
      #expect(!text.line.contains("f1") && !text.line.contains("written 2"))
    }
  }

  @Test func `the subject of a commit is the one change, or what changed`() throws {
    func preset(_ name: JSONValue, _ speed: JSONValue) -> JSONValue {
      ["name": name, "params": ["speed": speed], "userOwned": true]
    }
    let all = try [
      Self.slot(1, preset("A", 1), preset("A", 2)), Self.slot(2, nil, preset("B", 1)),
      Self.slot(3, preset("C", 1), ["cleared": true]), Self.slot(4, nil, preset("D", 1)),
      Self.slot(5, nil, preset("E", 1)),
    ]
    #expect(ChangeText.subject([]) == "nothing changed")
    #expect(ChangeText.subject([all[0]]) == "slot-01 A: speed 1 → 2")
    #expect(ChangeText.subject(Array(all[..<2])) == "slot-01 A, slot-02 B")
    #expect(ChangeText.subject(Array(all[..<3])) == "slot-01 A, slot-02 B, slot-03 C")
    #expect(ChangeText.subject(all) == "slot-01 A, slot-02 B, slot-03 C and 2 more")
    let stage = DeviceName("stage")
    let fields = [
      Self.change(.field(stage, .live, "bpm"), 1, 2),
      Self.change(.field(stage, .live, "vol"), 1, 2),
    ]
    #expect(ChangeText.subject(fields) == "stage live: 2 changes")
    #expect(ChangeText.subject([fields[0]]) == "stage live: bpm 1 → 2")
  }
}
