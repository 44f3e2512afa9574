internal import SlotsGit
internal import SlotsModel
internal import SlotsStore
internal import SlotsSystem

extension KeyValueError {
  /// What the layers below refused, in an app's words.
  ///
  /// - Parameters:
  ///   - doing: what was being done, as a verb.
  ///   - place: to what.
  ///   - keys: the keys that were being written.
  init(_ error: any Error, doing: String, place: String, keys: [String] = []) {
    switch error {
    case let error as KeyValueError: self = error
    case let error as StoreError: self.init(store: error, doing, place, keys)
    case let error as DocumentError:
      self = .unreadable(
        place: place,
        reason: "line \(error.position.line), column \(error.position.column): \(error.reason)")
    case let error as SystemError:
      self = .failed(doing: error.operation, place: "\(error.path)", reason: error.reason)
    case let error as GitError where error.kind == .locked: self = .busy(place: place)
    case let error as GitError:
      self = .failed(doing: doing, place: place, reason: error.description)
    default: self = .failed(doing: doing, place: place, reason: "\(error)")
    }
  }

  private init(store error: StoreError, _ doing: String, _ place: String, _ keys: [String]) {
    func stopped(_ reason: String, _ advice: String) -> KeyValueError {
      .stopped(place: place, reason: reason, advice: advice)
    }
    switch error {
    case .notAStore: self = .unreadable(place: place, reason: "it is no store")
    case .occupied(let folder, let name):
      self = .unreadable(place: folder, reason: "it holds \(name) and is no store")
    case .newerFormat: self = .newerFormat(place: place)
    case .busy, .indexLocked: self = .busy(place: place)
    case .invalid(let findings):
      self = .invalid(keys: keys, reasons: findings.map(\.reason))
    case .storeFull(let bytes, let limit):
      self = .quota(keys: keys, bytes: bytes, limit: limit)
    case .noFactory(let tried):
      self = .unreadable(
        place: tried.first ?? place, reason: "a new store needs a factory set, and none is there")
    case .badFactory(let path, let error):
      self = .unreadable(
        place: path,
        reason: "line \(error.position.line), column \(error.position.column): \(error.reason)")
    case .detached:
      self = stopped("HEAD names no branch", "git switch main returns to one")
    case .inProgress(let what, let finish, let abort):
      self = stopped("a git \(what) is not finished", "\(finish), or \(abort)")
    case .heldBack(let finding):
      self = stopped(
        "\(finding.text), and this edit by hand would be lost",
        "correct it, or drop it with git checkout -- \(finding.path)")
    case .manyMissing(let paths, let total, let inRemote):
      self = stopped(
        "\(paths.count) of \(total) documents went missing \(inRemote ? "in the remote" : "here")",
        "slots sync --keep puts them back, slots sync --yes clears them everywhere")
    case .foreignRemote(let remote):
      self = stopped("the remote \(remote) is no store", "name an empty one, or that of a store")
    case .refused(let remote, let reason):
      self = stopped("\(remote) refused what was sent: \(reason)", "the work is kept here")
    case .shallow(let reason):
      self = stopped("a part of the history is missing: \(reason)", "git fetch --unshallow")
    case .badReplica(let name, let reason):
      self = .failed(doing: "name a replica", place: "\"\(name)\"", reason: reason)
    case .unreachable(let remote, let reason, let trouble) where trouble.isLasting:
      self = stopped("\(remote) was not reached: \(reason)", "the work is kept here")
    case .unreachable(let remote, let reason, _),
      .nothingToBeginWith(let remote, let reason, _):
      self = .failed(doing: "reach", place: remote, reason: reason)
    case .gitFailed(let arguments, let reason):
      self = .failed(doing: doing, place: place, reason: "git \(arguments): \(reason)")
    default: self = .failed(doing: doing, place: place, reason: "\(error)")
    }
  }
}
