internal import SlotsGit
internal import SlotsModel
internal import SlotsSystem

/// What `slots init` did.
package struct InitReport: Sendable, Hashable {
  /// How the store came to be.
  package enum Outcome: String, Sendable, Hashable {
    /// A new store.
    case created
    /// The store that the remote has.
    case joined
    /// It was a store already; what was missing is set up.
    case existed
  }
  /// How the store came to be.
  package var outcome: Outcome
  /// The folder of the replica.
  package var folder: String
  /// The replica's name.
  package var replica: String
  /// The branch, without `refs/heads/`.
  package var branch: String
  /// The remote; nil for none.
  package var remote: String?
  /// Why the remote was not reached; nil when it was, or there is none.
  package var unreachable: String?
  /// The same in a word.
  package var trouble: RemoteTrouble?
  /// A pre-commit hook that was there before and stays as it is.
  package var foreignHook: String?
  /// The folder that `core.hooksPath` names, where no hook of ours was put unasked.
  package var sharedHooks: String?
}

/// What `slots init` is asked for.
package struct InitRequest: Sendable {
  /// The folder of the replica; absolute.
  package var folder: String
  /// The remote's address.
  package var remote: String?
  /// The replica's name.
  package var replica: String?
  /// Where the factory set is.
  package var factory: String?

  /// A request of its parts.
  package init(folder: String, remote: String?, replica: String?, factory: String?) {
    self.folder = folder
    self.remote = remote
    self.replica = replica
    self.factory = factory
  }
}

extension Store {
  /// Makes a store in a folder, or joins the one that the remote has; twice is once.
  /// - Throws: `StoreError.occupied` where the folder holds something else, `.otherRemote`,
  ///   `.noFactory`, `.badReplica`; nothing has changed then.
  package static func initialise(
    _ request: InitRequest, _ surroundings: Surroundings
  ) throws -> InitReport {
    if let name = request.replica { try refuseBadReplica(name) }
    let folder = Path(request.folder)
    if try Files.status(folder.appending(".git")) != nil { try sweepMaking(folder) }
    let existing =
      try Files.status(folder.appending(".git")) == nil ? nil : openUnlessHalfMade(folder)
    if let existing, try isStore(existing) || wasBegun(existing) {
      let store = try Store(existing, surroundings)
      // An init that was killed while it wrote the first files is completed by its journal.
      if try wasBegun(existing) { try store.exclusively {} }
      if let tree = try store.headCommit()?.tree { try store.refuseNewerFormat(tree) }
      return try store.finish(request, .existed)
    }
    let names = try Files.list(folder)?.filter { !Self.isNothing($0) } ?? []
    if let name = names.first {
      throw StoreError.occupied(folder: request.folder, by: name.description)
    }
    if let existing, try existing.head().commit != nil {
      throw StoreError.occupied(folder: request.folder, by: "a git repository that is no store")
    }
    let made = try Files.status(folder) == nil
    let isHalfMade = try Files.status(folder.appending(".git")) != nil
    try Files.makeFolders(folder)
    do {
      let repository =
        try existing
        ?? (isHalfMade
          ? Repository.create(folder, bare: false, branch: "main", completing: true)
          : makeRepository(in: folder, patience: surroundings.patience))
      guard let repository else { return try initialise(request, surroundings) }
      try sweepTrials(folder)
      let store = try Store(repository, surroundings)
      store.chosenFactory = request.factory
      return try store.begin(request)
    } catch {
      // What has a commit or its journal is completed by the next init; the files of it are in the
      // folder already.
      if existing == nil, try !wasBegun(in: folder) {
        try? Files.removeTree(folder.appending(".git"))
        if made { try? Files.removeTree(folder) }
      }
      throw error
    }
  }

  /// True for what makes no folder occupied; `_git2_…` is left where a run was killed while libgit2
  /// tried out the file system (`git_repository_init_ext`).
  private static func isNothing(_ name: Path) -> Bool {
    [".git", ".DS_Store", making].contains(name) || name.bytes.starts(with: "_git2_".utf8)
  }

