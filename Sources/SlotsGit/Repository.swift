internal import CLibgit2
package import SlotsSystem

/// A git repository on this machine. For one thread at a time.
///
/// What it returns are values with ids; no object of libgit2 leaves it. Whatever it writes is on the
/// medium when the call returns.
package final class Repository {
  let pointer: OpaquePointer
  /// The git folder of this working tree, such as `…/.git` or `…/.git/worktrees/NAME`.
  package let gitFolder: Path
  /// The git folder that all working trees share.
  package let commonFolder: Path
  /// The folder of the working tree; nil for a bare repository.
  package let workFolder: Path?

  /// Folders of other repositories' objects that are read too.
  var borrowedFolders: [Path] = []
  /// Objects whose files were found whole, or that have no file of their own.
  var soundObjects: Set<ObjectID> = []

  /// Trees that were read.
  var knownTrees: [ObjectID: [Path: TreeItem]] = [:]

  /// True when what is written goes to memory, and nothing on the medium is touched.
  var isInMemory = false

  private init(opened pointer: OpaquePointer) {
    self.pointer = pointer
    gitFolder = git_repository_path(pointer).map { Path(cPath: $0) } ?? ""
    commonFolder = git_repository_commondir(pointer).map { Path(cPath: $0) } ?? ""
    workFolder = git_repository_workdir(pointer).map { Path(cPath: $0) }
  }

  deinit { git_repository_free(pointer) }

  /// Opens the repository in exactly this folder: a working tree, its `.git`, or a bare repository.
  /// Calls `git_repository_open`.
  /// - Throws: kind `notFound`, `untrustedOwner` or `unsupportedExtension` among others.
  package static func open(_ folder: Path) throws(GitError) -> Repository {
    try Library.ready()
    var pointer: OpaquePointer?
    let code = folder.withCPath { git_repository_open(&pointer, $0) }
    guard code >= 0, let pointer else {
      let error = GitError("git_repository_open", min(code, -1))
      guard error.kind == .untrustedOwner else { throw error }
      throw GitError(.untrustedOwner, error.call, code: code, error.message, file: folder)
    }
    return Repository(opened: pointer)
  }

  /// The repository that a folder is in: the folder of its working tree, or of the bare repository;
  /// nil when there is none on the same file system. Calls `git_repository_discover`.
  package static func discover(from folder: Path) throws(GitError) -> Path? {
    try Library.ready()
    let gitFolder = try found { () throws(GitError) in
      try bytes("git_repository_discover") { buffer in
        folder.withCPath { git_repository_discover(&buffer, $0, 0, nil) }
      }
    }
    guard let gitFolder = gitFolder.map({ Path(bytes: $0) }) else { return nil }
    if gitFolder.name == ".git" { return gitFolder.parent }
    let repository = try open(gitFolder)
    return repository.workFolder ?? gitFolder
  }

  /// Makes a repository; folders that are missing are made. Calls `git_repository_init_ext`.
  /// - Parameter branch: the branch HEAD is on, without `refs/heads/`.
  /// - Parameter completing: whether one that a killed process left half made is completed.
  /// - Throws: kind `exists` when the folder has one, unless `completing`.
  package static func create(
    _ folder: Path, bare: Bool, branch: String, completing: Bool = false
  ) throws(GitError) -> Repository {
    try Library.ready()
    var options = git_repository_init_options()
    try check(
      "git_repository_init_options_init",
      git_repository_init_options_init(&options, UInt32(GIT_REPOSITORY_INIT_OPTIONS_VERSION)))
    options.flags = GIT_REPOSITORY_INIT_MKPATH.rawValue
    if !completing { options.flags |= GIT_REPOSITORY_INIT_NO_REINIT.rawValue }
    if bare { options.flags |= GIT_REPOSITORY_INIT_BARE.rawValue }
    var pointer: OpaquePointer?
    let code = branch.withCString { branch in
      options.initial_head = branch
      return folder.withCPath { git_repository_init_ext(&pointer, $0, &options) }
    }
    guard code >= 0, let pointer else { throw GitError("git_repository_init_ext", min(code, -1)) }
    let repository = Repository(opened: pointer)
    try onFiles { () throws(SystemError) in
      try Files.makeFolders(repository.commonFolder.appending("objects/pack"))
      try Files.makeFolders(repository.commonFolder.appending("objects/info"))
    }
    // Opened anew, or the folder for packs would not be seen.
    return try open(folder)
  }

  /// Whether it has no working tree (`git_repository_is_bare`).
  package var isBare: Bool { git_repository_is_bare(pointer) == 1 }

  /// Whether its history ends before its beginning (`git_repository_is_shallow`).
  package var isShallow: Bool { git_repository_is_shallow(pointer) == 1 }

  /// What a person has begun with git and not finished (`git_repository_state`).
  package enum State: Sendable {
    case none, merge, revert, cherryPick, bisect, rebase, applyMailbox
  }

  /// What a person has begun with git and not finished.
  package var state: State {
    switch git_repository_state_t(UInt32(git_repository_state(pointer))) {
    case GIT_REPOSITORY_STATE_MERGE: .merge
    case GIT_REPOSITORY_STATE_REVERT, GIT_REPOSITORY_STATE_REVERT_SEQUENCE: .revert
    case GIT_REPOSITORY_STATE_CHERRYPICK, GIT_REPOSITORY_STATE_CHERRYPICK_SEQUENCE: .cherryPick
    case GIT_REPOSITORY_STATE_BISECT: .bisect
    case GIT_REPOSITORY_STATE_REBASE, GIT_REPOSITORY_STATE_REBASE_INTERACTIVE,
      GIT_REPOSITORY_STATE_REBASE_MERGE:
      .rebase
    case GIT_REPOSITORY_STATE_APPLY_MAILBOX, GIT_REPOSITORY_STATE_APPLY_MAILBOX_OR_REBASE:
      .applyMailbox
    default: .none
    }
  }

  /// Whether someone who pushes here with git would run scripts that this program does not run: an
  /// executable hook of the receiving side, in `hooks` or where `core.hooksPath` points.
  package func hasServerHooks() throws(GitError) -> Bool {
    var folder = commonFolder.appending("hooks")
    if let configured = try configPath("core.hooksPath") {
      // The receiving side runs its hooks in the git folder.
      folder = Files.absolute(configured, relativeTo: gitFolder)
    }
    return serverHooks.contains { Files.canRun(folder.appending(Path($0))) }
  }

  /// Whether packs can be added: libgit2 sees none where the folder was missing when the repository
  /// was opened.
  func hasPackFolder() throws(GitError) -> Bool {
    let folder = commonFolder.appending("objects/pack")
    return try onFiles { () throws(SystemError) in try Files.status(folder)?.kind == .folder }
  }

  /// Where the locks and unfinished files of this program lie.
  var lockFolder: Path { commonFolder.appending("slots-locks") }

  private static let passingPrefix = "slots-"
  private var passingFolder: Path { gitFolder.appending("refs/worktree") }

  /// What the names of references begin with that live as long as one fetch; git never packs them.
  package static let passingReferences = "refs/worktree/\(passingPrefix)"

  /// Removes a passing reference; does nothing when it is not there.
  package func drop(_ passing: String) {
    guard passing.hasPrefix(Self.passingReferences) else { return }
    try? Files.remove(gitFolder.appending(Path(passing)))
    try? Files.remove(gitFolder.appending("logs").appending(Path(passing)))
  }

  /// Removes what killed processes of ours left: locks at once, unfinished files after an hour, those of
  /// git's own packs after a day, because `git gc`, which does it otherwise, is not run.
  package func removeLeftovers() throws(GitError) {
    try onFiles { () throws(SystemError) in
      try LinkedLock.sweep(lockFolder, root: commonFolder)
      let hour: Int64 = 3_600_000
      try Files.removeTemporary(in: lockFolder, olderThan: hour)
      try Files.removeTemporary(in: passingFolder, olderThan: hour) {
        $0.bytes.starts(with: Self.passingPrefix.utf8)
      }
      // Git of the user's own skips its housekeeping for ever where one was killed; none takes a day.
      try Files.removeTemporary(in: commonFolder.appending("objects"), olderThan: 24 * hour) {
        $0 == "maintenance.lock"
      }
      for (folder, start, age) in [
        ("objects", "tmp_object_git2_", hour), ("objects/pack", "pack_git2_", hour),
        ("objects/pack", "tmp_", 24 * hour), ("objects/pack", ".tmp-", 24 * hour),
      ] {
        try Files.removeTemporary(in: commonFolder.appending(Path(folder)), olderThan: age) {
          $0.bytes.starts(with: start.utf8)
        }
      }
    }
  }
}

private let serverHooks = [
  "pre-receive", "update", "post-receive", "post-update", "reference-transaction", "proc-receive",
  "push-to-checkout",
]
