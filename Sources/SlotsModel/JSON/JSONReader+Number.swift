extension JSONReader {
  /// Reads the number that begins here, with a minus sign or a digit.
  mutating func number() throws(JSONError) -> JSONNumber {
    let start = offset
    let isNegative = skip(Byte.minus)
    let whole = skipDigits()
    guard !whole.isEmpty, whole.count == 1 || bytes[whole.lowerBound] != Byte.zero else {
      throw notNumber(at: start)
    }
    var fraction = offset..<offset
    if skip(Byte.point) {
      fraction = skipDigits()
      guard !fraction.isEmpty else { throw notNumber(at: start) }
    }
    var exponent = 0
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      let isDown = skip(Byte.minus)
      if !isDown { _ = skip(Byte.plus) }
      let digits = skipDigits()
      guard !digits.isEmpty else { throw notNumber(at: start) }
      exponent = isDown ? -limited(digits) : limited(digits)
    }
    guard !isWordByte(at: offset) else { throw notNumber(at: start) }
    let digits = significant(whole, fraction, &exponent)
    guard !digits.isEmpty else { return 0 }
    guard exponent.magnitude <= JSONNumber.greatestExponent else {
      throw failure(.exponentOutOfRange(word(at: start)), at: start)
    }
    return JSONNumber(sign: isNegative ? -1 : 1, digits: digits, exponent: Int32(exponent))
  }

  /// The digits of `whole` and `fraction` without zeros before and after; `exponent` becomes theirs.
  private func significant(
    _ whole: Range<Int>, _ fraction: Range<Int>, _ exponent: inout Int
  ) -> String {
    var low = whole.lowerBound
    var high = fraction.upperBound
    exponent -= fraction.count
    while low < high, bytes[low] == Byte.zero || bytes[low] == Byte.point { low += 1 }
    while low < high, bytes[high - 1] == Byte.zero || bytes[high - 1] == Byte.point {
      if bytes[high - 1] == Byte.zero { exponent += 1 }
      high -= 1
    }
    guard low < whole.upperBound, high > whole.upperBound else { return string(low..<high) }
    return string(low..<whole.upperBound) + string(fraction.lowerBound..<high)
  }

  /// The number that decimal digits spell, or some number far beyond every exponent in range.
  private func limited(_ digits: Range<Int>) -> Int {
    var number = 0
    for byte in bytes[digits] where number < 1_000_000_000_000_000 {
      number = number * 10 + Int(byte - Byte.zero)
    }
    return number
  }

  private mutating func skip(_ wanted: UInt8) -> Bool {
    guard byte == wanted else { return false }
    offset += 1
    return true
  }

  private mutating func skipDigits() -> Range<Int> {
    let start = offset
    while let byte, (Byte.zero...Byte.nine).contains(byte) { offset += 1 }
    return start..<offset
  }

  private func string(_ range: Range<Int>) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
  }
}
