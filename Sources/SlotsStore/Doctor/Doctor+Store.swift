internal import SlotsGit
internal import SlotsModel
internal import SlotsSystem

/// The looks at the other side, and at how much of the history is here.
extension Doctor {
  /// How long a remote may take to answer, in milliseconds.
  private static let patience: Int64 = 15_000

  /// Whether the remote answers, and where it is on this machine, has a store. Nobody is asked for
  /// anything, the wait has an end, and nothing is fetched.
  static func remote(_ store: Store) throws -> Checkup {
    let found = try reached(store)
    guard found.state == .ok, let text = store.strangeTimeout else { return found }
    return Checkup(
      "remote", .warning,
      "\(found.summary); slots.timeout is \(text), must be seconds from 0 to 86400, so 60 count",
      advice: "git config slots.timeout 60")
  }

  private static func reached(_ store: Store) throws -> Checkup {
    let repository = store.repository
    guard let url = try repository.remoteURL(Store.remoteName) else {
      return Checkup(
        "remote", .note, "there is none, so nothing is exchanged",
        advice: "slots init --remote URL")
    }
    if let path = Store.localPath(url), try repository.remotePushURL(Store.remoteName) == nil {
      return try here(Files.absolute(Path(path), relativeTo: store.workFolder), url, store)
    }
    let patience = min(patience, store.surroundings.patience)
    let result = try store.gitProgram().run(
      ["ls-remote", Store.remoteName, "HEAD"], in: store.workFolder,
      deadline: patience)
    if result.succeeded { return Checkup("remote", .ok, url) }
    let isLate = result.status == .timedOut
    let reason =
      isLate
      ? "no answer within \(max(1, patience / 1000)) seconds"
      : RemoteTrouble.found(in: result.errorText).reason
    return Checkup(
      "remote", .error, "\(url) is not reached: \(reason)",
      advice: "git ls-remote origin shows what git says")
  }

  /// A remote on this machine.
  private static func here(_ folder: Path, _ url: String, _ store: Store) throws -> Checkup {
    let advice = "git remote set-url origin URL names another place"
    let remote: Repository
    do throws(GitError) {
      remote = try Repository.open(folder)
    } catch {
      guard error.kind == .notFound else { throw error }
      return Checkup(
        "remote", .error, "\(url) is not reached: there is no git repository at \(folder)",
        advice: advice)
    }
    guard case .branch(let branch, _)? = try? store.repository.head(),
      let tip = try remote.reference(branch)
    else { return Checkup("remote", .ok, url) }
    guard try remote.entry(at: "store.json", in: remote.commit(tip).tree) != nil else {
      return Checkup(
        "remote", .error, "\(url) holds something that is no store", advice: advice)
    }
    return Checkup("remote", .ok, url)
  }

  /// Which branch of the remote git takes for the other side of ours.
  static func upstream(_ store: Store) throws -> Checkup {
    let repository = store.repository
    guard case .branch(let branch, _)? = try? repository.head(),
      try repository.remoteURL(Store.remoteName) != nil
    else { return Checkup("upstream", .ok, "none is needed") }
    let name = String(branch.dropFirst("refs/heads/".count))
    let remote = try repository.config("branch.\(name).remote")
    let merge = try repository.config("branch.\(name).merge")
    guard remote == Store.remoteName, merge == branch else {
      let found = [remote, merge].compactMap { $0 }.joined(separator: " ")
      return Checkup(
        "upstream", .note,
        "git takes \(found.isEmpty ? "nothing" : found) for the other side of \(name)",
        advice: "slots init sets it to origin \(name), which slots sync uses")
    }
    return Checkup("upstream", .ok, "origin \(name)")
  }

  static func history(_ store: Store) throws -> Checkup {
    guard !store.repository.isShallow else {
      return Checkup(
        "history", .note, "this clone has only a part of it",
        advice: "slots sync fetches the rest, as does git fetch --unshallow")
    }
    guard try !store.isPartial() else {
      return Checkup(
        "history", .note, "this clone left out what old files had in them",
        advice: "slots sync fetches the rest, as does git fetch --refetch --no-filter")
    }
    return Checkup("history", .ok, "whole")
  }
}
