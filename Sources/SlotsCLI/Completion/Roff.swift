/// A manual page in the language of man(7), made line by line.
struct Roff {
  private(set) var lines: [String] = []

  /// All of it, with an end to its last line.
  var page: String { lines.joined(by: "\n") + "\n" }

  /// The first line: name, section, date and what it belongs to.
  mutating func title(_ words: String) {
    lines.append(".TH \(words)")
  }

  /// Plain text in the paragraph that is begun.
  mutating func text(_ text: String) {
    fill(text.split { $0 == " " }.map { Roff.escaped(String($0)) })
  }

  /// A heading: `SH`, or `SS` for one below it.
  mutating func heading(_ title: String, _ macro: String = "SH") {
    lines.append(".\(macro) \"\(Roff.escaped(title))\"")
  }

  /// A paragraph of plain text.
  mutating func paragraph(_ text: String) {
    beginParagraph()
    self.text(text)
  }

  /// A paragraph of words that are escaped already.
  mutating func paragraph(words: [String]) {
    beginParagraph()
    fill(words)
  }

  /// What is explained, escaped already, and its explanation below it.
  mutating func item(_ tag: String, _ text: String) {
    lines += [".TP", tag]
    self.text(text)
  }

  /// Lines that stay as they are.
  mutating func example(_ text: [String]) {
    beginParagraph()
    lines += [".RS 4", ".EX"] + text.map { Roff.guarded(Roff.escaped($0)) }
    lines += [".EE", ".RE"]
  }

  /// A heading begins a paragraph itself.
  private mutating func beginParagraph() {
    if lines.last?.hasPrefix(".S") != true { lines.append(".PP") }
  }

  private mutating func fill(_ words: [String]) {
    lines += wrap(words, to: 78).map(Roff.guarded)
  }

  /// A line that does not begin with a request's dot.
  private static func guarded(_ line: String) -> String {
    line.hasPrefix(".") ? "\\&" + line : line
  }

  /// Text with everything escaped that would be a command, or be printed as another character: a
  /// hyphen as a typographic one, a quote as a curly one (groff_char(7)).
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\\": result += #"\(rs"#
      case "-": result += #"\-"#
      case "'": result += #"\(aq"#
      case "\"": result += #"\(dq"#
      case "`": result += #"\(ga"#
      case "^": result += #"\(ha"#
      case "~": result += #"\(ti"#
      case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
      }
    }
  }

  /// Escaped text that is typed as it stands.
  static func bold(_ text: String) -> String { #"\fB\#(escaped(text))\fR"# }

  /// Escaped text that stands for what is typed.
  static func italic(_ text: String) -> String { #"\fI\#(escaped(text))\fR"# }
}

extension Parameter {
  /// As `heading`, for a manual page.
  var roffHeading: String {
    if kind == .argument { return Roff.italic(value) }
    let names = [short.map { "-\($0)" }, name.map { "--\($0)" }].compactMap { $0 }
    return names.map(Roff.bold).joined(by: ", ")
      + (kind == .option ? " " + Roff.italic(value) : "")
  }

  /// As `usage`, for a manual page.
  var roffUsage: String {
    let more = isList ? Roff.escaped("…") : ""
    let core =
      switch kind {
      case .argument: Roff.italic(value) + more
      case .option: Roff.bold(label) + " " + Roff.italic(value)
      case .flag: Roff.bold(label)
      }
    return (minimum == 0 ? "[\(core)]" : core) + (kind == .option ? more : "")
  }
}
