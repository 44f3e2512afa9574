internal import SlotsGit
internal import SlotsModel
internal import SlotsSystem

/// Any other remote: the user's own git, so that ssh's configuration, agents, proxies and credential
/// helpers work as for the user's other repositories.
struct GitRemote: Remote {
  let store: Store
  let address: String
  /// What git is given: the remote's name, so that all that is set for it counts, or its address.
  let name: String
  let isDistant = true

  func fetch(_ branch: String) throws -> ObjectID? {
    store.surroundings.progress("fetching from \(address)")
    if store.isSimulated { return try store.fetchAside(self, branch) }
    // To a name of this run alone: a git that is killed leaves its lock there, in nobody's way.
    let passing = "\(Repository.passingReferences)\(Random.name())"
    defer { store.repository.drop(passing) }
    let result = try run(
      ["fetch", "--quiet", "--no-tags", "--refmap=", name, "+\(branch):\(passing)"])
    if result.succeeded {
      let tip = try store.repository.reference(passing)
      if let tip { try store.noteSeen(tip, branch) }
      return tip
    }
    // A remote without the branch is one that nobody has pushed to.
    if try isEmpty(branch) { return nil }
    throw StoreError.unreachable(remote: address, reason: result.complaint)
  }

  func tip(of branch: String) throws -> ObjectID? {
    let result = try run(["ls-remote", name, branch])
    guard result.succeeded else {
      throw StoreError.unreachable(remote: address, reason: result.complaint)
    }
    return result.outputText.split(separator: "\t").first.flatMap { ObjectID(hex: String($0)) }
  }

  func push(_ branch: String, from: ObjectID?, to: ObjectID) throws -> Bool {
    let arguments = ["push", "--porcelain", "--quiet", name, "\(to.hex):\(branch)"]
    var result = try run(arguments)
    // Somebody else is pushing in this moment, or was killed while pushing.
    for pause in [50, 200, 500, 1000] as [Int64] where result.isLockedOut {
      Clock.pause(milliseconds: pause)
      result = try run(arguments)
    }
    if result.succeeded { return true }
    let words = result.errorText + result.outputText
    if result.isLockedOut {
      throw StoreError.refused(remote: address, reason: Self.words(of: words))
    }
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

  func headBranch(orElse branch: String) throws -> String? {
    let result = try run(["ls-remote", "--symref", name, "HEAD", "refs/heads/*"])
    guard result.succeeded else {
      throw StoreError.unreachable(remote: address, reason: result.complaint)
    }
    let lines = result.outputText.split(separator: "\n")
    let head = lines.first { $0.hasPrefix("ref: ") }?.dropFirst(5).split(separator: "\t").first
    let branches = lines.compactMap { $0.split(separator: "\t").last.map(String.init) }
    return RemoteHead(
      name: head.map(String.init), branches: branches.filter { $0.hasPrefix("refs/heads/") }
    ).branch(orElse: branch)
  }

  /// Fetches the rest of the history of a shallow clone.
  func deepen() throws {
    store.surroundings.progress("fetching the rest of the history")
    let result = try run(["fetch", "--quiet", "--unshallow", Store.remoteName])
    guard result.succeeded else { throw StoreError.shallow(reason: result.complaint) }
    try store.repository.refreshObjects()
  }

  private func isEmpty(_ branch: String) throws -> Bool {
    let result = try run(["ls-remote", name, branch])
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
  /// Whether a lock file of the remote's git is in the way.
  fileprivate var isLockedOut: Bool {
    !succeeded && errorText.contains(".lock': File exists")
  }

  /// The first line in which git or ssh says what is wrong.
  var complaint: String {
    let lines = errorText.split(whereSeparator: \.isNewline).map { String($0).trimmedLine }
    let first = lines.first { !$0.isEmpty } ?? "git \(status.words)"
    for prefix in ["fatal: ", "error: "] where first.hasPrefix(prefix) {
      return String(first.dropFirst(prefix.count))
    }
    return first
  }
}
