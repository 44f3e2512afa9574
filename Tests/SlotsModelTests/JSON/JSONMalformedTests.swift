import SlotsModel
import Testing

extension RefusedText {
  /// Texts from the corners of the grammar.
  static let malformed: [RefusedText] = [
    RefusedText("a closing bracket alone", "]", 1, 1, "expected a value"),
    RefusedText("a colon alone", ":", 1, 1, "expected a value"),
    RefusedText("a comma alone", ",", 1, 1, "expected a value"),
    RefusedText("an array closed by }", "[1}", 1, 3, "expected a comma or ]"),
    RefusedText("an object closed by ]", #"{"a":1]"#, 1, 7, "expected a comma or }"),
    RefusedText("an empty array closed by }", "[}", 1, 2, "expected a value"),
    RefusedText(
      "an empty object closed by ]", "{]", 1, 2, "expected a member name in quotation marks"),
    RefusedText("a comma after all", "[1],", 1, 4, "expected nothing more"),
    RefusedText("a value after all", "1 2", 1, 3, "expected nothing more"),
    RefusedText("a string after a string", #""a""b""#, 1, 4, "expected nothing more"),
    RefusedText("a word after all", "[] x", 1, 4, "expected nothing more"),
    RefusedText("a colon in an array", #"["a":1]"#, 1, 5, "expected a comma or ]"),
    RefusedText("two colons", #"{"a"::1}"#, 1, 6, "expected a value"),
    RefusedText("a comma for a colon", #"{"a",1}"#, 1, 5, "expected a colon"),
    RefusedText("a number as a name", "{1:1}", 1, 2, "expected a member name in quotation marks"),
    RefusedText("a word as a name", "{null:1}", 1, 2, "a quotation mark is missing"),
    RefusedText("an array as a name", "{[]:1}", 1, 2, "expected a member name in quotation marks"),
    RefusedText("a name alone", #"{"a"}"#, 1, 5, "expected a colon"),
    RefusedText(
      "a value alone in an object", #"{"a":1,2}"#, 1, 8, "expected a member name in quotation marks"
    ),
    RefusedText(
      "two commas in an object", #"{"a":1,,"b":2}"#, 1, 8,
      "expected a member name in quotation marks"),
    RefusedText("semicolons", #"{"a":1;"b":2}"#, 1, 7, "expected a comma or }"),
    RefusedText("only commas", "[,,]", 1, 2, "expected a value"),
    RefusedText("a comma alone in brackets", "[,]", 1, 2, "expected a value"),
    RefusedText(
      "a comma alone in braces", "{,}", 1, 2, "expected a member name in quotation marks"),
    RefusedText("two commas at the end", "[1,,]", 1, 4, "expected a value"),
    RefusedText("a minus alone", "-", 1, 1, "- is not a JSON number"),
    RefusedText("two minus signs", "[--1]", 1, 2, "--1 is not a JSON number"),
    RefusedText("minus and plus", "[-+1]", 1, 2, "-+1 is not a JSON number"),
    RefusedText("minus and space", "[- 1]", 1, 2, "- is not a JSON number"),
    RefusedText("minus and a leading zero", "[-012]", 1, 2, "-012 is not a JSON number"),
    RefusedText("minus and a point", "[-.5]", 1, 2, "-.5 is not a JSON number"),
    RefusedText("two zeros", "[00]", 1, 2, "00 is not a JSON number"),
    RefusedText("a zero before a fraction", "[01.5]", 1, 2, "01.5 is not a JSON number"),
    RefusedText("a point alone", "[.]", 1, 2, ". is not a JSON number"),
    RefusedText("two points", "[1..2]", 1, 2, "1..2 is not a JSON number"),
    RefusedText("a point before an exponent", "[1.e5]", 1, 2, "1.e5 is not a JSON number"),
    RefusedText(
      "an exponent alone", "[e5]", 1, 2, "e5 is not a JSON value, text needs quotation marks"),
    RefusedText("an exponent without digits", "[1E]", 1, 2, "1E is not a JSON number"),
    RefusedText("an exponent with a sign only", "[1e+]", 1, 2, "1e+ is not a JSON number"),
    RefusedText("an exponent with two signs", "[1e+-1]", 1, 2, "1e+-1 is not a JSON number"),
    RefusedText("two exponents", "[1e2e3]", 1, 2, "1e2e3 is not a JSON number"),
    RefusedText("a fraction in an exponent", "[1e2.5]", 1, 2, "1e2.5 is not a JSON number"),
    RefusedText("a float from C", "[1.0f]", 1, 2, "1.0f is not a JSON number"),
    RefusedText("a sum", "[1+2]", 1, 2, "1+2 is not a JSON number"),
    RefusedText("space before an exponent", "[1 e2]", 1, 4, "expected a comma or ]"),
    RefusedText("digits of another script", "[\u{0661}]", 1, 2, "U+0661 outside a string"),
    RefusedText("full-width digits", "[\u{FF11}]", 1, 2, "U+FF11 outside a string"),
    RefusedText("minus NaN", "[-NaN]", 1, 2, "-NaN is not a JSON number"),
    RefusedText("plus Infinity", "[+Infinity]", 1, 2, "+Infinity is not a JSON number"),
    RefusedText(
      "words in upper case", "[NULL]", 1, 2, "NULL is not a JSON value, text needs quotation marks"),
    RefusedText(
      "a word too long", "[nulls]", 1, 2, "nulls is not a JSON value, text needs quotation marks"),
    RefusedText(
      "a word before a digit", "[true1]", 1, 2,
      "true1 is not a JSON value, text needs quotation marks"),
    RefusedText(
      "a word cut short", "[nul]", 1, 2, "nul is not a JSON value, text needs quotation marks"),
    RefusedText(
      "a word cut at the end", "fals", 1, 1, "fals is not a JSON value, text needs quotation marks"),
    RefusedText("a word before a string", #"[true"a"]"#, 1, 6, "expected a comma or ]"),
    RefusedText("an unknown escape", #"["\x41"]"#, 1, 3, #"\x is not a JSON escape"#),
    RefusedText("an escaped apostrophe", #"["it\'s"]"#, 1, 5, #"\' is not a JSON escape"#),
    RefusedText("an escaped zero", #"["\0"]"#, 1, 3, #"\0 is not a JSON escape"#),
    RefusedText("an escape in upper case", #"["\N"]"#, 1, 3, #"\N is not a JSON escape"#),
    RefusedText("an escaped letter beyond ASCII", #"["\é"]"#, 1, 3, #"\é is not a JSON escape"#),
    RefusedText("an escaped line end", "[\"a\\\nb\"]", 1, 4, #"\U+000A is not a JSON escape"#),
    RefusedText("an escape outside a string", #"[\n]"#, 1, 2, "expected a value"),
    RefusedText(
      "an escape with three digits", #"["\u00e"]"#, 1, 3, #"\u needs four hexadecimal digits"#),
    RefusedText("an escape without digits", #"["\u"]"#, 1, 3, #"\u needs four hexadecimal digits"#),
    RefusedText(
      "an escape with a sign", #"["\u+041"]"#, 1, 3, #"\u needs four hexadecimal digits"#),
    RefusedText("an escape with space", #"["\u 041"]"#, 1, 3, #"\u needs four hexadecimal digits"#),
    RefusedText(
      "an escape with braces", #"["\u{41}"]"#, 1, 3, #"\u needs four hexadecimal digits"#),
    RefusedText("an escape with g", #"["\u00g0"]"#, 1, 3, #"\u needs four hexadecimal digits"#),
    RefusedText("an escape in upper case U", #"["\U0041"]"#, 1, 3, #"\U is not a JSON escape"#),
    RefusedText("an escape cut off", #"["\u00"#, 1, 3, #"\u needs four hexadecimal digits"#),
    RefusedText(
      "half a pair, then a bad escape", #"["\ud83d\u00"]"#, 1, 9,
      #"\u needs four hexadecimal digits"#),
    RefusedText("a line feed in a string", "[\"a\nb\"]", 1, 2, "a quotation mark is missing"),
    RefusedText("a carriage return in a string", "[\"a\rb\"]", 1, 2, "a quotation mark is missing"),
    RefusedText("NUL in a string", "[\"a\0b\"]", 1, 4, "a bare U+0000 in a string"),
    RefusedText("U+001F in a string", "[\"\u{1F}\"]", 1, 3, "a bare U+001F in a string"),
    RefusedText(
      "escape character in a string", "[\"\u{1B}[0m\"]", 1, 3, "a bare U+001B in a string"),
    RefusedText("a form feed as space", "[\u{0C}1]", 1, 2, "U+000C outside a string"),
    RefusedText("a vertical tab as space", "[1\u{0B}]", 1, 3, "U+000B outside a string"),
    RefusedText("a line separator as space", "[\u{2028}1]", 1, 2, "U+2028 outside a string"),
    RefusedText("a next line as space", "[1\u{85}]", 1, 3, "U+0085 outside a string"),
    RefusedText("a word joiner", "\u{2060}[]", 1, 1, "U+2060 outside a string"),
    RefusedText("a NUL at the end", "[]\0", 1, 3, "U+0000 outside a string"),
    RefusedText("a marked grave accent", "[`a`]", 1, 2, "` is not a JSON quotation mark, write \""),
    RefusedText(
      "a name with a curly mark", "{”a”:1}", 1, 2, "” is not a JSON quotation mark, write \""),
    RefusedText("an emoji outside", "[\u{1F600}]", 1, 2, "U+1F600 outside a string"),
    RefusedText("an opening mark alone", "\"", 1, 1, "ends in the middle of a string"),
    RefusedText("a closing mark escaped", #"["a\"]"#, 1, 2, "ends in the middle of a string"),
    RefusedText("a stray continuation byte", [0x22, 0x80, 0x22], 1, 2, "not UTF-8"),
    RefusedText("an overlong slash", [0x22, 0xC0, 0xAF, 0x22], 1, 2, "not UTF-8"),
    RefusedText("an overlong NUL", [0x22, 0xC0, 0x80, 0x22], 1, 2, "not UTF-8"),
    RefusedText("overlong in three bytes", [0x22, 0xE0, 0x80, 0xAF, 0x22], 1, 2, "not UTF-8"),
    RefusedText("overlong in four bytes", [0x22, 0xF0, 0x80, 0x80, 0xAF, 0x22], 1, 2, "not UTF-8"),
    RefusedText("a surrogate in bytes", [0x22, 0xED, 0xA0, 0x80, 0x22], 1, 2, "not UTF-8"),
    RefusedText(
      "a pair in bytes", [0x22, 0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80, 0x22], 1, 2, "not UTF-8"),
    RefusedText("above U+10FFFF", [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 1, 2, "not UTF-8"),
    RefusedText(
      "a lead byte beyond F4", [0x22, 0xF8, 0x88, 0x80, 0x80, 0x80, 0x22], 1, 2, "not UTF-8"),
    RefusedText("two bytes cut by the mark", [0x22, 0xC3, 0x22], 1, 2, "not UTF-8"),
    RefusedText("three bytes cut by the mark", [0x22, 0xE2, 0x82, 0x22], 1, 2, "not UTF-8"),
    RefusedText("four bytes cut by the end", [0x22, 0xF0, 0x9F, 0x98], 1, 2, "not UTF-8"),
    RefusedText("one byte cut by the end", [0x22, 0xC3], 1, 2, "not UTF-8"),
    RefusedText("FF outside a string", [0x5B, 0xFF, 0x5D], 1, 2, "not UTF-8"),
    RefusedText("half a byte-order mark", [0xEF, 0xBB, 0x7B, 0x7D], 1, 1, "not UTF-8"),
    RefusedText("a bad escape in bytes", [0x22, 0x5C, 0xFF, 0x22], 1, 3, "not UTF-8"),
  ]
}

@Suite struct JSONMalformedTests {
  @Test(arguments: RefusedText.malformed)
  func `what the grammar forbids is refused with its place and reason`(_ example: RefusedText) {
    let error = #expect(throws: JSONError.self) { try JSONValue.read(example.bytes) }
    #expect(error?.position == example.position)
    #expect(error?.reason.message == example.message)
  }
}
