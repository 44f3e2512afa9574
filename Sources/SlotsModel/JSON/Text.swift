/// Text compared by its exact UTF-8 bytes.
///
/// Swift's `String` compares by canonical equivalence and so takes the NFC and the NFD spelling of
/// a name for one; a `Text` keeps them apart. Its order is that of the UTF-8 bytes, which is that
/// of the code points.
package struct Text: Sendable, Hashable, Comparable {
  /// The text as a string, in contiguous UTF-8.
  package let string: String

  /// Wraps `string` without changing a scalar of it.
  package init(_ string: String) {
    var string = string
    string.makeContiguousUTF8()
    self.string = string
  }

  /// True when both have the same bytes.
  package static func == (left: Text, right: Text) -> Bool {
    left.string.utf8.count == right.string.utf8.count && left.order(to: right) == 0
  }

  /// True when `left` comes before `right` in the order of UTF-8 bytes.
  package static func < (left: Text, right: Text) -> Bool {
    left.order(to: right) < 0
  }

  /// Feeds the string's own hash: equal bytes hash alike, and canonical twins merely collide.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(string)
  }

  /// Negative, zero or positive as this text comes before, equals or comes after `other`.
  private func order(to other: Text) -> Int {
    withBytes { mine in
      other.withBytes { theirs in
        for index in 0..<min(mine.count, theirs.count) where mine[index] != theirs[index] {
          return Int(mine[index]) - Int(theirs[index])
        }
        return mine.count - theirs.count
      }
    }
  }

  /// Lends the UTF-8 bytes for the length of a closure.
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    string.utf8.withContiguousStorageIfAvailable(body)
      ?? Array(string.utf8).withUnsafeBufferPointer(body)
  }
}

extension Text: ExpressibleByStringLiteral {
  /// The literal, unchanged.
  package init(stringLiteral value: String) {
    self.init(value)
  }
}

extension Text: CustomStringConvertible {
  /// The text itself.
  package var description: String { string }
}
