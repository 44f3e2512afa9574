import SlotsSystem
import TestSupport
import Testing

@testable import SlotsGit

@Suite struct ValueTests {
  @Test func `an id is its 40 digits`() throws {
    let hex = "0123456789abcdef0123456789abcdef00000001"
    let id = try #require(ObjectID(hex: hex))
    #expect(id.hex == hex)
    #expect(id.short == "0123456789")
    #expect(ObjectID(hex: hex.uppercased()) == id)
    #expect(ObjectID.zero.hex == String(repeating: "0", count: 40))
  }

  @Test(arguments: [
    "", "0", String(repeating: "0", count: 41), String(repeating: "g", count: 40),
    "+" + String(repeating: "0", count: 39), String(repeating: "\u{e9}", count: 20),
  ])
  func `anything else is no id`(text: String) {
    #expect(ObjectID(hex: text) == nil)
  }

  @Test func `ids are in the order of their digits`() {
    var chance = Chance(seed: 7)
    let texts = (0..<200).map { _ in
      chance.bytes(20).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    #expect(texts.compactMap(ObjectID.init(hex:)).sorted().map(\.hex) == texts.sorted())
  }

  @Test func `the id of a file is the one git gives it`() throws {
    let folder = try TemporaryFolder()
    for text in ["", "text\n", String(repeating: "x", count: 100_000)] {
      try folder.write("file", text)
      let hex = try git("hash-object", "--no-filters", "file", in: folder.path)
      #expect(Repository.id(blob: Array(text.utf8)).hex == hex)
    }
  }

  @Test(arguments: [
    (0, "+0000"), (60, "+0100"), (-90, "-0130"), (765, "+1245"), (-720, "-1200"),
  ]) func `a time zone is hours and minutes`(minutes: Int, text: String) {
    let signature = Signature(name: "A", email: "b", time: 5, offsetMinutes: minutes)
    #expect(signature.text == "A <b> 5 \(text)")
  }

  @Test(arguments: [
    ("Zoë Q. <z@x> 12 -0330", "Zoë Q.", "z@x", 12, -210), (" <> 5 +0000", "", "", 5, 0),
    ("<a@b> 5 +0100", "", "a@b", 5, 60), ("A <b <c> 5 +1400", "A", "b <c", 5, 840),
    ("A <b>", "A", "b", 0, 0), ("nothing", "nothing", "", 0, 0), ("", "", "", 0, 0),
    ("A <b> -7 x", "A", "b", -7, 0), ("> A < 1 2", "> A", "", 0, 0),
  ]) func `a signature is read from any line`(
    line: String, name: String, email: String, time: Int64, minutes: Int
  ) {
    let read = Signature(line: line)
    #expect(read == Signature(name: name, email: email, time: time, offsetMinutes: minutes))
  }

  @Test func `a name cannot break the line it is in`() {
    let signature = Signature(name: "  A <b>\n B\u{0} ", email: "c>\n", time: 5, offsetMinutes: 0)
    #expect(signature.text == "A b B <c> 5 +0000")
    #expect(
      Signature(name: "<>", email: "", time: 5, offsetMinutes: 0).text.hasPrefix("unknown <>"))
  }

  @Test func `every setting of the library is accepted, syncing to the medium among them`() {
    #expect(Library.settings.contains { $0.name == "GIT_OPT_ENABLE_FSYNC_GITDIR = 1" })
    for setting in Library.settings { #expect(setting.apply() == 0) }
  }
}
