internal import SlotsGit
package import SlotsModel
internal import SlotsSystem

/// A replica: a clone of a store in a folder, with its working tree.
///
/// Every command that writes runs inside `exclusively`, which takes the replica's lock and first
/// completes what a killed run left. A write is a commit; `advance` is the one way the branch, the
/// files and the index move.
package final class Store {
  let repository: Repository
  let reader: DocumentReader
  let surroundings: Surroundings
  let workFolder: Path
  /// The folder of the working tree.
  package var folder: String { workFolder.description }
  /// This replica's name: `git config slots.replica`, else the short host name.
  package let replica: Text
  /// A factory set that was asked for in this run, before any that is configured.
  package var chosenFactory: String?
  var foundFactory: FactoryFolder?
  /// True when nothing is to change anywhere: objects are written to memory alone.
  var isSimulated = false
  /// A sentence for each file that was moved out of the way.
  var asides: [String] = []
  /// Where a simulation fetched to.
  var asideFolder: Path?

  /// Opens the store that `folder` is in, as git finds its repository.
  /// - Throws: `StoreError.notAStore`, `.newerFormat`; `GitError` where git's repository is refused.
  package static func open(from folder: String, _ surroundings: Surroundings) throws -> Store {
    guard let found = try Repository.discover(from: Path(folder)) else {
      throw StoreError.notAStore(folder: folder)
    }
    let store = try Store(try Repository.open(found), surroundings)
    let head = try store.headCommit()
    guard let head, try store.reader.raw(.format, in: head.tree) != nil else {
      throw StoreError.notAStore(folder: folder)
    }
    try store.refuseNewerFormat(head.tree)
    return store
  }

  init(_ repository: Repository, _ surroundings: Surroundings) throws {
    guard let folder = repository.workFolder else {
      throw StoreError.notAStore(folder: repository.gitFolder.description)
    }
    self.repository = repository
    self.surroundings = surroundings
    workFolder = folder
    reader = DocumentReader(repository)
    replica = Text(try repository.config("slots.replica") ?? surroundings.hostName)
  }

  /// Where this replica keeps what is not synced, in the git folder.
  var stateFolder: Path { repository.gitFolder.appending("slots") }
  /// Where new files are written before they take their place.
  var temporaryFolder: Path { stateFolder.appending("new") }

  /// As `temporaryFolder`, for what runs without our lock: the hook, which has git's, and `select`.
  var hookFolder: Path { stateFolder.appending("hook") }

  /// The commit that HEAD names; nil on an unborn branch.
  func headCommit() throws -> Commit? {
    switch try repository.head() {
    case .branch(_, let id): try id.map { try repository.commit($0) }
    case .detached(let id): try repository.commit(id)
    }
  }

  /// The branch that HEAD names.
  /// - Throws: `StoreError.detached` where it names none.
  func branch() throws -> String {
    switch try repository.head() {
    case .branch(let name, _): return name
    case .detached:
      let known = try repository.references("refs/heads/*").map(\.name)
      let name = known.contains("refs/heads/main") ? "refs/heads/main" : known.first
      throw StoreError.detached(branch: name.map { String($0.dropFirst("refs/heads/".count)) })
    }
  }

  /// The last commit that a remote was seen to have on this branch; nil on a detached HEAD.
  func lastSeen() throws -> ObjectID? {
    guard case .branch(let name, _) = try repository.head() else { return nil }
    return try repository.reference(Self.seenReference(name))
  }

  /// - Throws: `StoreError.foreignRemote` when the tree of a remote is no store, and as
  ///   `refuseNewerFormat`.
  func refuseForeign(_ tree: ObjectID, of remote: any Remote) throws {
    guard try reader.entry(.format, in: tree) != nil else {
      throw StoreError.foreignRemote(remote.address)
    }
    try refuseNewerFormat(tree)
  }

  /// - Throws: `StoreError.newerFormat` when a newer program made this tree.
  func refuseNewerFormat(_ tree: ObjectID) throws {
    let format = StoreFormat(try reader.raw(.format, in: tree)?.document)
    guard format.format <= StoreFormat.newest else {
      throw StoreError.newerFormat(found: format.format, known: StoreFormat.newest)
    }
  }

  /// Runs `body` while no other process works on this replica, after completing what a killed run
  /// left.
  /// - Throws: `StoreError.busy` when another one does not end in time; `.inProgress` and `.detached`
  ///   where git is in the middle of something.
  package func exclusively<T>(_ body: () throws -> T) throws -> T {
    try Files.makeFolders(temporaryFolder)
    let path = repository.commonFolder.appending("slots/lock")
    guard let lock = try ProcessLock.acquire(path, waitingAtMost: surroundings.patience) else {
      throw StoreError.busy(process: ProcessLock.holder(path).map(Int.init))
    }
    defer { withExtendedLifetime(lock) {} }
    try refuseUnfinished()
    try awaitIndex()
    _ = try branch()
    try recover()
    // While the lock is held, what lies here is a dead process's.
    try Files.removeTemporary(in: temporaryFolder, olderThan: 0)
    try Files.removeTemporary(in: hookFolder, olderThan: 3_600_000)
    try repository.removeLeftovers()
    return try body()
  }

  /// Runs `body` exclusively, or as it is in a dry run, which changes nothing.
  func locked<T>(unless dryRun: Bool, _ body: () throws -> T) throws -> T {
    try dryRun ? body() : exclusively(body)
  }

  /// Waits for a git that is at work: what cannot reach the index is not begun.
  /// - Throws: `StoreError.indexLocked`.
  private func awaitIndex() throws {
    let lock = repository.gitFolder.appending("index.lock")
    // A lock of ours has a second name, and is taken over from the dead.
    func isHeld() throws -> Bool { try Files.status(lock).map { $0.links < 2 } ?? false }
    for _ in 0..<50 where try isHeld() { Clock.pause(milliseconds: 40) }
    if try isHeld() { throw StoreError.indexLocked(path: lock.description) }
  }

  private func refuseUnfinished() throws {
    guard let found = Unfinished(repository.state) else { return }
    throw StoreError.inProgress(what: found.what, finish: found.finish, abort: found.abort)
  }
}
