internal import SlotsSystem

/// The clock of this machine.
public enum SystemClock {
  /// The present time, in milliseconds since 1970.
  @Sendable public static func now() -> Int64 { Clock.now() }
}
