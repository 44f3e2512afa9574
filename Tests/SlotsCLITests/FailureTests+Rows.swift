import SlotsModel
import SlotsStore

@testable import SlotsCLI

extension FailureTests {
  private static let start = TextPosition(line: 3, column: 14)
  private static let finding = Finding("slot.05.json", start, "speed is 1.7, must be 0 to 1")

  static let rows: [Row] =
    storeRows + slotRows + exchangeRows + troubleRows + [
      Row(
        error: .noFactory(tried: ["/a", "/b"]), sentence: "no factory set was found",
        details: ["looked in /a", "looked in /b"],
        hints: ["--factory DIR or SLOTS_FACTORY names one"]),
      Row(
        error: .badFactory(path: "/f.json", DocumentError(position: start, reason: "not JSON")),
        sentence: "the factory set cannot be read: /f.json:3:14: not JSON", status: .refused),
    ]

  private static var storeRows: [Row] {
    [
      Row(
        error: .notAStore(folder: "/home"), sentence: "/home is in no store",
        hints: ["slots init makes one here", "slots -C DIR works on another folder"]),
      Row(
        error: .occupied(folder: "/home", by: "a.txt"),
        sentence: "/home holds a.txt, so it cannot hold a store",
        hints: [
          "choose an empty folder: slots init DIR",
          "slots import takes presets from files once there is a store",
        ], status: .refused),
      Row(
        error: .newerFormat(found: 2, known: 1),
        sentence: "the store has format 2, this program knows 1: nothing was touched",
        hints: ["install a newer slots"], status: .refused),
      Row(
        error: .detached(branch: "main"),
        sentence: "HEAD names no branch, so nothing could be kept",
        hints: ["git switch main returns to the branch"]),
      Row(
        error: .detached(branch: nil), sentence: "HEAD names no branch, so nothing could be kept",
        hints: ["git switch BRANCH returns to a branch"]),
      Row(
        error: .inProgress(
          what: "merge", finish: "git merge --continue", abort: "git merge --abort"),
        sentence: "a git merge is not finished",
        hints: ["git merge --continue, or git merge --abort"]),
      Row(
        error: .busy(process: 7),
        sentence: "another slots (process 7) is working on this replica",
        hints: ["try again when it is done"]),
      Row(
        error: .busy(process: nil), sentence: "another slots or git is working on this replica",
        hints: ["try again when it is done"]),
      Row(
        error: .watched(process: 7),
        sentence: "another slots sync --watch (process 7) watches this replica already",
        hints: ["one is enough; end it first to have this one, or run slots sync once"]),
      Row(
        error: .watched(process: nil),
        sentence: "another slots sync --watch watches this replica already",
        hints: ["one is enough; end it first to have this one, or run slots sync once"]),
      Row(
        error: .indexLocked(path: "/a/.git/index.lock"),
        sentence: "git is at work in this replica: /a/.git/index.lock exists",
        hints: ["try again when it is done; when no git is running, rm /a/.git/index.lock"]),
      Row(
        error: .badReplica(name: "", reason: "name is empty"),
        sentence: "a replica cannot be called \"\": name is empty", status: .usage),
    ]
  }

