internal import SlotsGit
package import SlotsModel
internal import SlotsSystem

/// How this replica stands against the remote last seen and against the factory.
package struct StatusReport: Sendable {
  /// How a key stands against the remote, as it was last seen.
  package enum Exchange: String, Sendable, Hashable {
    /// An edit by hand that is not committed yet.
    case edited
    /// Written here, and the remote does not have it.
    case unsent
    /// Written elsewhere, and the next sync brings it.
    case incoming
    /// Written on both sides; this side's write is the later one.
    case winning
    /// Written on both sides; the other side's write is the later one.
    case losing
  }

  /// How a key stands against the factory set of this program.
  package enum Standing: String, Sendable, Hashable {
    /// A newer default waits to be written at the next write or sync.
    case due
    /// Another preset than the default, or one where the set has none.
    case yours
    /// Empty where the set has a default; the next factory version fills it.
    case cleared
    /// Empty where the set has a default, and stays so.
    case keptEmpty = "kept-empty"
    /// A default of an older set, that this set has no more.
    case older
    /// A default of a newer set, or of another one with the same version.
    case other
    /// Pinned, and not by the set.
    case pinned
    /// Pinned by the set, and not here.
    case unpinned
  }

  /// One key that differs from the remote or from the factory set.
  package struct Row: Sendable, Hashable {
    /// What differs.
    package let key: Key
    /// What it has here.
    package let here: Register?
    /// What the remote has; nil also where there is no remote.
    package let there: Register?
    /// The set's default.
    package let standard: Slot?
    /// Nil where the remote has the same, or there is none.
    package let exchange: Exchange?
    /// Nil where the set has the same, or says nothing of the key.
    package let standing: Standing?
  }

  /// This replica's name.
  package var replica: String
  /// The branch, without `refs/heads/`; nil on a detached HEAD.
  package var branch: String?
  /// The remote's address; nil when there is none.
  package var remote: String?
  /// True when the remote was seen at least once.
  package var wasSynced: Bool
  /// The keys that differ, in key order.
  package var rows: [Row] = []
  /// Edits that are not valid.
  package var held: [Finding]
  /// Keys that a newer factory version would write.
  package var due: [Key]
  /// The factory version of the store, and of this program; 0 for none.
  package var seeded: Int, shipped: Int
  /// What else a person should know.
  package var notes: [String]

  /// Edits by hand that are not committed yet.
  package var edited: [Key] { keys(.edited) }
  /// What the next sync sends, edits by hand included.
  package var unsent: [Key] { keys(.edited, .unsent, .winning) }
  /// What the next sync brings, as far as is known.
  package var incoming: [Key] { keys(.incoming, .losing) }

  private func keys(_ exchanges: Exchange...) -> [Key] {
    rows.filter { $0.exchange.map(exchanges.contains) ?? false }.map(\.key)
  }

  /// True when there is nothing to send, to receive, to correct or to know. What differs from the
  /// factory set is a person's work and no trouble.
  package var isInStep: Bool {
    rows.allSatisfy { $0.exchange == nil } && held.isEmpty && due.isEmpty && notes.isEmpty
  }

  /// The document that `status --json` prints.
  package var json: JSONValue {
    func list(_ keys: [Key]) -> JSONValue { .array(keys.map { .string(Text($0.description)) }) }
    return [
      "replica": .string(Text(replica)), "branch": branch.map { .string(Text($0)) } ?? .null,
      "remote": remote.map { .string(Text($0)) } ?? .null, "synced": .bool(wasSynced),
      "unsent": list(unsent), "edited": list(edited),
      "incoming": list(incoming), "held": .array(held.map(\.json)),
      "due": list(due), "inStep": .bool(isInStep),
      "factory": [
        "store": .number(JSONNumber(seeded)), "program": .number(JSONNumber(shipped)),
      ],
      "keys": .array(rows.map(\.json)), "notes": .array(notes.map { .string(Text($0)) }),
    ]
  }
}

extension StatusReport.Row {
  var json: JSONValue {
    [
      "key": .string(Text(key.description)),
      "remote": exchange.map { .string(Text($0.rawValue)) } ?? .null,
      "factory": standing.map { .string(Text($0.rawValue)) } ?? .null,
      "replica": here?.stamp.map { .string($0.replica) } ?? .null,
      "remoteReplica": there?.stamp.map { .string($0.replica) } ?? .null,
    ]
  }
}
