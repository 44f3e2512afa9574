internal import CLibgit2
internal import SlotsSystem

extension Repository {
  /// Moves a reference if it is where the caller believes it to be: of two who move it from the same
  /// place one wins, whether they use this program or git.
  ///
  /// The lock is git's own, waited for five seconds, and survives no killed process of ours. A
  /// symbolic reference such as `HEAD` moves what it points to.
  /// - Parameters:
  ///   - name: whole, such as `refs/heads/main`.
  ///   - old: where it must be; nil when it must not exist.
  ///   - new: a commit that the repository has.
  ///   - message: the line for the reflog, which is written where git would write it.
  ///   - identity: who the reflog names; by default who `user.name` and `user.email` name.
  /// - Returns: false when it is elsewhere; nothing has changed then.
  /// - Throws: kind `locked` with the lock file, `exists` when the names of two references exclude
  ///   each other, `notFound` when there is no such commit, `invalidName`.
  package func moveReference(
    _ name: String, from old: ObjectID?, to new: ObjectID, reflog message: String,
    by identity: Signature? = nil
  ) throws(GitError) -> Bool {
    if let target = try symbolicTarget(name) {
      return try moveReference(target, from: old, to: new, reflog: message, by: identity)
    }
    try checkName(name)
    guard try contains(new) else {
      throw GitError(.notFound, "moveReference", "\(new.short) is not in this repository")
    }
    if old == nil { try checkRoom(for: name) }
    let file = folder(of: name).appending(Path(name))
    var lock = try self.lock(file)
    guard try reference(name) == old else { return false }
    if old == new { return true }
    try writeReflog(name, old, new, message, identity)
    Files.removeEmptyFolders(file)
    try commit(&lock, Array("\(new.hex)\n".utf8))
    return true
  }

  func checkName(_ name: String) throws(GitError) {
    var isValid: Int32 = 0
    let call = "git_reference_name_is_valid"
    try check(call, git_reference_name_is_valid(&isValid, name))
    guard isValid == 1 else {
      throw GitError(.invalidName, call, "\(name) is not a name for a reference")
    }
  }

  /// Takes git's lock on a file of the git folder.
  func lock(_ file: Path) throws(GitError) -> LinkedLock {
    let lock = try onFiles { () throws(SystemError) in
      try LinkedLock.acquire(
        file.inside(commonFolder) ?? file, in: commonFolder, privateIn: lockFolder,
        waitingAtMost: 5000)
    }
    if let lock { return lock }
    let lockFile = LinkedLock.lockFile(of: file)
    throw GitError(
      .locked, "lock", code: GIT_ELOCKED.rawValue, "\(lockFile) is held by another program",
      file: lockFile)
  }

  func commit(_ lock: inout LinkedLock, _ bytes: [UInt8]) throws(GitError) {
    do throws(SystemError) { try lock.commit(bytes) } catch { throw GitError(error) }
  }

  /// Some references belong to one working tree, the others to all.
  private func folder(of name: String) -> Path {
    let ownPrefixes = ["refs/bisect/", "refs/worktree/", "refs/rewritten/"]
    let isOwn = !name.hasPrefix("refs/") || ownPrefixes.contains { name.hasPrefix($0) }
    return isOwn ? gitFolder : commonFolder
  }

  /// A reference is a file, so `refs/heads/a` and `refs/heads/a/b` cannot both be.
  private func checkRoom(for name: String) throws(GitError) {
    var others: [String] = []
    var above = Path(name).parent
    while above.parts.count > 2 {
      if try reference(above.description) != nil { others.append(above.description) }
      above = above.parent
    }
    others += try references("\(name)/*").map(\.name)
    if let other = others.first {
      throw GitError(.exists, "moveReference", "\(name) cannot be made because \(other) exists")
    }
  }

  /// Writes as git does, before the reference moves. A log that cannot be written stops nothing.
  private func writeReflog(
    _ name: String, _ old: ObjectID?, _ new: ObjectID, _ message: String, _ identity: Signature?
  ) throws(GitError) {
    let now = Clock.now() / 1000
    let configured = Signature(
      name: try config("user.name") ?? "slots", email: try config("user.email") ?? "slots",
      time: now, offsetMinutes: 0)
    let words = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let from = old ?? .zero
    let line = "\(from.hex) \(new.hex) \((identity ?? configured).text)\t\(words)\n"
    var logs = [(name: name, folder: folder(of: name))]
    if try symbolicTarget("HEAD") == name { logs.append(("HEAD", gitFolder)) }
    for (name, folder) in logs {
      let file = folder.appending("logs").appending(Path(name))
      let isMade = try wantsReflog(name)
      _ = try? Files.append(Array(line.utf8), to: file, making: isMade)
    }
  }

  /// Whether git starts a log for a reference (`core.logAllRefUpdates`).
  private func wantsReflog(_ name: String) throws(GitError) -> Bool {
    let setting = try config("core.logAllRefUpdates")?.lowercased()
    if setting == "always" { return true }
    var isWanted = !isBare
    if let setting {
      var flag: Int32 = 0
      if git_config_parse_bool(&flag, setting) == 0 { isWanted = flag == 1 }
    }
    let prefixes = ["refs/heads/", "refs/remotes/", "refs/notes/"]
    return isWanted && (name == "HEAD" || prefixes.contains { name.hasPrefix($0) })
  }
}
