import Testing

@testable import SlotsCLI

struct BashLineTests {
  /// What bash has in COMP_WORDBREAKS unless somebody changed it.
  private static let breaks = " \t\n\"'@><=;|&(:"

  static let lines: [(line: String, words: [String])] = [
    (line: "slots show ", words: ["slots", "show", ""]),
    (line: "slots  show\t5", words: ["slots", "show", "5"]),
    (line: "slots show Sun\\'s\\ gl", words: ["slots", "show", "Sun's gl"]),
    (line: "slots show \"Sun's gl", words: ["slots", "show", "Sun's gl"]),
    (line: "slots show 'it'\\''s' x", words: ["slots", "show", "it's", "x"]),
    (line: "slots show \"a\\\"b\\c\\$\" ''", words: ["slots", "show", "a\"b\\c$", ""]),
    (line: "slots set 5 speed=0.5 pal", words: ["slots", "set", "5", "speed=0.5", "pal"]),
    (line: "slots list 2> /dev/null --js", words: ["slots", "list", "--js"]),
    (line: "slots show \\", words: ["slots", "show", ""]),
    (line: "", words: [""]),
  ]

  @Test(arguments: lines)
  func `a line is read as words without quotes`(_ row: (line: String, words: [String])) {
    #expect(BashLine(row.line, breaks: Self.breaks).words == row.words)
  }

  static let words: [(line: String, word: String, spelled: String)] = [
    (line: "slots show ", word: "Sun's glow", spelled: "Sun\\'s\\ glow"),
    (line: "slots show \"Su", word: "Sun's $1", spelled: "Sun's \\$1"),
    (line: "slots show 'Su", word: "Sun's glow", spelled: "Sun'\\''s glow"),
    (line: "slots show \"", word: "a \"b\"", spelled: "a \\\"b\\\"\""),
    (line: "slots set 5 speed", word: "speed=", spelled: "speed="),
    (line: "slots set 5 palette=e", word: "palette=ember", spelled: "ember"),
    (line: "slots show a:", word: "a:b c", spelled: "b\\ c"),
    (line: "slots show a\\:", word: "a:b c", spelled: "a:b\\ c"),
    (line: "slots show \"a:", word: "a:b", spelled: "a:b"),
    (line: "slots -C ", word: "~x", spelled: "\\~x"),
    (line: "slots show ", word: "Größe", spelled: "Größe"),
  ]

  @Test(arguments: words)
  func `a candidate is spelled as bash wants it`(
    _ row: (line: String, word: String, spelled: String)
  ) {
    #expect(BashLine(row.line, breaks: Self.breaks).spelled(row.word) == row.spelled)
  }

  @Test func `a word is cut only where bash breaks words`() {
    #expect(BashLine("slots set 5 hue=", breaks: " ").spelled("hue=1") == "hue=1")
  }

  @Test(arguments: [("slots list > x", true), ("slots list > x ", false), ("slots list", false)])
  func `the file of a redirection is no word of ours`(_ row: (line: String, isRedirection: Bool)) {
    #expect(BashLine(row.line, breaks: Self.breaks).isRedirection == row.isRedirection)
  }
}