  /// Removes what libgit2 left in a folder that a killed run began.
  private static func sweepTrials(_ folder: Path) throws {
    for name in try Files.list(folder) ?? [] where name.bytes.starts(with: "_git2_".utf8) {
      let path = folder.appending(name)
      // The trials are links and files without content; anything else is not libgit2's.
      let status = try Files.status(path)
      if status?.kind == .symlink || status?.size == 0 { try Files.remove(path) }
    }
  }

  /// Opens the repository of a folder; nil where a killed run left a `.git` that is none yet.
  private static func openUnlessHalfMade(_ folder: Path) throws -> Repository? {
    do throws(GitError) {
      return try Repository.open(folder)
    } catch {
      let references = try Files.list(folder.appending(".git/refs/heads")) ?? []
      guard error.kind == .notFound, references.isEmpty,
        try Files.status(folder.appending(".git"))?.kind == .folder,
        try Files.status(folder.appending(".git/packed-refs")) == nil
      else { throw error }
      return nil
    }
  }

  /// True where a killed run left the journal of a first commit.
  private static func wasBegun(_ repository: Repository) throws -> Bool {
    guard try repository.head().commit == nil else { return false }
    return try Files.status(repository.gitFolder.appending("slots/advance.json")) != nil
  }

  /// True where the first commit of a folder is made, or its journal is written.
  private static func wasBegun(in folder: Path) throws -> Bool {
    guard let repository = try? Repository.open(folder) else { return false }
    return try repository.head().commit != nil || wasBegun(repository)
  }

  private static func isStore(_ repository: Repository) throws -> Bool {
    guard let commit = try repository.head().commit else { return false }
    let tree = try repository.commit(commit).tree
    return try repository.entry(at: "store.json", in: tree) != nil
  }

  static func refuseBadReplica(_ name: String) throws(StoreError) {
    if let objection = PresetName.objection(to: name) {
      throw .badReplica(name: name, reason: objection)
    }
    if name.hasPrefix("git:") {
      throw .badReplica(name: name, reason: "names that begin with git: stand for plain git")
    }
    if name.first == " " || name.last == " " {
      throw .badReplica(name: name, reason: "it begins or ends with a space")
    }
  }

  /// The first commit here: the remote's, or a new store's.
  private func begin(_ request: InitRequest) throws -> InitReport {
    var unreachable: (reason: String, trouble: RemoteTrouble)?
    var tip: ObjectID?
    if let url = try request.remote.map(address) ?? repository.remoteURL(Self.remoteName) {
      do {
        let remote = try remote(at: url)
        let ours = try branch()
        let branch = try remote.headBranch(orElse: ours) ?? ours
        tip = try remote.fetch(branch)
        if let tip { try refuseForeign(try repository.commit(tip).tree, of: remote) }
        try repository.setSymbolicHead(to: branch)
      } catch StoreError.unreachable(let remote, let reason, let trouble) {
        guard try factory() != nil else {
          throw StoreError.nothingToBeginWith(remote: remote, reason: reason, trouble: trouble)
        }
        unreachable = (reason, trouble)
      }
      try setRemote(url)
    }
    try configure(request)
    let first = try tip ?? firstCommit()
    _ = try exclusively {
      try advance(
        to: first, from: try place(), seen: [:], held: [],
        message: tip == nil ? "new store" : "join")
    }
    if let tip { try noteSeen(tip, try branch()) }
    var report = try finish(request, tip == nil ? .created : .joined)
    report.unreachable = unreachable?.reason
    report.trouble = unreachable?.trouble
    return report
  }

