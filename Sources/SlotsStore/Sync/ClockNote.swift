internal import SlotsModel

/// Replicas whose clock is off.
enum ClockNote {
  /// How far a clock may be off without being named: ten minutes.
  static let tolerance: Int64 = 600_000

  /// One sentence for each replica whose stamps are ahead of this machine's clock.
  static func notes(_ stamps: [Stamp], now: Int64) -> [String] {
    // A counter tells that the time was taken from a stamp that was seen, not from the writer's clock.
    let own = stamps.filter { $0.counter == 0 }
    let latest = Dictionary(grouping: own, by: \.replica).compactMapValues { $0.max() }
    return latest.sorted { $0.key < $1.key }.compactMap { replica, stamp in
      let ahead = stamp.milliseconds - now
      guard ahead > tolerance else { return nil }
      return "\(replica.string) wrote at \(CalendarTime(stamp.milliseconds).shortText) UTC by its "
        + "clock, and here it is \(CalendarTime(now).shortText) UTC: one of the two clocks is "
        + "\(duration(ahead)) off"
    }
  }

  /// `61 minutes`, `3 hours`, `12 days`.
  static func duration(_ milliseconds: Int64) -> String {
    let minutes = milliseconds / 60_000
    if minutes < 120 { return "\(minutes) minutes" }
    return minutes < 2880 ? "\(minutes / 60) hours" : "\(minutes / 1440) days"
  }
}
