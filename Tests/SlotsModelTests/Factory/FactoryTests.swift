import SlotsModel
import Testing

private let whole = #"""
  {
    "version": 3,
    "date": "2026-11-01T00:00:00Z",
    "slots": 12,
    "pins": ["slot-05", "slot-00"],
    "parameters": {
      "speed": {"kind": "number", "min": 0, "max": 1, "default": 0.4, "unit": " Hz"}
    },
    "note": "kept"
  }
  """#

@Suite struct FactoryTests {
  private static func read(_ text: String) throws -> Factory { try Factory(Array(text.utf8)) }

  @Test func `a set is read`() throws {
    let factory = try Self.read(whole)
    #expect(factory.version == 3 && factory.slots == 12)
    #expect(factory.date == 1_793_491_200_000)
    #expect(factory.pins.map(\.index) == [5, 0])
    #expect(Array(factory.table.parameters.keys) == ["speed"])
    #expect(factory.presets.isEmpty)
  }

  @Test func `only a version and a date are needed`() throws {
    let factory = try Self.read(#"{"version":1,"date":"2026-11-01T00:00:00.000Z"}"#)
    #expect(factory.slots == 24 && factory.pins.isEmpty && factory.table == ParameterTable())
  }

  @Test(arguments: [
    ("[]", 1, 1, "version: expected a whole number from 1"),
    ("{}", 1, 1, "version: expected a whole number from 1"),
    (#"{"version": 0}"#, 1, 13, "version: expected a whole number from 1"),
    (#"{"version": 1.5}"#, 1, 13, "version: expected a whole number from 1"),
    (#"{"version": "1"}"#, 1, 13, "version: expected a whole number from 1"),
    (#"{"version": 1000000000}"#, 1, 13, "version: expected a whole number from 1"),
    (#"{"version": 1}"#, 1, 1, "date: expected a time, as \"2026-11-01T00:00:00Z\""),
    (
      "{\"version\": 1,\n \"date\": \"2026-02-30T00:00:00Z\"}", 2, 10,
      "date: expected a time, as \"2026-11-01T00:00:00Z\""
    ),
    ("{\"version\": 1,}", 1, 14, "a comma before the closing }"),
  ])
  func `what is missing or malformed is named with its place`(
    _ text: String, _ line: Int, _ column: Int, _ reason: String
  ) {
    let error = #expect(throws: DocumentError.self) { try Self.read(text) }
    #expect(error?.position == TextPosition(line: line, column: column))
    #expect(error?.reason == reason)
  }

  @Test(arguments: [
    ("\"slots\": 0", "slots: expected 1 to 100"), ("\"slots\": 101", "slots: expected 1 to 100"),
    ("\"slots\": \"12\"", "slots: expected 1 to 100"),
    ("\"pins\": {}", "pins: expected a list of slots"),
    ("\"pins\": [\"5\"]", "pins: expected slots, as \"slot-05\""),
    ("\"pins\": [5]", "pins: expected slots, as \"slot-05\""),
    ("\"parameters\": []", "parameters: expected an object"),
  ])
  func `other members are checked as well`(_ member: String, _ reason: String) throws {
    let text = "{\"version\": 1, \"date\": \"2026-11-01T00:00:00Z\",\n\(member)}"
    let error = #expect(throws: DocumentError.self) { try Self.read(text) }
    #expect(error?.reason == reason)
    #expect(error?.position.line == 2)
  }

  @Test func `the canonical text of a set changes with every part of it`() throws {
    let id = try #require(SlotID(5))
    var factory = try Self.read(whole)
    factory.add(.named("A", owned: false), at: id)
    let bytes = factory.canonicalBytes
    var other = try Self.read(whole)
    other.add(.named("A", owned: true), at: id)
    #expect(other.canonicalBytes == bytes, "an owner is no part of a set")
    other.add(.named("B", owned: false), at: id)
    #expect(other.canonicalBytes != bytes)
    let renoted = try Self.read(whole.replacing("kept", with: "changed"))
    #expect(renoted.canonicalBytes != (try Self.read(whole)).canonicalBytes)
    let spaced = try Self.read(whole.replacing("\n", with: "\r\n"))
    #expect(spaced.canonicalBytes == (try Self.read(whole)).canonicalBytes)
  }
}

@Suite struct ParameterTableTests {
  private static func table(_ rows: String) throws -> ParameterTable {
    let text = #"{"version":1,"date":"2026-11-01T00:00:00Z","parameters":{\#(rows)}}"#
    return try Factory(Array(text.utf8)).table
  }

  @Test func `each kind allows its values, and says what it allows`() throws {
    let table = try Self.table(
      #"""
      "speed": {"kind":"number","min":0,"max":1}, "from": {"kind":"number","min":0.5},
      "to": {"kind":"integer","max":8}, "count": {"kind":"integer","min":1,"max":8},
      "any": {"kind":"number"}, "mirror": {"kind":"boolean"}, "label": {"kind":"text"},
      "palette": {"kind":"choice","values":["sea","ice"]}
      """#)
    let cases: [(Text, [JSONValue], [JSONValue], String)] = [
      (
        "speed", [0, 1, number("0.5"), number("1.0")], [number("1.7"), -1, "0.5", true, .null],
        "a number from 0 to 1"
      ),
      ("from", [number("0.5"), number("1e30")], [number("0.49")], "a number from 0.5"),
      ("to", [-100, 8, number("8.0")], [9, number("7.5"), "8"], "a whole number up to 8"),
      ("count", [1, 8], [0, 9, number("1.5")], "a whole number from 1 to 8"),
      ("any", [0, number("-1e99")], ["1", [], [:]], "a number"),
      ("mirror", [true, false], [0, 1, "true", .null], "true or false"),
      ("label", ["", "x"], [1, .null, ["x"]], "a text"),
      ("palette", ["sea", "ice"], ["Sea", "", 1], "one of sea, ice"),
    ]
    for (name, allowed, refused, words) in cases {
      for value in allowed {
        #expect(table.objection(to: value, for: name) == nil, "\(name) \(value.compactText)")
      }
      for value in refused {
        let objection = table.objection(to: value, for: name)
        let isShort = value.array == nil && value.object == nil
        let shown = isShort ? value.compactText : ""
        #expect(objection?.hasPrefix("\(name) is \(shown)") == true)
        #expect(objection?.hasSuffix(", must be \(words)") == true)
      }
    }
  }

  @Test func `a parameter that the table does not name may be anything`() throws {
    let table = try Self.table("")
    for value: JSONValue in [.null, 1, "x", [1], ["a": 1]] {
      #expect(table.objection(to: value, for: "speed") == nil)
    }
  }

  @Test func `a row has its default and unit`() throws {
    let table = try Self.table(
      #""hue": {"kind":"number","max":1,"default":0.5,"unit":" turn"}, "x": {"kind":"text"}"#)
    #expect(table.parameters["hue"]?.standard == number("0.5"))
    #expect(table.parameters["hue"]?.unit == " turn")
    #expect(table.parameters["x"]?.standard == nil && table.parameters["x"]?.unit == "")
  }

  @Test(arguments: [
    #"{}"#, #"{"kind":"float"}"#, #"{"kind":1}"#, #"5"#, #"{"kind":"choice"}"#,
    #"{"kind":"choice","values":"sea"}"#, #"{"kind":"number","max":1,"default":2}"#,
    #"{"kind":"integer","default":1.5}"#, #"{"kind":"boolean","default":0}"#,
  ])
  func `a malformed row is named with its place`(_ row: String) {
    let error = #expect(throws: DocumentError.self) { try Self.table(#""bad": \#(row)"#) }
    #expect(error?.position == TextPosition(line: 1, column: 65))
    #expect(error?.reason.hasPrefix("expected a parameter: kind number, integer") == true)
  }

  private static func number(_ text: String) -> JSONValue { .number(JSONNumber(text) ?? 0) }
  private func number(_ text: String) -> JSONValue { Self.number(text) }
}
