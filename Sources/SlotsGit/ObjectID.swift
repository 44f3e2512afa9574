internal import CLibgit2

/// The name of an object: the SHA-1 of its kind, size and content.
package struct ObjectID: Sendable, Hashable {
  private let high: UInt64
  private let middle: UInt64
  private let low: UInt32

  /// The id of 40 hexadecimal digits, or nil when `hex` is anything else.
  package init?(hex: String) {
    guard hex.utf8.count == 40, hex.utf8.allSatisfy({ digits.contains($0) }) else { return nil }
    let parts = [hex.prefix(16), hex.dropFirst(16).prefix(16), hex.suffix(8)]
    guard let high = UInt64(parts[0], radix: 16), let middle = UInt64(parts[1], radix: 16),
      let low = UInt32(parts[2], radix: 16)
    else { return nil }
    self.high = high
    self.middle = middle
    self.low = low
  }

  init(_ oid: git_oid) {
    (high, middle, low) = withUnsafeBytes(of: oid) { raw in
      (
        UInt64(bigEndian: raw.loadUnaligned(as: UInt64.self)),
        UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self)),
        UInt32(bigEndian: raw.loadUnaligned(fromByteOffset: 16, as: UInt32.self))
      )
    }
  }

  /// Lends the id to C for the length of the closure.
  func withOID<R>(_ body: (UnsafePointer<git_oid>) -> R) -> R {
    var oid = git_oid()
    withUnsafeMutableBytes(of: &oid) { raw in
      raw.storeBytes(of: high.bigEndian, as: UInt64.self)
      raw.storeBytes(of: middle.bigEndian, toByteOffset: 8, as: UInt64.self)
      raw.storeBytes(of: low.bigEndian, toByteOffset: 16, as: UInt32.self)
    }
    return body(&oid)
  }

  /// The 40 hexadecimal digits, lower case.
  package var hex: String { padded(high, 16) + padded(middle, 16) + padded(UInt64(low), 8) }

  /// The first ten digits, for a person.
  package var short: String { String(hex.prefix(10)) }

  /// Stands for no object, as the reflog and hooks write it.
  static let zero = ObjectID(git_oid())
}

extension ObjectID: Comparable {
  /// In the order of the digits.
  package static func < (left: ObjectID, right: ObjectID) -> Bool {
    (left.high, left.middle, left.low) < (right.high, right.middle, right.low)
  }
}

extension ObjectID: CustomStringConvertible {
  /// All 40 digits.
  package var description: String { hex }
}

private let digits = Set("0123456789abcdefABCDEF".utf8)

private func padded(_ number: UInt64, _ count: Int) -> String {
  let text = String(number, radix: 16)
  return String(repeating: "0", count: count - text.count) + text
}
