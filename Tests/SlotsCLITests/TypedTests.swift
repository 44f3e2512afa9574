import SlotsModel
import Testing

@testable import SlotsCLI

struct TypedTests {
  @Test(arguments: [
    (typed: "Cafe\u{301}", kept: "Caf\u{E9}"),
    (typed: "Caf\u{E9}", kept: "Caf\u{E9}"),
    (typed: "\u{1112}\u{1161}\u{11AB}", kept: "\u{D55C}"),
    (typed: "\u{212B}", kept: "\u{C5}"),
    (typed: "q\u{307}\u{323}", kept: "q\u{323}\u{307}"),
    (typed: "Plain 123", kept: "Plain 123"),
    (typed: "", kept: ""),
  ])
  func `a name is kept in one form`(_ row: (typed: String, kept: String)) {
    #expect(Text(Typed.composed(row.typed)) == Text(row.kept))
    #expect(Text(Typed.composed(row.kept)) == Text(row.kept))
  }

  @Test(arguments: [
    (word: "0.70", value: "0.7"),
    (word: "12345678901234567890.5", value: "12345678901234567890.5"),
    (word: "-1", value: "-1"),
    (word: "true", value: "true"),
    (word: "null", value: "null"),
    (word: "[1, 2]", value: "[1, 2]"),
    (word: "\"7\"", value: "\"7\""),
    (word: "sea", value: "\"sea\""),
    (word: "07", value: "\"07\""),
    (word: "1e", value: "\"1e\""),
    (word: "True", value: "\"True\""),
    (word: "two words", value: "\"two words\""),
    (word: "e\u{301}", value: "\"\u{E9}\""),
  ])
  func `a value is JSON where the word is JSON, else a text`(_ row: (word: String, value: String))
    throws
  {
    #expect(Typed.value(row.word) == (try JSONValue.read(Array(row.value.utf8))))
  }

  @Test func `an assignment ends its name at the first equals sign`() throws {
    let found = try Typed.assignment("note=a=b")
    #expect(found.name == "note")
    #expect(found.value == "a=b")
  }

  @Test func `an assignment without a value is an empty text`() throws {
    #expect(try Typed.assignment("hue=").value == "")
  }

  @Test(arguments: ["speed", "=0.7", ""])
  func `a word that is no assignment is refused as wrong usage`(_ word: String) {
    let error = #expect(throws: CommandError.self) { try Typed.assignment(word) }
    #expect(error?.failure.status == .usage)
    #expect(error?.failure.sentence == "expected NAME=VALUE, found \(word)")
  }

  @Test func `a slot has one of four states`() {
    let preset = Slot(name: "Aurora", params: [:], tagSignal: nil, userOwned: true)
    let shipped = Slot(name: "Aurora", params: [:], tagSignal: nil, userOwned: false)
    #expect(SlotState(nil) == .empty)
    #expect(SlotState(.cleared(stay: false)) == .empty)
    #expect(SlotState(.cleared(stay: true)) == .keptEmpty)
    #expect(SlotState(shipped) == .factory)
    #expect(SlotState(preset) == .yours)
    #expect(SlotState.keptEmpty.rawValue == "kept-empty")
  }
}
