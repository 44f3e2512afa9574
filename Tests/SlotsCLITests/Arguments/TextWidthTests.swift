import Testing

@testable import SlotsCLI

struct TextWidthTests {
  @Test(arguments: [
    ("", 0), ("Aurora", 6), ("é", 1), ("e\u{301}", 1), ("夜想曲", 6), ("한글", 4), ("ｶﾅ", 2), ("Ａ", 2),
    ("🎹", 2), ("👩‍🚀", 2), ("🇦🇹", 2), ("❤️", 2), ("❤", 1), ("☀", 1), ("…", 1), ("␛", 1), ("\u{200B}", 0),
    ("ü ö", 3), ("א", 1), ("𝄞", 1), ("𠀋", 2),
  ])
  func `a text has the columns of a terminal`(_ text: String, _ columns: Int) {
    #expect(text.columns == columns)
  }

  @Test func `wide characters are wrapped by their columns`() {
    #expect("夜想 曲夜 想曲".wrapped(to: 9) == ["夜想 曲夜", "想曲"])
    #expect("夜想 曲夜 想曲".wrapped(to: 8) == ["夜想", "曲夜", "想曲"])
  }

  @Test func `a word that is too long has its own line`() {
    #expect("a abcdefgh b".wrapped(to: 4) == ["a", "abcdefgh", "b"])
    #expect("".wrapped(to: 4) == [])
  }

  @Test func `words are joined`() {
    #expect([String]().joined(by: ", ") == "")
    #expect(["", ""].joined(by: ", ") == ", ")
    #expect([String]().joinedWithOr == "")
    #expect(["a"].joinedWithOr == "a")
    #expect(["a", "b"].joinedWithOr == "a or b")
  }
}