  private static var slotRows: [Row] {
    let id = SlotID(5)
    return [
      Row(
        error: .noSlot(typed: "99", count: 24), sentence: "no slot 99, slots are 0 to 23",
        status: .usage),
      Row(
        error: .noSlot(typed: "Auroa", count: 24, names: ["Aurora", "Prism"]),
        sentence: "no slot Auroa, slots are 0 to 23", hints: ["did you mean Aurora?"],
        status: .usage),
      Row(
        error: .ambiguousSlot(typed: "Aurora", slots: [2, 5, 9].compactMap { SlotID($0) }),
        sentence: "3 slots are called Aurora", hints: ["type a number: 02, 05 or 09"],
        status: .usage),
      Row(
        error: .noDevice(typed: "stag", names: ["stage", "bar"]),
        sentence: "no device stag in this store", hints: ["did you mean stage?"], status: .usage),
      Row(
        error: .noDevice(typed: "", names: []), sentence: "no device \"\" in this store",
        hints: ["slots device add NAME adds one"], status: .usage),
      Row(
        error: .noDevice(typed: "x", names: ["stage"]), sentence: "no device x in this store",
        hints: ["slots device list shows them"], status: .usage),
      Row(
        error: .deviceBusy("stage", process: 7),
        sentence: "another slots (process 7) talks to stage", hints: ["try again when it is done"]),
      Row(
        error: .deviceBusy("stage", process: nil), sentence: "another slots talks to stage",
        hints: ["try again when it is done"]),
      Row(
        error: .invalid([finding]), sentence: "not valid, nothing changed",
        details: ["slot.05.json:3:14: speed is 1.7, must be 0 to 1"], status: .refused),
      Row(
        error: .heldBack(finding),
        sentence: "slot.05.json has an edit that is not valid and would be lost",
        details: ["slot.05.json:3:14: speed is 1.7, must be 0 to 1"],
        hints: ["correct it, or drop it with git checkout -- slot.05.json"], status: .refused),
      Row(
        error: .storeFull(bytes: 4080, limit: 4000),
        sentence: "the store would have 4080 bytes, at most 4000: nothing changed",
        hints: ["clear a slot, or raise maxStoreBytes in store.json"], status: .refused),
      Row(
        error: .noRevision("nowhere"), sentence: "no commit and no replica is called nowhere",
        hints: ["slots log shows the commits"]),
      Row(
        error: .badRange("A...B"), sentence: "a range has two dots: A...B",
        hints: ["slots diff A..B"], status: .usage),
      Row(
        error: .hookInTheWay("/h/pre-commit.before-slots"),
        sentence:
          "two hooks of yours would be in one place: there is a /h/pre-commit.before-slots already",
        hints: ["look at both and keep one, then slots hooks install"], status: .refused),
      Row(
        error: .hooksAreOff("/dev/null"),
        sentence: "core.hooksPath is \"/dev/null\", which is no folder: git runs no hooks here",
        hints: [
          "git config --unset core.hooksPath (or --global --unset), then slots hooks install"
        ], status: .refused),
      Row(
        error: .dirtyFactory(folder: "/f", changes: [" M slot.05.json"]),
        sentence: "/f has changes that are not committed, which a harvest would mix with",
        details: [" M slot.05.json"], hints: ["git -C /f commit, or git -C /f stash"],
        status: .refused),
      Row(
        error: .harvest(.invalid(["slot-05: shape is no parameter of the set"])),
        sentence: "the factory set cannot have this, nothing changed",
        details: ["slot-05: shape is no parameter of the set"],
        hints: ["slots set NN corrects a preset, the table in factory.json names parameters"],
        status: .refused),
      Row(
        error: .harvest(.lastVersion), sentence: "the factory set has the last version there is",
        hints: ["begin a new set: slots init --factory DIR"], status: .refused),
      Row(
        error: .unconfirmedReset,
        sentence: "this resets all your presets to factory settings, and there is nobody to ask",
        hints: ["slots reset --yes does it; slots undo takes it back"], status: .usage),
      Row(
        error: .nothingToUndo(isRedo: false, gone: nil),
        sentence: "nothing was done here that could be undone",
        hints: [
          "slots log NN shows the versions of a slot, slots restore brings one back"
        ]),
      Row(
        error: .nothingToUndo(isRedo: true, gone: nil), sentence: "there is no undo to take back",
        hints: ["slots undo --list shows what can be undone"]),
      Row(
        error: .nothingToUndo(isRedo: false, gone: "save at 10:00"),
        sentence: "the save at 10:00 cannot be taken back: its commits are no longer here",
        hints: [
          "slots log NN shows the versions of a slot, slots restore brings one back"
        ]),
      Row(
        error: .noVersion(key: "slot.05", revision: "HEAD"),
        sentence: "slot.05 has no value in HEAD", hints: ["slots log shows its versions"]),
      Row(
        error: .noDocument(path: "/a.txt", isMissing: false),
        sentence: "/a.txt is no document of this store",
        hints: ["slots validate checks all of them"], status: .usage),
      Row(
        error: .noDocument(path: "/slot.05.json", isMissing: true),
        sentence: "there is no file /slot.05.json", hints: ["slots validate checks all of them"],
        status: .usage),
      Row(
        error: .noKey("live"), sentence: "no key live",
        hints: ["keys are spelled 5, slot.05, pinned/slot-05, devices/NAME/live/FIELD"],
        status: .usage),
    ]
      + [id].compactMap { $0 }.flatMap { id in
        [
          Row(
            error: .emptySlot(id), sentence: "slot-05 is empty",
            hints: ["slots list shows what is filled"]),
          Row(
            error: .filledSlot(id, name: "Aurora"),
            sentence: "slot-05 holds Aurora, and there is nobody to ask whether to replace it",
            hints: ["--yes replaces it; what it holds stays in slots log 5"], status: .usage),
          Row(
            error: .untouchedSlot(id, name: "Aurora"),
            sentence: "slot-05 holds the default Aurora, so there is nothing of yours to harvest",
            hints: ["slots diff --factory shows what is yours"], status: .refused),
          Row(
            error: .harvest(.noSlot(id, count: 4)),
            sentence: "the factory set has 4 slots, and no slot-05",
            hints: ["slots in its factory.json raises that"], status: .refused),
          Row(
            error: .harvest(.untouched(id, name: "Aurora")),
            sentence: "slot-05 Aurora is the set's default already",
            hints: ["slots diff --factory shows what is other"], status: .refused),
          Row(
            error: .changedMeanwhile(id, by: "tablet"),
            sentence: "slot-05 was written by tablet meanwhile, nothing changed",
            hints: ["slots show 5 shows what is there"]),
        ]
      }
  }

