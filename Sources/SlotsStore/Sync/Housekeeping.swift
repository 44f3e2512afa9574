internal import SlotsGit
internal import SlotsSystem

/// Keeps the files of git's objects few: loose ones, and packs that came in with each exchange, become one
/// pack now and then. Nothing is ever removed, what no branch leads to either, so every write that `log` shows,
/// and every commit that a report named, stays. See docs/decisions/housekeeping.md.
struct Housekeeping {
  /// Loose objects in one of git's 256 folders, which stands for all; about 1000 of them.
  private static let mostLoose = 4
  /// As many as git itself allows.
  private static let mostPacks = 50

  let repository: Repository
  let git: GitProgram

  /// Whether there are too many files.
  var isDue: Bool {
    count("17") { $0.bytes.count == 38 } > Self.mostLoose
      || count("pack") { $0.description.hasSuffix(".pack") } > Self.mostPacks
  }

  /// Packs what there is, unless another process is at it.
  /// - Returns: why it did not succeed; nil when it did.
  func run() throws -> String? {
    let path = repository.commonFolder.appending("slots-locks/housekeeping")
    guard let lock = try ProcessLock.acquire(path, waitingAtMost: 0) else { return nil }
    defer { withExtendedLifetime(lock) {} }
    // Where there was no pack yet, git leaves loose what no branch leads to; the second time it does not.
    for _ in 0..<2 where isDue {
      let result = try git.run(
        ["repack", "-a", "-d", "-l", "--keep-unreachable", "--quiet"], in: repository.commonFolder)
      if Interruption.isRequested { return nil }
      guard result.succeeded else { return result.complaint }
    }
    return nil
  }

  private func count(_ folder: Path, _ isCounted: (Path) -> Bool) -> Int {
    let objects = repository.commonFolder.appending("objects")
    let names = try? Files.list(objects.appending(folder))
    return ((names ?? nil) ?? []).count(where: isCounted)
  }
}

extension Store {
  /// Keeps house here, and in a remote that is a folder on this machine and has no git of its own at work.
  /// - Returns: a sentence for each that did not succeed.
  func keepHouse() throws -> [String] {
    var repositories = [repository]
    if let remote = try remote() as? PathRemote, let there = try? remote.open(),
      try !there.hasServerHooks()
    {
      repositories.append(there)
    }
    return try repositories.compactMap { repository in
      let house = Housekeeping(repository: repository, git: try gitProgram())
      guard house.isDue else { return nil }
      surroundings.progress("packing the history")
      return try house.run().map {
        "the history in \(repository.commonFolder) could not be packed: \($0); slots doctor looks "
          + "for what is wrong"
      }
    }
  }
}
