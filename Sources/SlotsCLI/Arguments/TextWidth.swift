extension Character {
  /// The columns that the character takes on a terminal: 0, 1 or 2.
  ///
  /// Two for wide and full-width characters of East Asian scripts (Unicode Standard Annex 11) and for
  /// emoji, none for what combines with the character before it.
  var columns: Int {
    if isASCII { return 1 }
    guard let first = unicodeScalars.first else { return 0 }
    let properties = first.properties
    if properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}") { return 2 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: return Character.wide.contains { $0.contains(first.value) } ? 2 : 1
    }
  }

  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
    0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x17000...0x18CFF, 0x1B000...0x1B2FF, 0x1F300...0x1F64F,
    0x1F900...0x1F9FF, 0x20000...0x3FFFD,
  ]
}

extension StringProtocol {
  /// The columns that the text takes on a terminal.
  var columns: Int {
    utf8.allSatisfy { $0 < 0x80 } ? utf8.count : reduce(0) { $0 + $1.columns }
  }

  /// The text with spaces after it, at least so many columns wide.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - columns))
  }

  /// The text in lines of at most so many columns, broken at spaces. A longer word has a line of its
  /// own.
  func wrapped(to width: Int) -> [String] {
    wrap(split { $0 == " " }.map { String($0) }, to: width)
  }
}

/// Words in lines of at most so many columns, with a space between words.
func wrap(_ words: [String], to width: Int) -> [String] {
  var lines: [String] = []
  var line = ""
  for word in words {
    if line.isEmpty {
      line = word
    } else if line.columns + 1 + word.columns <= width {
      line += " " + word
    } else {
      lines.append(line)
      line = word
    }
  }
  return line.isEmpty ? lines : lines + [line]
}

extension Sequence<String> {
  /// The words with a mark between them. The library's `joined` takes a tenth of a millisecond when it
  /// is first called, which is too much for every start.
  func joined(by mark: String) -> String {
    reduce(into: (text: "", isFirst: true)) { line, word in
      if !line.isFirst { line.text += mark }
      line.text += word
      line.isFirst = false
    }.text
  }

  /// The words with spaces between them, as they are typed.
  var spaced: String { joined(by: " ") }
}

extension [String] {
  /// `a`, `a or b`, `a, b or c`.
  var joinedWithOr: String {
    guard let last, count > 1 else { return first ?? "" }
    return "\(dropLast().joined(by: ", ")) or \(last)"
  }
}