  private static var exchangeRows: [Row] {
    let paths = (0..<10).map { "slot.0\($0).json" }
    return [
      Row(
        error: .noRemote, sentence: "this store has no remote",
        hints: ["slots init --remote URL sets one"]),
      Row(
        error: .otherRemote(has: "/a", asked: "/b"), sentence: "the store's remote is /a, not /b",
        hints: ["git remote set-url origin /b changes it"], status: .refused),
      Row(
        error: .unreachable(remote: "host:a", reason: "no route to host"),
        sentence: "cannot reach host:a: no route to host",
        hints: ["the work is kept here; slots sync sends it later"], status: .offline),
      Row(
        error: .nothingToBeginWith(remote: "host:a", reason: "no route to host", trouble: .network),
        sentence: "cannot reach host:a: no route to host",
        hints: ["--factory DIR begins a store without the remote, from a factory set"],
        status: .offline),
      Row(
        error: .foreignRemote("/code"),
        sentence: "the remote /code holds something that is no store",
        hints: ["choose an empty repository (git init --bare), or the one of a store"],
        status: .refused),
      Row(
        error: .refused(remote: "/hub", reason: "frozen\nuntil Monday"),
        sentence: "/hub refused what was sent", details: ["frozen", "until Monday"],
        hints: ["the work is kept here; slots sync sends it again"]),
      Row(
        error: .raced(remote: "/hub", tries: 40),
        sentence: "others pushed to /hub in between, 40 times", hints: ["slots sync tries again"],
        status: .offline),
      Row(
        error: .manyMissing(paths: paths, total: 12, inRemote: false),
        sentence: "10 of 12 documents went missing here by plain deletion",
        details: paths.dropLast(2) + ["and 2 more"], hints: missingHints, status: .usage),
      Row(
        error: .manyMissing(paths: Array(paths.prefix(3)), total: 4, inRemote: true),
        sentence: "3 of 4 documents went missing in the remote by plain deletion",
        details: Array(paths.prefix(3)), hints: missingHints, status: .usage),
      Row(
        error: .shallow(reason: "no route to host"),
        sentence: "this clone has only a part of the history, and the rest cannot be fetched: "
          + "no route to host",
        hints: ["git fetch --unshallow"], status: .offline),
      Row(
        error: .damagedRemote(remote: "/hub.git", reason: "object 12ab is missing"),
        sentence: "the repository at /hub.git is damaged, or no store: object 12ab is missing",
        hints: [
          "git fsck, typed in it, names what is wrong",
          "the work is kept here; slots sync sends it once that is mended",
        ]),
      Row(
        error: .unsafe(path: "slot.05.json", reason: "a submodule"),
        sentence: "slot.05.json may not come into this folder: a submodule",
        hints: ["remove it with git where it came from; the work is kept here"],
        status: .refused),
      Row(
        error: .gitFailed(arguments: "hash-object", reason: "disk full"),
        sentence: "git hash-object failed: disk full",
        hints: ["the work is kept here; once that is put right, slots sync goes on"]),
    ]
  }

