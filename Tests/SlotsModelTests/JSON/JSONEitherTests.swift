import SlotsModel
import Testing

/// A text that RFC 8259 lets a reader take or leave, and what we do with it.
struct DebatedText: Sendable, CustomTestStringConvertible {
  enum Outcome: Sendable {
    /// Read, with this value on one line.
    case reads(String)
    /// Refused, for this reason.
    case refuses(JSONError.Reason)
  }

  let name: String
  let bytes: [UInt8]
  let outcome: Outcome

  init(_ name: String, _ text: String, _ outcome: Outcome) {
    self.init(name, Array(text.utf8), outcome)
  }

  init(_ name: String, _ bytes: [UInt8], _ outcome: Outcome) {
    self.name = name
    self.bytes = bytes
    self.outcome = outcome
  }

  var testDescription: String { name }

  static let all: [DebatedText] = [
    DebatedText("a number beyond every double", "[1e400]", .reads("[1e400]")),
    DebatedText("a negative number beyond every double", "[-1e+9999]", .reads("[-1e9999]")),
    DebatedText("a number below every double", "[123.456e-789]", .reads("[1.23456e-787]")),
    DebatedText("the greatest exponent", "[1e999999999]", .reads("[1e999999999]")),
    DebatedText("the least exponent", "[1e-999999999]", .reads("[1e-999999999]")),
    DebatedText(
      "an exponent beyond the greatest", "[1e1000000000]",
      .refuses(.exponentOutOfRange("1e1000000000"))),
    DebatedText(
      "an exponent below the least", "[1e-1000000000]",
      .refuses(.exponentOutOfRange("1e-1000000000"))),
    DebatedText(
      "an exponent beyond 64 bits", "[1e99999999999999999999]",
      .refuses(.exponentOutOfRange("1e99999999999999999999"))),
    DebatedText(
      "an exponent that its fraction brings back", "[1.5e1000000000]", .reads("[1.5e1000000000]")),
    DebatedText(
      "an exponent that its zeros bring back", "[10e-1000000000]", .reads("[1e-999999999]")),
    DebatedText(
      "an exponent that its zeros push out", "[10e999999999]",
      .refuses(.exponentOutOfRange("10e999999999"))),
    DebatedText("zero with an exponent beyond 64 bits", "[0e99999999999999999999]", .reads("[0]")),
    DebatedText(
      "zero with a fraction and such an exponent", "[-0.00E-99999999999999999999]", .reads("[0]")),
    DebatedText(
      "more digits than a double has", "[3.141592653589793238462643]",
      .reads("[3.141592653589793238462643]")),
    DebatedText(
      "an integer beyond 64 bits", "[-123123123123123123123123]",
      .reads("[-123123123123123123123123]")),
    DebatedText("minus zero", "[-0]", .reads("[0]")),
    DebatedText("a byte-order mark first", "\u{FEFF}{}", .reads("{}")),
    DebatedText("only a byte-order mark", "\u{FEFF}", .refuses(.ends(before: .value))),
    DebatedText("a member twice", #"{"a":1,"a":2}"#, .refuses(.memberTwice("a"))),
    DebatedText("a member twice, same value", #"{"a":1,"a":1}"#, .refuses(.memberTwice("a"))),
    DebatedText(
      "a name in NFC and NFD", "{\"\u{E9}\":1,\"e\u{301}\":2}",
      .reads("{\"e\u{301}\": 2, \"\u{E9}\": 1}")),
    DebatedText("a lone high surrogate", #"["\ud800"]"#, .refuses(.loneSurrogate(0xD800))),
    DebatedText("a lone low surrogate", #"["\udfff"]"#, .refuses(.loneSurrogate(0xDFFF))),
    DebatedText(
      "surrogates the wrong way round", #"["\udc00\ud800"]"#, .refuses(.loneSurrogate(0xDC00))),
    DebatedText("two low surrogates", #"["\udc00\udc00"]"#, .refuses(.loneSurrogate(0xDC00))),
    DebatedText("two high surrogates", #"["\ud800\ud800"]"#, .refuses(.loneSurrogate(0xD800))),
    DebatedText(
      "two high surrogates, then a low one", #"["\ud800\ud83d\ude00"]"#,
      .refuses(.loneSurrogate(0xD800))),
    DebatedText(
      "a high surrogate, then a letter", #"["\ud800a"]"#, .refuses(.loneSurrogate(0xD800))),
    DebatedText(
      "a high surrogate, then a short escape", #"["\ud800\n"]"#, .refuses(.loneSurrogate(0xD800))),
    DebatedText(
      "a high surrogate, then an escaped letter", #"["\ud800\u0061"]"#,
      .refuses(.loneSurrogate(0xD800))),
    DebatedText("a lone surrogate in a name", #"{"\udead":1}"#, .refuses(.loneSurrogate(0xDEAD))),
    DebatedText("a noncharacter", "[\"\u{FFFF}\"]", .reads("[\"\u{FFFF}\"]")),
    DebatedText("a noncharacter, escaped", #"["\ufffe\uFFFF"]"#, .reads("[\"\u{FFFE}\u{FFFF}\"]")),
    DebatedText("a private character", #"["\ue000"]"#, .reads("[\"\u{E000}\"]")),
    DebatedText("invisible characters", "[\"\u{200B}\u{202E}\"]", .reads("[\"\u{200B}\u{202E}\"]")),
    DebatedText("a surrogate in bytes", [0x22, 0xED, 0xA0, 0x80, 0x22], .refuses(.notUTF8)),
    DebatedText("UTF-16, big end first", [0xFE, 0xFF, 0, 0x31], .refuses(.notUTF8)),
    DebatedText("UTF-16 without a mark", [0x5B, 0, 0x5D, 0], .refuses(.strayCharacter("\0"))),
    DebatedText("a bad byte in a string", [0x22, 0xFF, 0x22], .refuses(.notUTF8)),
    DebatedText("a truncated character", [0x22, 0xE0, 0xFF, 0x22], .refuses(.notUTF8)),
    DebatedText("a string where an object is usual", #""only""#, .reads(#""only""#)),
  ]
}

@Suite struct JSONEitherTests {
  @Test(arguments: DebatedText.all)
  func `what RFC 8259 leaves open is decided`(_ example: DebatedText) throws {
    switch example.outcome {
    case .reads(let compact):
      #expect(try Text(JSONValue.read(example.bytes).compactText) == Text(compact))
    case .refuses(let reason):
      let error = #expect(throws: JSONError.self) { try JSONValue.read(example.bytes) }
      #expect(error?.reason == reason)
    }
  }

  @Test func `a hundred thousand digits are read and kept`() throws {
    let digits = String(repeating: "7", count: 100_000)
    let text = "[\(digits), 0.\(digits), 1e-\(String(repeating: "0", count: 100_000))2]"
    let value = try JSONValue.read(Array(text.utf8))
    #expect(value.compactText == "[\(digits), 0.\(digits), 0.01]")
  }
}
