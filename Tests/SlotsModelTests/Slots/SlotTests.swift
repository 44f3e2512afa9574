import SlotsModel
import Testing

@Suite struct SlotTests {
  @Test func `a preset has its members where the document has them`() {
    let slot = Slot(name: "Aurora", params: ["speed": 1], tagSignal: "calm", userOwned: true)
    #expect(
      slot.value == [
        "name": "Aurora", "params": ["speed": 1], "tagSignal": "calm", "userOwned": true,
      ])
    let bare = Slot(name: "A", params: [:], tagSignal: nil, userOwned: false)
    #expect(bare.value == ["name": "A", "params": [:], "userOwned": false])
    #expect(bare.tagSignal == nil && !bare.isCleared && !bare.userOwned)
  }

  @Test func `a cleared slot has no preset, and says whether it stays empty`() {
    #expect(Slot.cleared(stay: false).value == ["cleared": true, "userOwned": false])
    let staying = Slot.cleared(stay: true)
    #expect(staying.isCleared && staying.userOwned && staying.name == "" && staying.params.isEmpty)
  }

  @Test func `a slot's document has its value, and no stamp yet`() throws {
    let id = try #require(SlotID(5))
    let slot = Slot(name: "A", params: [:], tagSignal: nil, userOwned: true)
    let document = slot.document(at: id)
    #expect(document.kind == .slot(id) && document.slot == slot)
    #expect(document.register == Register(.object(slot.value), nil))
  }

  @Test func `what is no object is no slot`() {
    #expect(Slot(nil) == nil)
    for value: JSONValue in [.null, 1, "a", [], true] { #expect(Slot(value) == nil) }
    #expect(Slot([:])?.isCleared == false)
  }

  @Test func `members of another type read as absent`() throws {
    let slot = try #require(
      Slot(["name": 1, "params": [], "tagSignal": .null, "userOwned": "true", "cleared": 1]))
    #expect(slot.name == "" && slot.params.isEmpty && slot.tagSignal == nil)
    #expect(!slot.userOwned && !slot.isCleared)
  }

  @Test func `setting the parameters and the owner leaves other members alone`() throws {
    var slot = try #require(Slot(["laterMember": 1, "name": "A"]))
    slot.params = ["speed": 2]
    slot.userOwned = true
    #expect(
      slot.value == ["laterMember": 1, "name": "A", "params": ["speed": 2], "userOwned": true])
  }
}

@Suite struct SlotImportTests {
  private static func preset(_ text: String, named name: Text? = nil) throws -> Slot {
    try Slot(preset: Array(text.utf8), named: name)
  }

  @Test func `a preset is read, without what a store keeps for itself`() throws {
    let text = #"""
      {"name": "Aurora", "params": {"speed": 0.4}, "tagSignal": "calm", "shape": [1],
       "userOwned": true, "written": "f3", "cleared": true}
      """#
    let slot = try Self.preset(text)
    #expect(Set(slot.value.members.map(\.name)) == ["name", "params", "shape", "tagSignal"])
    #expect(!slot.isCleared && slot.preset == slot.value)
  }

  @Test func `a preset with CRLF and a byte-order mark is the same preset`() throws {
    let text = "{\n  \"name\": \"Aurora\",\n  \"params\": {\"speed\": 0.4}\n}\n"
    let windows = "\u{FEFF}" + text.split(separator: "\n").joined(separator: "\r\n")
    #expect(try Self.preset(windows) == (try Self.preset(text)))
  }

  @Test func `what slots itself adds when it shows a preset is no part of it`() throws {
    let shown = try Self.preset(
      #"{"id":"slot-05","pinned":true,"state":"yours","name":"A","params":{},"shape":1}"#)
    #expect(shown.value == ["name": "A", "params": [:], "shape": 1])
    let own = try Self.preset(#"{"id":"x1","pinned":true,"state":"liquid","name":"A","params":{}}"#)
    #expect(own.value["id"] == "x1" && own.value["state"] == "liquid")
    let other = try Self.preset(#"{"id":"slot-05","state":"liquid","name":"A","params":{}}"#)
    #expect(other.value["id"] == "slot-05" && other.value["state"] == "liquid")
  }

  @Test func `a given name replaces the one in the file`() throws {
    #expect(try Self.preset(#"{"name":"A","params":{}}"#, named: "B").name == "B")
    #expect(try Self.preset(#"{"params":{}}"#, named: "B").name == "B")
    #expect(try Self.preset(#"{"name":5,"params":{}}"#, named: "B").name == "B")
  }

  @Test(arguments: [
    ("[]", 1, 1, "no preset: expected an object { … }"),
    ("\"A\"", 1, 1, "no preset: expected an object { … }"),
    (#"{"name":"A"}"#, 1, 1, "no preset: params are missing, as \"params\": {\"speed\": 0.4}"),
    (
      "{\"name\":\"A\",\n\"params\": []}", 2, 11,
      "no preset: params are missing, as \"params\": {\"speed\": 0.4}"
    ),
    (#"{"params":{}}"#, 1, 1, "no preset: a name is missing"),
    (#"{"params":{},"name":null}"#, 1, 1, "no preset: a name is missing"),
    ("{\n  \"name\": \"A\",\n}", 2, 14, "a comma before the closing }"),
  ])
  func `what is no preset is refused, and what is missing is said`(
    _ text: String, _ line: Int, _ column: Int, _ reason: String
  ) {
    let error = #expect(throws: DocumentError.self) { try Self.preset(text) }
    #expect(error?.position == TextPosition(line: line, column: column))
    #expect(error?.reason == reason)
  }

  @Test func `a preset goes out as it came in`() throws {
    var slot = try Self.preset(#"{"name":"A","params":{"speed":1},"shape":[1]}"#)
    let before = slot.value
    slot.userOwned = true
    #expect(slot.preset == before)
  }
}
