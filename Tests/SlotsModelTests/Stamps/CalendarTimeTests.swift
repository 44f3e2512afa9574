import Foundation
import SlotsModel
import Testing

private let day: Int64 = 86_400_000

@Suite struct CalendarTimeTests {
  private static func read(_ text: String) -> Int64? {
    CalendarTime.milliseconds(Array(text.utf8)[...])
  }

  @Test(arguments: UInt64(0)..<10)
  func `a random moment from 1970 to 8999 has the parts that Foundation gives it`(
    _ seed: UInt64
  ) throws {
    var chance = JSONChance(seed: seed)
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    for _ in 0..<100 {
      let moment = Int64(chance.next() % UInt64(Stamp.lastMillisecond + 1))
      let seconds = moment / 1000
      let parts = calendar.dateComponents(
        [.year, .month, .day, .hour, .minute, .second],
        from: Date(timeIntervalSince1970: TimeInterval(seconds)))
      let time = CalendarTime(moment)
      let message: Comment = "\(moment), seed \(seed)"
      #expect(time.year == parts.year && time.month == parts.month, message)
      #expect(time.day == parts.day && time.hour == parts.hour, message)
      #expect(time.minute == parts.minute && time.second == parts.second, message)
      #expect(Int64(time.millisecond) == moment % 1000, message)
      #expect(Self.read(time.text) == moment, message)
    }
  }

  @Test func `every year from 1970 to 8999 has its days`() {
    var start: Int64 = 0
    for year in 1970...8999 {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let february: Int64 = isLeap ? 29 : 28
      #expect(Self.read("\(year)-01-01T00:00:00.000Z") == start)
      #expect((Self.read("\(year)-02-29T00:00:00Z") != nil) == isLeap, "\(year)")
      #expect(Self.read("\(year)-03-01T00:00:00Z") == start + (31 + february) * day, "\(year)")
      let last = start + (337 + february) * day - 1
      #expect(Self.read("\(year)-12-31T23:59:59.999Z") == last, "\(year)")
      #expect(CalendarTime(last).text == "\(year)-12-31T23:59:59.999Z")
      start = last + 1
    }
    #expect(start == Stamp.lastMillisecond + 1)
  }

  @Test func `the days of a leap year and a common year follow each other`() {
    let months = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    var moment = Self.read("2027-01-01T00:00:00Z") ?? 0
    for year in [2027, 2028] {
      for (index, days) in months.enumerated() {
        let last = year == 2028 && index == 1 ? 29 : days
        for date in 1...last {
          let time = CalendarTime(moment)
          #expect(time.year == year && time.month == index + 1 && time.day == date)
          #expect(time.hour == 0 && time.minute == 0 && time.second == 0)
          moment += day
        }
      }
    }
  }

  @Test func `a moment before 1970 has parts too`() {
    let time = CalendarTime(-1)
    #expect(time.text == "1969-12-31T23:59:59.999Z")
    #expect(Self.read("1969-12-31T23:59:59.999Z") == -1)
    #expect(CalendarTime(-day).dateText == "1969-12-31")
    #expect(Self.read("0001-01-01T00:00:00Z") == -62_135_596_800_000)
    #expect(CalendarTime(-62_135_596_800_000).text == "0001-01-01T00:00:00.000Z")
  }

  @Test func `a moment is shown as a date, and as a time to the second`() {
    let time = CalendarTime(1_796_033_702_123)
    #expect(time.dateText == "2026-11-30")
    #expect(time.shortText == "2026-11-30 10:15:02")
    #expect(time.text == "2026-11-30T10:15:02.123Z")
  }

  @Test func `seconds alone are read as well`() {
    #expect(Self.read("2026-11-30T10:15:02Z") == 1_796_033_702_000)
    #expect(Self.read("2026-11-30T10:15:02.000Z") == 1_796_033_702_000)
  }

  @Test(arguments: [
    "", "2026-11-30", "2026-11-30T10:15Z", "2026-11-30T10:15:02", "2026-11-30T10:15:60Z",
    "2026-11-30T10:60:02Z", "2026-11-30T24:15:02Z", "2026-11-30T24:00:00Z", "2026-11-31T10:15:02Z",
    "2026-13-30T10:15:02Z", "2026-00-30T10:15:02Z", "2026-11-00T10:15:02Z", "2026-11-30 10:15:02Z",
    "2026-11-30T10:15:02.1Z", "2026-11-30T10:15:02.12x", "2026-11-30T10:15:02.1234Z",
    "+026-11-30T10:15:02Z", "2026-11-30T10:15:02+01:00", "2026-11-30T10-15-02Z",
  ])
  func `what is no moment is none`(_ text: String) {
    #expect(Self.read(text) == nil)
  }

  @Test(arguments: [-Int64.max + 2 * day, Int64.max])
  func `the farthest moments have a year`(_ moment: Int64) {
    #expect(abs(CalendarTime(moment).year - 1970) > 292_000_000)
  }
}
