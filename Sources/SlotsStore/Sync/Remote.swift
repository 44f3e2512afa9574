internal import SlotsGit
internal import SlotsModel
internal import SlotsSystem

/// The other side of a sync.
protocol Remote {
  /// Where it is, for people.
  var address: String { get }

  /// True where each question costs a connection.
  var isDistant: Bool { get }

  /// Brings the commits of a branch here; the commit the branch is at, nil where it has none.
  /// - Throws: `StoreError.unreachable`.
  func fetch(_ branch: String) throws -> ObjectID?

  /// The commit that a branch is at, with the cheapest question there is; nil where there is no branch.
  /// - Throws: `StoreError.unreachable`.
  func tip(of branch: String) throws -> ObjectID?

  /// Moves the branch to `to`, if it still is at `from`; false when it is not.
  /// - Throws: `StoreError.refused`, `.unreachable`.
  func push(_ branch: String, from: ObjectID?, to: ObjectID) throws -> Bool

  /// The branch that its HEAD names, as `refs/heads/main`, when it has commits or nothing has; else
  /// the one that is there, `branch` before others.
  func headBranch(orElse branch: String) throws -> String?
}

extension Store {
  /// The name of the remote in git's configuration.
  static let remoteName = "origin"

  /// The remote of this store; nil when it has none.
  func remote() throws -> (any Remote)? {
    guard let url = try repository.remoteURL(Self.remoteName) else { return nil }
    // Git alone knows how to fetch from one address and push to another.
    if try repository.remotePushURL(Self.remoteName) != nil {
      return GitRemote(store: self, address: url, name: Self.remoteName)
    }
    return try remote(at: url, named: Self.remoteName)
  }

  /// A folder in process, anything else through the git program. Before that, a shallow or partial clone
  /// gets the rest of its history.
  ///
  /// - Parameters:
  ///   - url: the address as it is, or is to be, in git's configuration.
  ///   - name: the remote's name in git's configuration, whose settings then count; nil for
  ///   one that is not configured yet.
  func remote(at url: String, named name: String? = nil) throws -> any Remote {
    let command = GitRemote(store: self, address: url, name: name ?? url)
    if repository.isShallow, !isSimulated { try command.deepen() }
    if name != nil, !isSimulated, try isPartial() { try command.complete() }
    let place = name == nil ? try repository.rewritten(url) : url
    guard let path = Self.localPath(place) else { return command }
    return PathRemote(
      store: self, address: url, folder: Files.absolute(Path(path), relativeTo: workFolder))
  }

  /// The folder that a remote's address names on this machine; nil for an address of a host.
  static func localPath(_ url: String) -> String? {
    if url.hasPrefix("file://") {
      let rest = url.dropFirst("file://".count)
      let path = rest.hasPrefix("localhost/") ? rest.dropFirst("localhost".count) : rest
      return String(decoding: Percent.decoded(path.utf8), as: UTF8.self)
    }
    if url.contains("://") { return nil }
    // `host:path` is an address for ssh, unless a slash comes first.
    if let colon = url.firstIndex(of: ":"), !url[..<colon].contains("/") { return nil }
    return url
  }

  /// The branch to exchange: at the first contact with an address the one that the remote's HEAD
  /// names, so that a store that was made offline, or with another remote, does not end up with two.
  func adoptBranch(of remote: any Remote, dryRun: Bool) throws -> String {
    let branch = try branch()
    guard try lastSeenThere() == nil, let theirs = try remote.headBranch(orElse: branch),
      theirs != branch, let head = try headCommit()
    else { return branch }
    // A branch of that name is moved along where nothing of it is left behind; another working tree
    // could have it.
    let old = try repository.reference(theirs)
    if let old {
      guard try repository.isAncestor(old, of: head.id),
        try Files.status(repository.commonFolder.appending("worktrees")) == nil
      else { return branch }
    }
    if dryRun { return theirs }
    try exclusively {
      guard try headCommit()?.id == head.id else { return }
      _ = try repository.moveReference(theirs, from: old, to: head.id, reflog: "slots: join")
      try repository.setSymbolicHead(to: theirs)
      try configureUpstream(theirs)
    }
    return try self.branch()
  }

  /// Remembers what the remote was last seen to have, and at which address.
  func noteSeen(_ commit: ObjectID, _ branch: String) throws {
    let name = Self.seenReference(branch)
    let old = try repository.reference(name)
    if old == commit { return }
    func move() throws -> Bool {
      try repository.moveReference(name, from: old, to: commit, reflog: "slots: sync")
    }
    do {
      _ = try move()
    } catch let error as GitError where error.kind == .locked {
      // Waited for long enough: a git that was killed in a push left it. What is noted here can be
      // learned from the remote again, so nothing is lost should it live.
      guard let lock = error.file else { throw error }
      try Files.remove(lock)
      _ = try move()
    }
    let address = try repository.rawRemoteURL(Self.remoteName)
    if let address, try repository.config(Self.seenAddress) != address {
      try repository.setConfig(Self.seenAddress, address)
    }
  }

