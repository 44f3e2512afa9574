import SlotsModel
import Testing

@Suite struct TextTests {
  private let composed = Text("caf\u{E9}")
  private let decomposed = Text("cafe\u{301}")

  @Test func `NFC and NFD are two texts, though one string`() {
    #expect(composed.string == decomposed.string)
    #expect(composed != decomposed)
    #expect(decomposed < composed)
    #expect(Set([composed, decomposed, composed]).count == 2)
  }

  @Test func `marks in another order are another text`() {
    let left = Text("a\u{323}\u{307}")
    let right = Text("a\u{307}\u{323}")
    #expect(left.string == right.string)
    #expect(left != right && right < left)
  }

  @Test func `order is that of code points, not of UTF-16 or of languages`() {
    let ascending: [Text] = [
      "", "\u{0}", " ", "\"", "10", "9", "A", "Z", "a", "a\u{0}", "aa", "b", "\u{7F}", "\u{80}",
      "é", "\u{7FF}",
      "\u{800}", "\u{FEFF}", "\u{FFFD}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}", "\u{10FFFF}a",
    ]
    for (left, lesser) in ascending.enumerated() {
      for (right, greater) in ascending.enumerated() {
        #expect((lesser < greater) == (left < right))
        #expect((lesser == greater) == (left == right))
      }
    }
  }

  @Test(arguments: [UInt64(7), 8])
  func `random texts compare as their bytes do`(_ seed: UInt64) {
    var chance = JSONChance(seed: seed)
    let texts = (0..<150).map { _ in chance.text() }
    for left in texts {
      for right in texts {
        let isLess = left.string.utf8.lexicographicallyPrecedes(right.string.utf8)
        let isEqual = left.string.utf8.elementsEqual(right.string.utf8)
        #expect((left < right) == isLess && (left == right) == isEqual, "seed \(seed)")
        #expect(!isEqual || left.hashValue == right.hashValue, "seed \(seed)")
      }
    }
  }

  @Test func `NFC and NFD member names are two members`() throws {
    let bytes = Array("{\"caf\u{E9}\": 1, \"cafe\u{301}\": 2}".utf8)
    let object = try #require(JSONValue.read(bytes).object)
    #expect(object.count == 2)
    #expect(object[composed] == 1)
    #expect(object[decomposed] == 2)
    #expect(object.members.map(\.name) == [decomposed, composed])
    #expect(try JSONValue.read(JSONValue.object(object).canonicalBytes).object == object)
  }

  @Test(arguments: [
    "👩‍🚀", "☀️", "☀︎", "🏳️‍🌈", "👨‍👩‍👧‍👦", "🇩🇪", "e\u{301}", "\u{E9}", "\u{2028}", "\u{2029}", "\u{7F}", "\u{85}",
    "\u{A0}",
    "\u{200D}", "\u{FE0F}", "\u{FFFE}", "\u{1F3F4}\u{E0067}\u{E0062}\u{E007F}", "한",
    "\u{1112}\u{1161}\u{11AB}",
  ])
  func `a character beyond ASCII is kept bare and exact`(_ character: String) throws {
    let value = JSONValue.string(Text(character))
    let bytes = value.canonicalBytes
    #expect(bytes == Array("\"".utf8) + Array(character.utf8) + Array("\"\n".utf8))
    #expect(try JSONValue.read(bytes) == value)
  }

  @Test func `controls are written with the escapes of the standard`() {
    let controls = String(String.UnicodeScalarView((0..<0x20).compactMap(Unicode.Scalar.init)))
    let escapes =
      #"\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u000e\u000f"#
      + #"\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f"#
    #expect(JSONValue.string(Text(controls)).compactText == "\"" + escapes + "\"")
    #expect(JSONValue.string(#""\/"#).compactText == #""\"\\/""#)
  }

  @Test func `B50 a byte-order mark before the text is dropped, in a string it is kept`() throws {
    let marked = Array("\u{FEFF}{\"name\": \"\u{FEFF}Aurora\"}".utf8)
    let value = try JSONValue.read(marked)
    #expect(value.object?["name"]?.text == Text("\u{FEFF}Aurora"))
    #expect(value.canonicalBytes == Array("{\n  \"name\": \"\u{FEFF}Aurora\"\n}\n".utf8))
    #expect(try JSONValue.read(value.canonicalBytes) == value)
  }
}
