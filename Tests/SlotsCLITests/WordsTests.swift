import SlotsModel
import Testing

@testable import SlotsCLI

struct WordsTests {
  /// 2026-11-30 10:15:02.007 UTC.
  private let moment: Int64 = 1_796_033_702_007

  private func stamp(_ counter: Int, factory: Int = 3) -> Stamp {
    Stamp(milliseconds: moment, counter: counter, replica: "phone", factoryVersion: factory)
  }

  // The hour is that of the machine's time zone; zones differ by whole minutes.
  @Test func `a stamp is said with its time and replica`() {
    let text = Words.when(stamp(0))
    #expect(text.hasSuffix(":02 phone"))
    #expect(text.count == "2026-11-30 10:15:02 phone".count)
    #expect(text.hasPrefix("2026-1"))
  }

  @Test func `a stamp is said exactly, with its counter where there is one`() {
    #expect(Words.exactly(stamp(0)).hasSuffix(":02.007 phone"))
    #expect(Words.exactly(stamp(4)).hasSuffix(":02.007/4 phone"))
  }

  @Test func `a default is said with the version of its set`() {
    #expect(Words.when(.factory(3)) == "factory 3")
    #expect(Words.exactly(.factory(3)) == "factory 3")
  }

  @Test func `a default that replaced a person's write is the factory's`() {
    let shipped = Slot(name: "Aurora", params: [:], tagSignal: nil, userOwned: false)
    let owned = Slot(name: "Aurora", params: [:], tagSignal: nil, userOwned: true)
    let replaced = stamp(0, factory: 4)
    #expect(Words.author(of: shipped, replaced) == "factory 4")
    #expect(Words.author(of: owned, replaced) == Words.when(replaced))
    #expect(Words.author(of: .cleared(stay: false), replaced) == Words.when(replaced))
    #expect(Words.author(of: nil, replaced) == Words.when(replaced))
  }

  @Test(arguments: [
    (json: "\"sea\"", words: "sea"), (json: "0.70", words: "0.7"), (json: "true", words: "true"),
    (json: "null", words: "null"), (json: "\"7\"", words: "7"),
  ])
  func `a value is said without quotation marks`(_ row: (json: String, words: String)) throws {
    #expect(Words.value(try JSONValue.read(Array(row.json.utf8))) == row.words)
  }

  @Test(arguments: [
    (number: 0, words: "0 keys"), (number: 1, words: "1 key"), (number: 2, words: "2 keys"),
  ])
  func `a number is said with its noun`(_ row: (number: Int, words: String)) {
    #expect(Words.count(row.number, "key") == row.words)
  }
}
