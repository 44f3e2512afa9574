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
  /// The write that it lost to in a merge, and why; nil when it was never beaten.
  package var lostTo: (winner: Register, rule: String)? {
    winner.map { ($0, $0.rule(over: register)) }
  }
  var winner: Register?

  /// The commit's id as people type it.
  package var shortCommit: String { String(commit.prefix(10)) }
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
    var entries: [ObjectID: ObjectID?] = [:]
    func blob(_ commit: Commit) throws -> ObjectID? {
      if let known = entries[commit.id] { return known }
      let id = try reader.entry(key.document, in: commit.tree)?.id
      entries.updateValue(id, forKey: commit.id)
      return id
    }
    func register(_ commit: Commit, _ parent: Register?) throws -> Register? {
      guard
        let found = try reader.document(key.document, in: Snapshot(tree: commit.tree))?
          .registers[key.registerName]
      else { return nil }
      if let stamp = found.stamp, parent?.stamp != stamp || parent?.value == found.value {
        return found
      }
      let edit = Edit(
        now: commit.author.time * 1000, replica: Text("git:\(commit.author.name)"),
        factoryVersion: 0, trustsStamps: true)
      return Register(found.value, edit.stamp(after: parent?.stamp))
    }
    var found: [Version] = []
    var index: [Register: Int] = [:]
    var beaten: [(Register, by: Register)] = []
    var registers: [ObjectID: Register] = [:]
    for id in try repository.walk(from: [head.id], hiding: []).reversed() {
      let commit = try repository.commit(id)
      let parents = try commit.parents.filter { try repository.contains($0) }
        .map { try repository.commit($0) }
      let here = try blob(commit)
      let before = try parents.map { try blob($0) }
      if let same = before.firstIndex(of: here) {
        registers[id] = registers[parents[same].id]
      } else {
        let previous = parents.first.flatMap { registers[$0.id] }
        let written = try register(commit, previous)
        registers[id] = written
        if let written, index[written] == nil {
          index[written] = found.count
          found.append(Version(commit: id.hex, register: written, previous: previous))
        }
      }
      guard parents.count > 1, Set(before).count > 1 else { continue }
      let base = try repository.mergeBase(parents[0].id, parents[1].id)
      let known = base.flatMap { registers[$0] }
      guard let winner = registers[id] else { continue }
      for parent in parents {
        guard let side = registers[parent.id], side != winner, side != known else { continue }
        beaten.append((side, by: winner))
      }
    }
    for (loser, winner) in beaten {
      if let place = index[loser], loser != registers[head.id] { found[place].winner = winner }
    }
    if let current = registers[head.id], let place = index[current] {
      found[place].isCurrent = true
    }
    return found.sorted { $1.register < $0.register }
  }

  /// The commits of this replica's history, newest first.
  package func log(limit: Int) throws -> [LogEntry] {
    guard let head = try headCommit() else { return [] }
    return try repository.walk(from: [head.id], hiding: []).prefix(limit).map { id in
      let commit = try repository.commit(id)
      let replica = CommitMark.value(of: "Slots-Replica: ", in: commit).map(String.init)
      return LogEntry(
        commit: id.hex, time: commit.author.time * 1000,
        replica: replica
          ?? (CommitMark.isOurs(commit) ? "factory" : "git:\(commit.author.name)"),
        subject: commit.message.split(separator: "\n").first.map(String.init) ?? "",
        isMerge: commit.parents.count > 1)
    }
  }
}
