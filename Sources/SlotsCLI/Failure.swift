internal import SlotsDevices
internal import SlotsGit
internal import SlotsModel
internal import SlotsStore
internal import SlotsSystem

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An error in words for a person: the only place with such sentences.
struct Failure {
  /// What was being done, to what, and why it failed; lower case, no full stop.
  var sentence: String
  /// More lines, such as one for each finding.
  var details: [String] = []
  /// What to type next.
  var hints: [String] = []
  /// How the program ends.
  var status = ExitStatus.failed

  init(_ sentence: String, hint: String..., status: ExitStatus = .failed) {
    self.sentence = sentence
    hints = hint
    self.status = status
  }

  /// Says all of it.
  func show(on console: Console) {
    console.error(Line(sentence))
    for detail in details { console.error(Line("  \(detail)")) }
    for hint in hints { console.hint(Line(hint)) }
  }

  init(_ error: any Error) {
    switch error {
    case let error as StoreError: self.init(store: error)
    case let error as SystemError:
      self.init("cannot \(error.operation) \(error.path): \(error.reason)")
      hints = Self.hints(for: error.code)
    case let error as CommandError: self = error.failure
    case let error as BoxError: self.init(box: error)
    case let error as BoxFailure: self.init(error.words, status: .usage)
    case let error as SimulationFailure: self.init(error.reason, hint: error.hint, status: .usage)
    case let error as RefusedField: self.init("not sent: \(error.reason)", status: .refused)
    case let error as GitError: self.init(git: error)
    default:
      self.init("this should not have happened: \(error)", status: .bug)
      hints = ["please report it with the command that you typed"]
    }
  }

  /// What to do about an error number of the system.
  private static func hints(for code: Int32) -> [String] {
    switch code {
    case ENOSPC, EDQUOT: ["free some space and run it again; what was written is kept"]
    case EACCES, EPERM, EROFS: ["look at who owns the folder, and whether it may be written to"]
    case EIO: ["look at the disk, then run it again; what was written is kept"]
    default: []
    }
  }

  /// The error number that a sentence of libgit2 ends with, in the system's words; 0 for none.
  private static func code(in sentence: String) -> Int32 {
    [ENOSPC, EDQUOT, EACCES, EPERM, EROFS, EIO].first {
      SystemError.isReason($0, of: sentence)
    } ?? 0
  }

  private init(git error: GitError) {
    switch error.kind {
    case .locked:
      let file = error.file?.description
      let rest = file.map { "; when no git is running, rm \($0)" } ?? ""
      self.init(
        "git is at work: \(file ?? "a lock file of git") exists",
        hint: "try again when it is done\(rest)")
    case .untrustedOwner:
      self.init(
        "the repository\(error.file.map { " \($0)" } ?? "") belongs to somebody else",
        hint:
          "git config --global --add safe.directory \(error.file?.description ?? "DIR") trusts it")
    case .unsupportedExtension(let name):
      self.init(
        "the repository uses extensions.\(name), which slots cannot read",
        hint: "clone it again without that extension", status: .refused)
    case .badTree:
      self.init(
        "no working tree may have this: \(error.message)",
        hint: "git fsck names what else is wrong; another clone may be whole", status: .refused)
    case .damaged, .notFound:
      self.init("\(error.message)", hint: "slots doctor says what to do")
    case .unsupportedIndex:
      self.init(
        "the index is split or sparse, which slots cannot read",
        hint: "git update-index --no-split-index, git sparse-checkout disable")
    default:
      let isOurs = error.file != nil
      self.init(isOurs ? "cannot \(error.message)" : "\(error.message) (\(error.call))")
      hints = Self.hints(for: isOurs ? error.code : Self.code(in: error.message))
    }
  }

