internal import SlotsModel
internal import SlotsStore

/// `slots validate`.
struct ValidateCommand: SlotsCommand {
  static let name = "validate"
  static let summary = "Check files before they enter the store"
  static let discussion = """
    Checks the working tree, the files that are named, or with --staged what is about to be \
    committed: syntax, shape, parameter ranges, sizes, stamps, secrets. Every finding has file, \
    line, column and what is expected. It ends with status 3 when there is one.
    """
  static let examples = [
    "slots validate", "slots validate slot.05.json", "slots validate --staged",
  ]
  static let effect = Effect.reads

  @Arguments("path", value: "PATH", help: "documents of the store; default: all") var paths:
    [String]
  @Flag("staged", help: "check what is staged rather than the working tree") var staged: Bool
  @Flag("stamp", help: "with --staged: stamp edits by hand and stage them again")
  var stamp: Bool
  var parameters: [Parameter] { [$paths, $staged, $stamp] }

  func run(in context: Context) throws -> ExitStatus {
    guard staged || !stamp else {
      throw UsageError("validate", .needs("--stamp", "--staged"))
    }
    guard !staged || paths.isEmpty else {
      throw UsageError("validate", .conflict("--staged", "PATH"))
    }
    let store = try context.store()
    let findings: [Finding]
    if staged {
      let index = try context.environment["GIT_INDEX_FILE"].map(context.absolute)
      findings = try stamp ? store.stampStaged(index: index) : store.validateStaged(index: index)
    } else {
      findings = try store.validate(try paths.map(context.absolute))
    }
    if context.globals.json {
      context.print(["findings": .array(findings.map(\.json))])
    } else {
      for finding in findings { context.console.print(Line(finding.text)) }
      if stamp, !findings.isEmpty {
        context.console.error("not committed: what is staged is not valid")
        context.console.hint("correct it and git add it again")
      }
    }
    return findings.isEmpty ? .done : .refused
  }
}

/// `slots merge-driver`, which git runs for each document that both sides changed.
struct MergeDriverCommand: SlotsCommand {
  static let name = "merge-driver"
  static let summary = "Merge one document for git"
  static let discussion = """
    Git calls it with three files: the common ancestor, ours, theirs; the result goes into ours. \
    slots init writes it into git's configuration.
    """
  static let effect = Effect.plumbing

  @Argument("base", value: "%O", help: "the common ancestor's file") var base: String
  @Argument("ours", value: "%A", help: "our file, which gets the result") var ours: String
  @Argument("theirs", value: "%B", help: "their file") var theirs: String
  @Argument("path", value: "%P", help: "the path in the tree") var path: String
  var parameters: [Parameter] { [$base, $ours, $theirs, $path] }

  func run(in context: Context) throws -> ExitStatus {
    guard let kind = DocumentKind(path: path) else {
      throw CommandError("\(path) is no document of a store", status: .usage)
    }
    let readings = try [base, ours, theirs].map { Reading(try context.read($0), as: kind) }
    switch (readings[1], readings[2]) {
    case (.document(let ours), .document(let theirs)):
      let merged = Document.driverMerged(
        base: readings[0].document, ours: ours, theirs: theirs)
      try context.write(merged.canonicalBytes, to: self.ours)
      return .done
    case (.document, .unreadable(_, let error)):
      context.console.warning("\(path): theirs cannot be read (\(error.reason)); ours stands")
      return .done
    case (.unreadable(_, let error), .document(let theirs)):
      context.console.warning("\(path): ours cannot be read (\(error.reason)); theirs stands")
      try context.write(theirs.canonicalBytes, to: self.ours)
      return .done
    case (.unreadable(_, let error), .unreadable):
      throw CommandError(
        "\(path): neither side can be read (\(error.reason))",
        hint: "correct it and git add \(path)")
    }
  }
}

/// `slots textconv`, which git runs to show a document as text.
struct TextconvCommand: SlotsCommand {
  static let name = "textconv"
  static let summary = "Show one document as text for git diff"
  static let discussion = """
    One line a parameter, nothing about stamps. What cannot be read is printed as it is. slots init \
    writes it into git's configuration.
    """
  static let effect = Effect.plumbing

  @Argument("file", value: "FILE", help: "the file") var file: String
  var parameters: [Parameter] { [$file] }

  func run(in context: Context) throws -> ExitStatus {
    let bytes = try context.read(file)
    guard case .object(let object)? = try? JSONValue.read(bytes) else {
      context.console.write(bytes)
      return .done
    }
    // Units are worth opening the store for, and their lack is no reason to show nothing.
    let table = try? context.store().factory()?.head.table
    context.console.print(lines: DocumentText.lines(object, table: table ?? ParameterTable()))
    return .done
  }
}
