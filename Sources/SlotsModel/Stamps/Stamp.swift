/// When and by whom a register was last written: a hybrid logical clock reading.
///
/// Stamps are totally ordered: time, counter, replica name (by bytes), factory version. A stamp
/// that is only a version (`f3`) has time 0, counter 0 and no name, so it is older than any
/// person's write.
package struct Stamp: Sendable, Hashable {
  /// Milliseconds since 1970, from 0 to `Stamp.lastMillisecond`.
  package let milliseconds: Int64
  /// Tells writes in one millisecond apart; 0 to `Stamp.lastCounter`.
  package let counter: Int
  /// The replica that wrote, or `git:` and an author's name for an edit made with plain git.
  package let replica: Text
  /// The version of the factory set that the writer's store had; 0 when it had none.
  package let factoryVersion: Int

  /// The last millisecond a stamp may carry, 8999-12-31T23:59:59.999Z.
  package static let lastMillisecond: Int64 = 221_845_391_999_999
  /// The last counter in one millisecond; after it the next millisecond begins.
  package static let lastCounter = 65_535
  /// The highest factory version a stamp may carry.
  package static let lastFactoryVersion = 999_999_999

  /// A stamp of its parts; values outside their range are moved to its nearest end.
  package init(milliseconds: Int64, counter: Int, replica: Text, factoryVersion: Int) {
    self.milliseconds = min(max(milliseconds, 0), Self.lastMillisecond)
    self.counter = min(max(counter, 0), Self.lastCounter)
    self.replica = replica
    self.factoryVersion = min(max(factoryVersion, 0), Self.lastFactoryVersion)
  }

  /// The stamp of a default that replaces nothing, written `fN`.
  package static func factory(_ version: Int) -> Stamp {
    Stamp(milliseconds: 0, counter: 0, replica: "", factoryVersion: version)
  }

  /// The stamp of a default of `version` that replaces the register with this stamp: the smallest
  /// stamp above it.
  package func withFactoryVersion(_ version: Int) -> Stamp {
    Stamp(
      milliseconds: milliseconds, counter: counter, replica: replica, factoryVersion: version)
  }

  /// The stamp of a new write: the physical time, or the reading after `seen` when that is later.
  ///
  /// - Parameters:
  ///   - now: the writer's clock, in milliseconds since 1970.
  ///   - seen: the latest stamp the writer has seen, if any.
  ///   - replica: the writer's name.
  ///   - factoryVersion: the factory version of the writer's store.
  package static func next(
    now: Int64, after seen: Stamp?, replica: Text, factoryVersion: Int
  ) -> Stamp {
    var milliseconds = min(max(now, 0), lastMillisecond)
    var counter = 0
    if let seen, (milliseconds, counter) <= (seen.milliseconds, seen.counter) {
      (milliseconds, counter) = (seen.milliseconds, seen.counter + 1)
      if counter > lastCounter { (milliseconds, counter) = (milliseconds + 1, 0) }
    }
    return Stamp(
      milliseconds: milliseconds, counter: counter, replica: replica,
      factoryVersion: factoryVersion)
  }
}

extension Stamp: Comparable {
  /// What decides between two stamps, in the order in which it is asked.
  package enum Rule: String, Sendable, Hashable {
    /// One was written later.
    case time = "later time"
    /// Both in one millisecond; one counted further.
    case counter = "later counter"
    /// One reading; the greater replica name wins everywhere.
    case replica = "greater replica name"
    /// A newer factory version over an older default.
    case factoryVersion = "newer factory version"
  }

  /// The first part in which two stamps differ; nil when they are equal.
  package func rule(against other: Stamp) -> Rule? {
    if milliseconds != other.milliseconds { return .time }
    if counter != other.counter { return .counter }
    if replica != other.replica { return .replica }
    return factoryVersion == other.factoryVersion ? nil : .factoryVersion
  }

  package static func < (a: Stamp, b: Stamp) -> Bool {
    if a.milliseconds != b.milliseconds { return a.milliseconds < b.milliseconds }
    if a.counter != b.counter { return a.counter < b.counter }
    if a.replica != b.replica { return a.replica < b.replica }
    return a.factoryVersion < b.factoryVersion
  }
}
