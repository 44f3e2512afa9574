internal import SlotsGit
internal import SlotsSystem

extension Store {
  /// The commit that a person names: as git reads it (a commit, a branch, `HEAD~2`), else the last one
  /// that the replica of this name made, as far as it arrived here. `@NAME` is always a replica.
  /// - Throws: `StoreError.noRevision`.
  func commit(named name: String) throws -> ObjectID {
    let isReplica = name.hasPrefix("@") && !name.hasPrefix("@{") && name != "@"
    if !isReplica, let id = try repository.resolve(name) { return id }
    let replica = isReplica ? String(name.dropFirst()) : name
    if let id = try lastCommit(of: replica) { return id }
    if isReplica, let id = try repository.resolve(name) { return id }
    throw StoreError.noRevision(name)
  }

  /// Whether a commit, a branch or a replica has this name.
  package func isRevision(_ name: String) throws -> Bool {
    do {
      _ = try commit(named: name)
      return true
    } catch StoreError.noRevision {
      return false
    }
  }

  private func lastCommit(of replica: String) throws -> ObjectID? {
    guard !replica.isEmpty else { return nil }
    let tips = [try headCommit()?.id, try lastSeen()].compactMap { $0 }
    return try repository.walk(from: tips, hiding: []).first { id in
      CommitMark.value(of: "Slots-Replica: ", in: try repository.commit(id)) == replica[...]
    }
  }
}
