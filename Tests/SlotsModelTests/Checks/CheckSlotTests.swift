import SlotsModel
import Testing

private let longName = String(repeating: "é", count: 101)

extension CheckCase {
  fileprivate static let slots: [CheckCase] = [
    CheckCase(
      "a preset", "slot.05.json",
      #"{"name":"Aurora","params":{"speed":0.4,"palette":"sea"},"tagSignal":"calm","userOwned":true}"#
    ),
    CheckCase("a preset with the least", "slot.00.json", #"{"name":"A","params":{}}"#),
    CheckCase(
      "members that are not known", "slot.05.json",
      #"{"name":"A","params":{"new":[1]},"shape":{"a":null},"tagSignal":null}"#),
    CheckCase("a cleared slot", "slot.05.json", #"{"cleared":true,"userOwned":false}"#),
    CheckCase(
      "not JSON", "slot.05.json", "{\n  \"name\": \"Aurora\",\n}",
      "slot.05.json:2:19: a comma before the closing }"),
    CheckCase(
      "git's conflict markers", "slot.05.json", "{\n<<<<<<< HEAD\n",
      "slot.05.json:2:1: conflict marker from git"),
    CheckCase("a list", "slot.05.json", "[]", "slot.05.json:1:1: expected an object { … }"),
    CheckCase(
      "out of range", "slot.05.json",
      "{\n  \"name\": \"A\",\n  \"params\": {\n    \"speed\": 1.7\n  }\n}",
      "slot.05.json:4:14: speed is 1.7, must be a number from 0 to 1"),
    CheckCase(
      "several parameters", "slot.05.json",
      "{\"name\": \"A\", \"params\": {\"speed\": \"high\",\n\"symmetry\": 1.5, \"mirror\": 1, \"palette\": \"mud\"}}",
      "slot.05.json:1:35: speed is \"high\", must be a number from 0 to 1",
      "slot.05.json:2:13: symmetry is 1.5, must be a whole number from 1 to 8",
      "slot.05.json:2:28: mirror is 1, must be true or false",
      "slot.05.json:2:42: palette is \"mud\", must be one of ice, sea"),
    CheckCase(
      "no name", "slot.05.json", #"{"params":{}}"#,
      "slot.05.json:1:1: a name is missing, as \"name\": \"Aurora\""),
    CheckCase(
      "an empty name", "slot.05.json", #"{"name": "", "params":{}}"#,
      "slot.05.json:1:10: name is empty"),
    CheckCase(
      "a name that is no text", "slot.05.json", #"{"name": 5, "params":{}}"#,
      "slot.05.json:1:10: name: expected a text"),
    CheckCase(
      "a name that is null", "slot.05.json", #"{"name": null, "params":{}}"#,
      "slot.05.json:1:10: name: expected a text"),
    CheckCase(
      "a name of 101 characters", "slot.05.json", #"{"name": "\#(longName)", "params":{}}"#,
      "slot.05.json:1:10: name has 101 characters, at most 100"),
    CheckCase(
      "a name of 100 characters", "slot.05.json",
      #"{"name": "\#(longName.dropLast())", "params":{}}"#),
    CheckCase(
      "a name with a line feed", "slot.05.json", #"{"name": "A\nB", "params":{}}"#,
      "slot.05.json:1:10: name has a control character"),
    CheckCase(
      "a name with an escape", "slot.05.json", #"{"name": "A\u001b[31m", "params":{}}"#,
      "slot.05.json:1:10: name has a control character"),
    CheckCase("a name in any script", "slot.05.json", #"{"name": "北极光 ☀️", "params":{}}"#),
    CheckCase(
      "no parameters", "slot.05.json", #"{"name": "A"}"#,
      "slot.05.json:1:1: params are missing, as \"params\": {\"speed\": 0.4}"),
    CheckCase(
      "parameters that are a list", "slot.05.json", #"{"name": "A", "params": []}"#,
      "slot.05.json:1:25: params: expected an object { … }"),
    CheckCase(
      "a tag signal that is no text", "slot.05.json",
      #"{"name": "A", "params": {}, "tagSignal": 1}"#,
      "slot.05.json:1:42: tagSignal: expected a text"),
    CheckCase(
      "an owner that is a text", "slot.05.json",
      #"{"name": "A", "params": {}, "userOwned": "true"}"#,
      "slot.05.json:1:42: userOwned: expected true or false"),
    CheckCase(
      "cleared that is a number", "slot.05.json", #"{"cleared": 1, "name": "A", "params": {}}"#,
      "slot.05.json:1:13: cleared: expected true or false"),
    CheckCase(
      "a cleared slot with a preset", "slot.05.json",
      #"{"cleared": true, "name": "A", "params": {}, "tagSignal": null}"#,
      "slot.05.json:1:27: name: a cleared slot has none; remove cleared to fill it",
      "slot.05.json:1:42: params: a cleared slot has none; remove cleared to fill it",
      "slot.05.json:1:59: tagSignal: a cleared slot has none; remove cleared to fill it"),
    CheckCase(
      "a slot that the store has not", "slot.24.json", #"{"name":"A","params":{}}"#,
      "slot.24.json:1:1: this store has no slot 24, slots are 0 to 23"),
    CheckCase("the last slot", "slot.23.json", #"{"name":"A","params":{}}"#),
    CheckCase(
      "an empty object", "slot.05.json", "{}",
      "slot.05.json:1:1: a name is missing, as \"name\": \"Aurora\"",
      "slot.05.json:1:1: params are missing, as \"params\": {\"speed\": 0.4}"),
    CheckCase(
      "after a byte-order mark and CRLF", "slot.05.json",
      "\u{FEFF}{\r\n  \"name\": \"A\",\r\n  \"params\": {\"speed\": 2}\r\n}",
      "slot.05.json:3:23: speed is 2, must be a number from 0 to 1"),
    CheckCase(
      "B38: a text for a number", "slot.05.json", #"{"name":"A","params":{"speed":"high"}}"#,
      "slot.05.json:1:31: speed is \"high\", must be a number from 0 to 1"),
  ]
}

@Suite struct CheckSlotTests {
  @Test(arguments: CheckCase.slots)
  func `what is wrong in a slot is named with its place and what is expected`(
    _ example: CheckCase
  ) throws {
    let found = example.found(try .sample())
    #expect(found == example.findings)
  }

  @Test func `a slot over the limit is named with both sizes`() throws {
    let text = #"{"name":"A","params":{}}"#
    let example = CheckCase("too large", "slot.05.json", text)
    #expect(
      example.found(try .sample(slotBytes: 23)) == [
        "slot.05.json:1:1: 24 bytes, a slot has at most 23"
      ])
    let found = example.found(try .sample(slotBytes: 24))
    #expect(found == [])
  }

  @Test func `a finding is printed as a line and as JSON`() throws {
    let finding = Finding("slot.05.json", TextPosition(line: 3, column: 14), "speed is 1.7")
    #expect(finding.text == "slot.05.json:3:14: speed is 1.7")
    #expect(
      finding.json == [
        "file": "slot.05.json", "line": 3, "column": 14, "reason": "speed is 1.7",
      ])
  }

  @Test(arguments: UInt64(0)..<10)
  func `every finding has a place inside its file`(_ seed: UInt64) throws {
    var chance = JSONChance(seed: seed)
    let check = try Check.sample(stamps: true)
    for kind in DocumentKind.samples {
      for _ in 0..<10 {
        let text = chance.spelling(of: .object(chance.document(kind).json))
        let bytes = chance.below(2) == 0 ? Array(text.utf8) : chance.damaged(Array(text.utf8))
        let lines = bytes.count { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } + 1
        let findings = check.findings(in: bytes, as: kind)
        for finding in findings {
          #expect(finding.path == kind.path && !finding.reason.isEmpty)
          #expect((1...lines).contains(finding.position.line), "seed \(seed)")
          #expect((1...bytes.count + 1).contains(finding.position.column), "seed \(seed)")
        }
        let places = findings.map(\.position)
        #expect(places == places.sorted(), "seed \(seed)")
      }
    }
  }
}
