import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

extension UndoTests {
  @Test func `what a factory version filled is no operation`() throws {
    try a.save(9, "Nine")
    let newer = world.folder.path.appending("newer")
    try FactorySet.write(newer, version: 2, slots: Array(0..<8), suffix: " 2")
    a.factory = newer
    try a.save(10, "Ten")
    #expect(try a.title(7) == "Extra 2")
    try a.undo()
    #expect(try a.title(10) == nil)
    try a.undo()
    #expect(try a.title(9) == nil)
    #expect(try a.title(7) == "Extra 2")
    #expect(try a.title(1) == "Reef 2")
    #expect(throws: StoreError.nothingToUndo(isRedo: false, gone: nil)) { try a.undo() }
  }

  @Test func `a default comes back as a default, and is brought up to date like one`() throws {
    try a.save(1, "Mine")
    try a.undo()
    #expect(try a.register(slotKey(1)).map { Slot($0.value)?.userOwned } == false)
    let newer = world.folder.path.appending("newer")
    try FactorySet.write(newer, version: 2, suffix: " 2")
    a.factory = newer
    _ = try a.open().seed()
    #expect(try a.title(1) == "Reef 2")
  }

  @Test func `what was the same before is no obstacle to the undo below it`() throws {
    try a.save(9, "Nine")
    try a.pin(1)
    try a.reset()
    try a.reset()
    try a.undo()
    try a.undo()
    #expect(try a.title(9) == "Nine")
    #expect(try a.pins() == ["slot-00", "slot-01", "slot-02"])
    try a.redo()
    #expect(try a.title(9) == nil)
    // To do nothing again is nothing to be redone.
    #expect(throws: StoreError.nothingToUndo(isRedo: true, gone: nil)) { try a.redo() }
    let undone = try a.undo()
    #expect(undone.left == [])
    #expect(try a.title(9) == "Nine")
  }

  @Test func `edits by hand that are not committed are the last operation`() throws {
    try a.save(9, "Nine")
    try a.edit("slot.04.json", "0.6", "0.7")
    let plan = try a.open().undo(dryRun: true)
    #expect(plan.operation.kind == .edit)
    #expect(plan.edit.changes.map(\.key) == [try slotKey(4)])
    #expect(try a.param(4, "speed") == "0.7")
    try a.undo()
    #expect(try a.param(4, "speed") == "0.6")
    #expect(try a.title(9) == "Nine")
    try a.redo()
    #expect(try a.param(4, "speed") == "0.7")
  }

  @Test func `a dry run of an undo changes nothing`() throws {
    try a.save(9, "Nine")
    let changed = try Listing.changes(in: a.folder) {
      let plan = try a.open().undo(dryRun: true)
      #expect(plan.edit.changes.map(\.key) == [try slotKey(9)])
    }
    #expect(changed == [])
    #expect(try a.title(9) == "Nine")
  }

  @Test func `the list has one line an operation, the next one first`() throws {
    try a.save(9, "Nine")
    try a.pin(1, 3)
    try a.edit("slot.04.json", "0.6", "0.7")
    let list = try a.open().undoable()
    #expect(list.map(\.kind) == [.edit, .pin, .save])
    #expect(list[1].changes.map(\.key.description) == ["pinned/slot-01", "pinned/slot-03"])
    #expect(try a.open().undoable(limit: 2).map(\.kind) == [.edit, .pin])
    try a.undo()
    try a.undo()
    #expect(try a.open().undoable().map(\.kind) == [.save])
    #expect(try a.open().undoable(isRedo: true).map(\.kind) == [.pin, .edit])
  }

  @Test func `what a prune took away is said, and nothing changes`() throws {
    try a.save(8, "Eight")
    try a.save(9, "Nine")
    // The person went back and threw away what they had left.
    try a.git("reset", "--quiet", "--hard", "HEAD~2")
    try a.git("reflog", "expire", "--expire=now", "--all")
    try a.git("gc", "--quiet", "--prune=now")
    let head = try a.head()
    #expect {
      try a.undo()
    } throws: { error in
      guard case StoreError.nothingToUndo(false, let gone?) = error else { return false }
      return gone.hasPrefix("save at 2026-12-01")
    }
    #expect(try a.head() == head)
    #expect(try a.open().undoable() == [])
  }

  @Test func `own files are left and named`() throws {
    try b.write("notes.txt", "one\n")
    try b.commit("notes")
    try b.save(9, "Nine")
    try b.sync()
    try a.sync()
    let undone = try a.undo()
    #expect(undone.files == ["notes.txt"])
    #expect(try a.title(9) == nil)
    #expect(try a.text("notes.txt") == "one\n")
  }
}
