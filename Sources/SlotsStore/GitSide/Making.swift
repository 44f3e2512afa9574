internal import SlotsGit
internal import SlotsSystem

/// How a repository comes into a folder: made aside, and put in its place in one step. libgit2's own
/// set-up leaves its locks behind when it is killed; aside, no program knows them, and they go with all
/// the rest.
extension Store {
  /// The folder that a repository is made in.
  static let making: Path = ".slots-making"

  /// Makes the repository of a folder that has none.
  /// - Returns: nil when another process made one meanwhile.
  /// - Throws: `StoreError.busy` when another process that makes one does not end.
  static func makeRepository(in folder: Path, patience: Int64) throws -> Repository? {
    let (aside, place) = (folder.appending(making), folder.appending(".git"))
    guard let lock = try holdMaking(folder, patience) else {
      throw StoreError.busy(process: ProcessLock.holder(aside.appending("lock")).map(Int.init))
    }
    defer { withExtendedLifetime(lock) {} }
    defer { try? Files.removeTree(aside) }
    guard try Files.status(place) == nil else { return nil }
    let draft = aside.appending("store")
    try Files.removeTree(draft)
    _ = try Repository.create(draft, bare: false, branch: "main")
    // A lock that libgit2 could not remove, on a bad disk, is nobody's here.
    let made = draft.appending(".git")
    for name in try Files.list(made) ?? [] where name.description.hasSuffix(".lock") {
      try Files.remove(made.appending(name))
    }
    try Files.move(draft.appending(".git"), to: place)
    return try Repository.open(folder)
  }

  /// Removes what a run left that was killed once the repository was in its place.
  static func sweepMaking(_ folder: Path) throws {
    let aside = folder.appending(making)
    guard try Files.status(aside) != nil, let lock = try holdMaking(folder, 0) else { return }
    defer { withExtendedLifetime(lock) {} }
    try Files.removeTree(aside)
  }

  private static func holdMaking(_ folder: Path, _ patience: Int64) throws -> ProcessLock? {
    try ProcessLock.acquire(folder.appending(making).appending("lock"), waitingAtMost: patience)
  }
}