  private static let missingHints = [
    "slots sync --yes clears them everywhere; each can be restored",
    "slots sync --keep puts them back",
  ]

  /// The errors of a store by their names: the switch does not compile when one is added, which is
  /// then to get a row.
  enum Kind: CaseIterable {
    case notAStore, occupied, newerFormat, detached, inProgress, busy, watched, indexLocked,
      noSlot, ambiguousSlot, noDevice, deviceBusy
    case untouchedSlot, dirtyFactory, harvest, hookInTheWay, hooksAreOff
    case badRange, unconfirmedReset, nothingToUndo, changedMeanwhile
    case emptySlot, filledSlot, invalid, heldBack, storeFull, noRevision, noVersion, noDocument,
      noKey
    case noRemote, otherRemote, unreachable, nothingToBeginWith, foreignRemote, refused, raced,
      manyMissing, shallow
    case damagedRemote, unsafe
    case noFactory, badFactory, badReplica, gitFailed

    init(_ error: StoreError) {
      self =
        switch error {
        case .notAStore: .notAStore
        case .occupied: .occupied
        case .newerFormat: .newerFormat
        case .detached: .detached
        case .inProgress: .inProgress
        case .busy: .busy
        case .watched: .watched
        case .indexLocked: .indexLocked
        case .noSlot: .noSlot
        case .ambiguousSlot: .ambiguousSlot
        case .noDevice: .noDevice
        case .deviceBusy: .deviceBusy
        case .untouchedSlot: .untouchedSlot
        case .dirtyFactory: .dirtyFactory
        case .harvest: .harvest
        case .hookInTheWay: .hookInTheWay
        case .hooksAreOff: .hooksAreOff
        case .badRange: .badRange
        case .unconfirmedReset: .unconfirmedReset
        case .nothingToUndo: .nothingToUndo
        case .changedMeanwhile: .changedMeanwhile
        case .emptySlot: .emptySlot
        case .filledSlot: .filledSlot
        case .invalid: .invalid
        case .heldBack: .heldBack
        case .storeFull: .storeFull
        case .noRevision: .noRevision
        case .noVersion: .noVersion
        case .noDocument: .noDocument
        case .noKey: .noKey
        case .noRemote: .noRemote
        case .otherRemote: .otherRemote
        case .unreachable: .unreachable
        case .nothingToBeginWith: .nothingToBeginWith
        case .foreignRemote: .foreignRemote
        case .refused: .refused
        case .raced: .raced
        case .manyMissing: .manyMissing
        case .shallow: .shallow
        case .damagedRemote: .damagedRemote
        case .unsafe: .unsafe
        case .noFactory: .noFactory
        case .badFactory: .badFactory
        case .badReplica: .badReplica
        case .gitFailed: .gitFailed
        }
    }
  }
}
