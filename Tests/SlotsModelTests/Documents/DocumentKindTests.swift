import SlotsModel
import Testing

@Suite struct DocumentKindTests {
  @Test func `every document has its path`() throws {
    let expected: [(String, DocumentKind)] = [
      ("slot.00.json", .slot(try #require(SlotID(0)))),
      ("slot.23.json", .slot(try #require(SlotID(23)))),
      ("slot.99.json", .slot(try #require(SlotID(99)))),
      ("pinned.json", .pins), ("seedVersion.json", .seedVersion), ("store.json", .format),
      ("devices/stage/live.json", .device(DeviceName("stage"), .live)),
      ("devices/Küche 2/reboot.json", .device(DeviceName("Küche 2"), .reboot)),
      ("devices/a.json/device.json", .device(DeviceName("a.json"), .device)),
    ]
    for (path, kind) in expected {
      #expect(DocumentKind(path: path) == kind)
      #expect(kind.path == path)
    }
  }

  @Test(arguments: [
    "", "slot.5.json", "slot.005.json", "slot.100.json", "slot.-1.json", "slot.+1.json",
    "slot.ab.json", "slot..json", "slot.05.JSON", "Slot.05.json", "slot.05.json ", " slot.05.json",
    "slot-05.json", "slot.05", "slot.05.json.bak", "slot.03 2.json", "slot.é.json", "slot.٣.json",
    "a/slot.05.json", "/slot.05.json", "./slot.05.json", "Pinned.json", "pinned.json/",
    "a/pinned.json",
    "seedversion.json", "store.json~", ".gitattributes", "notes.txt", "devices",
    "devices/", "devices/live.json", "devices//live.json", "devices/a/b.json", "devices/a/live",
    "devices/a/live.json/", "devices/a/b/live.json", "devices/a//live.json", "Devices/a/live.json",
    "devices/a/Live.json", "devices/a/.json", "devices/a/live.json.json", "x/devices/a/live.json",
  ])
  func `any other path is the user's own`(_ path: String) {
    #expect(DocumentKind(path: path) == nil)
  }

  @Test func `every slot of a store has its document and its key`() throws {
    for index in 0..<100 {
      let id = try #require(SlotID(index))
      #expect(DocumentKind(path: id.fileName) == .slot(id))
      #expect(DocumentKind.slot(id).key("") == .slot(id))
    }
  }

  @Test func `a key names its document and the register in it`() throws {
    let five = try #require(SlotID(5))
    let stage = DeviceName("stage")
    let keys: [(Key, DocumentKind, Text)] = [
      (.slot(five), .slot(five), ""), (.pin("slot-05"), .pins, "slot-05"),
      (.seedVersion, .seedVersion, ""),
      (.field(stage, .live, "metro_vol"), .device(stage, .live), "metro_vol"),
      (.field(stage, .reboot, "a/b"), .device(stage, .reboot), "a/b"),
    ]
    for (key, kind, name) in keys {
      #expect(key.document == kind)
      #expect(key.registerName == name)
      #expect(kind.key(name) == key)
    }
    #expect(DocumentKind.format.key("") == nil)
  }

  @Test func `B52: two devices that differ by case are two documents and two keys`() throws {
    let (upper, lower) = (
      try #require(DocumentKind(path: "devices/Stage/live.json")),
      try #require(DocumentKind(path: "devices/stage/live.json"))
    )
    #expect(upper != lower)
    #expect(upper.path == "devices/Stage/live.json" && lower.path == "devices/stage/live.json")
    #expect(upper.key("bpm") != lower.key("bpm"))
    var tree: [DocumentKind: Reading] = [:]
    tree[upper] = Reading(Array(#"{"values":{"bpm":1}}"#.utf8), as: upper)
    tree[lower] = Reading(Array(#"{"values":{"bpm":2}}"#.utf8), as: lower)
    #expect(tree.count == 2)
  }

  @Test(arguments: ["\u{301}x", "x\u{301}", "\u{FE0F}", "☀️", "..a", " ", "a\r", "live.json"])
  func `a device may have any name that is one part of a path`(_ name: String) throws {
    let kind = DocumentKind.device(DeviceName(Text(name)), .live)
    #expect(DocumentKind(path: kind.path) == kind)
    #expect(Text(kind.path) == Text("devices/\(name)/live.json"))
  }

  @Test func `two spellings of a name in Unicode are two devices`() throws {
    let composed = try #require(DocumentKind(path: "devices/caf\u{E9}/live.json"))
    let decomposed = try #require(DocumentKind(path: "devices/cafe\u{301}/live.json"))
    #expect(composed != decomposed)
    #expect(Text(decomposed.path) == "devices/cafe\u{301}/live.json")
  }
}
