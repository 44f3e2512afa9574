import Testing

@testable import SlotsCLI

struct DeclarationCheckTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let problem: String
    let command: any Command.Type
    var testDescription: String { problem }

    init(_ problem: String, _ command: any Command.Type) {
      self.problem = problem
      self.command = command
    }
  }

  @Test func `the sample program is declared well`() {
    #expect(Sample.program.declarationProblems() == [])
  }

  @Test(arguments: forms + names + summaries + groups + examples)
  func `a bad declaration is named, and nothing else`(_ one: Case) {
    let program = Program(
      name: "slots", version: "1", summary: "slots", topics: [Topic("Bad", [one.command])])
    #expect(program.declarationProblems() == [one.problem])
  }

  @Test func `two commands with one name are named`() {
    let program = Program(
      name: "slots", version: "1", summary: "slots",
      topics: [Topic("One", [Good.self]), Topic("Two", [Good.self])])
    #expect(program.declarationProblems() == ["slots has two commands bad"])
  }

  /// A command without a fault; the others have one each.
  struct Good: Bad { static let summary = "Do it" }

  static let forms = [
    Case("bad: parameters does not list the wrapped properties in their order", Unlisted.self),
    Case("bad: parameters does not list the wrapped properties in their order", Disordered.self),
    Case("bad has two options --file", TwoLong.self),
    Case("bad has two options -f", TwoShort.self),
    Case("bad has two arguments slot", TwoArguments.self),
    Case("bad: --json is an option of every command", GlobalLong.self),
    Case("bad: -y is an option of every command", GlobalShort.self),
    Case("bad: -C is an option of every command", GlobalFolder.self),
    Case("bad: slot has no help", HelplessArgument.self),
    Case("bad: --file has no help", HelplessOption.self),
    Case("bad: --dry-run has no help", HelplessFlag.self),
    Case("bad: --file: the help ends with a full stop", FullStop.self),
    Case("bad: an option has no name", Nameless.self),
    Case("bad: an option cannot be named --File", Capital.self),
    Case("bad: an option cannot be named --f", Letter.self),
    Case("bad: an option cannot be named -5", Digit.self),
    Case("bad: --file has a range and is no whole number", Range.self),
    Case("bad: --file has a separator and is no list", Separator.self),
    Case("bad: slot must be given and stands after one that may be missing", Late.self),
    Case("bad: slot must be given and stands after one that may be missing", LateList.self),
    Case("bad: slot stands after a list of arguments", AfterList.self),
  ]

  static let names = [
    Case("slots: a command cannot be named Bad", CapitalName.self),
    Case("slots: a command cannot be named 2bad", DigitName.self),
    Case("slots: a command cannot be named ", EmptyName.self),
    Case("slots has two commands help", HelpName.self),
  ]

  static let summaries = [
    Case("bad has no summary", NoSummary.self),
    Case("bad: the summary ends with a full stop", StoppedSummary.self),
    Case("bad: the summary is wider than 60 columns", WideSummary.self),
    Case("bad: the summary does not begin with a capital", LowerSummary.self),
    Case("bad: the summary is not imperative", ThirdPerson.self),
    Case("bad: the summary is not imperative", Gerund.self),
  ]

  static let groups = [
    Case("bad is a group without commands", EmptyGroup.self),
    Case("bad has two commands bad", TwoChildren.self),
    Case("bad bad has no summary", BadChild.self),
    Case("bad: a command of a group cannot be named help", HelpChild.self),
    Case("bad is a group and has parameters", ParametersOfGroup.self),
  ]

  static let examples = [
    Case("bad: the example is refused: bad: unknown option --x", BadExample.self),
    Case("bad: the example is refused: unknown command good", OtherExample.self),
    Case("bad: the example does not call slots: cat a", NoExample.self),
  ]
}
