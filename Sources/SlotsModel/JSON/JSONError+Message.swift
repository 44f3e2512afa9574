extension JSONError.Reason {
  /// The reason in words, for a person: lower case, without a full stop.
  package var message: String {
    switch self {
    case .expected(let part): "expected \(part.rawValue)"
    case .ends(before: let part): "ends too early, expected \(part.rawValue)"
    case .endsInString: "ends in the middle of a string"
    case .missingQuote: "a quotation mark is missing"
    case .wrongQuote(let mark): "\(mark) is not a JSON quotation mark, write \""
    case .commaBeforeClosing(let bracket): "a comma before the closing \(bracket)"
    case .memberTwice(let name): "member \"\(Self.shown(name.string))\" is here twice"
    case .word(let word): "\(word) is not a JSON value, text needs quotation marks"
    case .notNumber(let text): "\(text) is not a JSON number"
    case .exponentOutOfRange(let text): "the exponent of \(text) is out of range"
    case .unknownEscape(let scalar): "\\\(Self.shown(scalar)) is not a JSON escape"
    case .unicodeEscape: "\\u needs four hexadecimal digits"
    case .loneSurrogate(let unit): "a lone surrogate \\u\(String(unit, radix: 16))"
    case .control(Byte.tab): "a bare tab in a string, write \\t"
    case .control(let byte): "a bare U+\(Self.hexadecimal(UInt32(byte))) in a string"
    case .strayCharacter(let scalar): "U+\(Self.hexadecimal(scalar.value)) outside a string"
    case .byteOrderMark: "a byte-order mark inside the text"
    case .notUTF8: "not UTF-8"
    case .comment: "JSON has no comments"
    case .conflictMarker: "conflict marker from git"
    case .tooDeep: "more than \(JSONValue.deepest) levels deep"
    case .tooLarge(let limit): "larger than \(limit) bytes"
    }
  }

  /// At most 60 scalars of `string`, with what could disturb a terminal as U+ and its number.
  private static func shown(_ string: String) -> String {
    let scalars = string.unicodeScalars
    let start = scalars.prefix(60).map(shown).joined()
    return scalars.dropFirst(60).isEmpty ? start : start + "…"
  }

  private static func shown(_ scalar: Unicode.Scalar) -> String {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
      "U+\(hexadecimal(scalar.value))"
    default: String(scalar)
    }
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
