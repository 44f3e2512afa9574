internal import SlotsModel
internal import SlotsStore

/// `slots validate`.
struct ValidateCommand: SlotsCommand {
  static let name = "validate"
  static let summary = "Check files before they enter the store"
  static let discussion = """
    Checks the whole working tree, the files that are named, with --staged what is about to be \
    committed, or with --history every commit of a range: syntax, canonical form, names, shape, \
    parameter ranges, sizes, stamps, pins, secrets. Every finding has file, line, column, what was \
    found and what is expected. It ends with status 3 when there is one. An edit by hand that is not \
    committed need have no stamp and no canonical form: the next command gives it both.

    --fix rewrites what has one right form (canonical form, a stamp that is missing, a file that is \
    executable), and leaves the rest.
    """
  static let examples = [
    "slots validate", "slots validate slot.05.json", "slots validate --staged",
    "slots validate --history v1..HEAD", "slots validate --fix --dry-run",
  ]
  static let effect = Effect.writes

  @Arguments(
    "path", value: "PATH", help: "documents of the store, or JSON files of yours; default: all")
  var paths: [String]
  @Flag("staged", help: "check what is staged rather than the working tree") var staged: Bool
  @Flag("stamp", help: "with --staged: stamp edits by hand and stage them again")
  var stamp: Bool
  @Option("history", value: "REV", help: "check every commit of A..B, or all that led to one")
  var history: String?
  @Flag("fix", help: "rewrite what has one right form") var fix: Bool
  @Flag("dry-run", short: "n", help: "with --fix: say what would be rewritten") var dryRun: Bool
  var parameters: [Parameter] { [$paths, $staged, $stamp, $history, $fix, $dryRun] }

  func run(in context: Context) throws -> ExitStatus {
    try refuseMixtures()
    let store = try context.store()
    let paths = try paths.map(context.absolute)
    var report = ValidationReport()
    let fixed = fix ? try store.fix(paths, dryRun: dryRun) : []
    if staged {
      let index = try context.environment["GIT_INDEX_FILE"].map(context.absolute)
      report = ValidationReport(
        try stamp ? store.stampStaged(index: index) : store.validateStaged(index: index))
    } else if let history {
      report = try store.validateHistory(history)
    } else if paths.isEmpty {
      report = try store.validateAll()
    } else {
      report = ValidationReport(try store.validate(paths, clocks: true))
    }
    report.fixed = fixed
    show(report, context)
    return report.items.isEmpty ? .done : .refused
  }

  private func refuseMixtures() throws {
    func conflict(_ a: String, _ b: String) -> UsageError {
      UsageError("validate", .conflict(a, b))
    }
    guard staged || !stamp else { throw UsageError("validate", .needs("--stamp", "--staged")) }
    guard fix || !dryRun else { throw UsageError("validate", .needs("--dry-run", "--fix")) }
    guard !staged || paths.isEmpty else { throw conflict("--staged", "PATH") }
    guard history == nil || paths.isEmpty else { throw conflict("--history", "PATH") }
    guard history == nil || !staged else { throw conflict("--history", "--staged") }
    guard !fix || (history == nil && !staged) else {
      throw conflict("--fix", history != nil ? "--history" : "--staged")
    }
  }

  private func show(_ report: ValidationReport, _ context: Context) {
    let console = context.console
    if context.globals.json {
      func texts(_ texts: [String]) -> JSONValue { .array(texts.map { .string(Text($0)) }) }
      context.print([
        "findings": .array(report.items.map(\.json)), "notes": texts(report.notes),
        "fixed": texts(report.fixed),
      ])
      return
    }
    for path in report.fixed { console.print("\(dryRun ? "would rewrite" : "rewritten"): \(path)") }
    for item in report.items {
      let commit = item.commit.map { "\($0.prefix(10)) " } ?? ""
      console.print("\(commit, .faint)\(item.finding.text)")
    }
    for note in report.notes { console.note(Line(note)) }
    if stamp, !report.items.isEmpty {
      console.error("not committed: what is staged is not valid")
      console.hint("correct it and git add it again")
    }
  }
}
