internal import CSystem

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The clocks of this machine.
package enum Clock {
  /// The time in milliseconds since 1970; 0 when the clock stands before that.
  package static func now() -> Int64 { max(0, read(CLOCK_REALTIME)) }

  /// Milliseconds from some moment on; never set back, for measuring how long something takes.
  package static func monotonic() -> Int64 { read(CLOCK_MONOTONIC) }

  /// As `monotonic`, and goes on while the machine sleeps.
  package static func uptime() -> Int64 { system_uptime() }

  /// Does nothing for so many milliseconds.
  package static func pause(milliseconds: Int64) {
    _ = poll(nil, 0, Int32(clamping: max(0, milliseconds)))
  }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}

/// Chance from the system (`getrandom`, `arc4random`).
package enum Random {
  /// A number nobody can guess.
  package static func number() -> UInt64 { .random(in: .min ... .max) }

  /// A file name of 16 hexadecimal digits that nobody else uses.
  package static func name() -> String {
    let digits = String(number(), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
