/// A line for the console: text that may come from anywhere, with our own styles.
///
/// Whatever would steer a terminal is made visible when the text is made. A style can only be given
/// here, as in `"\(name, .strong) is empty"`.
package struct Line: ExpressibleByStringInterpolation, Equatable, Sendable {
  /// How a part of a line looks in colour.
  package enum Style: String, Sendable {
    case plain = ""
    case strong = "1"
    case faint = "2"
    case failure = "1;31"
    case caution = "1;33"
    case accent = "36"
    case added = "32"
    case removed = "31"
  }

  private struct Run: Equatable, Sendable {
    var text: String
    var style: Style
  }

  private var runs: [Run]

  /// A text in one style.
  package init(_ text: String, _ style: Style = .plain) {
    runs = [Run(text: text.visible, style: style)]
  }

  package init(stringLiteral text: String) {
    self.init(text)
  }

  package init(stringInterpolation: StringInterpolation) {
    runs = stringInterpolation.text.runs
  }

  /// Collects the parts of an interpolated line.
  package struct StringInterpolation: StringInterpolationProtocol {
    var text = Line("")

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) {
      text.runs += Line(literal).runs
    }

    /// Adds a value in a style.
    package mutating func appendInterpolation(
      _ value: some CustomStringConvertible, _ style: Style = .plain
    ) {
      text.runs += Line(value.description, style).runs
    }

    /// Adds a text with its styles.
    package mutating func appendInterpolation(_ value: Line) {
      text.runs += value.runs
    }
  }

  package static func + (before: Line, after: Line) -> Line {
    var text = before
    text.runs += after.runs
    return text
  }

  /// The beginning of the line in at most so many columns.
  func cut(to width: Int) -> Line {
    guard columns > width else { return self }
    var line = Line("")
    for run in runs {
      let rest = width - line.columns
      if rest <= 0 { break }
      line.runs.append(Run(text: run.text.clipped(to: rest), style: run.style))
    }
    return line
  }

  /// The columns that the text takes.
  package var columns: Int { runs.reduce(0) { $0 + $1.text.columns } }

  /// The text as it is sent to a terminal or a file, without the end of the line.
  func rendered(color: Bool) -> String {
    runs.reduce(into: "") { line, run in
      let isStyled = color && run.style != .plain && !run.text.isEmpty
      line += isStyled ? "\u{1B}[\(run.style.rawValue)m\(run.text)\u{1B}[0m" : run.text
    }
  }
}

extension Unicode.Scalar {
  /// Whether it steers a terminal or the order of the text around it instead of being a letter: control
  /// characters, line and paragraph separators, and the bidirectional controls (Unicode Standard Annex
  /// 9).
  var steers: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0x200E...0x200F, 0x61C, 0xFEFF:
      true
    default: false
    }
  }
}

extension String {
  /// Whether no byte can be a part of a scalar that steers.
  private var isPlain: Bool { utf8.allSatisfy { 0x20..<0x7F ~= $0 } }

  /// The text with every scalar that steers replaced by its picture, such as ␛, or by `\u202e`.
  var visible: String {
    if isPlain { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if !scalar.steers {
        text.unicodeScalars.append(scalar)
      } else if let picture = scalar.picture {
        text.unicodeScalars.append(picture)
      } else {
        text += scalar.escape
      }
    }
  }

  /// The JSON document with what steers escaped, except for the white space between its values.
  var escapedForJSON: String {
    if isPlain { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.steers, scalar != "\n", scalar != "\t", scalar != "\r" {
        text += scalar.escape
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }

  /// The beginning of the text in at most so many columns, ending in `…` if something is left out.
  func clipped(to width: Int) -> String {
    if columns <= width { return self }
    var text = ""
    var used = 1
    for character in self {
      used += character.columns
      if used > width { break }
      text.append(character)
    }
    return text + "…"
  }
}

extension Unicode.Scalar {
  /// The picture of a control character, as ␛ for escape (block Control Pictures).
  fileprivate var picture: Unicode.Scalar? {
    value < 0x20 ? Unicode.Scalar(0x2400 + value) : value == 0x7F ? "␡" : nil
  }

  /// The scalar as JSON escapes it: `\u202e`.
  fileprivate var escape: String {
    let digits = String(value, radix: 16)
    return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
