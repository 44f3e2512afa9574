extension JSONReader {
  /// Reads the string whose opening quotation mark is here.
  mutating func string() throws(JSONError) -> Text {
    let opening = offset
    var unescaped: [UInt8] = []
    offset += 1
    var start = offset
    while let byte {
      switch byte {
      case Byte.quote:
        let rest = UnsafeBufferPointer(rebasing: bytes[start..<offset])
        offset += 1
        guard !unescaped.isEmpty else { return Text(String(decoding: rest, as: UTF8.self)) }
        unescaped.append(contentsOf: rest)
        return Text(String(decoding: unescaped, as: UTF8.self))
      case Byte.backslash:
        unescaped.append(contentsOf: bytes[start..<offset])
        try escape(into: &unescaped, opening: opening)
        start = offset
      case Byte.lineFeed, Byte.carriageReturn:
        throw failure(.missingQuote, at: opening)
      case 0..<0x20:
        throw failure(.control(byte), at: offset)
      case 0x20..<0x80:
        offset += 1
      default:
        guard let scalar = scalar(at: offset) else { throw failure(.notUTF8, at: offset) }
        offset += scalar.length
      }
    }
    throw failure(.endsInString, at: opening)
  }

  /// The scalar whose UTF-8 begins at `index`, which is inside the text; nil when it is malformed:
  /// overlong, cut off, a surrogate, or beyond U+10FFFF (RFC 3629).
  func scalar(at index: Int) -> (value: Unicode.Scalar, length: Int)? {
    let lead = bytes[index]
    let (length, bits, least): (Int, UInt32, UInt32)
    switch lead {
    case 0..<0x80: return (Unicode.Scalar(lead), 1)
    case 0xC2...0xDF: (length, bits, least) = (2, 0x1F, 0x80)
    case 0xE0...0xEF: (length, bits, least) = (3, 0x0F, 0x800)
    case 0xF0...0xF4: (length, bits, least) = (4, 0x07, 0x10000)
    default: return nil
    }
    guard bytes.count - index >= length else { return nil }
    var code = UInt32(lead) & bits
    for byte in bytes[(index + 1)..<(index + length)] {
      guard byte & 0xC0 == 0x80 else { return nil }
      code = code << 6 | UInt32(byte & 0x3F)
    }
    guard code >= least, let scalar = Unicode.Scalar(code) else { return nil }
    return (scalar, length)
  }

  /// Reads the escape whose backslash is here, in the string that begins at `opening`.
  private mutating func escape(
    into buffer: inout [UInt8], opening: Int
  ) throws(JSONError) {
    let start = offset
    guard start + 1 < bytes.count else { throw failure(.endsInString, at: opening) }
    offset += 2
    switch bytes[start + 1] {
    case Byte.quote, Byte.backslash, Byte.slash: buffer.append(bytes[start + 1])
    case UInt8(ascii: "b"): buffer.append(0x08)
    case UInt8(ascii: "t"): buffer.append(Byte.tab)
    case UInt8(ascii: "n"): buffer.append(Byte.lineFeed)
    case UInt8(ascii: "f"): buffer.append(0x0C)
    case UInt8(ascii: "r"): buffer.append(Byte.carriageReturn)
    case UInt8(ascii: "u"): buffer.append(contentsOf: try unicodeEscape(at: start).utf8)
    default:
      guard let scalar = scalar(at: start + 1) else { throw failure(.notUTF8, at: start + 1) }
      throw failure(.unknownEscape(scalar.value), at: start)
    }
  }

  /// Reads the four digits after the `\u` at `start`, and the second half of a surrogate pair.
  private mutating func unicodeEscape(at start: Int) throws(JSONError) -> Unicode.Scalar {
    guard let first = hexadecimalUnit() else { throw failure(.unicodeEscape, at: start) }
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard UTF16.isLeadSurrogate(first), bytes[offset...].starts(with: [Byte.backslash, 0x75])
    else { throw failure(.loneSurrogate(first), at: start) }
    let second = offset
    offset += 2
    guard let unit = hexadecimalUnit() else { throw failure(.unicodeEscape, at: second) }
    let code = 0x10000 + UInt32(first & 0x3FF) << 10 + UInt32(unit & 0x3FF)
    guard UTF16.isTrailSurrogate(unit), let scalar = Unicode.Scalar(code) else {
      throw failure(.loneSurrogate(first), at: start)
    }
    return scalar
  }

  private mutating func hexadecimalUnit() -> UInt16? {
    guard bytes.count - offset >= 4 else { return nil }
    var unit: UInt16 = 0
    for byte in bytes[offset..<(offset + 4)] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    offset += 4
    return unit
  }
}
