package import SlotsModel

/// Why the store did not do what it was asked for; the sentences are in `SlotsCLI`.
package enum StoreError: Error, Sendable, Hashable {
  /// No store is in this folder or above it.
  case notAStore(folder: String)
  /// The folder holds something that is no store.
  case occupied(folder: String, by: String)
  /// The store was made by a newer program.
  case newerFormat(found: Int, known: Int)
  /// HEAD names no branch; `branch` is one to return to.
  case detached(branch: String?)
  /// A merge, rebase or the like was begun with git and is not finished.
  case inProgress(what: String, finish: String, abort: String)
  /// Another process works on this replica; its process id, where it is known.
  case busy(process: Int?)
  /// Git is at work, or was killed at work: its lock on the index is there.
  case indexLocked(path: String)
  /// The store has no such slot; `names` are those of its filled slots.
  case noSlot(typed: String, count: Int, names: [String] = [])
  /// Several slots have this name.
  case ambiguousSlot(typed: String, slots: [SlotID])
  /// The slot is empty.
  case emptySlot(SlotID)
  /// The slot is filled and nobody said that it may be replaced.
  case filledSlot(SlotID, name: String)
  /// The store has no such device; `names` are those that it has.
  case noDevice(typed: String, names: [String])
  /// Another process talks to this box; its process id, where it is known.
  case deviceBusy(String, process: Int?)
  /// Every slot is to be reset, and nobody said that they may be.
  case unconfirmedReset
  /// There is nothing to take back, or nothing to bring back; `gone` tells what cannot be reached.
  case nothingToUndo(isRedo: Bool, gone: String?)
  /// What was to be written is not valid; nothing changed.
  case invalid([Finding])
  /// The file has an edit by hand that is not valid, and would be overwritten.
  case heldBack(Finding)
  /// The store would grow over its limit; bytes.
  case storeFull(bytes: Int, limit: Int)
  /// A range is `A..B`, with two dots.
  case badRange(String)
  /// A slot was written by another replica or process since it was opened.
  case changedMeanwhile(SlotID, by: String)
  /// No commit and no replica has this name.
  case noRevision(String)
  /// The key has no value in this commit.
  case noVersion(key: String, revision: String)
  /// The path names no document of the store, or none is there.
  case noDocument(path: String, isMissing: Bool)
  /// No such key.
  case noKey(String)
  /// The store has no remote.
  case noRemote
  /// The store has another remote than the one asked for.
  case otherRemote(has: String, asked: String)
  /// Nothing was exchanged with the remote.
  case unreachable(remote: String, reason: String, trouble: RemoteTrouble = .other)
  /// The remote was not reached, and there is no factory set to begin a store without it.
  case nothingToBeginWith(remote: String, reason: String, trouble: RemoteTrouble)
  /// The remote holds something that is no store.
  case foreignRemote(String)
  /// The remote answered no.
  case refused(remote: String, reason: String)
  /// Another process watches this replica already; its process id, where it is known.
  case watched(process: Int?)
  /// Others pushed again and again in between.
  case raced(remote: String, tries: Int)
  /// The remote's repository cannot be read, in git's words.
  case damagedRemote(remote: String, reason: String)
  /// A file that is to come into the working tree cannot or must not be there.
  case unsafe(path: String, reason: String)
  /// Many documents went missing at once.
  case manyMissing(paths: [String], total: Int, inRemote: Bool)
  /// The clone has only a part of the history and the rest cannot be had.
  case shallow(reason: String)
  /// No factory set was found.
  case noFactory(tried: [String])
  /// A file of the factory set cannot be read.
  case badFactory(path: String, DocumentError)
  /// The slot has a default, and nothing of a person's to be harvested.
  case untouchedSlot(SlotID, name: String)
  /// The factory folder has changes that are not committed, as lines of `git status`.
  case dirtyFactory(folder: String, changes: [String])
  /// The factory set cannot have what was to be harvested.
  case harvest(HarvestPlan.Refusal)
  /// A hook that was put aside lies where another one is to be put.
  case hookInTheWay(String)
  /// `core.hooksPath` is no folder, which tells git to run no hooks.
  case hooksAreOff(String)
  /// A replica cannot have this name.
  case badReplica(name: String, reason: String)
  /// The git program did not do what it was asked for.
  case gitFailed(arguments: String, reason: String)
}
