internal import SlotsModel
internal import SlotsStore

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
