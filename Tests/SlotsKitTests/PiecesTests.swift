import Foundation
import SlotsModel
import Testing

@testable import SlotsKit

/// The small pure types that an app is made of.
@Suite struct PiecesTests {
  private func library(_ values: [String: String]) -> Library<TestParams> {
    Library(values.mapValues { Data($0.utf8) })
  }

  private static let values = [
    "slot.07": #"{"name": "Seven", "params": {"speed": 0.7}, "userOwned": true}"#,
    "slot.02":
      #"{"name": "Two", "params": {"speed": 0.2}, "tagSignal": "calm", "userOwned": false}"#,
    "slot.11": #"{"name": "Eleven", "params": {"speed": "fast"}, "userOwned": true}"#,
    "pinned": #"["slot-07", "slot-20"]"#, "seedVersion": "1",
    "devices/stage/live/metro_vol": "80",
  ]

  @Test func `the library is the filled slots in slot order`() throws {
    let library = library(Self.values)
    #expect(library.entries.map(\.id.description) == ["slot-02", "slot-07"])
    #expect(library.entries.map(\.preset.name) == ["Two", "Seven"])
    #expect(library.entries.map(\.isPinned) == [false, true])
    #expect(library.entries.map(\.preset.userOwned) == [false, true])
    #expect(try library[.at(2)]?.tagSignal == "calm")
    #expect(try library[.at(3)] == nil)
    #expect(library.pinned.map(\.description).sorted() == ["slot-07", "slot-20"])
    // What another version of the app wrote is told, and not shown.
    #expect(try library.unreadable.keys.map { $0 } == [.at(11)])
  }

  @Test func `the playlist is the pinned filled slots, or all where none is`() throws {
    let some = library(Self.values).rotation
    #expect(some.slots == [try .at(7)])
    var values = Self.values
    values["pinned"] = #"["slot-20"]"#
    let all = library(values).rotation
    let ids = [try SlotID.at(2), try SlotID.at(7)]
    #expect(all.slots == ids)
    #expect(all.first == ids[0] && all.count == 2)
    #expect(all.next(after: ids[0]) == ids[1] && all.next(after: ids[1]) == ids[0])
    #expect(all.previous(before: ids[0]) == ids[1])
    #expect(try all.next(after: .at(5)) == ids[1])
    #expect(all[0] == ids[0] && all[3] == ids[1] && all[-1] == ids[1])
    #expect(all.index(of: ids[1]) == 1)
    #expect(try all.index(of: .at(5)) == nil)
    let none = library([:]).rotation
    #expect(none.first == nil && none[0] == nil)
    #expect(try none.next(after: .at(5)) == nil)
  }

  @Test func `a selection travels as the slot's id and settles on a neighbour`() throws {
    let selection = try #require(Selection(rawValue: "slot-05"))
    #expect(try selection.slot == .at(5))
    #expect(selection.rawValue == "slot-05")
    #expect(try selection.settled(among: [.at(2), .at(5)]) == selection)
    #expect(try selection.settled(among: [.at(2), .at(7)]) == Selection(.at(7)))
    #expect(try selection.settled(among: [.at(2), .at(3)]) == Selection(.at(3)))
    #expect(selection.settled(among: []) == Selection(nil))
    #expect(try Selection(nil).settled(among: [.at(2)]) == Selection(nil))
    #expect(Selection(rawValue: "") == Selection(nil))
    #expect(Selection(rawValue: "5") == nil && Selection(rawValue: "slot-500") == nil)
    let coded = try JSONDecoder().decode(Selection.self, from: JSONEncoder().encode(selection))
    #expect(coded == selection)
  }

