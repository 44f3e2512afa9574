import SlotsModel
import Testing

private func file(_ text: String) throws -> ImportFile { try ImportFile(Array(text.utf8)) }

private func presets(_ text: String) throws -> [String] {
  guard case .presets(let entries) = try file(text) else { return ["a store"] }
  return entries.map { "\($0.slot?.description ?? "–") \($0.preset.name.string)" }
}

@Suite struct ImportFileTests {
  @Test(arguments: [
    (#"{"name": "A", "params": {}}"#, ["– A"]),
    (#"{"name": "A", "params": {}, "userOwned": false, "written": "f1"}"#, ["– A"]),
    (
      #"[{"name": "A", "params": {}}, {"id": "slot-07", "name": "B", "params": {}}]"#,
      ["– A", "slot-07 B"]
    ),
    (
      #"{"slot-03": {"name": "A", "params": {}}, "mine": {"name": "B", "params": {}}}"#,
      ["– B", "slot-03 A"]
    ),
    (
      #"{"kind": "slots-presets", "format": 1, "presets": {"slot-03": {"name": "A", "params": {}}}}"#,
      ["slot-03 A"]
    ),
    ("[]", []),
  ])
  func `one preset, several, a list`(_ text: String, _ expected: [String]) throws {
    #expect(try presets(text) == expected)
  }

  @Test(arguments: [
    ("7", 1, "no preset: expected an object { … }"),
    (#"{"name": "A"}"#, 1, #"no preset: params are missing, as "params": {"speed": 0.4}"#),
    ("{\n\"params\": {}}", 1, "no preset: a name is missing"),
    (
      "[\n{\"name\": \"A\", \"params\": {}},\n{\"name\": \"B\"}]", 3,
      #"no preset: params are missing, as "params": {"speed": 0.4}"#
    ),
    (#"{"values": {}}"#, 1, "the settings of a device: expected a preset"),
    (#"{"slots": [], "written": {}}"#, 1, "the pins of a store: expected a preset"),
    (#"{"cleared": true}"#, 1, "a slot that was cleared: expected a preset"),
    (#"{"digest": "", "version": 1}"#, 1, "the seed version of a store: expected a preset"),
    (
      "{\n\"kind\": \"slots-presets\"}", 1,
      "presets: expected an object by slot id, as \"slot-05\""
    ),
    (
      "{\"kind\": \"slots-store\",\n\"format\": 2, \"documents\": {}}", 2,
      "written in format 2, this program knows 1: install a newer slots"
    ),
    (
      #"{"kind": "slots-store", "format": 1}"#, 1,
      "documents: expected an object with the store's files"
    ),
    (
      "{\"kind\": \"slots-store\", \"format\": 1, \"documents\": {\n\"pinned.json\": []}}", 2,
      "pinned.json: expected an object { … }"
    ),
    ("{", 1, nil),
  ])
  func `B60: a file of another kind is refused by its kind, or by what is missing`(
    _ text: String, _ line: Int, _ reason: String?
  ) throws {
    let error = #expect(throws: DocumentError.self) { try file(text) }
    #expect(error?.position.line == line)
    if let reason { #expect(error?.reason == reason) }
  }

  @Test(arguments: 0..<20)
  func `a store that is exported and read again is the same store`(_ seed: UInt64) throws {
    var content = StoreContent()
    content.documents[.format] = StoreFormat(slots: 30).document
    for index in 0..<Int(seed % 6) {
      content[.slot(SlotID.all[index])] = Register(
        .object(Slot.named(Text("é \u{1F3B9} \(index)"), owned: index % 2 == 0).value),
        Stamp(milliseconds: Int64(seed), counter: index, replica: "p", factoryVersion: 1))
      content[.pin(Text("slot-0\(index)"))] = Register(index % 2 == 0 ? true : nil, .factory(1))
      content[.field(DeviceName("stage"), .live, Text("f\(index)"))] = Register(
        index == 3 ? nil : .number(JSONNumber(index)), .factory(index))
    }
    let bytes = content.json.canonicalBytes
    guard case .store(let again) = try ImportFile(bytes) else {
      Issue.record("no store")
      return
    }
    #expect(again == content)
    #expect(again.json.canonicalBytes == bytes)
    #expect(StoreContent.merged(again, StoreContent()) == content)
  }
}

@Suite struct ImportPlanTests {
  private func plan(
    _ entries: [(Int?, Text)], over slots: [Slot?]
  ) -> (placed: [String], present: [String], overflow: [String]) {
    let entries = entries.map { index, name in
      ImportFile.Entry(
        slot: index.map { SlotID.all[$0] }, preset: Slot.named(name, owned: true))
    }
    let plan = ImportPlan(entries, into: zip(SlotID.all, slots).map { (id: $0, slot: $1) })
    func words(_ places: [ImportPlan.Place]) -> [String] {
      places.map { "\($0.slot.index) \($0.preset.name.string)" }
    }
    return (words(plan.placed), words(plan.present), plan.overflow.map(\.name.string))
  }

  @Test func `each keeps its slot where that is free, the others go into the next free ones`() {
    let found = plan(
      [(nil, "A"), (1, "B"), (2, "C"), (1, "D")],
      over: [nil, nil, .named("Mine", owned: true), nil, nil])
    #expect(found.placed == ["1 B", "0 A", "3 C", "4 D"])
  }

  @Test func `what a slot has already is passed over, also when it was placed just now`() {
    let found = plan(
      [(nil, "A"), (nil, "A"), (5, "B")], over: [nil, .named("B", owned: false), nil])
    #expect(found.placed == ["0 A"])
    #expect(found.present == ["1 B", "0 A"])
  }

  @Test func `a slot that was cleared is free, one that stays empty is not`() {
    let found = plan(
      [(nil, "A"), (1, "B")], over: [.cleared(stay: false), .cleared(stay: true)])
    #expect(found.placed == ["0 A"])
    #expect(found.overflow == ["B"])
  }

  @Test func `what it writes is the person's own`() {
    let plan = ImportPlan(Slot.named("A", owned: false), into: SlotID.all[3])
    #expect(Slot(plan.writes[.slot(SlotID.all[3])]?.value)?.userOwned == true)
  }
}
