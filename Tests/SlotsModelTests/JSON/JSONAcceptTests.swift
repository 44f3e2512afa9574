import SlotsModel
import Testing

/// A text that is read, and its value on one line.
struct ReadableText: Sendable, CustomTestStringConvertible {
  let name: String
  let text: String
  let compact: String

  init(_ name: String, _ text: String, _ compact: String) {
    self.name = name
    self.text = text
    self.compact = compact
  }

  var testDescription: String { name }

  static let all: [ReadableText] = [
    ReadableText("null", "null", "null"),
    ReadableText("true", "true", "true"),
    ReadableText("false", "false", "false"),
    ReadableText("a number alone", "42", "42"),
    ReadableText("a string alone", #""alone""#, #""alone""#),
    ReadableText("an empty string", #""""#, #""""#),
    ReadableText("an empty array", "[]", "[]"),
    ReadableText("an empty object", "{}", "{}"),
    ReadableText("space in an empty array", "[ \n ]", "[]"),
    ReadableText("space in an empty object", "{ \t }", "{}"),
    ReadableText("all four kinds of space around", " \t\r\n[1]\n\r\t ", "[1]"),
    ReadableText("all four kinds of space inside", "[\t1\r,\n2 ]", "[1, 2]"),
    ReadableText("no space at all", #"{"a":[1,{"b":null}]}"#, #"{"a": [1, {"b": null}]}"#),
    ReadableText("space around a colon", "{\"a\" \n:\t1}", #"{"a": 1}"#),
    ReadableText("a final newline", "{}\n", "{}"),
    ReadableText("a byte-order mark first", "\u{FEFF}[1]", "[1]"),
    ReadableText("a byte-order mark, then space", "\u{FEFF} \n 1", "1"),
    ReadableText(
      "a mixed array", #"[null, true, 1, "x", [], {}]"#, #"[null, true, 1, "x", [], {}]"#),
    ReadableText("arrays in arrays", "[[[[]]],[[]]]", "[[[[]]], [[]]]"),
    ReadableText("the same element twice", "[1,1,1]", "[1, 1, 1]"),
    ReadableText("members out of order", #"{"b":1,"a":2}"#, #"{"a": 2, "b": 1}"#),
    ReadableText("an empty member name", #"{"":0}"#, #"{"": 0}"#),
    ReadableText("names that differ in case", #"{"a":1,"A":2}"#, #"{"A": 2, "a": 1}"#),
    ReadableText("names that differ in space", #"{"a ":1,"a":2}"#, #"{"a": 2, "a ": 1}"#),
    ReadableText("digits as names, in text order", #"{"9":1,"10":2}"#, #"{"10": 2, "9": 1}"#),
    ReadableText("a name in two objects", #"{"a":{"a":1}}"#, #"{"a": {"a": 1}}"#),
    ReadableText("a name again in a neighbour", #"[{"a":1},{"a":1}]"#, #"[{"a": 1}, {"a": 1}]"#),
    ReadableText("words as names", #"{"null":null,"true":1}"#, #"{"null": null, "true": 1}"#),
    ReadableText("an escaped name", #"{"\u0061\n":1}"#, #"{"a\n": 1}"#),
    ReadableText("zero", "0", "0"),
    ReadableText("minus zero", "-0", "0"),
    ReadableText("minus zero with a fraction", "-0.0", "0"),
    ReadableText("zero with an exponent", "0e5", "0"),
    ReadableText("a negative number", "-17", "-17"),
    ReadableText("a fraction", "0.5", "0.5"),
    ReadableText("a fraction with zeros at its end", "1.500", "1.5"),
    ReadableText("a whole number as a fraction", "3.000", "3"),
    ReadableText("exponent e", "15e3", "15000"),
    ReadableText("exponent E", "15E3", "15000"),
    ReadableText("exponent with a plus", "15e+3", "15000"),
    ReadableText("exponent with a minus", "15e-1", "1.5"),
    ReadableText("exponent with leading zeros", "1e0000002", "100"),
    ReadableText("exponent minus zero", "1e-0", "1"),
    ReadableText("fraction and exponent", "-1.25e+2", "-125"),
    ReadableText(
      "more digits than any machine number", "[18446744073709551617]", "[18446744073709551617]"),
    ReadableText("a number before a bracket", "[1]", "[1]"),
    ReadableText("a number before a brace", #"{"a":0}"#, #"{"a": 0}"#),
    ReadableText("a number before a comma", "[0,-0]", "[0, 0]"),
    ReadableText("the short escapes", #""\"\\\/\b\f\n\r\t""#, #""\"\\/\b\f\n\r\t""#),
    ReadableText("a slash without escape", #""a/b""#, #""a/b""#),
    ReadableText("a unicode escape", #""\u00e9""#, "\"é\""),
    ReadableText("upper case digits in an escape", #""\u00E9""#, "\"é\""),
    ReadableText("an escaped control", #""\u001F""#, #""\u001f""#),
    ReadableText("an escaped NUL", #""a\u0000b""#, #""a\u0000b""#),
    ReadableText("an escaped quotation mark by number", #""\u0022""#, #""\"""#),
    ReadableText("an escaped backslash by number", #""\u005c""#, #""\\""#),
    ReadableText("backslash u that is no escape", #""\\u0061""#, #""\\u0061""#),
    ReadableText("a surrogate pair", #""\ud83d\ude00""#, "\"\u{1F600}\""),
    ReadableText("a pair in upper case", #""\uD83D\uDE00""#, "\"\u{1F600}\""),
    ReadableText("the first pair", #""\ud800\udc00""#, "\"\u{10000}\""),
    ReadableText("the last pair", #""\udbff\udfff""#, "\"\u{10FFFF}\""),
    ReadableText("just below the surrogates", #""\ud7ff\ue000""#, "\"\u{D7FF}\u{E000}\""),
    ReadableText("two bytes", "\"\u{80}\u{7FF}\"", "\"\u{80}\u{7FF}\""),
    ReadableText("three bytes", "\"\u{800}\u{FFFD}\"", "\"\u{800}\u{FFFD}\""),
    ReadableText("four bytes", "\"\u{10000}\u{10FFFF}\"", "\"\u{10000}\u{10FFFF}\""),
    ReadableText("a line separator", "\"\u{2028}\u{2029}\"", "\"\u{2028}\u{2029}\""),
    ReadableText("DEL", "\"\u{7F}\"", "\"\u{7F}\""),
    ReadableText("brackets in a string", #""[{,:}]""#, #""[{,:}]""#),
    ReadableText("comment signs in a string", ##""// # /* */""##, ##""// # /* */""##),
    ReadableText("an apostrophe in a string", #""it's""#, #""it's""#),
    ReadableText("space in a string", #""  a  ""#, #""  a  ""#),
    ReadableText("a string before a colon", #"{"a:b":"c:d"}"#, #"{"a:b": "c:d"}"#),
    ReadableText("NaN as text", #"["NaN","Infinity"]"#, #"["NaN", "Infinity"]"#),
    ReadableText("a number as text", #"["007"]"#, #"["007"]"#),
    ReadableText(
      "names in code point order", "{\"\u{10000}\":1,\"\u{FFFD}\":2}",
      "{\"\u{FFFD}\": 2, \"\u{10000}\": 1}"),
  ]
}

@Suite struct JSONAcceptTests {
  @Test(arguments: ReadableText.all)
  func `what RFC 8259 allows is read as the value it spells`(_ example: ReadableText) throws {
    let value = try JSONValue.read(Array(example.text.utf8))
    #expect(value.compactText == example.compact)
    #expect(Array(value.compactText.utf8) == Array(example.compact.utf8))
  }

  @Test func `64 levels are read, of arrays, of objects and of both`() throws {
    let arrays = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    let objects = String(repeating: "{\"a\":", count: 63) + "{}" + String(repeating: "}", count: 63)
    let both = String(repeating: "[{\"a\":", count: 32) + "1" + String(repeating: "}]", count: 32)
    for text in [arrays, objects, both] {
      _ = try JSONValue.read(Array(text.utf8))
    }
  }

  @Test func `levels are counted by nesting, not by number`() throws {
    let text = "[" + Array(repeating: "[[]]", count: 500).joined(separator: ",") + "]"
    #expect(try JSONValue.read(Array(text.utf8)).array?.count == 500)
  }

  @Test func `a text of exactly the limit is read`() throws {
    let text = "\"" + String(repeating: "a", count: 98) + "\""
    #expect(try JSONValue.read(Array(text.utf8), limit: 100).text?.string.utf8.count == 98)
  }
}
