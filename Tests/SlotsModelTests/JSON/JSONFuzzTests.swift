import SlotsModel
import Testing

/// Nothing that is read may stop the process; a trap fails the whole test run.
@Suite struct JSONFuzzTests {
  @Test(arguments: (1...12).map(UInt64.init))
  func `damaged texts give a value or an error inside the text`(_ seed: UInt64) {
    var chance = JSONChance(seed: seed)
    for round in 0..<1000 {
      let value = chance.value(depth: 3)
      let whole =
        chance.below(2) == 0 ? value.canonicalBytes : Array(chance.spelling(of: value).utf8)
      check(chance.damaged(whole), "seed \(seed), round \(round)")
    }
  }

  @Test(arguments: [UInt64(31), 32])
  func `random bytes give a value or an error inside the text`(_ seed: UInt64) {
    var chance = JSONChance(seed: seed)
    let likely = Array("{}[]\",:\\u0123456789abcdefDd-+.eE \n\r".utf8)
    for round in 0..<2000 {
      let bytes = (0..<chance.below(40)).map { _ in
        chance.below(8) == 0 ? UInt8(truncatingIfNeeded: chance.next()) : chance.one(of: likely)
      }
      check(bytes, "seed \(seed), round \(round)")
    }
  }

  @Test func `every short text over the signs of JSON gives a value or an error inside it`() {
    let signs = Array("{}[]\",:\\u1-.e \n".utf8) + [0xC3, 0xA9, 0xFF]
    var texts: [[UInt8]] = [[]]
    for _ in 0..<3 {
      texts = texts.flatMap { text in signs.map { text + [$0] } }
      for text in texts { check(text, "\(text)") }
    }
  }

  @Test func `every beginning of a document is refused, and none as a member twice`() {
    var chance = JSONChance(seed: 41)
    let value = JSONValue.object(["a": chance.value(depth: 4), "b": chance.value(depth: 4)])
    let bytes = value.canonicalBytes.dropLast()
    for count in 0..<bytes.count {
      let error = #expect(throws: JSONError.self) { try JSONValue.read(Array(bytes.prefix(count))) }
      if case .memberTwice = error?.reason { Issue.record("at \(count)") }
    }
  }

  private func check(_ bytes: [UInt8], _ comment: Comment) {
    do throws(JSONError) {
      let value = try JSONValue.read(bytes)
      let again = try? JSONValue.read(value.canonicalBytes)
      #expect(again == value, comment)
    } catch {
      #expect(!error.reason.message.isEmpty, comment)
      #expect(isInside(error.position, bytes), "\(error.position), \(comment)")
    }
    for path in [[], [JSONStep.member("a")], [.index(1), .member("")]] {
      let place = JSONValue.position(of: path, in: bytes, atName: true)
      #expect(place.map { isInside($0, bytes) } ?? true, comment)
    }
  }

  /// True when the text has the line, and the line the column or ends just before it.
  private func isInside(_ position: TextPosition, _ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self).unicodeScalars
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" }
    guard (1...lines.count).contains(position.line), position.column >= 1 else { return false }
    return position.column <= (lines.map(\.count).max() ?? 0) + 1
  }
}
