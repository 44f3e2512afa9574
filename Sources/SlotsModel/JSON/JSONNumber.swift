/// An exact decimal number. It never passes through binary floating point.
///
/// `1`, `1.0` and `1e0` are one number, and `-0` is `0`: equality and order are those of the values.
package struct JSONNumber: Sendable, Hashable {
  /// -1, 0 or 1.
  let sign: Int8

  /// The decimal digits, neither beginning nor ending with a zero; none for zero.
  let digits: String

  /// The power of ten that the digits, read as an integer, are multiplied by. Within
  /// ±`greatestExponent`, and 0 for zero.
  let exponent: Int32

  /// The greatest exponent, up and down.
  static let greatestExponent = 999_999_999

  init(sign: Int8, digits: String, exponent: Int32) {
    self.sign = sign
    self.digits = digits
    self.exponent = exponent
  }

  /// The integer `value`.
  package init(_ value: Int) {
    let all = String(value.magnitude)
    let digits = value == 0 ? "" : all.trimmingZeros
    self.init(
      sign: Int8(value.signum()), digits: digits,
      exponent: value == 0 ? 0 : Int32(all.utf8.count - digits.utf8.count))
  }

  /// The number that `text`, a JSON number literal without space around it, spells.
  ///
  /// Nil when `text` is none, or when its exponent is beyond ±999,999,999.
  package init?(_ text: String) {
    let number = Text(text).withBytes { bytes -> JSONNumber? in
      var reader = JSONReader(bytes)
      let number = try? reader.number()
      return reader.offset == bytes.count ? number : nil
    }
    guard let number else { return nil }
    self = number
  }

  /// Whether thousandths are enough to write it.
  package var isInThousandths: Bool { exponent >= -3 }

  /// The number as an `Int`; nil when it has a fraction or does not fit.
  package var int: Int? {
    guard sign != 0 else { return 0 }
    guard (0...18).contains(exponent) else { return nil }
    return Int((sign < 0 ? "-" : "") + digits + String(repeating: "0", count: Int(exponent)))
  }
}

extension JSONNumber: Comparable {
  /// True when `left` is the lesser number, whatever the size of the exponents.
  package static func < (left: JSONNumber, right: JSONNumber) -> Bool {
    guard left.sign == right.sign else { return left.sign < right.sign }
    let (lesser, greater) = left.sign < 0 ? (right, left) : (left, right)
    guard lesser.pointPlace == greater.pointPlace else {
      return lesser.pointPlace < greater.pointPlace
    }
    return lesser.digits < greater.digits
  }
}

extension JSONNumber: ExpressibleByIntegerLiteral {
  /// The literal's value.
  package init(integerLiteral value: Int) {
    self.init(value)
  }
}

extension JSONNumber: CustomStringConvertible {
  /// The canonical spelling.
  package var description: String { text }

  /// The canonical spelling, the same for every spelling of one number.
  ///
  /// Plain when at most 20 zeros pad an integer, or at most 5 zeros follow the point before the
  /// first digit: `100000000000000000000`, `0.000001`. Otherwise with an exponent: `1e21`,
  /// `1.5e-7`. No digit is ever dropped.
  package var text: String {
    guard sign != 0 else { return "0" }
    let minus = sign < 0 ? "-" : ""
    if (0...20).contains(exponent) {
      return minus + digits + String(repeating: "0", count: Int(exponent))
    }
    if exponent < 0, pointPlace > 0 {
      return minus + digits.splitting(at: pointPlace)
    }
    if exponent < 0, pointPlace >= -5 {
      return minus + "0." + String(repeating: "0", count: -pointPlace) + digits
    }
    let mantissa = digits.utf8.count == 1 ? digits : digits.splitting(at: 1)
    return minus + mantissa + "e" + String(pointPlace - 1)
  }

  /// How many digits stand before the point; zero or negative when zeros follow the point.
  private var pointPlace: Int { digits.utf8.count + Int(exponent) }
}

extension String {
  /// These decimal digits without the zeros at their end.
  fileprivate var trimmingZeros: String {
    let zeros = utf8.reversed().prefix { $0 == Byte.zero }.count
    return String(dropLast(zeros))
  }

  /// These decimal digits with a point after the first `count`.
  fileprivate func splitting(at count: Int) -> String {
    prefix(count) + "." + dropFirst(count)
  }
}
