internal import SlotsModel
internal import SlotsStore

/// `slots undo`.
struct UndoCommand: SlotsCommand {
  static let name = "undo"
  static let summary = "Take back what was done last"
  static let discussion = """
    Takes back what the last operation on this replica wrote: a save, a change, a clear, pins, an \
    import, a restore, a reset, edits by hand, or all that a sync brought. What others wrote since \
    is left and named. It is a write like any other: the next sync carries it to the others. A \
    second undo goes one further back, slots redo takes an undo back. What a factory version filled \
    is no operation; slots restore brings an older default back.
    """
  static let examples = ["slots undo", "slots undo --list", "slots undo --dry-run"]
  static let effect = Effect.writes

  @Flag("list", help: "show what could be undone, the next one first") var list: Bool
  @Option("limit", in: 1...1_000_000, help: "with --list: at most so many") var limit: Int?
  @Flag("dry-run", short: "n", help: "say what would be written, and write nothing")
  var dryRun: Bool
  var parameters: [Parameter] { [$list, $limit, $dryRun] }

  func run(in context: Context) throws -> ExitStatus {
    try Undoing(isRedo: false, list: list, limit: limit, dryRun: dryRun).run(in: context)
  }
}

/// `slots redo`.
struct RedoCommand: SlotsCommand {
  static let name = "redo"
  static let summary = "Take an undo back"
  static let discussion = """
    Brings back what the last undo took, where nobody wrote since. Anything else that is written \
    here ends what could be redone.
    """
  static let examples = ["slots redo", "slots redo --list"]
  static let effect = Effect.writes

  @Flag("list", help: "show what could be redone, the next one first") var list: Bool
  @Option("limit", in: 1...1_000_000, help: "with --list: at most so many") var limit: Int?
  @Flag("dry-run", short: "n", help: "say what would be written, and write nothing")
  var dryRun: Bool
  var parameters: [Parameter] { [$list, $limit, $dryRun] }

  func run(in context: Context) throws -> ExitStatus {
    try Undoing(isRedo: true, list: list, limit: limit, dryRun: dryRun).run(in: context)
  }
}

/// What the two commands have in common.
private struct Undoing {
  let isRedo: Bool
  let list: Bool
  let limit: Int?
  let dryRun: Bool

  private var name: String { isRedo ? "redo" : "undo" }

  func run(in context: Context) throws -> ExitStatus {
    let store = try context.store()
    if list {
      guard !dryRun else { throw UsageError(name, .conflict("--list", "--dry-run")) }
      return show(try store.undoable(isRedo: isRedo, limit: limit ?? 20), context)
    }
    guard limit == nil else { throw UsageError(name, .needs("--limit", "--list")) }
    let report = try store.undo(isRedo: isRedo, dryRun: dryRun)
    if context.globals.json {
      context.print(json(report))
      return .done
    }
    let console = context.console
    let entry = report.operation
    let verb = dryRun ? "would \(name)" : isRedo ? "redid" : "undid"
    console.print("\(verb) the \(entry.kind.rawValue) of \(Words.time(entry.time))")
    for change in report.edit.changes { console.print("  \(ChangeText(change).line)") }
    for change in report.left.prefix(12) {
      let who = change.new?.stamp.map(Words.exactly) ?? "nobody"
      console.print("  left: \(ChangeText(change).line) (\(who))")
    }
    if report.left.count > 12 { console.print("  left: \(report.left.count - 12) more") }
    for file in report.files { console.print("  left: \(file), a file of your own") }
    if report.edit.changes.isEmpty {
      console.note(
        report.left.isEmpty
          ? "nothing to write: it was so before" : "nothing to write: none of it stands any more")
    }
    return .done
  }

  private func show(_ entries: [OperationEntry], _ context: Context) -> ExitStatus {
    if context.globals.json {
      context.print(["operations": .array(entries.map(json))])
      return .done
    }
    var table = Table(.left, .left, .left)
    for entry in entries {
      table.add(
        Line(Words.time(entry.time), .faint), Line(entry.kind.rawValue, .strong),
        Line(summary(of: entry)))
    }
    context.console.print(table.lines)
    if entries.isEmpty { context.console.note("nothing to \(name)") }
    return .done
  }

  private func summary(of entry: OperationEntry) -> String {
    if entry.changes.count == 1 { return ChangeText(entry.changes[0]).line }
    let keys = entry.changes.prefix(6).map(\.key.description).joined(separator: ", ")
    return entry.changes.count > 6 ? "\(keys) and \(entry.changes.count - 6) more" : keys
  }

  private func keys(_ changes: [KeyChange]) -> JSONValue {
    .array(changes.map { .string(Text($0.key.description)) })
  }

  private func json(_ entry: OperationEntry) -> JSONValue {
    [
      "kind": .string(Text(entry.kind.rawValue)),
      "time": .string(Text(CalendarTime(entry.time).text)), "keys": keys(entry.changes),
    ]
  }

  private func json(_ report: UndoReport) -> JSONValue {
    [
      "operation": json(report.operation), "written": keys(report.edit.changes),
      "left": .array(
        report.left.map { change in
          [
            "key": .string(Text(change.key.description)),
            "replica": .string(change.new?.stamp?.replica ?? ""),
            "written": change.new?.stamp.map { .string(Text($0.description)) } ?? .null,
          ]
        }),
      "files": .array(report.files.map { .string(Text($0)) }),
      "commit": report.edit.commit.map { .string(Text($0)) } ?? .null, "dryRun": .bool(dryRun),
    ]
  }
}
