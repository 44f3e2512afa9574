import Testing

@testable import SlotsCLI

struct ConsoleLineTests {
  @Test(arguments: [
    ("Aurora", "Aurora"), ("", ""), ("Ünïcödé 夜 🎹👩‍🚀 é", "Ünïcödé 夜 🎹👩‍🚀 é"),
    ("\u{1B}[31mred", "␛[31mred"), ("a\nslots: error: b", "a␊slots: error: b"), ("a\r\nb", "a␍␊b"),
    ("a\tb", "a␉b"), ("\u{0}\u{7}\u{8}", "␀␇␈"), ("\u{7F}", "␡"), ("\u{9B}31m", "\\u009b31m"),
    ("\u{202E}abc\u{202C}", "\\u202eabc\\u202c"), ("\u{2066}a\u{2069}", "\\u2066a\\u2069"),
    ("\u{2028}\u{2029}", "\\u2028\\u2029"), ("\u{200E}\u{200F}\u{61C}", "\\u200e\\u200f\\u061c"),
    ("\u{FEFF}a", "\\ufeffa"),
  ])
  func `what would steer a terminal is made visible`(_ text: String, _ visible: String) {
    #expect(text.visible == visible)
    #expect(
      Line(text, .failure).rendered(color: true).dropFirst(7).hasPrefix(visible) || text == "")
    #expect(Line("\(text)").rendered(color: false) == visible)
  }

  @Test func `every scalar that steers is gone from what is sent`() {
    for value in UInt32(0)...0x2FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let sent = Line(String(scalar)).rendered(color: false)
      #expect(sent.unicodeScalars.allSatisfy { !$0.steers }, "U+\(String(value, radix: 16))")
      let isControl = scalar.properties.generalCategory == .control
      #expect(!isControl || sent != String(scalar), "U+\(String(value, radix: 16))")
    }
  }

  @Test func `styles are sent in colour alone`() {
    let line: Line = "\("Aurora", .strong) is \(3) of \(Line("5", .faint) + "!")"
    #expect(line.rendered(color: false) == "Aurora is 3 of 5!")
    #expect(
      line.rendered(color: true)
        == "\u{1B}[1mAurora\u{1B}[0m is 3 of \u{1B}[2m5\u{1B}[0m!")
    #expect(Line("", .strong).rendered(color: true) == "")
    #expect(line.columns == 17)
  }

  @Test(arguments: [
    ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("夜想曲", 5, "夜想…"), ("夜想曲", 4, "夜…"), ("ab", 1, "…"),
  ])
  func `a long line is clipped by its columns`(_ text: String, _ width: Int, _ clipped: String) {
    #expect(text.clipped(to: width) == clipped)
  }

  @Test func `a table aligns by columns`() {
    var table = Table(.left, .right, .left)
    table.add("slot-00", "1", "Aurora")
    table.add("slot-01", "120", "夜想曲", "x")
    table.add("夜", "7", "🎹", "yy")
    table.add("end")
    table.add()
    #expect(
      table.lines.map { $0.rendered(color: false) } == [
        "slot-00    1  Aurora",
        "slot-01  120  夜想曲  x",
        "夜         7  🎹      yy",
        "end",
        "",
      ])
  }

  @Test func `styles and control characters do not disturb a table`() {
    var table = Table(.left)
    table.add(Line("a", .strong), "1")
    table.add("b\u{1B}c", "2")
    #expect(table.lines.map { $0.rendered(color: false) } == ["a    1", "b␛c  2"])
    #expect(table.lines[0].rendered(color: true) == "\u{1B}[1ma\u{1B}[0m    1")
  }

  @Test func `empty cells at the end leave no spaces`() {
    var table = Table()
    table.add("a", "", "")
    table.add("b", "c", "")
    #expect(table.lines.map { $0.rendered(color: false) } == ["a", "b  c"])
    #expect(Table().lines == [])
  }
}
