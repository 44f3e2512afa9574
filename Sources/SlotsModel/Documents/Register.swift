/// The value of one key, with its stamp.
package struct Register: Sendable, Hashable {
  /// The value; nil for an unpinned slot or a field that was removed.
  package let value: JSONValue?
  /// Nil when the document carries none that can be read: an edit that was made without `slots`.
  package let stamp: Stamp?

  /// A register of its parts.
  package init(_ value: JSONValue?, _ stamp: Stamp?) {
    self.value = value
    self.stamp = stamp
  }
}

extension Register: Comparable {
  /// By stamp, and between equal stamps by the canonical bytes of the value, so that two different
  /// writes are never equal and every replica picks the same winner. No stamp is before every stamp.
  package static func < (a: Register, b: Register) -> Bool {
    if a.stamp != b.stamp { return Register.precedes(a.stamp, b.stamp) }
    guard a.value != b.value else { return false }
    return (a.value?.canonicalBytes ?? []).lexicographicallyPrecedes(b.value?.canonicalBytes ?? [])
  }

  private static func precedes(_ a: Stamp?, _ b: Stamp?) -> Bool {
    guard let b else { return false }
    return a.map { $0 < b } ?? true
  }

  /// Why this register wins over `other`, in words for a report.
  package func rule(over other: Register) -> String {
    guard let stamp, let otherStamp = other.stamp else { return "the other has no stamp" }
    return stamp.rule(against: otherStamp)?.rawValue ?? "greater value"
  }
}
