import SlotsModel
import Testing

/// A text that is no stamp.
struct MalformedStamp: Sendable, CustomTestStringConvertible {
  let name: String
  let text: String
  var testDescription: String { name }

  init(_ name: String, _ text: String) {
    self.name = name
    self.text = text
  }

  static let all: [MalformedStamp] = [
    MalformedStamp("nothing", ""),
    MalformedStamp("a space", " "),
    MalformedStamp("a word", "today"),
    MalformedStamp("an f alone", "f"),
    MalformedStamp("a negative version", "f-1"),
    MalformedStamp("a version with a leading zero", "f03"),
    MalformedStamp("a version of ten digits", "f1000000000"),
    MalformedStamp("a capital F", "F3"),
    MalformedStamp("space before a version", " f3"),
    MalformedStamp("space after a version", "f3 "),
    MalformedStamp("two versions", "f3 f4"),
    MalformedStamp("a line feed at the end", "2026-11-30T10:15:02.123Z/0 phone f3\n"),
    MalformedStamp("a space at the end", "2026-11-30T10:15:02.123Z/0 phone f3 "),
    MalformedStamp("a space at the start", " 2026-11-30T10:15:02.123Z/0 phone f3"),
    MalformedStamp("no version", "2026-11-30T10:15:02.123Z/0 phone"),
    MalformedStamp("a version without f", "2026-11-30T10:15:02.123Z/0 phone 3"),
    MalformedStamp("no name and one space", "2026-11-30T10:15:02.123Z/0 f3"),
    MalformedStamp("no counter", "2026-11-30T10:15:02.123Z phone f3"),
    MalformedStamp("an empty counter", "2026-11-30T10:15:02.123Z/ phone f3"),
    MalformedStamp("no time", "/0 phone f3"),
    MalformedStamp("a tab between the parts", "2026-11-30T10:15:02.123Z/0\tphone f3"),
    MalformedStamp("a counter of 65536", "2026-11-30T10:15:02.123Z/65536 phone f3"),
    MalformedStamp(
      "a counter beyond 64 bits", "2026-11-30T10:15:02.123Z/99999999999999999999 p f3"),
    MalformedStamp("a negative counter", "2026-11-30T10:15:02.123Z/-1 phone f3"),
    MalformedStamp("a counter with a sign", "2026-11-30T10:15:02.123Z/+1 phone f3"),
    MalformedStamp("a counter with a leading zero", "2026-11-30T10:15:02.123Z/01 phone f3"),
    MalformedStamp("a counter of other digits", "2026-11-30T10:15:02.123Z/٣ phone f3"),
    MalformedStamp("the year 9000", "9000-01-01T00:00:00.000Z/0 phone f3"),
    MalformedStamp("the year 9999", "9999-12-31T23:59:59.999Z/0 phone f3"),
    MalformedStamp("the year 10000", "10000-01-01T00:00:00.000Z/0 phone f3"),
    MalformedStamp("the year 1969", "1969-12-31T23:59:59.999Z/0 phone f3"),
    MalformedStamp("the year 0", "0000-01-01T00:00:00.000Z/0 phone f3"),
    MalformedStamp("a year of three digits", "202-11-30T10:15:02.123Z/0 phone f3"),
    MalformedStamp("30 February", "2026-02-30T10:15:02.123Z/0 phone f3"),
    MalformedStamp("29 February in 2026", "2026-02-29T10:15:02.123Z/0 phone f3"),
    MalformedStamp("29 February in 2100", "2100-02-29T10:15:02.123Z/0 phone f3"),
    MalformedStamp("31 November", "2026-11-31T10:15:02.123Z/0 phone f3"),
    MalformedStamp("day 0", "2026-11-00T10:15:02.123Z/0 phone f3"),
    MalformedStamp("day 32", "2026-12-32T10:15:02.123Z/0 phone f3"),
    MalformedStamp("month 0", "2026-00-30T10:15:02.123Z/0 phone f3"),
    MalformedStamp("month 13", "2026-13-30T10:15:02.123Z/0 phone f3"),
    MalformedStamp("hour 24", "2026-11-30T24:00:00.000Z/0 phone f3"),
    MalformedStamp("minute 60", "2026-11-30T10:60:00.000Z/0 phone f3"),
    MalformedStamp("a leap second", "2026-12-31T23:59:60.000Z/0 phone f3"),
    MalformedStamp("no milliseconds", "2026-11-30T10:15:02Z/0 phone f3"),
    MalformedStamp("two digits of milliseconds", "2026-11-30T10:15:02.12Z/0 phone f3"),
    MalformedStamp("microseconds", "2026-11-30T10:15:02.123456Z/0 phone f3"),
    MalformedStamp("a comma before the milliseconds", "2026-11-30T10:15:02,123Z/0 phone f3"),
    MalformedStamp("a time zone", "2026-11-30T10:15:02.123+01:00/0 phone f3"),
    MalformedStamp("no time zone", "2026-11-30T10:15:02.123/0 phone f3"),
    MalformedStamp("a space for the T", "2026-11-30 10:15:02.123Z/0 phone f3"),
    MalformedStamp("a small t", "2026-11-30t10:15:02.123z/0 phone f3"),
    MalformedStamp("slashes in the date", "2026/11/30T10:15:02.123Z/0 phone f3"),
    MalformedStamp("a date with one digit", "2026-11-3T10:15:02.0123Z/0 phone f3"),
    MalformedStamp("a date with a sign", "2026-11-+3T10:15:02.123Z/0 phone f3"),
    MalformedStamp("full-width digits", "２０２６-11-30T10:15:02.123Z/0 phone f3"),
    MalformedStamp("a byte-order mark", "\u{FEFF}2026-11-30T10:15:02.123Z/0 phone f3"),
    MalformedStamp("the long spelling of a default over nothing", "1970-01-01T00:00:00.000Z/0  f3"),
  ]
}

