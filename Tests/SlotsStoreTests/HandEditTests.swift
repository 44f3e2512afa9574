import Foundation
import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// Edits in the working tree that were made without `slots`.
@Suite struct HandEditTests {
  @Test func `an edit of the same size in the same second counts, and the subject says what`()
    throws
  {
    let world = try World()
    let (a, b) = (try world.replica("a"), try world.replica("b"))
    try a.sync()
    let file = a.folder.appending("slot.05.json").description
    let manager = FileManager.default
    let before = try manager.attributesOfItem(atPath: file)
    let bytes = Array(try a.text("slot.05.json").orThrow("slot.05.json").utf8)
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
    try handle.write(
      contentsOf: Data(
        String(decoding: bytes, as: UTF8.self)
          .replacing("\"speed\": 0.6", with: "\"speed\": 0.7").utf8))
    try handle.close()
    try manager.setAttributes(
      [.modificationDate: try #require(before[.modificationDate])], ofItemAtPath: file)
    let after = try manager.attributesOfItem(atPath: file)
    #expect(after[.size] as? Int == before[.size] as? Int)
    #expect(after[.systemFileNumber] as? Int == before[.systemFileNumber] as? Int)
    let report = try a.sync()
    #expect(report.taken.map(\.key) == [try slotKey(5)])
    #expect(report.sent.map(\.key) == [try slotKey(5)])
    #expect(try a.subject() == "slot-05 Prism: speed 0.6 → 0.7")
    try b.sync()
    #expect(try b.param(5, "speed") == "0.7")
    try world.expectInStep([a, b])
  }

  @Test func `a hand edit is stamped by this replica's clock and is the person's own`() throws {
    let world = try World()
    let a = try world.replica("a")
    try a.edit("slot.05.json", "0.6", "0.7")
    try a.sync()
    let register = try a.register(slotKey(5)).orThrow("slot.05")
    #expect(register.stamp?.replica == "a")
    #expect(register.stamp?.milliseconds == world.now)
    #expect(register.stamp?.factoryVersion == 1)
    #expect(Slot(register.value)?.userOwned == true)
    #expect(try a.text("slot.05.json")?.contains("\"userOwned\": true") == true)
  }

  @Test func `a stamp written by hand is not believed`() throws {
    let world = try World()
    let a = try world.replica("a")
    try a.write(
      "slot.05.json",
      """
      {"name": "Forever", "params": {}, "userOwned": true,
       "written": "2999-01-01T00:00:00.000Z/0 a f1"}
      """)
    try a.sync()
    let stamp = try a.register(slotKey(5))?.stamp
    #expect(stamp?.milliseconds == world.now)
    #expect(try a.title(5) == "Forever")
  }

  @Test func `several edits at once are one commit that names each`() throws {
    let world = try World()
    let a = try world.replica("a")
    try a.edit("slot.00.json", "0.6", "0.1")
    try a.edit("slot.01.json", "Reef", "Atoll")
    try a.write(slotFile(9), "{\"params\": {\"speed\": 0.2}, \"name\": \"Nine\"}")
    let report = try a.sync()
    #expect(report.taken.map(\.key) == [try slotKey(0), try slotKey(1), try slotKey(9)])
    #expect(try a.subject() == "slot-00 Dawn, slot-01 Reef → Atoll, slot-09 Nine")
    let body = try a.git("log", "-1", "--format=%b")
    #expect(body.contains("slot-00 Dawn: speed 0.6 → 0.1\n"))
    #expect(body.contains("slot-01 Reef → Atoll: renamed\n"))
    #expect(body.contains("slot-09 Nine: filled\n"))
  }

  @Test func `a write takes the hand edits before it, as a commit of their own`() throws {
    let world = try World()
    let a = try world.replica("a")
    try a.edit("slot.05.json", "0.6", "0.7")
    let report = try a.save(9, "Aurora")
    #expect(report.taken.map(\.key) == [try slotKey(5)])
    #expect(report.changes.map(\.key) == [try slotKey(9)])
    #expect(
      try a.git("log", "-2", "--format=%s")
        == "slot-09 Aurora: filled\nslot-05 Prism: speed 0.6 → 0.7")
  }

  @Test func `a write over a slot edited by hand keeps the hand edit in history`() throws {
    let world = try World()
    let a = try world.replica("a")
    try a.edit("slot.05.json", "0.6", "0.7")
    try a.save(5, "Aurora")
    let names = try a.versions(slotKey(5)).map {
      "\(Slot($0.register.value)?.name.string ?? "") \(Slot($0.register.value)?.params["speed"]?.compactText ?? "")"
    }
    #expect(names == ["Aurora 0.5", "Prism 0.7", "Prism 0.6"])
  }

  @Test func `a file that is removed by hand is a clear that no replica brings back`() throws {
    let world = try World()
    let all = try world.replicas("a", "b", "c")
    try all[0].remove("slot.05.json")
    let report = try all[0].sync()
    #expect(report.taken.map(\.key) == [try slotKey(5)])
    #expect(try all[0].subject() == "slot-05 Prism: cleared")
    #expect(try all[0].text("slot.05.json")?.contains("\"cleared\": true") == true)
    try all[2].save(9, "From c")
    try world.settle([all[2], all[1], all[0]])
    try world.expectInStep(all)
    for replica in all { #expect(try replica.title(5) == nil) }
  }

  @Test func `pins that are removed by hand are unpinned, one by one`() throws {
    let world = try World()
    let (a, b) = (try world.replica("a"), try world.replica("b"))
    try a.sync()
    try b.pin(4)
    try a.remove("pinned.json")
    try a.sync()
    #expect(try a.pins() == [])
    try world.settle([b, a])
    #expect(try a.pins() == ["slot-04"])
    try world.expectInStep([a, b])
  }

  @Test(arguments: ["store.json", "seedVersion.json"])
  func `what a store cannot be without is put back`(file: String) throws {
    let world = try World()
    let a = try world.replica("a")
    let text = try a.text(file)
    let head = try a.head()
    try a.remove(file)
    try a.sync()
    #expect(try a.text(file) == text)
    #expect(try a.head() == head)
    #expect(try a.git("status", "--porcelain") == "")
  }

  @Test(arguments: [
    ("CRLF", "\n", "\r\n"), ("spaces", "  ", "\t"),
    (
      "order", "{\n  \"name\": \"Prism\",\n  \"params\"",
      "{\n  \"tagSignal\": \"calm\",\n  \"name\": \"Prism\",\n  \"params\""
    ),
    ("a byte order mark", "{\n  \"name\"", "\u{FEFF}{\n  \"name\""),
    ("no last newline", "}\n", "}"),
    ("another spelling of a number", "0.6", "6.0e-1"), ("escapes", "Prism", "Pri\\u0073m"),
  ])
  func `what only looks different makes no commit, and is canonical afterwards`(
    what: String, old: String, new: String
  ) throws {
    let world = try World()
    let a = try world.replica("a")
    try a.sync()
    let head = try a.head()
    let text = try a.text("slot.05.json").orThrow("slot.05.json")
    var changed = text.replacing(old, with: new)
    if what == "order" {
      changed = changed.replacing("  },\n  \"tagSignal\": \"calm\",\n", with: "  },\n")
    }
    #expect(changed != text, "\(what)")
    try a.write("slot.05.json", changed)
    let report = try a.sync()
    #expect(report.result == .upToDate, "\(what)")
    #expect(report.taken.isEmpty, "\(what)")
    #expect(try a.head() == head, "\(what)")
    #expect(try a.text("slot.05.json") == text, "\(what)")
    #expect(try a.git("status", "--porcelain") == "", "\(what)")
  }

  @Test func `a member that a newer program added stays through edits and merges`() throws {
    let world = try World()
    let (a, b) = (try world.replica("a"), try world.replica("b"))
    try a.edit(
      "slot.05.json", "\"name\": \"Prism\"", "\"mood\": {\"deep\": 1}, \"name\": \"Prism\"")
    try a.sync()
    try b.sync()
    try b.set(5, "speed", "0.9")
    try b.set(4, "speed", "0.9")
    try world.settle([b, a])
    try b.set(5, "hue", "0.9")
    try world.settle([b, a])
    #expect(try a.text("slot.05.json")?.contains("\"mood\": {\n    \"deep\": 1\n  }") == true)
    #expect(try b.text("slot.04.json")?.contains("mood") == false)
  }

  @Test func `what arrives is not taken for an edit by the next command`() throws {
    let world = try World()
    let (a, b) = (try world.replica("a"), try world.replica("b"))
    try a.save(5, "Aurora")
    try a.pin(5)
    try a.sync()
    try b.sync()
    let head = try b.head()
    #expect(try b.sync().taken.isEmpty)
    #expect(try b.open().status().edited.isEmpty)
    #expect(try b.head() == head)
  }
}