  private init(store error: StoreError) {
    switch error {
    case .notAStore(let folder):
      self.init(
        "\(folder) is in no store", hint: "slots init makes one here",
        "slots -C DIR works on another folder")
    case .occupied(let folder, let name):
      self.init(
        "\(folder) holds \(name), so it cannot hold a store",
        hint: "choose an empty folder: slots init DIR",
        "slots import takes presets from files once there is a store", status: .refused)
    case .newerFormat(let found, let known):
      self.init(
        "the store has format \(found), this program knows \(known): nothing was touched",
        hint: "install a newer slots", status: .refused)
    case .detached(let branch):
      self.init(
        "HEAD names no branch, so nothing could be kept",
        hint: branch.map { "git switch \($0) returns to the branch" }
          ?? "git switch BRANCH returns to a branch")
    case .inProgress(let what, let finish, let abort):
      self.init(
        "a git \(what) is not finished",
        hint: finish == abort ? "\(finish) ends it" : "\(finish), or \(abort)")
    case .busy(let process):
      let who = process.map { "another slots (process \($0))" } ?? "another slots or git"
      self.init("\(who) is working on this replica", hint: "try again when it is done")
    case .watched(let process):
      let who = process.map { "another slots sync --watch (process \($0))" }
      self.init(
        "\(who ?? "another slots sync --watch") watches this replica already",
        hint: "one is enough; end it first to have this one, or run slots sync once")
    case .indexLocked(let path):
      self.init(
        "git is at work in this replica: \(path) exists",
        hint: "try again when it is done; when no git is running, rm \(path)")
    case .noSlot(let typed, let count, let names):
      self.init(
        "no slot \(typed.isEmpty ? "\"\"" : typed), slots are 0 to \(count - 1)", status: .usage)
      let near = nearMisses(of: typed, among: names)
      if !near.isEmpty { hints = ["did you mean \(near.joinedWithOr)?"] }
    case .ambiguousSlot(let typed, let slots):
      self.init(
        "\(slots.count) slots are called \(typed)",
        hint: "type a number: \(slots.map(\.number).joinedWithOr)", status: .usage)
    case .noDevice(let typed, let names):
      self.init("no device \(typed.isEmpty ? "\"\"" : typed) in this store", status: .usage)
      let near = nearMisses(of: typed, among: names)
      hints =
        near.isEmpty
        ? [names.isEmpty ? "slots device add NAME adds one" : "slots device list shows them"]
        : ["did you mean \(near.joinedWithOr)?"]
    case .deviceBusy(let name, let process):
      let who = process.map { "another slots (process \($0))" } ?? "another slots"
      self.init("\(who) talks to \(name)", hint: "try again when it is done")
    case .emptySlot(let id):
      self.init("\(id) is empty", hint: "slots list shows what is filled")
    case .filledSlot(let id, let name): self = .filled(id, name, to: "replace")
    case .unconfirmedReset:
      self.init(
        "this resets all your presets to factory settings, and there is nobody to ask",
        hint: "slots reset --yes does it; slots undo takes it back", status: .usage)
    case .nothingToUndo(let isRedo, let gone?):
      self.init(
        "the \(gone) cannot be \(isRedo ? "brought back" : "taken back"): its commits are no longer here",
        hint: "slots log NN shows the versions of a slot, slots restore brings one back")
    case .nothingToUndo(let isRedo, nil):
      self.init(
        isRedo ? "there is no undo to take back" : "nothing was done here that could be undone",
        hint: isRedo
          ? "slots undo --list shows what can be undone"
          : "slots log NN shows the versions of a slot, slots restore brings one back")
    case .invalid(let findings):
      self.init("not valid, nothing changed", status: .refused)
      details = findings.map(\.text)
    case .heldBack(let finding):
      self.init(
        "\(finding.path) has an edit that is not valid and would be lost",
        hint: "correct it, or drop it with git checkout -- \(finding.path)", status: .refused)
      details = [finding.text]
    case .storeFull(let bytes, let limit):
      self.init(
        "the store would have \(bytes) bytes, at most \(limit): nothing changed",
        hint: "clear a slot, or raise maxStoreBytes in store.json", status: .refused)
    case .noRevision(let name):
      self.init("no commit and no replica is called \(name)", hint: "slots log shows the commits")
    case .badRange(let typed):
      self.init("a range has two dots: \(typed)", hint: "slots diff A..B", status: .usage)
    case .changedMeanwhile(let id, let replica):
      self.init(
        "\(id) was written by \(replica) meanwhile, nothing changed",
        hint: "slots show \(id.index) shows what is there")
    case .noVersion(let key, let revision):
      self.init("\(key) has no value in \(revision)", hint: "slots log shows its versions")
    case .noDocument(let path, let isMissing):
      self.init(
        isMissing ? "there is no file \(path)" : "\(path) is no document of this store",
        hint: "slots validate checks all of them", status: .usage)
    case .noKey(let typed):
      self.init(
        "no key \(typed)",
        hint: "keys are spelled 5, slot.05, pinned/slot-05, devices/NAME/live/FIELD",
        status: .usage)
    case .badReplica(let name, let reason):
      self.init("a replica cannot be called \"\(name)\": \(reason)", status: .usage)
    case .noFactory(let tried):
      self.init(
        "no factory set was found", hint: "--factory DIR or SLOTS_FACTORY names one")
      details = tried.map { "looked in \($0)" }
    case .badFactory(let path, let error):
      self.init(
        "the factory set cannot be read: \(path):\(error.position.line):\(error.position.column): "
          + error.reason, status: .refused)
    case .untouchedSlot(let id, let name):
      self.init(
        "\(id) holds the default \(name), so there is nothing of yours to harvest",
        hint: "slots diff --factory shows what is yours", status: .refused)
    case .dirtyFactory(let folder, let changes):
      self.init(
        "\(folder) has changes that are not committed, which a harvest would mix with",
        hint: "git -C \(folder) commit, or git -C \(folder) stash", status: .refused)
      details = changes
    case .harvest(let refusal): self.init(harvest: refusal)
    case .hookInTheWay(let path):
      self.init(
        "two hooks of yours would be in one place: there is a \(path) already",
        hint: "look at both and keep one, then slots hooks install", status: .refused)
    case .hooksAreOff(let path):
      self.init(
        "core.hooksPath is \"\(path)\", which is no folder: git runs no hooks here",
        hint: "git config --unset core.hooksPath (or --global --unset), then slots hooks install",
        status: .refused)
    case .foreignRemote(let remote):
      self.init(
        "the remote \(remote) holds something that is no store",
        hint: "choose an empty repository (git init --bare), or the one of a store",
        status: .refused)
    case .noRemote, .otherRemote, .unreachable, .nothingToBeginWith, .refused, .raced, .manyMissing,
      .shallow, .gitFailed, .damagedRemote, .unsafe:
      self.init(exchange: error)
    }
  }

