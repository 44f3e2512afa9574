/// A step from a value to one inside it.
package enum JSONStep: Sendable, Hashable {
  /// To the value of the member with this name.
  case member(Text)
  /// To the element with this number, from 0.
  case index(Int)
}

extension JSONValue {
  /// Reads one JSON text (RFC 8259), in UTF-8 with or without a byte-order mark.
  ///
  /// Stricter than the standard asks for: every name once in its object, compared by bytes after
  /// unescaping; no lone surrogate; at most `deepest` arrays and objects inside each other; at most
  /// `limit` bytes.
  ///
  /// - Throws: the first mistake and its place.
  package static func read(
    _ bytes: [UInt8], limit: Int? = nil
  ) throws(JSONError) -> JSONValue {
    if let limit, bytes.count > limit {
      let start = TextPosition(line: 1, column: 1)
      throw JSONError(position: start, reason: .tooLarge(limit: limit))
    }
    return try bytes.withUnsafeBufferPointer { bytes throws(JSONError) in
      var reader = JSONReader(bytes)
      return try reader.document()
    }
  }

  /// Where the value at `path` begins in `bytes`, a text that `read` accepts; with `atName`, where
  /// the name begins that the last step names. Nil when there is no such value.
  package static func position(
    of path: [JSONStep], in bytes: [UInt8], atName: Bool = false
  ) -> TextPosition? {
    bytes.withUnsafeBufferPointer { bytes in
      var reader = JSONReader(bytes)
      reader.skipToText()
      var start = reader.offset
      do throws(JSONError) {
        for step in path {
          guard let found = try reader.enter(step) else { return nil }
          start = atName ? found : reader.offset
        }
      } catch {
        return nil
      }
      return TextPosition(offset: start, in: bytes)
    }
  }
}

extension JSONReader {
  /// Moves from the value here to the one inside it at `step`; the start of the member's name or of
  /// the element, nil when there is none.
  fileprivate mutating func enter(_ step: JSONStep) throws(JSONError) -> Int? {
    switch step {
    case .member(let wanted):
      guard byte == Byte.openBrace, opens(closing: Byte.closeBrace) else { return nil }
      repeat {
        let start = offset
        if try memberName() == wanted { return start }
        _ = try value(depth: 0)
      } while try goesOn(closing: Byte.closeBrace)
    case .index(let wanted):
      guard byte == Byte.openBracket, opens(closing: Byte.closeBracket) else { return nil }
      var index = 0
      repeat {
        if index == wanted { return offset }
        index += 1
        _ = try value(depth: 0)
      } while try goesOn(closing: Byte.closeBracket)
    }
    return nil
  }
}
