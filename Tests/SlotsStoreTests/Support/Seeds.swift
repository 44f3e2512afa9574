import Foundation

/// The seeds of random tests: a few that are always the same, and more when `SLOTS_SEEDS` says how many.
enum Seeds {
  /// For tests of a second or more each.
  static let few = upTo(2)
  /// For tests of some tenths of a second each.
  static let some = upTo(6)

  private static func upTo(_ usual: UInt64) -> [UInt64] {
    let asked = ProcessInfo.processInfo.environment["SLOTS_SEEDS"].flatMap(UInt64.init)
    return Array(1...max(1, asked ?? usual))
  }
}
