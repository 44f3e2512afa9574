/// Text from outside as a line of ours may have it.
enum Visible {
  /// The text without what would break a line or steer a terminal: a control character as its
  /// picture, such as ␛, the rest as `�`.
  static func line(_ text: String) -> String {
    func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
      switch scalar.value {
      case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value)
      case 0x7F: "\u{2421}"
      case 0x80...0x9F, 0x2028...0x202E, 0x2066...0x2069: "\u{FFFD}"
      default: nil
      }
    }
    guard text.unicodeScalars.contains(where: { shown($0) != nil }) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { shown($0) ?? $0 }))
  }

  /// The text cut where it is longer than a message can bear.
  static func short(_ text: String) -> String {
    text.count > 60 ? text.prefix(60) + "…" : text
  }
}
