internal import SlotsModel

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Small words that several commands say.
enum Words {
  /// `2026-11-30 10:15:02 phone`, in this machine's time zone; `factory 3` for a default.
  static func when(_ stamp: Stamp) -> String {
    if stamp.isDefault { return "factory \(stamp.factoryVersion)" }
    return "\(time(stamp.milliseconds)) \(stamp.replica.string)"
  }

  /// Who wrote a slot: for a default the version of its set, also where it replaced a person's write.
  static func author(of slot: Slot?, _ stamp: Stamp) -> String {
    let isDefault = slot.map { !$0.userOwned && !$0.isCleared } ?? false
    return isDefault ? "factory \(stamp.factoryVersion)" : when(stamp)
  }

  /// As `when`, to the millisecond: for telling two writes apart.
  static func exactly(_ stamp: Stamp) -> String {
    if stamp.isDefault { return when(stamp) }
    let rest = String(stamp.milliseconds % 1000 + 1000).dropFirst()
    let counter = stamp.counter == 0 ? "" : "/\(stamp.counter)"
    return "\(time(stamp.milliseconds)).\(rest)\(counter) \(stamp.replica.string)"
  }

  /// A moment in this machine's time zone, `2026-11-30 10:15:02`. Calls `localtime_r`.
  static func time(_ milliseconds: Int64) -> String {
    var seconds = time_t(milliseconds / 1000)
    var parts = tm()
    localtime_r(&seconds, &parts)
    return CalendarTime(milliseconds + Int64(parts.tm_gmtoff) * 1000).shortText
  }

  /// A value for people: a text without quotation marks, anything else as JSON.
  static func value(_ value: JSONValue) -> String { value.text?.string ?? value.compactText }

  /// `6.4 s` for milliseconds.
  static func seconds(_ milliseconds: Int64) -> String {
    "\(milliseconds / 1000).\(milliseconds % 1000 / 100) s"
  }

  /// `1 key`, `3 keys`.
  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}

extension Stamp {
  /// True for the stamp of a default that replaced nothing.
  var isDefault: Bool { milliseconds == 0 && counter == 0 && replica == "" }
}