  /// As `lastSeen`; nil where the remote has another address since.
  func lastSeenThere() throws -> ObjectID? {
    let seen = try repository.config(Self.seenAddress)
    let isThere = try seen == nil || repository.rawRemoteURL(Self.remoteName) == seen
    return isThere ? try lastSeen() : nil
  }

  /// Where git's configuration has the address at which the remote was last seen.
  private static let seenAddress = "slots.seen"

  /// `refs/remotes/origin/main` for `refs/heads/main`.
  static func seenReference(_ branch: String) -> String {
    "refs/remotes/\(remoteName)/" + branch.dropFirst("refs/heads/".count)
  }
}

/// What a remote's HEAD names, and the branches that it has.
struct RemoteHead {
  let name: String?
  let branches: [String]

  /// The branch to join. A HEAD that names a branch nobody pushed does not make the remote empty.
  func branch(orElse ours: String) -> String? {
    if let name, branches.isEmpty || branches.contains(name) { return name }
    return [ours, "refs/heads/main"].first(where: branches.contains) ?? branches.first ?? name
  }
}

/// A repository on this machine's file system, in process. Its branch is moved by compare and set,
/// because libgit2's own push to a path compares nothing.
struct PathRemote: Remote {
  let store: Store
  let address: String
  let folder: Path
  let isDistant = false

  func open() throws -> Repository {
    do throws(GitError) {
      return try Repository.open(folder)
    } catch {
      throw error.kind == .notFound
        ? StoreError.unreachable(
          remote: address, reason: "there is no git repository at \(folder)", trouble: .repository)
        : damage(error)
    }
  }

  /// Runs what looks at the remote, with its damage named as the remote's.
  private func reading<T>(_ body: () throws(GitError) -> T) throws -> T {
    do throws(GitError) { return try body() } catch { throw damage(error) }
  }

  private func damage(_ error: GitError) -> any Error {
    switch error.kind {
    case .locked, .untrustedOwner, .unsupportedExtension: error
    default: StoreError.damagedRemote(remote: address, reason: error.message)
    }
  }

  func fetch(_ branch: String) throws -> ObjectID? {
    let remote = try open()
    let tip = try reading { () throws(GitError) in
      let tip = try remote.reference(branch)
      // A branch that names another, which is none, is not one that nobody has pushed to.
      if tip == nil, let other = try remote.symbolicTarget(branch) {
        _ = try remote.symbolicTarget(other)
      }
      return tip
    }
    guard let tip else { return nil }
    if store.isSimulated {
      try store.repository.borrowObjects(of: remote)
      return tip
    }
    if try !store.repository.contains(tip) {
      let progress = store.surroundings.progress
      do throws(GitError) {
        _ = try Transfer.copy([tip], from: remote, to: store.repository) {
          progress("receiving \($0) of \($1) objects")
        }
      } catch {
        throw [.damaged, .badTree].contains(error.kind) ? damage(error) : error
      }
    }
    return tip
  }

  func tip(of branch: String) throws -> ObjectID? { try open().reference(branch) }

  func push(_ branch: String, from: ObjectID?, to: ObjectID) throws -> Bool {
    let remote = try open()
    let allowed = try remote.config("receive.denyCurrentBranch") ?? "refuse"
    if !remote.isBare, try remote.symbolicTarget("HEAD") == branch,
      !["ignore", "warn", "false", "updateInstead"].contains(allowed)
    {
      throw StoreError.refused(
        remote: address,
        reason: "it is somebody's working folder; a remote is a bare repository (git init --bare)")
    }
    // libgit2 runs no hooks and knows no protected branches: then the git command pushes.
    if try !remote.isBare || remote.hasServerHooks() {
      return try GitRemote(store: store, address: address, name: Store.remoteName)
        .push(branch, from: from, to: to)
    }
    // Nobody works in a bare repository who would remove what a killed push left.
    try? remote.removeLeftovers()
    let progress = store.surroundings.progress
    _ = try Transfer.copy([to], from: store.repository, to: remote) {
      progress("sending \($0) of \($1) objects")
    }
    return try remote.moveReference(branch, from: from, to: to, reflog: "push")
  }

  func headBranch(orElse branch: String) throws -> String? {
    let remote = try open()
    return try reading { () throws(GitError) in
      RemoteHead(
        name: try remote.symbolicTarget("HEAD"),
        branches: try remote.references("refs/heads/*").map { $0.name }
      )
    }.branch(orElse: branch)
  }
}
