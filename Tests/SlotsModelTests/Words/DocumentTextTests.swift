import SlotsModel
import Testing

@Suite struct DocumentTextTests {
  private static func lines(_ text: String) throws -> [String] {
    DocumentText.lines(try #require(try JSONValue.read(Array(text.utf8)).object))
  }

  @Test func `a slot is its name, a line a parameter, and whose it is`() throws {
    let lines = try Self.lines(
      #"""
      {"written": "2026-11-30T10:15:02.123Z/0 phone f3", "userOwned": true, "tagSignal": "calm",
       "params": {"speed": 0.40, "palette": "sea", "mirror": false, "curve": [1, 2]}, "name": "Aurora",
       "shape": {"a": null}}
      """#)
    #expect(
      lines == [
        "name Aurora", "curve [1, 2]", "mirror false", "palette sea", "speed 0.4",
        "shape {\"a\": null}", "tagSignal calm", "yours",
      ])
  }

  @Test func `what git diff shows as two lines, slots diff shows as one of the same words`() throws
  {
    let factory = try Factory(
      Array(
        #"""
        {"version":1,"date":"2026-11-01T00:00:00Z",
         "parameters":{"hue":{"kind":"number","unit":" turn"},"zoom":{"kind":"number","unit":"×"}}}
        """#.utf8))
    let old = try #require(
      try JSONValue.read(Array(#"{"name":"A","params":{"hue":0.1,"zoom":2,"gone":1}}"#.utf8)).object
    )
    let new = try #require(
      try JSONValue.read(
        Array(#"{"name":"A","params":{"hue":0.2,"zoom":2,"mode":"x"},"tagSignal":"calm"}"#.utf8)
      ).object)
    let sides = [old, new].map { Set(DocumentText.lines($0, table: factory.table)) }
    let change = KeyChange(
      .slot(SlotID.all[5]), from: Register(.object(old), nil), to: Register(.object(new), nil))
    let items = ChangeText(change, table: factory.table).items
    let units = ["hue": " turn"]
    let removed = items.compactMap { item in
      item.old.map { "\(item.name) \($0)\(item.new == nil ? "" : units[item.name] ?? "")" }
    }
    let added = items.compactMap { item in item.new.map { "\(item.name) \($0)" } }
    #expect(Set(removed) == sides[0].subtracting(sides[1]))
    #expect(Set(added) == sides[1].subtracting(sides[0]))
    #expect(items.count == 4)
  }

  @Test func `a default is the factory's`() throws {
    #expect(
      try Self.lines(#"{"name":"A","params":{},"userOwned":false,"written":"f3"}"#) == [
        "name A", "the factory's",
      ])
    #expect(try Self.lines(#"{"params":{}}"#).last == "the factory's")
  }

  @Test func `a cleared slot is empty`() throws {
    #expect(try Self.lines(#"{"cleared":true,"userOwned":false,"written":"f3"}"#) == ["empty"])
    #expect(try Self.lines(#"{"cleared":true,"userOwned":true}"#) == ["empty, stays so"])
  }

  @Test func `pins are a line each, in whatever order they are written`() throws {
    #expect(
      try Self.lines(#"{"slots":["slot-03","slot-07"],"written":{"slot-05":"f1"}}"#) == [
        "pinned slot-03", "pinned slot-07",
      ])
    #expect(try Self.lines(#"{"slots":[],"written":{}}"#) == [])
  }

  @Test func `a device file is a line a field`() throws {
    #expect(
      try Self.lines(#"{"values":{"metro_vol":80,"bpm":120.0},"written":{"bpm":"f1"}}"#) == [
        "bpm 120", "metro_vol 80",
      ])
    #expect(try Self.lines(#"{"values":{},"written":{"bpm":"f1"}}"#) == [])
  }

  @Test func `the seed version and the format are a line a member`() throws {
    #expect(
      try Self.lines(#"{"version":3,"digest":"x","written":"f3"}"#) == ["digest x", "version 3"])
    #expect(
      try Self.lines(#"{"format":1,"slots":24,"maxSlotBytes":9}"#) == [
        "format 1", "maxSlotBytes 9", "slots 24",
      ])
  }

  @Test func `a list of slots in a document of one register is no list of pins`() throws {
    #expect(try Self.lines(#"{"slots":["a"],"written":"f3"}"#) == ["slots [\"a\"]"])
  }

  @Test(arguments: UInt64(0)..<10)
  func `only what a person changed makes a difference`(_ seed: UInt64) throws {
    var chance = JSONChance(seed: seed)
    for kind in DocumentKind.samples {
      let document = chance.document(kind)
      var restamped = document
      for (name, register) in document.registers where register.value != nil {
        restamped.registers[name] = Register(register.value, chance.stamp())
      }
      #expect(
        DocumentText.lines(document.json) == DocumentText.lines(restamped.json), "seed \(seed)")
      let spelling = chance.spelling(of: .object(document.json))
      #expect(try Self.lines(spelling) == DocumentText.lines(document.json), "seed \(seed)")
    }
  }
}
