internal import SlotsGit
package import SlotsModel
internal import SlotsSystem

/// One version of a key: a write on any replica.
package struct Version: Sendable, Hashable {
  /// The first commit that has it.
  package let commit: String
  /// What was written, when and by whom.
  package let register: Register
  /// What it replaced in that commit.
  package let previous: Register?
  /// True for the version that stands.
  package var isCurrent = false
  /// The writes that it won over in merges, each with the merge.
  package var beaten: [Beaten] = []
  /// The write that it lost to in a merge, and why; nil when it was never beaten.
  package var lostTo: (winner: Register, rule: String)? {
    winner.map { ($0, $0.rule(over: register)) }
  }
  var winner: Register?

  /// The commit's id as people type it.
  package var shortCommit: String { String(commit.prefix(10)) }

  /// A write that lost in a merge.
  package struct Beaten: Sendable, Hashable {
    /// What was written, when and by whom.
    package let register: Register
    /// The first commit that has it.
    package let commit: String
    /// The merge that decided.
    package let merge: String
    /// Why it lost.
    package let rule: String
  }
}

/// One commit of a log.
package struct LogEntry: Sendable, Hashable {
  /// The commit's id.
  package let commit: String
  /// Its author date, in milliseconds since 1970.
  package let time: Int64
  /// The replica that made it, or the author of a commit made with plain git.
  package let replica: String
  /// The first line of its message.
  package let subject: String
  /// True when two histories meet in it.
  package let isMerge: Bool
}

extension Store {
  /// Every version ever written to a key on any replica whose history arrived here, newest stamp
  /// first.
  package func versions(of key: Key) throws -> [Version] {
    guard let head = try headCommit() else { return [] }
    var walk = VersionWalk(key: key, reader: reader)
    for id in try repository.walk(from: [head.id], hiding: []).reversed() {
      try walk.visit(try repository.commit(id))
    }
    return walk.versions(standing: head.id)
  }

  /// How a key came to what it is: the version that stands, what it replaced, and so on back to the
  /// first write.
  package func lineage(of key: Key) throws -> [Version] {
    let versions = try versions(of: key)
    let byRegister = Dictionary(versions.map { ($0.register, $0) }) { $1 }
    var chain: [Version] = []
    var next = versions.first { $0.isCurrent }
    while let version = next, !chain.contains(where: { $0.register == version.register }) {
      chain.append(version)
      next = version.previous.flatMap { byRegister[$0] }
    }
    return chain
  }

  /// The commits of this replica's history, newest first.
  package func log(limit: Int) throws -> [LogEntry] {
    guard let head = try headCommit() else { return [] }
    return try repository.walk(from: [head.id], hiding: []).prefix(limit).map { id in
      let commit = try repository.commit(id)
      let replica = CommitMark.value(of: "Slots-Replica: ", in: commit).map(String.init)
      return LogEntry(
        commit: id.hex, time: commit.author.milliseconds,
        replica: replica
          ?? (CommitMark.isOurs(commit) ? "factory" : "git:\(commit.author.name)"),
        subject: commit.message.split(separator: "\n").first.map(String.init) ?? "",
        isMerge: commit.parents.count > 1)
    }
  }
}

/// Collects the versions of a key from a history that is walked oldest first.
private struct VersionWalk {
  let key: Key
  let reader: DocumentReader
  private var normaliser: Normaliser
  private var registers: [ObjectID: Register] = [:]
  private var found: [Version] = []
  private var index: [Register: Int] = [:]
  private var beaten: [(loser: Register, winner: Register, merge: ObjectID)] = []

  init(key: Key, reader: DocumentReader) {
    self.key = key
    self.reader = reader
    normaliser = Normaliser(reader, known: nil)
  }

  mutating func visit(_ commit: Commit) throws {
    let parents = commit.parents.filter { registers.keys.contains($0) || seen.contains($0) }
    seen.insert(commit.id)
    let register = try register(commit, parents)
    registers[commit.id] = register
    if let register, index[register] == nil {
      index[register] = found.count
      found.append(
        Version(
          commit: commit.id.hex, register: register,
          previous: parents.first.flatMap { registers[$0] }))
    }
    guard parents.count > 1, let winner = register else { return }
    let sides = Set(parents.compactMap { registers[$0] })
    guard sides.count > 1 else { return }
    let base = try reader.repository.mergeBase(parents[0], parents[1])
    for side in sides where side != winner && side != base.flatMap({ registers[$0] }) {
      beaten.append((side, winner, commit.id))
    }
  }

  /// Commits that were visited, also those that do not have the key.
  private var seen: Set<ObjectID> = []

  /// What a commit has, as it means it; a document that did not change is not read again.
  private mutating func register(_ commit: Commit, _ parents: [ObjectID]) throws -> Register? {
    let isOurs = CommitMark.isOurs(commit)
    if isOurs || parents.count == 1, let parent = parents.first {
      let here = try reader.entry(key.document, in: commit.tree)
      let before = try reader.entry(
        key.document, in: try reader.repository.commit(parent).tree)
      if here == before, !isOurs || isKnownPlain(parent) { return registers[parent] }
    }
    let state = isOurs ? Snapshot(tree: commit.tree) : try normaliser.snapshot(of: commit.id)
    return try reader.document(key.document, in: state)?.registers[key.registerName]
  }

  /// True where a commit means just what it has.
  private func isKnownPlain(_ id: ObjectID) -> Bool {
    (try? reader.repository.commit(id)).map(CommitMark.isOurs) ?? false
  }

  func versions(standing head: ObjectID) -> [Version] {
    var result = found
    let current = registers[head]
    for (loser, winner, merge) in beaten where loser != current {
      guard let place = index[loser] else { continue }
      result[place].winner = winner
      guard let victor = index[winner] else { continue }
      let entry = Version.Beaten(
        register: loser, commit: result[place].commit, merge: merge.hex,
        rule: winner.rule(over: loser))
      if !result[victor].beaten.contains(where: { $0.register == loser }) {
        result[victor].beaten.append(entry)
      }
    }
    if let current, let place = index[current] { result[place].isCurrent = true }
    return result.sorted { $1.register < $0.register }
  }
}
