#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Text and numbers as the firmware's C library reads and writes them.
enum CText {
  /// A number with a fixed count of decimals, as `%.1f`.
  static func fixed(_ value: Double, _ places: Int) -> String {
    var buffer = [CChar](repeating: 0, count: 64)
    let count = withVaList([Int32(places), value]) { vsnprintf(&buffer, 64, "%.*f", $0) }
    return String(decoding: buffer.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The whole number at the start of a text: 0 when there is none ("Number parsing", section 2).
  static func whole(_ text: some Collection<UInt8>) -> Int {
    terminated(text).withUnsafeBufferPointer { strtol($0.baseAddress!, nil, 10) }
  }

  /// The decimal at the start of a text, in thousandths, rounded; nil when it is no number that a
  /// setting could have.
  static func thousandths(_ text: some Collection<UInt8>) -> Int? {
    let value = terminated(text).withUnsafeBufferPointer { strtod($0.baseAddress!, nil) }
    guard value.isFinite, abs(value) < 1e9 else { return nil }
    return Int((value * 1000).rounded())
  }

  /// Up to six hexadecimal digits as a colour, `#` optional; nil for anything else.
  static func colour(_ text: some Collection<UInt8>) -> Int? {
    let digits = text.first == UInt8(ascii: "#") ? Array(text.dropFirst()) : Array(text)
    guard (1...6).contains(digits.count),
      digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit })
    else { return nil }
    return Int(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  /// A colour as `#RRGGBB`, upper case.
  static func hex(_ colour: Int) -> String {
    let digits = String(colour, radix: 16, uppercase: true)
    return "#" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
  }

  private static func terminated(_ text: some Collection<UInt8>) -> [CChar] {
    text.prefix { $0 != 0 }.map { CChar(bitPattern: $0) } + [0]
  }
}
