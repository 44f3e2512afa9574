internal import SlotsModel
internal import SlotsStore

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

  @Argument("slot", value: "NN|KEY", help: "the slot, or a key such as pinned/slot-03")
  var key: String?
  @Option("limit", short: "n", in: 1...1_000_000, help: "print at most so many")
  var limit: Int?
  var parameters: [Parameter] { [$key, $limit] }

  func run(in context: Context) throws -> ExitStatus {
    let store = try context.store()
    guard let typed = key else { return commits(try store.log(limit: limit ?? 30), context) }
    let key = try store.view().key(typed)
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
