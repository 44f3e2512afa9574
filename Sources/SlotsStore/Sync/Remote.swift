internal import SlotsGit
internal import SlotsModel
internal import SlotsSystem

/// The other side of a sync.
protocol Remote {
  /// Where it is, for people.
  var address: String { get }

  /// Brings the commits of a branch here; the commit the branch is at, nil where it has none.
  /// - Throws: `StoreError.unreachable`.
  func fetch(_ branch: String) throws -> ObjectID?

  /// Moves the branch to `to`, if it still is at `from`; false when it is not.
  /// - Throws: `StoreError.refused`, `.unreachable`.
  func push(_ branch: String, from: ObjectID?, to: ObjectID) throws -> Bool

  /// The branch that its HEAD names, as `refs/heads/main`.
  func headBranch() throws -> String?
}

extension Store {
  /// The name of the remote in git's configuration.
  static let remoteName = "origin"

  /// The remote of this store; nil when it has none.
  func remote() throws -> (any Remote)? {
    guard let url = try repository.remoteURL(Self.remoteName) else { return nil }
    return try remote(at: url)
  }

  /// A folder in process, anything else through the git program. Before that, a shallow clone gets
  /// the rest of its history.
  func remote(at url: String) throws -> any Remote {
    let command = GitRemote(store: self, address: url)
    if repository.isShallow, !isSimulated { try command.deepen() }
    guard let path = Self.localPath(url) else {
      if repository.isShallow, !isSimulated { try command.deepen() }
      return command
    }
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

  /// The branch to exchange: at the first contact the one that the remote's HEAD names, so that a
  /// store that was made offline does not end up with two.
  func adoptBranch(of remote: any Remote, dryRun: Bool) throws -> String {
    let branch = try branch()
    guard try repository.reference(Self.seenReference(branch)) == nil,
      let theirs = try remote.headBranch(), theirs != branch,
      try repository.reference(theirs) == nil, let head = try headCommit()
    else { return branch }
    if dryRun { return theirs }
    _ = try repository.moveReference(theirs, from: nil, to: head.id, reflog: "slots: join")
    try repository.setSymbolicHead(to: theirs)
    try configureUpstream(theirs)
    return theirs
  }

  /// Remembers what the remote was last seen to have.
  func noteSeen(_ commit: ObjectID, _ branch: String) throws {
    let name = Self.seenReference(branch)
    let old = try repository.reference(name)
    if old != commit {
      _ = try repository.moveReference(name, from: old, to: commit, reflog: "slots: sync")
    }
  }

  /// `refs/remotes/origin/main` for `refs/heads/main`.
  static func seenReference(_ branch: String) -> String {
    "refs/remotes/\(remoteName)/" + branch.dropFirst("refs/heads/".count)
  }
}

/// A repository on this machine's file system, in process. Its branch is moved by compare and set,
/// because libgit2's own push to a path compares nothing.
struct PathRemote: Remote {
  let store: Store
  let address: String
  let folder: Path

  private func open() throws -> Repository {
    do throws(GitError) {
      return try Repository.open(folder)
    } catch {
      guard error.kind == .notFound else { throw error }
      throw StoreError.unreachable(
        remote: address, reason: "there is no git repository at \(folder)")
    }
  }

  func fetch(_ branch: String) throws -> ObjectID? {
    let remote = try open()
    guard let tip = try remote.reference(branch) else { return nil }
    if store.isSimulated {
      try store.repository.borrowObjects(of: remote)
      return tip
    }
    if try !store.repository.contains(tip) {
      let progress = store.surroundings.progress
      _ = try Transfer.copy([tip], from: remote, to: store.repository) {
        progress("receiving \($0) of \($1) objects")
      }
    }
    return tip
  }

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
      return try GitRemote(store: store, address: address).push(branch, from: from, to: to)
    }
    let progress = store.surroundings.progress
    _ = try Transfer.copy([to], from: store.repository, to: remote) {
      progress("sending \($0) of \($1) objects")
    }
    return try remote.moveReference(branch, from: from, to: to, reflog: "push")
  }

  func headBranch() throws -> String? { try open().symbolicTarget("HEAD") }
}

/// Any other remote: the user's own git, so that ssh's configuration, agents, proxies and credential
/// helpers work as for the user's other repositories.
struct GitRemote: Remote {
  let store: Store
  let address: String

  func fetch(_ branch: String) throws -> ObjectID? {
    store.surroundings.progress("fetching from \(address)")
    let name = Store.seenReference(branch)
    if store.isSimulated { return try store.fetchAside(address, branch) }
    let result = try run(["fetch", "--quiet", "--no-tags", address, "+\(branch):\(name)"])
    if result.succeeded { return try store.repository.reference(name) }
    // A remote without the branch is one that nobody has pushed to.
    if try isEmpty(branch) { return nil }
    throw StoreError.unreachable(remote: address, reason: result.complaint)
  }

  func push(_ branch: String, from: ObjectID?, to: ObjectID) throws -> Bool {
    let result = try run(["push", "--porcelain", "--quiet", address, "\(to.hex):\(branch)"])
    if result.succeeded { return true }
    let words = result.errorText + result.outputText
    if ["non-fast-forward", "fetch first", "cannot lock ref", "failed to update ref"]
      .contains(where: words.contains)
    {
      return false
    }
    if words.contains("rejected") || words.contains("remote:") {
      throw StoreError.refused(remote: address, reason: Self.words(of: words))
    }
    throw StoreError.unreachable(remote: address, reason: result.complaint)
  }

  func headBranch() throws -> String? {
    let result = try run(["ls-remote", "--symref", address, "HEAD"])
    guard result.succeeded else {
      throw StoreError.unreachable(remote: address, reason: result.complaint)
    }
    let line = result.outputText.split(separator: "\n").first { $0.hasPrefix("ref: ") }
    return line.flatMap { $0.dropFirst(5).split(separator: "\t").first.map(String.init) }
  }

  /// Fetches the rest of the history of a shallow clone.
  func deepen() throws {
    store.surroundings.progress("fetching the rest of the history")
    let result = try run(["fetch", "--quiet", "--unshallow", Store.remoteName])
    guard result.succeeded else { throw StoreError.shallow(reason: result.complaint) }
    try store.repository.refreshObjects()
  }

  private func isEmpty(_ branch: String) throws -> Bool {
    let result = try run(["ls-remote", address, branch])
    return result.succeeded && result.outputText.isEmpty
  }

  private func run(_ arguments: [String]) throws -> Child.Result {
    try store.gitProgram().run(
      arguments, in: store.workFolder, interactive: store.surroundings.mayPrompt)
  }

  /// The server's words in git's output, without what git puts around them.
  private static func words(of text: String) -> String {
    var lines: [String] = []
    for line in text.split(whereSeparator: \.isNewline) {
      if line.hasPrefix("remote:") {
        lines.append(String(line.dropFirst("remote:".count)).trimmedLine)
      } else if line.hasPrefix("!"), let paren = line.firstIndex(of: "(") {
        lines.append(String(line[paren...]).trimmedLine)
      }
    }
    return lines.filter { !$0.isEmpty }.joined(separator: "\n")
  }
}

extension Child.Result {
  /// The first line in which git or ssh says what is wrong.
  var complaint: String {
    let lines = errorText.split(whereSeparator: \.isNewline).map { String($0).trimmedLine }
    let first = lines.first { !$0.isEmpty } ?? "git ended with \(status)"
    for prefix in ["fatal: ", "error: "] where first.hasPrefix(prefix) {
      return String(first.dropFirst(prefix.count))
    }
    return first
  }
}
