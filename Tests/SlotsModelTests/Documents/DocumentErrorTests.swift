import SlotsModel
import Testing

/// A text that is no document of its kind, where, and why.
struct UnreadableText: Sendable, CustomTestStringConvertible {
  let path: String
  let text: String
  let position: TextPosition
  let reason: String
  var testDescription: String { "\(path): \(text)" }

  init(_ path: String, _ text: String, _ line: Int, _ column: Int, _ reason: String) {
    self.path = path
    self.text = text
    position = TextPosition(line: line, column: column)
    self.reason = reason
  }

  private static let object = "expected an object { … }"
  private static let id = "expected the id of a slot, as \"slot-05\""

  static let all: [UnreadableText] = [
    UnreadableText("slot.05.json", "[]", 1, 1, object),
    UnreadableText("slot.05.json", "\n  5", 2, 3, object),
    UnreadableText("slot.05.json", "\u{FEFF}\r\n \"Aurora\"", 2, 2, object),
    UnreadableText("slot.05.json", "", 1, 1, "ends too early, expected a value"),
    UnreadableText(
      "slot.05.json", "{\n  \"name\": \"Aurora\",\n}", 2, 19, "a comma before the closing }"),
    UnreadableText(
      "slot.05.json", "{\n<<<<<<< HEAD\n", 2, 1, "conflict marker from git"),
    UnreadableText(
      "slot.05.json", "{\"a\": 1, \"a\": 1}", 1, 10, "member \"a\" is here twice"),
    UnreadableText("seedVersion.json", "2", 1, 1, object),
    UnreadableText("store.json", "null", 1, 1, object),
    UnreadableText("pinned.json", "[\"slot-05\"]", 1, 1, object),
    UnreadableText(
      "pinned.json", "{\n  \"slots\": {}\n}", 2, 12, "expected a list [ … ]"),
    UnreadableText("pinned.json", "{\"slots\": null}", 1, 11, "expected a list [ … ]"),
    UnreadableText("pinned.json", "{\"slots\": [\n  \"slot-05\",\n  5]}", 3, 3, id),
    UnreadableText("pinned.json", "{\"slots\": [[\"slot-05\"]]}", 1, 12, id),
    UnreadableText("pinned.json", "{\"slots\": [], \"written\": \"f3\"}", 1, 26, object),
    UnreadableText("pinned.json", "{\"slots\": [], \"written\": []}", 1, 26, object),
    UnreadableText("devices/a/live.json", "{\"values\": []}", 1, 12, object),
    UnreadableText("devices/a/live.json", "{\"values\":\n [1]}", 2, 2, object),
    UnreadableText("devices/a/reboot.json", "{\"written\": 1, \"values\": {}}", 1, 13, object),
    UnreadableText("devices/a/device.json", "true", 1, 1, object),
  ]
}

@Suite struct DocumentErrorTests {
  @Test(arguments: UnreadableText.all)
  func `what is no document is refused with its place and reason`(
    _ example: UnreadableText
  ) throws {
    let kind = try #require(DocumentKind(path: example.path))
    let bytes = Array(example.text.utf8)
    let error = #expect(throws: DocumentError.self) { try Document(bytes, as: kind) }
    #expect(error?.position == example.position)
    #expect(error?.reason == example.reason)
    let reading = Reading(bytes, as: kind)
    #expect(reading.document == nil && reading.error == error)
    #expect(reading.bytes == bytes, "what cannot be read stays as it is")
  }

  @Test(arguments: UInt64(0)..<20)
  func `damaged documents are read or carried, whatever was done to them`(_ seed: UInt64) throws {
    var chance = JSONChance(seed: seed)
    for kind in DocumentKind.samples {
      for _ in 0..<20 {
        let bytes = chance.damaged(chance.document(kind).canonicalBytes)
        switch Reading(bytes, as: kind) {
        case .unreadable(let kept, let error):
          #expect(kept == bytes && error.position.line >= 1, "\(kind.path), seed \(seed)")
        case .document(let document):
          let again = try Document(document.canonicalBytes, as: kind)
          #expect(again == document, "\(kind.path), seed \(seed)")
        }
      }
    }
  }
}