  /// A slot is filled, and nobody said what is to become of it.
  static func filled(_ id: SlotID, _ name: String, to verb: String) -> Failure {
    Failure(
      "\(id) holds \(name), and there is nobody to ask whether to \(verb) it",
      hint: "--yes \(verb)s it; what it holds stays in slots log \(id.index)", status: .usage)
  }

  private init(harvest refusal: HarvestPlan.Refusal) {
    switch refusal {
    case .noSlot(let id, let count):
      self.init(
        "the factory set has \(count) slots, and no \(id)",
        hint: "slots in its factory.json raises that", status: .refused)
    case .untouched(let id, let name):
      self.init(
        "\(id) \(name) is the set's default already",
        hint: "slots diff --factory shows what is other", status: .refused)
    case .invalid(let reasons):
      self.init(
        "the factory set cannot have this, nothing changed",
        hint: "slots set NN corrects a preset, the table in factory.json names parameters",
        status: .refused)
      details = reasons
    case .lastVersion:
      self.init(
        "the factory set has the last version there is",
        hint: "begin a new set: slots init --factory DIR", status: .refused)
    }
  }
}

/// An error that a command finds itself.
struct CommandError: Error {
  let failure: Failure

  init(_ failure: Failure) { self.failure = failure }

  init(_ sentence: String, hint: String? = nil, status: ExitStatus = .failed) {
    failure =
      hint.map { Failure(sentence, hint: $0, status: status) }
      ?? Failure(sentence, status: status)
  }
}
