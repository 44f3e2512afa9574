import SlotsModel
import SlotsStore
import SlotsSystem
import Testing

@testable import SlotsCLI

struct FailureTests {
  /// One error, and how the program says it.
  struct Row: CustomTestStringConvertible {
    let error: StoreError
    let sentence: String
    var details: [String] = []
    var hints: [String] = []
    var status = ExitStatus.failed
    var testDescription: String { sentence }
  }

  @Test(arguments: rows)
  func `a store's error is said`(_ row: Row) {
    let failure = Failure(row.error)
    #expect(failure.sentence == row.sentence)
    #expect(failure.details == row.details)
    #expect(failure.hints == row.hints)
    #expect(failure.status == row.status)
  }

  @Test func `every error of a store is in the table`() {
    let known = Set(Self.rows.map { Kind($0.error) })
    #expect(Kind.allCases.filter { !known.contains($0) } == [])
  }

  @Test(arguments: rows)
  func `sentences and hints are lower case and have no full stop`(_ row: Row) {
    let failure = Failure(row.error)
    for text in [failure.sentence] + failure.hints {
      let word = text.prefix { $0 != " " }
      let isName = word.allSatisfy { $0.isUppercase } || word.contains("/")
      #expect(isName || !text.prefix(1).allSatisfy(\.isUppercase), "\(text)")
      #expect(!text.hasSuffix("."), "\(text)")
      #expect(!text.isEmpty)
      #expect(!text.contains("\n"), "\(text)")
    }
  }

  @Test func `a hint is missing only where there is nothing to type`() {
    let silent = Self.rows.filter { Failure($0.error).hints.isEmpty }.map { Kind($0.error) }
    #expect(Set(silent) == [.noSlot, .invalid, .badReplica, .badFactory])
  }

  @Test func `an error of the system says what was being done to what`() {
    let failure = Failure(SystemError("open", "/presets/slot.05.json", SystemError.notAFile))
    #expect(failure.sentence == "cannot open /presets/slot.05.json: not a regular file")
    #expect(failure.status == .failed)
  }

  @Test func `an error of a command is said as it is`() {
    let failure = Failure(
      CommandError("set: nothing to change", hint: "slots set 5", status: .usage))
    #expect(failure.sentence == "set: nothing to change")
    #expect(failure.hints == ["slots set 5"])
    #expect(failure.status == .usage)
  }

  @Test func `any other error is a bug and asks for a report`() {
    struct Unforeseen: Error {}
    let failure = Failure(Unforeseen())
    #expect(failure.status == .bug)
    #expect(failure.sentence == "this should not have happened: Unforeseen()")
    #expect(failure.hints == ["please report it with the command that you typed"])
  }
}
