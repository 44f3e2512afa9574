import Testing

@testable import SlotsCLI

struct UsageErrorTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let error: UsageError
    let sentence: String
    /// What the first hint says before the usage; nil where it says nothing.
    let suggestion: String?
    var testDescription: String { name }

    init(
      _ name: String, _ command: String, _ problem: UsageError.Problem, _ sentence: String,
      _ suggestion: String? = nil
    ) {
      self.name = name
      self.error = UsageError(command, problem)
      self.sentence = sentence
      self.suggestion = suggestion
    }
  }

  @Test(arguments: cases)
  func `each problem has its sentence and its suggestion`(_ one: Case) {
    #expect(one.error.sentence == one.sentence)
    #expect(one.error.suggestion == one.suggestion)
  }

  static let cases = [
    Case("unknown command", "", .unknownCommand("x", near: []), "unknown command x"),
    Case(
      "unknown command, one near", "device", .unknownCommand("ad", near: ["add"]),
      "device: unknown command ad", "did you mean add?"),
    Case(
      "unknown command, three near", "", .unknownCommand("x", near: ["a", "b", "c"]),
      "unknown command x", "did you mean a, b or c?"),
    Case("missing command", "device", .missingCommand, "device: a command is missing"),
    Case("unknown option", "", .unknownOption("--x", near: []), "unknown option --x"),
    Case(
      "unknown option, one near", "save", .unknownOption("--flie", near: ["--file"]),
      "save: unknown option --flie", "did you mean --file?"),
    Case(
      "option before its command", "", .optionBeforeCommand("-n", of: "save"),
      "-n stands before the command",
      "options of a command stand after its name, as in: save -n"),
    Case(
      "missing value at the end", "save", .missingValue("--file", next: nil),
      "save: --file needs a value"),
    Case(
      "missing value before an option", "save", .missingValue("--file", next: "-n"),
      "save: --file needs a value",
      "a value that begins with a hyphen is written --file=-n"),
    Case(
      "missing value of a short option", "save", .missingValue("-f", next: "-n"),
      "save: -f needs a value"),
    Case("value of a flag", "save", .unexpectedValue("--json"), "save: --json takes no value"),
    Case("given twice", "save", .repeated("--file"), "save: --file is given twice"),
    Case(
      "not a choice", "", .badValue("--color", "red", .choices(["auto", "always", "never"])),
      "--color is red, must be auto, always or never"),
    Case(
      "nearly a choice", "", .badValue("--color", "nevr", .choices(["auto", "always", "never"])),
      "--color is nevr, must be auto, always or never", "did you mean never?"),
    Case(
      "only one choice", "x", .badValue("--a", "b", .choices(["c"])), "x: --a is b, must be c"),
    Case(
      "out of range", "serve", .badValue("--port", "0", .range(1...65535)),
      "serve: --port is 0, must be 1 to 65535"),
    Case(
      "anything else", "show", .badValue("slot", "a b", .mustBe("a slot, 0 to 23")),
      "show: slot is \"a b\", must be a slot, 0 to 23"),
    Case("missing argument", "save", .missingArgument("slot"), "save: a slot is missing"),
    Case("missing argument, vowel", "a", .missingArgument("id"), "a: an id is missing"),
    Case(
      "too few", "set", .tooFew("PARAM=VALUE", minimum: 1),
      "set: at least 1 PARAM=VALUE must be given"),
    Case(
      "missing option", "restore", .missingOption("--from REV"),
      "restore: --from REV is missing"),
    Case("word too many", "save", .unexpectedWord("x"), "save: unexpected word x"),
    Case("empty word too many", "save", .unexpectedWord(""), "save: unexpected word \"\""),
    Case(
      "conflict", "save", .conflict("--file", "--name"),
      "save: --file and --name exclude each other"),
    Case("need", "sync", .needs("--every", "--watch"), "sync: --every needs --watch"),
  ]

  @Test func `hints say what was meant, the usage and where more is said`() {
    let error = UsageError("save", .unknownOption("--flie", near: ["--file"]))
    #expect(
      Sample.program.hints(for: error) == [
        "did you mean --file?", "usage: slots save NN [--file FILE] [--name NAME] [--dry-run]",
        "slots help save says more",
      ])
  }

  @Test func `the end of options is not taken for a value`() {
    #expect(throws: UsageError("save", .missingValue("--file", next: nil))) {
      try Sample.program.parse(["save", "--file", "--", "5"], into: GlobalOptions())
    }
  }

  @Test func `hints before a command list the commands`() {
    #expect(
      Sample.program.hints(for: UsageError("", .unknownCommand("x", near: []))) == [
        "usage: slots COMMAND …", "slots help lists the commands",
      ])
  }

  @Test func `hints in a group name the group`() {
    #expect(
      Sample.program.hints(for: UsageError("device", .missingCommand)) == [
        "usage: slots device COMMAND …", "slots help device says more",
      ])
  }

  @Test(arguments: [
    ("sav", "save"), ("svae", "save"), ("pni", "pin"), ("restroe 5", "restore"), ("st", "set"),
    ("comp", "completions"), ("merge-drive", "merge-driver"), ("hepl", "help"),
    ("apply", "device apply"), ("device ad", "add"), ("help sav", "save"), ("qqq", ""), ("x", ""),
  ])
  func `an unknown command brings what is near`(_ line: String, _ near: String) {
    #expect(nearest(line) == near)
  }

  @Test(arguments: [
    ("save --flie", "--file"), ("save --fil", "--file"), ("save --dryrun", "--dry-run"),
    ("save --nmae", "--name"), ("save -name", "--name"), ("save -nmae", "--name"),
    ("save --jsno", "--json"),
    ("diff --colour", "--color"), ("--yse", "--yes"), ("save --zzzz", ""), ("save -x", ""),
  ])
  func `an unknown option brings what is near`(_ line: String, _ near: String) {
    #expect(nearest(line) == near)
  }

  private func nearest(_ line: String) -> String? {
    do throws(UsageError) {
      let words = line.split(separator: " ").map(String.init)
      _ = try Sample.program.parse(words, into: GlobalOptions())
      return nil
    } catch {
      switch error.problem {
      case .unknownCommand(_, let near), .unknownOption(_, let near):
        return near.joined(separator: " ")
      default: return nil
      }
    }
  }

  @Test(arguments: [
    ("", "", 0), ("a", "", 1), ("", "ab", 2), ("abc", "abc", 0), ("abc", "acb", 1),
    ("abc", "abd", 1), ("abc", "abcd", 1), ("ca", "abc", 3), ("kitten", "sitting", 3),
  ])
  func `the distance counts edits and swaps`(_ one: String, _ other: String, _ distance: Int) {
    #expect(editDistance(Array(one), Array(other)) == distance)
    #expect(editDistance(Array(other), Array(one)) == distance)
  }
}