  /// The commit of a new store: the same object on every replica, because author, date and content
  /// come from the factory set alone.
  func firstCommit() throws -> ObjectID {
    guard let factory = try factory()?.complete() else {
      throw StoreError.noFactory(tried: surroundings.factoryFolders)
    }
    var snapshot = Snapshot(tree: nil)
    try reader.set(
      .document(StoreFormat(slots: factory.set.slots).document), as: .format, in: &snapshot)
    let plan = SeedPlan(
      factory.set, digest: factory.digest, seeded: nil, slots: [:], pins: [:])
    try apply(plan.changes, to: &snapshot)
    let attributes = try repository.write(blob: Array(Attributes.text.utf8))
    snapshot.files[".gitattributes"] = TreeItem(.file, attributes)
    let tree = try reader.write(snapshot)
    let signature = Signature(
      name: "slots factory", email: "factory@slots", time: factory.set.date / 1000,
      offsetMinutes: 0)
    return try repository.write(
      commit: tree, parents: [], author: signature, committer: signature,
      message: CommitMark.message(
        subject: "new store with factory version \(factory.set.version)", body: [],
        trailers: ["Factory-Version: \(factory.set.version)"], tree: tree, parents: []))
  }

  /// A remote's address as git is to have it: a relative path means the folder of the command, and
  /// git would take it from the replica's.
  private func address(_ url: String) throws -> String {
    guard let path = Self.localPath(url), path == url, !path.hasPrefix("/"),
      try repository.rewritten(url) == url
    else { return url }
    return Files.absolute(Path(url), relativeTo: try Files.currentFolder()).description
  }

  private func setRemote(_ url: String) throws {
    let address = try address(url)
    let old = try repository.rawRemoteURL(Self.remoteName)
    if let old, old != address { throw StoreError.otherRemote(has: old, asked: address) }
    if old == nil { try repository.addRemote(Self.remoteName, url: address) }
  }

  private func finish(_ request: InitRequest, _ outcome: InitReport.Outcome) throws -> InitReport {
    if let url = request.remote { try setRemote(url) }
    try configure(request)
    var report = InitReport(
      outcome: outcome, folder: folder,
      replica: try repository.config("slots.replica") ?? surroundings.hostName,
      branch: String(try branch().dropFirst("refs/heads/".count)),
      remote: try repository.remoteURL(Self.remoteName))
    try exclusively { try installHooks(&report) }
    return report
  }

  /// Writes what git has to know: the replica's name, the drivers, the branch's upstream.
  private func configure(_ request: InitRequest) throws {
    let program = Attributes.quoted(surroundings.program)
    var settings: [(key: String, value: String?)] = [
      ("merge.slots.name", "slots: per key, the later write"),
      ("merge.slots.driver", "\(program) merge-driver %O %A %B %P"),
      ("diff.slots.textconv", "\(program) textconv"),
      ("merge.renames", "false"), ("diff.renames", "false"),
    ]
    if let name = request.replica { settings.append(("slots.replica", name)) }
    if let factory = request.factory { settings.append(("slots.factory", factory)) }
    try repository.editConfig(settings)
    if try repository.remoteURL(Self.remoteName) != nil { try configureUpstream(try branch()) }
  }

  /// Tells git which branch of the remote belongs to a branch here.
  func configureUpstream(_ branch: String) throws {
    let name = branch.dropFirst("refs/heads/".count)
    try repository.editConfig([
      ("branch.\(name).remote", Self.remoteName), ("branch.\(name).merge", branch),
    ])
  }
}

/// `.gitattributes` of a store.
enum Attributes {
  static let text = """
    /slot.*.json merge=slots diff=slots text eol=lf
    /pinned.json merge=slots diff=slots text eol=lf
    /seedVersion.json merge=slots diff=slots text eol=lf
    /store.json merge=slots diff=slots text eol=lf
    /devices/*/*.json merge=slots diff=slots text eol=lf

    """

  /// A path as one word for the shell that git runs drivers in.
  static func quoted(_ path: String) -> String {
    var quoted = "'"
    for character in path { quoted += character == "'" ? "'\\''" : String(character) }
    return quoted + "'"
  }
}
