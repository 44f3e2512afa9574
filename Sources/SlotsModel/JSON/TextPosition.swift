/// A place in a text, for a person to find in an editor.
package struct TextPosition: Sendable, Hashable, Comparable {
  /// The line, from 1. A line feed, a carriage return with a line feed and a lone carriage return
  /// each end one line.
  package let line: Int

  /// The column, from 1, in Unicode scalars. A leading byte-order mark takes none.
  package let column: Int

  /// The place at `line` and `column`, both from 1.
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// True when `left` is on an earlier line, or before `right` on the same line.
  package static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

extension TextPosition: CustomStringConvertible {
  /// `line 3, column 5`.
  package var description: String { "line \(line), column \(column)" }
}

extension TextPosition {
  /// The place of the byte at `offset` of `bytes`, where `offset` may be the end.
  init(offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    var line = 1
    var column = 1
    var index = JSONReader.textStart(in: bytes)
    while index < min(offset, bytes.count) {
      let byte = bytes[index]
      index += 1
      if byte == Byte.carriageReturn, index < bytes.count, bytes[index] == Byte.lineFeed {
        continue
      }
      if byte == Byte.lineFeed || byte == Byte.carriageReturn {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    self.init(line: line, column: column)
  }
}
