extension Stamp: CustomStringConvertible {
  /// `2026-11-30T10:15:02.123Z/0 phone f3`, or `f3` for a default that replaced nothing.
  package var description: String {
    if milliseconds == 0, counter == 0, replica == "" { return "f\(factoryVersion)" }
    return "\(CalendarTime(milliseconds).text)/\(counter) \(replica.string) f\(factoryVersion)"
  }

  /// Reads a stamp; nil when the text is malformed, which includes years from 9000 on.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    if let version = Stamp.version(bytes[...]) {
      self = .factory(version)
      return
    }
    guard let lastSpace = bytes.lastIndex(of: UInt8(ascii: " ")),
      let version = Stamp.version(bytes[(lastSpace + 1)...]),
      let slash = bytes.firstIndex(of: UInt8(ascii: "/")),
      let milliseconds = CalendarTime.milliseconds(bytes[..<slash]),
      milliseconds <= Stamp.lastMillisecond,
      let space = bytes[slash...].firstIndex(of: UInt8(ascii: " ")), space < lastSpace,
      let counter = Stamp.digits(bytes[(slash + 1)..<space]), counter <= Stamp.lastCounter
    else { return nil }
    let replica = String(decoding: bytes[(space + 1)..<lastSpace], as: UTF8.self)
    self.init(
      milliseconds: milliseconds, counter: counter, replica: Text(replica),
      factoryVersion: version)
    guard description == text else { return nil }
  }

  private static func version(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.first == UInt8(ascii: "f"), let version = digits(bytes.dropFirst()),
      version <= lastFactoryVersion
    else { return nil }
    return version
  }

  static func digits(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard (1...9).contains(bytes.count), bytes.count == 1 || bytes.first != UInt8(ascii: "0")
    else { return nil }
    return CalendarTime.number(bytes)
  }
}

/// A moment in UTC, converted between milliseconds and RFC 3339 text by calendar arithmetic
/// (proleptic Gregorian, days counted in 400-year eras).
package struct CalendarTime: Sendable, Hashable {
  /// Year, month 1 to 12, day 1 to 31.
  package let year: Int, month: Int, day: Int
  /// Hour 0 to 23, minute and second 0 to 59, millisecond 0 to 999.
  package let hour: Int, minute: Int, second: Int, millisecond: Int

  /// The moment `milliseconds` after 1970-01-01T00:00Z; may be negative.
  package init(_ milliseconds: Int64) {
    let (days, rest) = CalendarTime.floorDivide(Int(milliseconds), 86_400_000)
    millisecond = rest % 1000
    second = rest / 1000 % 60
    minute = rest / 60_000 % 60
    hour = rest / 3_600_000
    // March-based years make the leap day the last day of a year.
    let (era, dayOfEra) = CalendarTime.floorDivide(days + 719_468, 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// `2026-11-30T10:15:02.123Z`.
  package var text: String {
    "\(dateText)T\(Self.padded(hour, 2)):\(Self.padded(minute, 2)):\(Self.padded(second, 2))"
      + ".\(Self.padded(millisecond, 3))Z"
  }

  /// `2026-11-30`.
  package var dateText: String {
    "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
  }

  /// `2026-11-30 10:15:02`, for people.
  package var shortText: String {
    "\(dateText) \(Self.padded(hour, 2)):\(Self.padded(minute, 2)):\(Self.padded(second, 2))"
  }

  /// Milliseconds since 1970 of `YYYY-MM-DDTHH:MM:SS[.mmm]Z`; nil for anything else, and for a date
  /// that is not in the calendar.
  package static func milliseconds(_ text: ArraySlice<UInt8>) -> Int64? {
    let bytes = Array(text)
    guard bytes.count == 24 || bytes.count == 20, bytes.last == UInt8(ascii: "Z"),
      let year = number(bytes[0..<4]), bytes[4] == UInt8(ascii: "-"),
      let month = number(bytes[5..<7]), bytes[7] == UInt8(ascii: "-"),
      let day = number(bytes[8..<10]), bytes[10] == UInt8(ascii: "T"),
      let hour = number(bytes[11..<13]), bytes[13] == UInt8(ascii: ":"),
      let minute = number(bytes[14..<16]), bytes[16] == UInt8(ascii: ":"),
      let second = number(bytes[17..<19]),
      (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 60
    else { return nil }
    var millisecond = 0
    if bytes.count == 24 {
      guard bytes[19] == UInt8(ascii: "."), let fraction = number(bytes[20..<23]) else {
        return nil
      }
      millisecond = fraction
    }
    let marchYear = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = floorDivide(marchYear, 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * 146_097 + dayOfEra - 719_468
    let result = Int64(days) * 86_400_000 + Int64(hour * 3600 + minute * 60 + second) * 1000
    let moment = CalendarTime(result)
    guard moment.day == day, moment.month == month else { return nil }
    return result + Int64(millisecond)
  }

  static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    var value = 0
    for byte in bytes {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return value
  }

  private static func padded(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  private static func floorDivide(_ a: Int, _ b: Int) -> (Int, Int) {
    let (quotient, rest) = a.quotientAndRemainder(dividingBy: b)
    return rest < 0 ? (quotient - 1, rest + b) : (quotient, rest)
  }
}
