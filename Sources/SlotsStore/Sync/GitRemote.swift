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
  /// The connection that serves all that is asked of this remote.
  private let connection: SharedConnection

  init(store: Store, address: String, name: String) {
    (self.store, self.address, self.name) = (store, address, name)
    connection = SharedConnection(to: address, store)
  }

  func fetch(_ branch: String) throws -> ObjectID? {
    store.surroundings.progress("fetching from \(address)")
    if store.isSimulated { return try store.fetchAside(self, branch) }
    // To a name of this run alone: a git that is killed leaves its lock there, in nobody's way.
    let passing = "\(Repository.passingReferences)\(Random.name())"
    defer { store.repository.drop(passing) }
    let result = try run(
      ["fetch", "--progress", "--no-tags", "--refmap=", name, "+\(branch):\(passing)"])
    if result.succeeded {
      let tip = try store.repository.reference(passing)
      if let tip { try store.noteSeen(tip, branch) }
      return tip
    }
    // A remote without the branch is one that nobody has pushed to.
    if result.errorText.lowercased().contains("couldn't find remote ref \(branch)") { return nil }
    throw try failure(result, "fetch")
  }

  func tip(of branch: String) throws -> ObjectID? {
    let result = try asked(["ls-remote", name, branch])
    return result.outputText.split(separator: "\t").first.flatMap { ObjectID(hex: String($0)) }
  }

  func push(_ branch: String, from: ObjectID?, to: ObjectID) throws -> Bool {
    let arguments = ["push", "--porcelain", "--quiet", "--progress", name, "\(to.hex):\(branch)"]
    var result = try run(arguments)
    // Somebody else is pushing in this moment, or was killed while pushing.
    for pause in [50, 200, 500, 1000] as [Int64] where result.isLockedOut {
      Clock.pause(milliseconds: pause)
      result = try run(arguments)
    }
    if result.succeeded { return true }
    // What the server did with the branch, in one line; a server that broke off did nothing.
    let status = GitWords.lines(result.outputText).first {
      $0.hasPrefix("!") && !$0.contains("[remote failure]")
    }
    guard let status else { throw try failure(result, "push") }
    let races = ["non-fast-forward", "fetch first", "cannot lock ref", "failed to update ref"]
    if !result.isLockedOut, races.contains(where: status.contains) { return false }
    throw StoreError.refused(
      remote: address, reason: GitWords.server(GitWords.lines(result.errorText) + [status]))
  }

  func headBranch(orElse branch: String) throws -> String? {
    let result = try asked(["ls-remote", "--symref", name, "HEAD", "refs/heads/*"])
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
    let result = try run(["fetch", "--progress", "--unshallow", Store.remoteName])
    guard result.succeeded else { throw StoreError.shallow(reason: result.complaint) }
    try store.repository.refreshObjects()
  }

  /// Fetches what a partial clone left out (`git clone --filter`), which libgit2 never asks for; from then
  /// on it is a clone like any other.
  func complete() throws {
    store.surroundings.progress("fetching what old files had in them")
    let result = try run(
      ["fetch", "--progress", "--refetch", "--no-filter", "--no-tags", Store.remoteName])
    guard result.succeeded else { throw StoreError.shallow(reason: result.complaint) }
    try store.repository.editConfig([
      (Store.promisorKey, nil), ("remote.\(Store.remoteName).partialclonefilter", nil),
    ])
    try store.repository.refreshObjects()
  }

  /// Runs a command of git that has to succeed.
  /// - Throws: `StoreError.unreachable`.
  func asked(
    _ arguments: [String], environment: [String: String?] = [:]
  ) throws -> Child.Result {
    let result = try run(arguments, environment: environment)
    guard result.succeeded else { throw try failure(result, arguments[0]) }
    return result
  }

  private func run(
    _ arguments: [String], environment: [String: String?] = [:]
  ) throws -> Child.Result {
    var git = try store.gitProgram()
    git.options = connection.options(for: git)
    let mayPrompt = store.surroundings.mayPrompt
    do throws(SystemError) {
      // Who is being asked for a password may take any time.
      return try git.run(
        arguments, in: store.workFolder, environment: environment, interactive: mayPrompt,
        silence: mayPrompt ? nil : store.remotePatience)
    } catch {
      throw StoreError.unreachable(
        remote: address, reason: error.description, trouble: .program)
    }
  }

  private func failure(_ result: Child.Result, _ command: String) throws -> StoreError {
    if result.status == .timedOut, let patience = store.remotePatience {
      let reason = "it said nothing for \(patience / 1000) seconds"
      return .unreachable(remote: address, reason: reason, trouble: .timeout)
    }
    // The disk here, and not the other side.
    let full = GitWords.lines(result.errorText).first {
      !$0.hasPrefix("remote:") && $0.hasSuffix("No space left on device")
    }
    if let full { return .gitFailed(arguments: command, reason: GitWords.plain(full)) }
    let (trouble, reason) = RemoteTrouble.found(in: result.errorText)
    return .unreachable(remote: address, reason: reason, trouble: trouble)
  }
}

extension Child.Result {
  /// Whether a lock file of the remote's git is in the way.
  fileprivate var isLockedOut: Bool {
    !succeeded && errorText.contains(".lock': File exists")
  }
}

extension Store {
  fileprivate static let promisorKey = "remote.\(remoteName).promisor"

  /// Whether this clone left out what old files had in them.
  func isPartial() throws -> Bool { try repository.config(Self.promisorKey) == "true" }

  /// How long a remote may say nothing, in milliseconds; nil for any time. `slots.timeout` in git's
  /// configuration has it in seconds, 0 for any time.
  var remotePatience: Int64? {
    let seconds = timeout.flatMap(Self.seconds) ?? 60
    return seconds == 0 ? nil : seconds * 1000
  }

  /// What `slots.timeout` says where that is no number of seconds, so that 60 count.
  var strangeTimeout: String? { timeout.flatMap { Self.seconds($0) == nil ? $0 : nil } }

  private var timeout: String? { (try? repository.config("slots.timeout")) ?? nil }

  private static func seconds(_ text: String) -> Int64? {
    Int64(text).flatMap { (0...86_400).contains($0) ? $0 : nil }
  }
}
