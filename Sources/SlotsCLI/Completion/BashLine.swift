/// A line of bash up to the cursor, in words without quotes, and what bash puts in the place of the
/// last one.
///
/// Bash replaces only what stands after the last quote that is open, or after the last of the
/// characters in COMP_WORDBREAKS, such as `=`.
struct BashLine {
  /// The words, the command's name among them; the last one is being typed.
  private(set) var words: [String] = []
  /// Whether the last word is the file of a redirection.
  private(set) var isRedirection = false
  /// The quote that is open at the end.
  private var quote: Unicode.Scalar?
  private var word: String.UnicodeScalarView?
  /// How many scalars of the last word bash leaves as they are.
  private var kept = 0

  /// - Parameter breaks: what COMP_WORDBREAKS has
  init(_ line: String, breaks: String) {
    var rest = Substring(line).unicodeScalars
    while let scalar = rest.popFirst() {
      if scalar == quote {
        close(breaks)
      } else if scalar == "\\", Self.escapes(rest.first, in: quote) {
        append(rest.popFirst())
      } else if quote != nil {
        append(scalar)
      } else if scalar == "'" || scalar == "\"" {
        quote = scalar
        append(nil)
        kept = word?.count ?? 0
      } else if scalar == " " || scalar == "\t" || scalar == "\n" {
        endWord()
      } else if scalar == "<" || scalar == ">" {
        beginRedirection()
      } else {
        append(scalar)
        if breaks.unicodeScalars.contains(scalar) { kept = word?.count ?? 0 }
      }
    }
    words.append(String(word ?? .init()))
  }

  /// Whether a backslash before this takes its meaning away.
  private static func escapes(_ next: Unicode.Scalar?, in quote: Unicode.Scalar?) -> Bool {
    switch quote {
    case nil: true
    case "\""?: next.map { "\"\\$`".unicodeScalars.contains($0) } ?? false
    default: false
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar?) {
    if word == nil { word = .init() }
    if let scalar { word?.append(scalar) }
  }

  private mutating func close(_ breaks: String) {
    if let quote, breaks.unicodeScalars.contains(quote) { kept = word?.count ?? 0 }
    quote = nil
  }

  private mutating func endWord() {
    guard let ended = word else { return }
    if !isRedirection { words.append(String(ended)) }
    isRedirection = false
    word = nil
    kept = 0
  }

  private mutating func beginRedirection() {
    // A number before the sign is a descriptor and no word.
    if word?.allSatisfy({ "0"..."9" ~= $0 }) ?? false { word = nil }
    endWord()
    isRedirection = true
  }

  /// A word as bash is to put it in the place of the last one.
  func spelled(_ candidate: String) -> String {
    var word = candidate.unicodeScalars.dropFirst(kept).reduce(into: "") { text, scalar in
      if quote == "'", scalar == "'" {
        text += #"'\''"#
        return
      }
      let isPlain =
        switch quote {
        case nil: scalar.isPlainInShell
        case "\""?: !"\"\\$`".unicodeScalars.contains(scalar)
        default: true
        }
      if !isPlain { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
    // Bash closes the quote of a word that does not end with one.
    if let quote, word.unicodeScalars.last == quote { word.unicodeScalars.append(quote) }
    return word
  }
}

extension Unicode.Scalar {
  /// Whether a shell takes it for nothing but itself.
  fileprivate var isPlainInShell: Bool {
    !isASCII || properties.isAlphabetic || "0"..."9" ~= self
      || "_-+=:,./@%".unicodeScalars.contains(self)
  }
}