@Suite struct StampTextTests {
  @Test func `the parts of a written stamp are read`() throws {
    let stamp = try #require(Stamp("2026-11-30T10:15:02.123Z/7 phone f3"))
    #expect(stamp.milliseconds == 1_796_033_702_123)
    #expect(stamp.counter == 7)
    #expect(stamp.replica == "phone")
    #expect(stamp.factoryVersion == 3)
    #expect(stamp.description == "2026-11-30T10:15:02.123Z/7 phone f3")
  }

  @Test(arguments: [0, 1, 3, 10, 999_999_999])
  func `a default over nothing is written as its version alone`(_ version: Int) {
    #expect(Stamp.factory(version).description == "f\(version)")
    #expect(Stamp("f\(version)") == .factory(version))
  }

  @Test(arguments: [
    ("phone", 3), ("git:Jane Doe", 3), ("a f3", 2), ("f3", 4), ("a f3 f4", 5), (" ", 0),
    ("x/9 y", 1),
    ("", 1), ("客厅 ☀️", 1), ("tab\there", 1),
  ])
  func `a name with spaces and other parts inside is read back`(_ name: String, _ version: Int) {
    let text = "2026-11-30T10:15:02.123Z/0 \(name) f\(version)"
    let stamp = Stamp(text)
    #expect(stamp?.replica == Text(name))
    #expect(stamp?.factoryVersion == version)
    #expect(stamp?.description == text)
  }

  @Test func `two spellings of one name in Unicode stay two names`() {
    let composed = Stamp("2026-11-30T10:15:02.123Z/0 caf\u{E9} f1")
    let decomposed = Stamp("2026-11-30T10:15:02.123Z/0 cafe\u{301} f1")
    #expect(composed != nil && decomposed != nil && composed != decomposed)
  }

  @Test(arguments: MalformedStamp.all)
  func `a malformed stamp is none`(_ example: MalformedStamp) {
    #expect(Stamp(example.text) == nil)
  }

  @Test(arguments: [
    "1970-01-01T00:00:00.000Z/1  f3", "1970-01-01T00:00:00.001Z/0  f0",
    "8999-12-31T23:59:59.999Z/65535 phone f999999999", "2024-02-29T00:00:00.000Z/0 p f0",
    "2000-02-29T23:59:59.999Z/0 p f0",
  ])
  func `the ends of the range are read`(_ text: String) {
    #expect(Stamp(text)?.description == text)
  }

  @Test(arguments: UInt64(0)..<20)
  func `a random stamp is read back from its text`(_ seed: UInt64) {
    var chance = JSONChance(seed: seed)
    for _ in 0..<100 {
      let stamp = chance.anyStamp()
      #expect(Stamp(stamp.description) == stamp, "seed \(seed)")
    }
  }

  @Test(arguments: UInt64(0)..<20)
  func `a damaged text is no stamp, or another stamp in its one spelling`(_ seed: UInt64) {
    var chance = JSONChance(seed: seed)
    for _ in 0..<200 {
      let bytes = chance.damaged(Array(chance.anyStamp().description.utf8))
      let text = String(decoding: bytes, as: UTF8.self)
      guard let stamp = Stamp(text) else { continue }
      #expect(Text(stamp.description) == Text(text), "seed \(seed)")
    }
  }

  @Test func `values outside the range move to its nearest end`() {
    let low = Stamp(milliseconds: -5, counter: -1, replica: "a", factoryVersion: -3)
    #expect(low == Stamp(milliseconds: 0, counter: 0, replica: "a", factoryVersion: 0))
    let high = Stamp(
      milliseconds: .max, counter: .max, replica: "a", factoryVersion: .max)
    #expect(high.description == "8999-12-31T23:59:59.999Z/65535 a f999999999")
  }
}
