/// Keys and values of a form or a query, as each web server takes them apart (section 2).
enum FormText {
  /// One key with its value, decoded.
  struct Pair: Sendable, Equatable {
    var key: [UInt8]
    var value: [UInt8]
  }

  /// The P4's own decoder: pairs without `=` are skipped, a zero byte ends a value, a `%` without two
  /// characters stays, other characters after `%` give garbage.
  static func p4(_ body: some Collection<UInt8>) -> [Pair] {
    body.split(separator: UInt8(ascii: "&")).compactMap { part in
      guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else { return nil }
      let key = decoded(part[..<equals], digit: p4Digit)
      let value = decoded(part[part.index(after: equals)...], digit: p4Digit)
      return Pair(key: cut(key), value: cut(value))
    }
  }

  /// The decoder of the Arduino web server.
  static func arduino(_ text: some Collection<UInt8>) -> [Pair] {
    text.split(separator: UInt8(ascii: "&")).compactMap { part in
      guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else { return nil }
      let key = decoded(part[..<equals], digit: hexDigit)
      let value = decoded(part[part.index(after: equals)...], digit: hexDigit)
      return Pair(key: cut(key), value: cut(value))
    }
  }

  private static func cut(_ text: [UInt8]) -> [UInt8] { Array(text.prefix { $0 != 0 }) }

  private static func decoded(
    _ text: some Collection<UInt8>, digit: (UInt8) -> UInt8
  ) -> [UInt8] {
    let source = Array(text)
    var result: [UInt8] = []
    var place = 0
    while place < source.count {
      switch source[place] {
      case UInt8(ascii: "+"):
        result.append(UInt8(ascii: " "))
        place += 1
      case UInt8(ascii: "%") where place + 2 < source.count:
        result.append(digit(source[place + 1]) << 4 | (digit(source[place + 2]) & 15))
        place += 3
      default:
        result.append(source[place])
        place += 1
      }
    }
    return result
  }

  /// A digit's value; garbage, but never an error, for what is none.
  private static func p4Digit(_ byte: UInt8) -> UInt8 {
    byte <= UInt8(ascii: "9") ? byte &- UInt8(ascii: "0") : (byte | 32) &- UInt8(ascii: "a") &+ 10
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8 {
    UInt8(String(decoding: [byte], as: UTF8.self), radix: 16) ?? 0
  }
}

/// Arguments of an Arduino request: query first, then the form, one set. The first of a name counts.
struct FormArguments {
  let pairs: [FormText.Pair]

  subscript(_ name: String) -> [UInt8]? { pairs.first { $0.key == Array(name.utf8) }?.value }
  func has(_ name: String) -> Bool { self[name] != nil }
  func number(_ name: String) -> Int? { self[name].map { CText.whole($0) } }
}
