internal import SlotsModel
internal import SlotsStore

/// `slots status`.
struct StatusCommand: SlotsCommand {
  static let name = "status"
  static let summary = "Show what is not in step"
  static let discussion = """
    What the remote, as it was last seen, does not have; edits that are held back; what a newer \
    factory version would write; clocks that are off. It changes nothing.
    """
  static let examples = ["slots status", "slots status --json"]
  static let effect = Effect.reads

  @Flag("exit-code", help: "end with status 3 when there is something to see") var exitCode: Bool
  var parameters: [Parameter] { [$exitCode] }

  func run(in context: Context) throws -> ExitStatus {
    let report = try context.store().status()
    let console = context.console
    if context.globals.json {
      context.print(report.json)
    } else {
      console.print("replica \(report.replica, .strong), branch \(report.branch ?? "none")")
      let seen = report.wasSynced || report.remote == nil ? "" : ", not synced yet"
      console.print("remote \(report.remote ?? "none")\(seen)")
      console.print("factory version \(report.seeded), shipped \(report.shipped)")
      let edited = Set(report.edited.map(\.key))
      for change in report.unsent {
        let how = edited.contains(change.key) ? "edited" : "unsent"
        console.print("\(how)    \(ChangeText(change).line)")
      }
      if report.remote == nil || report.branch == nil {
        for change in report.edited { console.print("edited    \(ChangeText(change).line)") }
      }
      for finding in report.held { console.print("held      \(finding.text)") }
      for key in report.due { console.print("due       \(key)") }
      for note in report.notes { console.print("note      \(note)") }
      if report.isQuiet, report.edited.isEmpty { console.print("nothing to send") }
    }
    return exitCode && !(report.isQuiet && report.edited.isEmpty) ? .refused : .done
  }
}

/// `slots diff`.
struct DiffCommand: SlotsCommand {
  static let name = "diff"
  static let summary = "Show what changed, a line a parameter"
  static let discussion = """
    Without REV: what this replica has that the remote, as it was last seen, has not. With one REV: \
    what changed from there to the working tree. With A..B: what changed from A to B. Nothing about \
    stamps or the order of members.
    """
  static let examples = ["slots diff", "slots diff 5", "slots diff 5 HEAD~3..HEAD"]
  static let effect = Effect.reads

  @Arguments("word", value: "NN|REV", help: "slots to look at, and a commit or a range A..B")
  var words: [String]
  @Flag("stat", help: "count the changes of each key") var stat: Bool
  var parameters: [Parameter] { [$words, $stat] }

  func run(in context: Context) throws -> ExitStatus {
    let store = try context.store()
    let keys = words.compactMap { Key(typed: $0) }
    for case .slot(let id) in keys { _ = try store.view().slotID(id.number) }
    let ranges = words.filter { Key(typed: $0) == nil }
    guard ranges.count <= 1 else {
      throw CommandError(
        "diff: \(ranges[1]) is neither a slot nor the only commit or range",
        hint: "slots diff 5 HEAD~1..HEAD", status: .usage)
    }
    if let range = ranges.first, range.contains("...") {
      throw CommandError(
        "diff: a range has two dots, not three: \(range)", hint: "slots diff A..B", status: .usage)
    }
    let table = try store.factory()?.head.table ?? ParameterTable()
    let changes = try store.differences(ranges.first).filter {
      keys.isEmpty || keys.contains($0.key)
    }
    if context.globals.json {
      context.print(["changes": .array(changes.map(json))])
      return .done
    }
    for change in changes {
      let text = ChangeText(change, table: table)
      if stat {
        context.console.print("\(text.title): \(Words.count(text.items.count, "change"))")
        continue
      }
      context.console.print("\(text.title, .strong)")
      for item in text.items { context.console.print("  \(item)") }
    }
    return .done
  }

  private func json(_ change: KeyChange) -> JSONValue {
    [
      "key": .string(Text(change.key.description)), "old": change.old?.value ?? .null,
      "new": change.new?.value ?? .null,
      "changes": .array(ChangeText(change).items.map { .string(Text($0)) }),
    ]
  }
}

/// `slots log`.
struct LogCommand: SlotsCommand {
  static let name = "log"
  static let summary = "Show every version of a slot, or the history"
  static let discussion = """
    With NN: every version ever written to the slot on any replica, newest first, with the commit \
    to restore it from. A version that lost to another replica's write is marked, with the reason. \
    Without NN: the commits of this replica.
    """
  static let examples = ["slots log 5", "slots log", "slots log pinned/slot-03"]
  static let effect = Effect.reads

  @Argument("slot", value: "NN", help: "the slot, or a key such as pinned/slot-03")
  var key: String?
  @Option("limit", short: "n", in: 1...1_000_000, help: "print at most so many")
  var limit: Int?
  var parameters: [Parameter] { [$key, $limit] }

  func run(in context: Context) throws -> ExitStatus {
    let store = try context.store()
    guard let typed = key else { return commits(try store.log(limit: limit ?? 30), context) }
    guard let key = Key(typed: typed) else { throw StoreError.noKey(typed) }
    if case .slot(let id) = key { _ = try store.view().slotID(id.number) }
    let versions = try store.versions(of: key).prefix(limit ?? .max)
    if context.globals.json {
      context.print(["key": .string(Text(key.description)), "versions": .array(versions.map(json))])
      return .done
    }
    for version in versions {
      let change = KeyChange(key, from: version.previous, to: version.register)
      let mark = version.isCurrent ? "▸" : version.lostTo == nil ? " " : "×"
      let when = version.register.stamp.map(Words.when) ?? "no stamp"
      context.console.print(
        "\(mark) \(version.shortCommit, .faint) \(when)  \(ChangeText(change).line)")
      if let lost = version.lostTo {
        let winner = lost.winner.stamp.map(Words.exactly) ?? "no stamp"
        context.console.print("    lost to \(winner): \(lost.rule)")
      }
    }
    if versions.isEmpty { context.console.note("\(key) was never written") }
    return .done
  }

  private func commits(_ entries: [LogEntry], _ context: Context) -> ExitStatus {
    if context.globals.json {
      context.print([
        "commits": .array(
          entries.map {
            [
              "commit": .string(Text($0.commit)), "replica": .string(Text($0.replica)),
              "time": .string(Text(CalendarTime($0.time).text)), "merge": .bool($0.isMerge),
              "subject": .string(Text($0.subject)),
            ]
          })
      ])
      return .done
    }
    for entry in entries {
      context.console.print(
        "\(String(entry.commit.prefix(10)), .faint) \(Words.time(entry.time)) "
          + "\(entry.replica)  \(entry.subject)")
    }
    return .done
  }

  private func json(_ version: Version) -> JSONValue {
    var object: JSONObject = [
      "commit": .string(Text(version.commit)), "value": version.register.value ?? .null,
      "replica": .string(version.register.stamp?.replica ?? ""),
      "written": version.register.stamp.map { .string(Text($0.description)) } ?? .null,
      "current": .bool(version.isCurrent),
    ]
    object["lostTo"] = version.lostTo.map { lost in
      [
        "rule": .string(Text(lost.rule)), "replica": .string(lost.winner.stamp?.replica ?? ""),
        "written": lost.winner.stamp.map { .string(Text($0.description)) } ?? .null,
      ]
    }
    return .object(object)
  }
}
