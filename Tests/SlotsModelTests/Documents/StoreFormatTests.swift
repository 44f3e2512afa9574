import SlotsModel
import Testing

@Suite struct StoreFormatTests {
  @Test func `a new store's document is the one on the design page`() throws {
    let document = StoreFormat().document
    let expected: JSONValue = [
      "format": 1, "slots": 24, "maxSlotBytes": 32768, "maxStoreBytes": 1_048_576,
    ]
    #expect(.object(document.json) == expected)
    #expect(try Document(document.canonicalBytes, as: .format) == document)
    #expect(StoreFormat(document) == StoreFormat())
    #expect(StoreFormat(StoreFormat(slots: 12).document).slots == 12)
  }

  @Test func `without a document everything has its usual value`() {
    #expect(StoreFormat(nil) == StoreFormat())
  }

  @Test(arguments: ["0", "-1", "1.5", "\"24\"", "null", "1e30", "[]"])
  func `a malformed member keeps its usual value`(_ value: String) throws {
    let text = #"{"format":\#(value),"slots":\#(value),"maxSlotBytes":\#(value)}"#
    #expect(StoreFormat(try Document(.format, reading: text)) == StoreFormat())
  }

  @Test func `members are read whatever their spelling`() throws {
    let format = StoreFormat(try Document(.format, reading: #"{"format":2.0,"slots":3e1}"#))
    #expect(format.format == 2 && format.slots == 30)
  }

  @Test(arguments: [(1, 1), (24, 24), (100, 100), (101, 100), (1_000_000_000, 100)])
  func `a store has as many slots as it says, at most 100`(_ count: Int, _ expected: Int) {
    let ids = StoreFormat(slots: count).slotIDs
    #expect(ids.map(\.index) == Array(0..<expected))
  }

  @Test func `two stores that grew differently merge to the greater of each limit`() throws {
    let one = try Document(.format, reading: #"{"format":1,"slots":24,"maxSlotBytes":9}"#)
    let other = try Document(.format, reading: #"{"format":1,"slots":100,"maxStoreBytes":5}"#)
    let expected = try Document(
      .format, reading: #"{"format":1,"slots":100,"maxSlotBytes":9,"maxStoreBytes":5}"#)
    #expect(Document.merged(one, other) == expected)
    #expect(Document.merged(other, one) == expected)
  }
}