  @Test func `what a preset's parameters do not know survives a change`() throws {
    let json = """
      {"name": "A", "params": {"speed": 0.30000001192092896, "hue": 0.1, "shape": {"n": 12345678901234567890}},
       "tagSignal": "calm", "author": "Ada", "userOwned": true}
      """
    var preset = try Preset<TestParams>(json: Data(json.utf8))
    #expect(try JSONValue.read(Array(preset.json())) == JSONValue.read(Array(json.utf8)))
    preset.name = "B"
    preset.params.hue = 0.2
    let changed = json.replacing("\"A\"", with: "\"B\"").replacing("0.1", with: "0.2")
    #expect(try JSONValue.read(Array(preset.json())) == JSONValue.read(Array(changed.utf8)))
    preset.params.hue = nil
    preset.tagSignal = nil
    let object = try JSONValue.read(Array(preset.json())).object
    #expect(object?["params"]?.object?["hue"] == nil && object?["tagSignal"] == nil)
    #expect(
      object?["params"]?.object?["shape"]?.object?["n"]?.number?.text == "12345678901234567890")
    #expect(object?["author"] == "Ada")
  }

  @Test func `edits are pure until they are written, all in one go`() throws {
    let world = try KitWorld(.memory)
    let store = try world.store("a")
    let before = store.content
    let edits =
      try Edits.save(Preset("Nine"), to: .at(9)) + .pin([.at(9)]) + .unpin([.at(0)])
      + .clear(.at(1)) + .clear(.at(20), staysEmpty: true)
    #expect(store.content == before)
    try store.apply(edits)
    #expect(try store.name(9) == "Nine" && store.name(1) == nil)
    #expect(store.array(forKey: "pinned") == ["slot-02", "slot-09"])
    let changes = before.changes(to: store.content)
    #expect(Set(changes.compactMap { $0.new?.stamp }).count == 1)
    #expect(
      changes.map(\.key.description) == [
        "slot.01", "slot.09", "slot.20", "pinned/slot-00", "pinned/slot-09",
      ])
    // One that is not valid takes the others with it.
    let now = store.content
    #expect(throws: KeyValueError.self) {
      try store.apply(.clear(.at(9)) + .save(Preset("Fast", speed: 7), to: .at(10)))
    }
    #expect(store.content == now)
  }

  @Test func `errors tell what was done, to what, why, and what to do`() {
    let all: [KeyValueError] = [
      .unknownKey("volume"), .readOnlyKey("seedVersion"),
      .invalid(keys: ["slot.05"], reasons: ["speed is 7"]),
      .quota(keys: ["a", "b", "c", "d"], bytes: 9, limit: 8),
      .unreadable(place: "/f", reason: "it is no store"), .newerFormat(place: "/f"),
      .busy(place: "/f"),
      .stopped(place: "/f", reason: "HEAD names no branch", advice: "git switch"),
      .failed(doing: "write", place: "/f", reason: "no space left"),
    ]
    for error in all {
      #expect("\(error)".hasPrefix("cannot "))
      #expect("\(error)".contains(";"), "\(error)")
    }
    #expect("\(all[3])".contains("a, b, c and 1 more keys"))
  }
}

/// The page that tells apps how to move.
@Suite struct PageTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.folder.appending(path: path), encoding: .utf8)
  }

  @Test func `the page shows the example that is compiled here`() throws {
    let example = try text("PresetBackendExample.swift").trimmingCharacters(in: .newlines)
    #expect(try text("../../docs/apps.md").contains(example))
  }

  @Test func `the example does what it says`() async throws {
    let world = try KitWorld(.git)
    defer { withExtendedLifetime(world) {} }
    let paths = (world.path("desk"), world.path("hub.git"), world.path("factory-1"))
    try await MainActor.run {
      let backend = try PresetBackend(
        folder: paths.0, remote: paths.1, device: "desk", factory: paths.2)
      backend.watch { _ in }
      try backend.write(Preset(name: "Nine", params: ["speed": 0.5]), "09")
      #expect(try backend.read("09")?.params == ["speed": 0.5])
      try backend.pin(["slot-09"])
      #expect(backend.pinned == ["slot-09"])
      try backend.clear("09")
      #expect(try backend.read("09") == nil)
    }
  }
}
