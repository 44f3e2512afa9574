import SlotsModel
import Testing

@Suite struct KeyTests {
  private static func keys() throws -> [(Key, String)] {
    let stage = DeviceName("stage")
    return [
      (.slot(try #require(SlotID(5))), "slot.05"), (.slot(try #require(SlotID(23))), "slot.23"),
      (.pin("slot-05"), "pinned/slot-05"), (.seedVersion, "seedVersion"),
      (.field(stage, .live, "metro_vol"), "devices/stage/live/metro_vol"),
      (.field(stage, .reboot, "ssid"), "devices/stage/reboot/ssid"),
      (.field(stage, .device, "host"), "devices/stage/device/host"),
      (.field(DeviceName("Küche 2"), .live, "a/b c"), "devices/Küche 2/live/a/b c"),
    ]
  }

  @Test func `every key is spelled as on the design page, and read back`() throws {
    for (key, spelling) in try Self.keys() {
      #expect(key.description == spelling)
      #expect(Key(typed: spelling) == key)
    }
  }

  @Test(arguments: ["5", "05", "slot-05", "slot.05", "slot.05.json"])
  func `a slot is read as a person types it`(_ typed: String) throws {
    #expect(Key(typed: typed) == .slot(try #require(SlotID(5))))
  }

  @Test(arguments: [
    "", " ", "x", "-1", "+5", "100", "005", "slot", "slot-", "slot-5", "slot-100", "slot.",
    "slot.100",
    "slot.x", "slot.5.txt", "Slot-05", "SLOT.05", "5 ", " 5", "٥", "seedversion", "seedVersion/",
    "pinned", "devices", "devices/stage", "devices/stage/live", "devices/stage/live/",
    "devices//live/bpm", "devices/stage/save/bpm", "devices/stage/Live/bpm",
    "/devices/stage/live/bpm",
  ])
  func `any other text is no key`(_ typed: String) {
    #expect(Key(typed: typed) == nil)
  }

  @Test func `keys are ordered: slots by position, pins, the seed version, fields`() throws {
    let stage = DeviceName("stage")
    let ordered: [Key] = [
      .slot(try #require(SlotID(0))), .slot(try #require(SlotID(9))),
      .slot(try #require(SlotID(10))), .pin("slot-00"), .pin("slot-10"), .seedVersion,
      .field(DeviceName("a"), .live, "z"), .field(stage, .live, "a"), .field(stage, .live, "b"),
      .field(stage, .reboot, "a"),
    ]
    #expect(ordered.reversed().sorted() == ordered)
    for (index, key) in ordered.enumerated() {
      for later in ordered[(index + 1)...] { #expect(key < later && !(later < key)) }
    }
  }
}

@Suite struct SlotIDTests {
  @Test func `positions are 0 to 99`() {
    #expect((-5...105).compactMap { SlotID($0) }.map(\.index) == Array(0...99))
    #expect(SlotID(.min) == nil && SlotID(.max) == nil)
  }

  @Test func `a slot has its id, its number and its file name`() throws {
    let five = try #require(SlotID(5))
    #expect(five.description == "slot-05" && five.number == "05" && five.fileName == "slot.05.json")
    #expect(try #require(SlotID(42)).description == "slot-42")
  }

  @Test func `an id is read back, and only in its one spelling`() throws {
    for index in 0..<100 {
      let id = try #require(SlotID(index))
      #expect(SlotID(id: id.description) == id)
      #expect(SlotID(typed: id.description) == id)
      #expect(SlotID(typed: id.number) == id)
      #expect(SlotID(typed: id.fileName) == id)
      #expect(SlotID(typed: Key.slot(id).description) == id)
      #expect(SlotID(typed: "\(index)") == id)
    }
    for text in [
      "5", "05", "slot-5", "slot-005", "slot.05", "Slot-05", "slot-0x", "slot-é", "slot-+5",
    ] {
      #expect(SlotID(id: text) == nil, "\(text)")
    }
  }
}
