import SlotsModel
import Testing

extension CheckCase {
  fileprivate static let documents: [CheckCase] = [
    CheckCase("pins", "pinned.json", #"{"slots":["slot-00","slot-23"]}"#),
    CheckCase(
      "a pin that is no slot", "pinned.json", "{\"slots\": [\n\"slot-00\",\n\"slot-99\"]}",
      "pinned.json:3:1: \"slot-99\" is no slot, slots are slot-00 to slot-23"),
    CheckCase(
      "the first pin beyond the store", "pinned.json", "{\"slots\": [\"slot-24\"]}",
      "pinned.json:1:12: \"slot-24\" is no slot, slots are slot-00 to slot-23"),
    CheckCase(
      "pins in any order", "pinned.json", "{\"slots\": [\n\"slot-99\",\n\"slot-00\"]}",
      "pinned.json:2:1: \"slot-99\" is no slot, slots are slot-00 to slot-23"),
    CheckCase(
      "a pin twice before one that is no slot", "pinned.json",
      "{\"slots\": [\n\"slot-00\",\n\"slot-00\",\n\"x\"]}",
      "pinned.json:4:1: \"x\" is no slot, slots are slot-00 to slot-23"),
    CheckCase(
      "a pin of another spelling", "pinned.json", "{\"slots\": [\"5\", \"slot-5\"]}",
      "pinned.json:1:12: \"5\" is no slot, slots are slot-00 to slot-23",
      "pinned.json:1:17: \"slot-5\" is no slot, slots are slot-00 to slot-23"),
    CheckCase(
      "an unpinned slot that is none", "pinned.json", #"{"slots":[],"written":{"slot-99":"f1"}}"#),
    CheckCase(
      "a pin that is a number", "pinned.json", "{\"slots\": [5]}",
      "pinned.json:1:12: expected the id of a slot, as \"slot-05\""),
    CheckCase("a seed version", "seedVersion.json", #"{"version":3,"digest":"x"}"#),
    CheckCase(
      "a seed version of 0", "seedVersion.json", #"{"version": 0}"#,
      "seedVersion.json:1:13: version: expected a whole number from 1"),
    CheckCase(
      "a seed version that is missing", "seedVersion.json", "{}",
      "seedVersion.json:1:1: version: expected a whole number from 1"),
    CheckCase(
      "a format", "store.json", #"{"format":1,"slots":24,"maxSlotBytes":9,"maxStoreBytes":9}"#),
    CheckCase(
      "a format with odd members", "store.json",
      "{\"format\": 1.5, \"slots\": -1,\n\"maxSlotBytes\": \"9\"}",
      "store.json:1:1: maxStoreBytes: expected a whole number from 1",
      "store.json:1:12: format: expected a whole number from 1",
      "store.json:1:26: slots: expected a whole number from 1",
      "store.json:2:17: maxSlotBytes: expected a whole number from 1"),
    CheckCase(
      "a device file", "devices/stage/live.json", #"{"values":{"bpm":120,"on":true,"name":"A"}}"#),
    CheckCase(
      "a field that is a list", "devices/stage/live.json",
      "{\"values\": {\"bpm\": [1],\n\"x\": {}}}",
      "devices/stage/live.json:1:20: bpm: expected a number, a text, true or false",
      "devices/stage/live.json:2:6: x: expected a number, a text, true or false"),
    CheckCase(
      "a folder with a control character", "devices/a\u{7}b/live.json", #"{"values":{}}"#,
      "devices/a\u{7}b/live.json:1:1: the folder of a device: name has a control character"),
    CheckCase(
      "values that are a list", "devices/stage/live.json", "{\"values\": []}",
      "devices/stage/live.json:1:12: expected an object { … }"),
  ]

  fileprivate static let stamped: [CheckCase] = [
    CheckCase(
      "a slot with its stamp", "slot.05.json",
      #"{"name":"A","params":{},"written":"2026-11-30T10:15:02.123Z/0 phone f3"}"#),
    CheckCase(
      "a slot without", "slot.05.json", #"{"name":"A","params":{}}"#,
      "slot.05.json:1:1: the document has no stamp that can be read"),
    CheckCase(
      "a slot with a malformed one", "slot.05.json",
      "{\"name\":\"A\",\"params\":{},\n\"written\": \"2026-02-30T10:15:02.123Z/0 phone f3\"}",
      "slot.05.json:2:12: the document has no stamp that can be read"),
    CheckCase(
      "a field without", "devices/stage/live.json",
      #"{"values":{"bpm":120,"vol":80},"written":{"bpm":"f1"}}"#,
      "devices/stage/live.json:1:1: vol has no stamp that can be read"),
    CheckCase(
      "a field with a malformed one", "devices/stage/live.json",
      "{\"values\":{\"bpm\":120},\n\"written\":{\"bpm\":\"f01\"}}",
      "devices/stage/live.json:2:18: bpm has no stamp that can be read"),
    CheckCase(
      "a pin without", "pinned.json", #"{"slots":["slot-05"],"written":{"slot-03":"f1"}}"#,
      "pinned.json:1:1: slot-05 has no stamp that can be read"),
    CheckCase(
      "a format has none", "store.json",
      #"{"format":1,"slots":24,"maxSlotBytes":9,"maxStoreBytes":9}"#),
  ]
}

@Suite struct CheckDocumentTests {
  @Test(arguments: CheckCase.documents)
  func `what is wrong in any other document is named with its place`(
    _ example: CheckCase
  ) throws {
    let found = example.found(try .sample())
    #expect(found == example.findings)
  }

  @Test(arguments: CheckCase.stamped)
  func `in a commit every register has a stamp`(_ example: CheckCase) throws {
    let found = example.found(try .sample(stamps: true))
    #expect(found == example.findings)
  }

  @Test(arguments: CheckCase.stamped)
  func `an edit that is yet to be stamped needs none`(_ example: CheckCase) throws {
    let found = example.found(try .sample())
    #expect(found == [])
  }
}
