import SlotsModel

extension JSONChance {
  /// Some spelling of `value`: any space, order of members, escapes and form of numbers.
  mutating func spelling(of value: JSONValue) -> String {
    let spelling =
      switch value {
      case .null: "null"
      case .bool(let bool): "\(bool)"
      case .number(let number): self.spelling(of: number)
      case .string(let text): self.spelling(of: text)
      case .array(let elements):
        "[" + elements.map { self.spelling(of: $0) }.joined(separator: ",") + space() + "]"
      case .object(let object):
        "{"
          + object.members.shuffled(using: &self)
          .map {
            space() + self.spelling(of: $0.name) + space() + ":" + self.spelling(of: $0.value)
          }
          .joined(separator: ",") + space() + "}"
      }
    return space() + spelling + space()
  }

  /// `bytes` with a few bytes lost, changed, repeated or put in.
  mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0...below(3) {
      let start = below(bytes.count + 1)
      let end = min(bytes.count, start + below(4))
      switch below(6) {
      case 0: bytes.removeSubrange(start..<end)
      case 1: bytes.insert(contentsOf: Array(bytes[start..<end]), at: start)
      case 2: bytes.insert(UInt8(truncatingIfNeeded: next()), at: start)
      case 3: bytes.insert(one(of: Array("{}[],:\"\\-+.0e1tn/ \n\r\u{0}".utf8)), at: start)
      case 4: bytes.insert(contentsOf: Array(one(of: Self.pitfalls).utf8), at: start)
      default: bytes = below(4) == 0 ? Array(bytes[..<start]) : bytes
      }
    }
    return bytes
  }

  private static let pitfalls = [
    "NaN", "-Infinity", "\\ud800", "\\ud83d\\ude00", "\\u00", "\"a\":1,", "\"a\":1,\"a\":2",
    "\u{FEFF}",
    "\n<<<<<<< HEAD\n", "//", "e400", "e1000000000", "é", "\u{2028}", "[[", "]]", "{\"\":", ",,",
    "\\x",
    "[1,2]", "null", "truefalse", "0.1", "\r\n",
  ]

  private mutating func space() -> String {
    below(2) == 0 ? "" : one(of: [" ", "\n", "\r\n", "\t", "  ", " \r "])
  }

  private mutating func spelling(of text: Text) -> String {
    let characters = text.string.unicodeScalars.map { scalar -> String in
      let isBareAllowed = scalar >= " " && scalar != "\"" && scalar != "\\"
      guard !isBareAllowed || below(4) == 0 else { return String(scalar) }
      return String(scalar).utf16.map { unit in
        let digits = String(unit, radix: 16, uppercase: below(2) == 0)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
    }
    return "\"" + characters.joined() + "\""
  }

  private mutating func spelling(of number: JSONNumber) -> String {
    let text = number.text
    if text.contains("e") { return one(of: [text, text.uppercased()]) }
    let zeros = text.contains(".") ? ["", "0", "000"] : ["", ".0", ".000"]
    return text + one(of: zeros) + one(of: ["", "", "e0", "E+00", "e-0"])
  }
}
