@testable import SlotsCLI

/// A command named `bad`, which is right in everything it does not say otherwise.
protocol Bad: Command {}

extension Bad {
  static var name: String { "bad" }
  static var summary: String { "Do it" }
  static var effect: Effect { .reads }
  var parameters: [Parameter] { [] }
}

extension DeclarationCheckTests {
  struct Unlisted: Bad {
    @Flag("dry-run", help: "a") var dryRun: Bool
  }

  struct Disordered: Bad {
    @Argument("one", help: "a") var one: String
    @Argument("two", help: "a") var two: String
    var parameters: [Parameter] { [$two, $one] }
  }

  struct TwoLong: Bad {
    @Option("file", help: "a") var one: String?
    @Flag("file", help: "a") var two: Bool
    var parameters: [Parameter] { [$one, $two] }
  }

  struct TwoShort: Bad {
    @Option("one", short: "f", help: "a") var one: String?
    @Flag("two", short: "f", help: "a") var two: Bool
    var parameters: [Parameter] { [$one, $two] }
  }

  struct TwoArguments: Bad {
    @Argument("slot", help: "a") var one: String
    @Argument("slot", help: "a") var two: String
    var parameters: [Parameter] { [$one, $two] }
  }

  struct GlobalLong: Bad {
    @Flag("json", help: "a") var json: Bool
    var parameters: [Parameter] { [$json] }
  }

  struct GlobalShort: Bad {
    @Flag("yonder", short: "y", help: "a") var yonder: Bool
    var parameters: [Parameter] { [$yonder] }
  }

  struct GlobalFolder: Bad {
    @Option("folder", short: "C", help: "a") var folder: String?
    var parameters: [Parameter] { [$folder] }
  }

  struct HelplessArgument: Bad {
    @Argument("slot", help: "") var slot: String
    var parameters: [Parameter] { [$slot] }
  }

  struct HelplessOption: Bad {
    @Option("file", help: "") var file: String?
    var parameters: [Parameter] { [$file] }
  }

  struct HelplessFlag: Bad {
    @Flag("dry-run", help: "") var dryRun: Bool
    var parameters: [Parameter] { [$dryRun] }
  }

  struct FullStop: Bad {
    @Option("file", help: "Read it.") var file: String?
    var parameters: [Parameter] { [$file] }
  }

  struct Nameless: Bad {
    @Option(help: "a") var file: String?
    var parameters: [Parameter] { [$file] }
  }

  struct Capital: Bad {
    @Option("File", help: "a") var file: String?
    var parameters: [Parameter] { [$file] }
  }

  struct Letter: Bad {
    @Option("f", help: "a") var file: String?
    var parameters: [Parameter] { [$file] }
  }

  struct Digit: Bad {
    @Flag("five", short: "5", help: "a") var five: Bool
    var parameters: [Parameter] { [$five] }
  }

  struct Range: Bad {
    @Option("file", in: 1...2, help: "a") var file: String?
    var parameters: [Parameter] { [$file] }
  }

  struct Separator: Bad {
    @Option("file", separator: ",", help: "a") var file: String?
    var parameters: [Parameter] { [$file] }
  }

  struct Late: Bad {
    @Argument("first", help: "a") var first: String?
    @Argument("slot", help: "a") var slot: String
    var parameters: [Parameter] { [$first, $slot] }
  }

  struct LateList: Bad {
    @Argument("first", help: "a") var first: String?
    @Arguments("slot", minimum: 1, help: "a") var slots: [String]
    var parameters: [Parameter] { [$first, $slots] }
  }

  struct AfterList: Bad {
    @Arguments("first", minimum: 1, help: "a") var first: [String]
    @Argument("slot", help: "a") var slot: String?
    var parameters: [Parameter] { [$first, $slot] }
  }

  struct CapitalName: Bad { static let name = "Bad" }
  struct DigitName: Bad { static let name = "2bad" }
  struct EmptyName: Bad { static let name = "" }
  struct HelpName: Bad { static let name = "help" }

  struct NoSummary: Bad { static let summary = "" }
  struct StoppedSummary: Bad { static let summary = "Do it." }
  struct WideSummary: Bad {
    static let summary = "Do " + String(repeating: "it and then do it again ", count: 3)
  }
  struct LowerSummary: Bad { static let summary = "do it" }
  struct ThirdPerson: Bad { static let summary = "Does it" }
  struct Gerund: Bad { static let summary = "Doing it" }

  struct EmptyGroup: Bad, CommandGroup {
    static let effect = Effect.reads
    var parameters: [Parameter] { [] }
  }
  struct TwoChildren: Bad { static let children: [any Command.Type] = [Good.self, Good.self] }
  struct BadChild: Bad { static let children: [any Command.Type] = [NoSummary.self] }
  struct HelpChild: Bad { static let children: [any Command.Type] = [HelpName.self] }
  struct ParametersOfGroup: Bad {
    static let children: [any Command.Type] = [Good.self]
    @Flag("dry-run", help: "a") var dryRun: Bool
    var parameters: [Parameter] { [$dryRun] }
  }

  struct BadExample: Bad { static let examples = ["slots bad --x | less"] }
  struct OtherExample: Bad { static let examples = ["slots good"] }
  struct NoExample: Bad { static let examples = ["cat a"] }
}
