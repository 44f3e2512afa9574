/// Reads JSON from lent bytes. One pass; places are worked out only for an error.
struct JSONReader {
  let bytes: UnsafeBufferPointer<UInt8>

  /// The next byte to read; never beyond the end.
  var offset = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// The next byte, nil at the end.
  var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// Reads the only value of a whole text.
  mutating func document() throws(JSONError) -> JSONValue {
    skipToText()
    let value = try value(depth: 0)
    skipSpace()
    guard offset == bytes.count else { throw unexpected(.end) }
    return value
  }

  /// Reads the value that begins here, inside `depth` arrays and objects.
  mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    guard let byte else { throw unexpected(.value) }
    switch byte {
    case Byte.quote: return .string(try string())
    case Byte.openBrace: return .object(try object(depth: depth + 1))
    case Byte.openBracket: return .array(try array(depth: depth + 1))
    case Byte.minus, Byte.zero...Byte.nine: return .number(try number())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: throw unexpected(.value)
    }
  }

  /// Reads a member's name and the colon after it, up to the value.
  mutating func memberName() throws(JSONError) -> Text {
    guard byte == Byte.quote else { throw unexpected(.memberName) }
    let name = try string()
    skipSpace()
    guard byte == Byte.colon else { throw unexpected(.colon) }
    offset += 1
    skipSpace()
    return name
  }

  /// Reads past an opening bracket: true before a first element, false past the closing bracket.
  mutating func opens(closing: UInt8) -> Bool {
    offset += 1
    skipSpace()
    guard byte == closing else { return true }
    offset += 1
    return false
  }

  /// Reads what follows an element: true past a comma, false past the closing bracket.
  mutating func goesOn(closing: UInt8) throws(JSONError) -> Bool {
    skipSpace()
    switch byte {
    case Byte.comma:
      let comma = offset
      offset += 1
      skipSpace()
      guard byte != closing else {
        throw failure(.commaBeforeClosing(Unicode.Scalar(closing)), at: comma)
      }
      return true
    case closing:
      offset += 1
      return false
    default:
      throw unexpected(closing == Byte.closeBrace ? .commaOrBrace : .commaOrBracket)
    }
  }

  /// Moves to the first character of the text, past a byte-order mark and white space.
  mutating func skipToText() {
    offset = Self.textStart(in: bytes)
    skipSpace()
  }

  mutating func skipSpace() {
    while offset < bytes.count {
      switch bytes[offset] {
      case Byte.space, Byte.lineFeed, Byte.carriageReturn, Byte.tab: offset += 1
      default: return
      }
    }
  }

  /// The offset of the first byte after a leading byte-order mark.
  static func textStart(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  private mutating func array(depth: Int) throws(JSONError) -> [JSONValue] {
    guard depth <= JSONValue.deepest else { throw failure(.tooDeep, at: offset) }
    var elements: [JSONValue] = []
    guard opens(closing: Byte.closeBracket) else { return elements }
    repeat {
      elements.append(try value(depth: depth))
    } while try goesOn(closing: Byte.closeBracket)
    return elements
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSONObject {
    guard depth <= JSONValue.deepest else { throw failure(.tooDeep, at: offset) }
    let start = offset
    guard opens(closing: Byte.closeBrace) else { return JSONObject() }
    var members: [JSONObject.Member] = []
    var isSorted = true
    repeat {
      let name = try memberName()
      if isSorted, let last = members.last { isSorted = last.name < name }
      members.append(JSONObject.Member(name: name, value: try value(depth: depth)))
    } while try goesOn(closing: Byte.closeBrace)
    if !isSorted {
      members.sort { $0.name < $1.name }
      let isTwice = zip(members, members.dropFirst()).contains { $0.name == $1.name }
      if isTwice { throw memberTwice(inObjectAt: start, depth: depth) }
    }
    return JSONObject(sorted: members)
  }

  private mutating func word(
    _ word: StaticString, _ value: JSONValue
  ) throws(JSONError) -> JSONValue {
    let start = offset
    let count = word.utf8CodeUnitCount
    let isThere = word.withUTF8Buffer { bytes[offset...].starts(with: $0) }
    guard isThere else { throw unexpected(.value) }
    offset += count
    guard !isWordByte(at: offset) else {
      offset = start
      throw unexpected(.value)
    }
    return value
  }
}
