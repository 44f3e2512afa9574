import SlotsModel
import Testing

/// A text that is refused, where, and why.
struct RefusedText: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]
  let position: TextPosition
  let message: String

  init(_ name: String, _ text: String, _ line: Int, _ column: Int, _ message: String) {
    self.init(name, Array(text.utf8), line, column, message)
  }

  init(_ name: String, _ bytes: [UInt8], _ line: Int, _ column: Int, _ message: String) {
    self.name = name
    self.bytes = bytes
    position = TextPosition(line: line, column: column)
    self.message = message
  }

  var testDescription: String { name }

  /// What people, editors, disks and git leave in a file.
  static let met: [RefusedText] = [
    RefusedText("an empty file", "", 1, 1, "ends too early, expected a value"),
    RefusedText("only space", " \n ", 2, 2, "ends too early, expected a value"),
    RefusedText("only a byte-order mark", "\u{FEFF}", 1, 1, "ends too early, expected a value"),
    RefusedText(
      "a comma before }", "{\n  \"a\": 1,\n}\n", 2, 9, "a comma before the closing }"),
    RefusedText("a comma before ]", "[1, 2 , ]", 1, 7, "a comma before the closing ]"),
    RefusedText("a comma missing", "{\n\"a\": 1\n\"b\": 2\n}", 3, 1, "expected a comma or }"),
    RefusedText("a comma missing in an array", "[1 2]", 1, 4, "expected a comma or ]"),
    RefusedText("two commas", "[1,,2]", 1, 4, "expected a value"),
    RefusedText("a comma first", "[,1]", 1, 2, "expected a value"),
    RefusedText(
      "a comma first in an object", #"{,"a":1}"#, 1, 2, "expected a member name in quotation marks"),
    RefusedText(
      "a decimal comma", #"{"a": 0,5}"#, 1, 9, "expected a member name in quotation marks"),
    RefusedText("a colon missing", #"{"a" 1}"#, 1, 6, "expected a colon"),
    RefusedText("an equals sign", #"{"a" = 1}"#, 1, 6, "expected a colon"),
    RefusedText("a value missing", #"{"a": }"#, 1, 7, "expected a value"),
    RefusedText("a name without marks", "{speed: 1}", 1, 2, "a quotation mark is missing"),
    RefusedText(
      "the first mark of a name missing", #"{speed": 1}"#, 1, 2, "a quotation mark is missing"),
    RefusedText(
      "the last mark of a value missing", "{\n  \"name\": \"Aurora,\n  \"a\": 1\n}", 2, 11,
      "a quotation mark is missing"),
    RefusedText(
      "the first mark of a value missing", #"{"name": Aurora"}"#, 1, 10,
      "Aurora is not a JSON value, text needs quotation marks"),
    RefusedText("a bare mark in a string", #"{"a": "6" pipe"}"#, 1, 11, "expected a comma or }"),
    RefusedText(
      "an apostrophe as a mark", "{'a': 1}", 1, 2, "' is not a JSON quotation mark, write \""),
    RefusedText("a curly mark", "{\"a\": “x”}", 1, 7, "“ is not a JSON quotation mark, write \""),
    RefusedText(
      "a word from Python", "[True]", 1, 2, "True is not a JSON value, text needs quotation marks"),
    RefusedText(
      "undefined", "[undefined]", 1, 2, "undefined is not a JSON value, text needs quotation marks"),
    RefusedText("NaN", #"{"a": NaN}"#, 1, 7, "NaN is not a JSON number"),
    RefusedText("nan from C", #"{"a": nan}"#, 1, 7, "nan is not a JSON number"),
    RefusedText("Infinity", "[Infinity]", 1, 2, "Infinity is not a JSON number"),
    RefusedText("minus Infinity", "[0, -Infinity]", 1, 5, "-Infinity is not a JSON number"),
    RefusedText("inf from C", "[inf]", 1, 2, "inf is not a JSON number"),
    RefusedText("a leading plus", "[+1]", 1, 2, "+1 is not a JSON number"),
    RefusedText("a leading zero", "[007]", 1, 2, "007 is not a JSON number"),
    RefusedText("a leading point", "[.5]", 1, 2, ".5 is not a JSON number"),
    RefusedText("a point at the end", "[5.]", 1, 2, "5. is not a JSON number"),
    RefusedText("hexadecimal", "[0x1F]", 1, 2, "0x1F is not a JSON number"),
    RefusedText("a version", "[1.2.3]", 1, 2, "1.2.3 is not a JSON number"),
    RefusedText("a unit", "[120bpm]", 1, 2, "120bpm is not a JSON number"),
    RefusedText("underscores in a number", "[1_000]", 1, 2, "1_000 is not a JSON number"),
    RefusedText(
      "a comment to the end of the line", "{\n// speed\n\"a\": 1}", 2, 1, "JSON has no comments"),
    RefusedText("a comment of a block", "[1 /* one */]", 1, 4, "JSON has no comments"),
    RefusedText("a comment of a shell", "# presets\n{}", 1, 1, "JSON has no comments"),
    RefusedText(
      "git: ours begins", "{\n<<<<<<< HEAD\n  \"a\": 1\n=======\n  \"a\": 2\n>>>>>>> x\n}", 2, 1,
      "conflict marker from git"),
    RefusedText(
      "git: after a member", "{\"a\": 1,\r\n<<<<<<< HEAD\r\n", 2, 1, "conflict marker from git"),
    RefusedText("git: before a comma", "[1\n<<<<<<< HEAD\n", 2, 1, "conflict marker from git"),
    RefusedText("git: after a lone CR", "[1\r<<<<<<< HEAD\r", 2, 1, "conflict marker from git"),
    RefusedText(
      "git: the base begins", "{\n  \"a\": 1\n||||||| 1a2b3c\n", 3, 1, "conflict marker from git"),
    RefusedText("git: theirs begins", "{\n  \"a\": 1\n=======\n", 3, 1, "conflict marker from git"),
    RefusedText(
      "git: theirs ends", "{\"a\": 1}\n>>>>>>> phone\n", 2, 1, "conflict marker from git"),
    RefusedText("git: on the first line", "<<<<<<< HEAD\n{}", 1, 1, "conflict marker from git"),
    RefusedText(
      "git: after a byte-order mark", "\u{FEFF}<<<<<<< HEAD\n{}", 1, 1, "conflict marker from git"),
    RefusedText("no marker: inside a line", "[ <<<<<<< HEAD]", 1, 3, "expected a value"),
    RefusedText(
      "a member twice", #"{"speed": 1, "speed": 1}"#, 1, 14, #"member "speed" is here twice"#),
    RefusedText(
      "a member twice, apart", "{\n  \"b\": 1,\n  \"a\": 2,\n  \"b\": 3\n}", 4, 3,
      #"member "b" is here twice"#),
    RefusedText(
      "a member twice by escape", #"{"a": 1, "\u0061": 2}"#, 1, 10, #"member "a" is here twice"#),
    RefusedText(
      "two members twice", #"{"b":1,"a":1,"a":2,"b":2}"#, 1, 14, #"member "a" is here twice"#),
    RefusedText(
      "a member twice, inside", #"[{"x":{"":1,"":2}}]"#, 1, 13, #"member "" is here twice"#),
    RefusedText(
      "a member three times", #"{"a":1,"a":2,"a":3}"#, 1, 8, #"member "a" is here twice"#),
    RefusedText("a lone high surrogate", #"{"a": "x\ud800"}"#, 1, 9, #"a lone surrogate \ud800"#),
    RefusedText("a lone low surrogate", #"["\uDC00"]"#, 1, 3, #"a lone surrogate \udc00"#),
    RefusedText(
      "a byte-order mark inside", "[\u{FEFF}1]", 1, 2, "a byte-order mark inside the text"),
    RefusedText(
      "two byte-order marks", "\u{FEFF}\u{FEFF}{}", 1, 1, "a byte-order mark inside the text"),
    RefusedText(
      "a byte-order mark after space", "\n\u{FEFF}{}", 2, 1, "a byte-order mark inside the text"),
    RefusedText("a byte-order mark last", "{}\u{FEFF}", 1, 3, "a byte-order mark inside the text"),
    RefusedText(
      "cut off in a string", "{\n  \"a\": \"Auro", 2, 8, "ends in the middle of a string"),
    RefusedText("cut off in a name", "{\n  \"spe", 2, 3, "ends in the middle of a string"),
    RefusedText("cut off in an escape", #"["a\"#, 1, 2, "ends in the middle of a string"),
    RefusedText(
      "cut off after {", "{", 1, 2, "ends too early, expected a member name in quotation marks"),
    RefusedText("cut off after a name", #"{"a""#, 1, 5, "ends too early, expected a colon"),
    RefusedText("cut off after a colon", #"{"a":"#, 1, 6, "ends too early, expected a value"),
    RefusedText(
      "cut off after a value", "{\n\"a\":1\n", 3, 1, "ends too early, expected a comma or }"),
    RefusedText(
      "cut off after a comma", #"{"a":1,"#, 1, 8,
      "ends too early, expected a member name in quotation marks"),
    RefusedText("cut off after [", "[", 1, 2, "ends too early, expected a value"),
    RefusedText("cut off in an array", "[1", 1, 3, "ends too early, expected a comma or ]"),
    RefusedText(
      "cut off in a word", "[tru", 1, 2, "tru is not a JSON value, text needs quotation marks"),
    RefusedText("cut off in a number", "[1e", 1, 2, "1e is not a JSON number"),
    RefusedText("two texts", "{}\n{}", 2, 1, "expected nothing more"),
    RefusedText("a brace too many", "{}}", 1, 3, "expected nothing more"),
    RefusedText("a hard space", "{\u{A0}\"a\": 1}", 1, 2, "U+00A0 outside a string"),
    RefusedText("zeros from a lost write", [0, 0, 0, 0], 1, 1, "U+0000 outside a string"),
    RefusedText("a bare tab in a string", "[\"a\tb\"]", 1, 4, "a bare tab in a string, write \\t"),
    RefusedText("UTF-16 from an old editor", [0xFF, 0xFE, 0x7B, 0, 0x7D, 0], 1, 1, "not UTF-8"),
    RefusedText("Latin-1", [0x22, 0x63, 0x61, 0x66, 0xE9, 0x22], 1, 5, "not UTF-8"),
  ]
}

@Suite struct JSONRejectTests {
  @Test(arguments: RefusedText.met)
  func `what a person meets is refused with its place and reason`(_ example: RefusedText) {
    let error = #expect(throws: JSONError.self) { try JSONValue.read(example.bytes) }
    #expect(error?.position == example.position)
    #expect(error?.reason.message == example.message)
  }

  @Test(
    arguments: (RefusedText.met + RefusedText.malformed)
      .filter { $0.message != "ends too early, expected a value" })
  func `a refused text is refused inside an array as well`(_ example: RefusedText) {
    let isMarked = example.bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let bytes = [UInt8(ascii: "[")] + example.bytes.dropFirst(isMarked ? 3 : 0)
    #expect(throws: JSONError.self) { try JSONValue.read(bytes + [UInt8(ascii: "]")]) }
  }

  @Test func `65 levels are refused at the 65th bracket`() {
    let arrays = String(repeating: "[", count: 65) + String(repeating: "]", count: 65)
    let error = #expect(throws: JSONError.self) { try JSONValue.read(Array(arrays.utf8)) }
    #expect(error?.position == TextPosition(line: 1, column: 65))
    #expect(error?.reason.message == "more than 64 levels deep")
  }

  @Test func `a million brackets are refused and not recursed into`() {
    for bracket in ["[", "{\"a\":", "[{\"a\":"] {
      let text = String(repeating: bracket, count: 1_000_000)
      let error = #expect(throws: JSONError.self) { try JSONValue.read(Array(text.utf8)) }
      #expect(error?.reason == .tooDeep)
    }
  }

  @Test func `one byte above the limit is refused, whatever the bytes are`() {
    let bytes = [UInt8](repeating: 0xFF, count: 32769)
    let error = #expect(throws: JSONError.self) { try JSONValue.read(bytes, limit: 32768) }
    #expect(error?.position == TextPosition(line: 1, column: 1))
    #expect(error?.reason.message == "larger than 32768 bytes")
  }
}
