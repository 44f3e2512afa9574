package import SlotsModel

/// One key that two replicas wrote, and which write won.
package struct Contest: Sendable, Hashable {
  /// One of the two writes.
  package struct Side: Sendable, Hashable {
    /// Nil when the key was unpinned, or the field removed.
    package let value: JSONValue?
    /// Who wrote it.
    package let replica: String
    /// When, as a stamp.
    package let written: String
    /// A commit that has it.
    package let commit: String

    init(_ register: Register?, commit: String) {
      value = register?.value
      replica = register?.stamp?.replica.string ?? ""
      written = register?.stamp?.description ?? ""
      self.commit = commit
    }
  }

  /// What both wrote.
  package let key: Key
  /// Why the winner won, as `later time`.
  package let rule: String
  /// The write that stands.
  package let winner: Side
  /// The write that stays in history.
  package let loser: Side

  /// What to type to have the loser back.
  package var restore: String {
    let name =
      switch key {
      case .slot(let id): id.number
      default: "'\(key)'"
      }
    return "slots restore \(name) --from \(loser.commit.prefix(10))"
  }

  /// `{"key","rule","winner","loser","restore"}`.
  package var json: JSONValue {
    func side(_ side: Side, commit: Bool) -> JSONValue {
      var object: JSONObject = [
        "value": side.value ?? .null, "replica": .string(Text(side.replica)),
        "written": .string(Text(side.written)),
      ]
      if commit { object["commit"] = .string(Text(side.commit)) }
      return .object(object)
    }
    return [
      "key": .string(Text(key.description)), "rule": .string(Text(rule)),
      "winner": side(winner, commit: false), "loser": side(loser, commit: true),
      "restore": .string(Text(restore)),
    ]
  }
}
