package import SlotsModel

/// What a sync did, or would do.
package struct SyncReport: Sendable {
  /// How it ended.
  package enum Result: String, Sendable, Hashable {
    /// Both sides had the same already.
    case upToDate = "up-to-date"
    /// Both sides have the same now.
    case synced
    /// Both sides have the same now, but for edits that were held back.
    case partial
    /// The remote was not reached; the work is kept here.
    case offline
    /// It stopped, because a person has to do something first.
    case stopped
  }

  /// A key that came from another replica.
  package struct Received: Sendable, Hashable {
    /// What changed, from what it was here.
    package let change: KeyChange
    /// Who wrote it.
    package var replica: String { change.new?.stamp?.replica.string ?? "" }
    /// `{"key","replica"}`.
    package var json: JSONValue {
      ["key": .string(Text(change.key.description)), "replica": .string(Text(replica))]
    }
  }

  /// A report of nothing.
  package init() {}

  /// How it ended.
  package var result = Result.upToDate
  /// Edits by hand that were committed first.
  package var taken: [KeyChange] = []
  /// What the remote has from here now.
  package var sent: [KeyChange] = []
  /// What is here from the remote now.
  package var received: [Received] = []
  /// Writes of this side that won over others.
  package var won: [Contest] = []
  /// Writes of this side that lost to others.
  package var lost: [Contest] = []
  /// Edits that are not valid: in the working tree alone, or in a commit that was passed over.
  package var held: [Finding] = []
  /// Slots that a factory version filled or renewed.
  package var seeded: [Key] = []
  /// What else a person should know, one sentence each.
  package var notes: [String] = []
  /// The remote's address; nil where the store has none.
  package var remote: String?
  /// Why the remote was not reached, or what it answered.
  package var reason: String?
  /// The same in a word: a `RemoteTrouble`, `raced` or `refused`.
  package var kind: String?
  /// What ended the exchange early; what is reported beside it happened all the same.
  package var failure: StoreError?

  /// The document that `sync --json` prints.
  package var json: JSONValue {
    func keys(_ changes: [KeyChange]) -> JSONValue {
      .array(changes.map { .string(Text($0.key.description)) })
    }
    var object: JSONObject = [
      "result": .string(Text(result.rawValue)), "sent": keys(sent),
      "received": .array(received.map(\.json)), "won": .array(won.map(\.json)),
      "lost": .array(lost.map(\.json)), "held": .array(held.map(\.json)),
      "seeded": .array(seeded.map { .string(Text($0.description)) }),
      "notes": .array(notes.map { .string(Text($0)) }),
    ]
    object["reason"] = reason.map { .string(Text($0)) }
    object["kind"] = kind.map { .string(Text($0)) }
    return .object(object)
  }
}
