internal import SlotsStore

/// The words for what goes wrong with a remote.
extension Failure {
  init(exchange error: StoreError) {
    switch error {
    case .otherRemote(let has, let asked):
      self.init(
        "the store's remote is \(has), not \(asked)",
        hint: "git remote set-url origin \(asked) changes it", status: .refused)
    case .unreachable(let remote, let reason, let trouble):
      self.init(remote: remote, reason: reason, trouble)
      hints.insert("the work is kept here; slots sync sends it later", at: 0)
    case .nothingToBeginWith(let remote, let reason, let trouble):
      self.init(remote: remote, reason: reason, trouble)
      hints.append("--factory DIR begins a store without the remote, from a factory set")
    case .refused(let remote, let reason):
      self.init(
        "\(remote) refused what was sent", hint: "the work is kept here; slots sync sends it again")
      details = reason.split(separator: "\n").map(String.init)
    case .raced(let remote, let tries):
      self.init(
        "others pushed to \(remote) in between, \(tries) times", hint: "slots sync tries again",
        status: .offline)
    case .manyMissing(let paths, let total, let inRemote):
      let place = inRemote ? "in the remote" : "here"
      self.init(
        "\(paths.count) of \(total) documents went missing \(place) by plain deletion",
        hint: "slots sync --yes clears them everywhere; each can be restored",
        "slots sync --keep puts them back", status: .usage)
      details =
        paths.prefix(8).map { $0 } + (paths.count > 8 ? ["and \(paths.count - 8) more"] : [])
    case .shallow(let reason):
      self.init(
        "this clone has only a part of the history, and the rest cannot be fetched: \(reason)",
        hint: "git fetch --unshallow", status: .offline)
    case .damagedRemote(let remote, let reason):
      self.init(
        "the repository at \(remote) is damaged, or no store: \(reason)",
        hint: "git fsck, typed in it, names what is wrong",
        "the work is kept here; slots sync sends it once that is mended")
    case .unsafe(let path, let reason):
      self.init(
        "\(path) may not come into this folder: \(reason)",
        hint: "remove it with git where it came from; the work is kept here", status: .refused)
    case .gitFailed(let arguments, let reason):
      self.init(
        "git \(arguments) failed: \(reason)",
        hint: "the work is kept here; once that is put right, slots sync goes on")
    default:
      self.init("this store has no remote", hint: "slots init --remote URL sets one")
    }
  }
}
