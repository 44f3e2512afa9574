import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// Commits whose author, date or message no git would write.
@Suite struct HostileCommitTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var author = "Eve <e@x> 1796126400 +0000"
    var message = "evil\n"
    /// False for what git itself cannot read either.
    var isTaken = true
  }

  static let cases: [Case] =
    [
      ("in 2106", "Eve <e@x> 4294967296 +0000"), ("in 1970", "Eve <e@x> 0 +0000"),
      ("in the last second of 9999", "Eve <e@x> 253402300799 +0000"),
      ("in 10000", "Eve <e@x> 253402300800 +0000"), ("before 1970", "Eve <e@x> -1 +0000"),
      ("long before", "Eve <e@x> -99999999999999 +0000"),
      ("at the last second there is", "Eve <e@x> 9223372036854775807 +0000"),
      ("with a zone beyond the world", "Eve <e@x> 1796126400 +99999999999999999"),
      ("without a date", "Eve <e@x>"), ("without a name and an address", "<> 5 +0000"),
      ("with escapes", "\u{1B}[31mEve\u{1B}]0;x\u{7} <e\u{1B}@x> 1796126400 +0000"),
      ("that turns the text around", "E\u{202E}ve <e@x> 1796126400 +0000"),
      ("with a name of 100,000 letters", String(repeating: "E", count: 100_000) + " <e@x> 5 +0000"),
    ].map { Case(testDescription: "author \($0.0)", author: $0.1) }
    + [
      ("with nonsense for a date", "Eve <e@x> soon +0000"), ("without an address", "Eve 5 +0000"),
      ("of nothing", ""),
      ("with a date beyond all numbers", "Eve <e@x> 99999999999999999999999 +0000"),
    ].map { Case(testDescription: "author \($0.0)", author: $0.1, isTaken: false) }
    + [
      ("of nothing", ""), ("of 2 MB", String(repeating: "x", count: 2_000_000)),
      ("with escapes", "\u{1B}[31mred\u{1B}]0;own\u{7}\u{9B}31m\n\nSlots-Replica: \u{1B}[5mx\n"),
      ("with a mark of nothing", "x\n\nSlots-Mark: \n"), ("that ends early", "a\u{0}b\n"),
    ].map { Case(testDescription: "message \($0.0)", message: $0.1) }

  @Test(arguments: cases)
  func `a strange commit is taken as an edit, or named, and steers no terminal`(
    commit: Case
  ) throws {
    let world = try World()
    let a = try world.replica("a")
    try a.sync()
    let forge = Forge(world.hub)
    let good = try world.hubTip()
    let blob = try forge.blob("{\"name\": \"Evil \\u001b[31m\\u009b\", \"params\": {}}")
    try forge.push(
      [("100644", Array("slot.05.json".utf8), blob)], author: commit.author, message: commit.message
    )
    try a.write(slotFile(9), "{\"name\": \"Mine\", \"params\": {}}")
    for words in [["sync"], ["log"], ["log", "5"], ["status"], ["list"]] {
      let result = try a.slots(words[0], arguments: Array(words.dropFirst()))
      let expected: [Int32] = words[0] == "sync" ? [commit.isTaken ? 0 : 1] : [0, 1, 3]
      #expect(result.exitCode.map(expected.contains) == true, "\(words): \(result.summary)")
      let bytes = result.outputText + result.errorText
      let steering = bytes.unicodeScalars.first {
        (0..<32).contains($0.value) && $0 != "\n" || (0x7F...0x9F).contains($0.value)
          || $0.value == 0x202E
      }
      #expect(steering == nil, "\(words): \(result.summary.debugDescription.prefix(2000))")
    }
    if commit.isTaken {
      #expect(try a.title(5)?.hasPrefix("Evil") == true)
      #expect(try a.register(slotKey(5))?.stamp != nil)
    } else {
      try forge.point(good)
      #expect(try a.sync().failure == nil)
    }
    #expect(try git("show", "main:slot.09.json", in: world.hub).contains("Mine"))
    // Whoever edits afterwards wins, whatever the commit's date.
    try a.save(5, "After")
    try a.sync()
    #expect(try a.title(5) == "After")
    #expect(try git("show", "main:slot.05.json", in: world.hub).contains("After"))
  }
}
