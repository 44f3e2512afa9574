import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// Undo and redo, of each operation.
@Suite struct UndoTests {
  let world: World
  let a: Replica
  let b: Replica

  init() throws {
    world = try World()
    (a, b) = (try world.replica("a"), try world.replica("b"))
    try world.settle([a, b])
  }

  /// What every key of a replica holds, without stamps.
  private func values(_ replica: Replica) throws -> [String: JSONValue?] {
    let content = try Store.open(from: replica.folder.description, replica.surroundings).content()
    var values: [String: JSONValue?] = [:]
    for (kind, document) in content.documents {
      for (name, register) in document.registers {
        guard let key = kind.key(name) else { continue }
        let isEmpty = key.isSlot && Slot(register.value)?.isCleared == true
        values[key.description] = isEmpty ? nil : register.value
      }
    }
    return values.filter { $0.value != nil }
  }

  enum Step: String, CaseIterable {
    case save, overwrite, set, clear, clearStay, pin, unpin, restore, resetOne, resetAll
    case handEdit, bringIn, device
  }

  private func act(_ step: Step) throws {
    switch step {
    case .save: try a.save(9, "Nine")
    case .overwrite: try a.save(1, "One")
    case .set: try a.set(1, "speed", "0.9")
    case .clear: try a.clear(1)
    case .clearStay: try a.clear(2, stay: true)
    case .pin: try a.pin(1)
    case .unpin: try a.pin(0, to: false)
    case .restore: try a.restore(slotKey(3), from: "HEAD~1")
    case .resetOne: try a.reset(3)
    case .resetAll: try a.reset()
    case .handEdit:
      try a.edit("slot.04.json", "0.6", "0.7")
      try a.sync()
    case .bringIn:
      var content = StoreContent()
      let stamp = Stamp(milliseconds: world.now, counter: 0, replica: "c", factoryVersion: 1)
      content[try slotKey(8)] = Register(.object(try preset("Eight").value), stamp)
      _ = try a.open().merge(content)
    case .device:
      let key = Key.field(DeviceName("stage"), .live, "volume")
      _ = try a.open().write(.set) { _ in [key: Write(80)] }
    }
  }

  @Test(arguments: Step.allCases)
  func `undo takes an operation back and redo brings it back`(_ step: Step) throws {
    try a.save(3, "Mine")
    try a.set(3, "speed", "0.8")
    let before = try values(a)
    try act(step)
    let after = try values(a)
    #expect(after != before)
    let undone = try a.undo()
    #expect(try values(a) == before)
    #expect(undone.left == [])
    try a.redo()
    #expect(try values(a) == after)
    try a.undo()
    #expect(try values(a) == before)
    try world.settle([a, b])
    try world.expectInStep([a, b])
    #expect(try values(b) == before)
  }

  @Test
  func `B64 an undo after a push is a commit like any other, and the others get the old values`()
    throws
  {
    try a.set(1, "speed", "0.9")
    try world.settle([a, b])
    #expect(try b.param(1, "speed") == "0.9")
    let pushed = try world.hubTip()
    try a.undo()
    try a.sync()
    try b.sync()
    #expect(try b.param(1, "speed") == "0.6")
    try a.git("merge-base", "--is-ancestor", pushed, "HEAD")
    try a.redo()
    try world.settle([a, b])
    #expect(try b.param(1, "speed") == "0.9")
    try world.expectInStep([a, b])
  }

  @Test func `each undo goes one further back, also on one slot`() throws {
    let names = ["One", "Two", "Three", "Four"]
    for name in names { try a.save(9, name) }
    for name in names.dropLast().reversed() {
      try a.undo()
      #expect(try a.title(9) == name)
    }
    try a.undo()
    #expect(try a.title(9) == nil)
    for name in names {
      try a.redo()
      #expect(try a.title(9) == name)
    }
    #expect(throws: StoreError.nothingToUndo(isRedo: true, gone: nil)) { try a.redo() }
    for _ in names { try a.undo() }
    #expect(throws: StoreError.nothingToUndo(isRedo: false, gone: nil)) { try a.undo() }
    #expect(try a.title(9) == nil)
  }

  @Test func `a new operation ends what could be redone`() throws {
    try a.save(9, "Nine")
    try a.undo()
    try a.pin(1)
    #expect(throws: StoreError.nothingToUndo(isRedo: true, gone: nil)) { try a.redo() }
    try a.undo()
    #expect(try a.pins() == ["slot-00", "slot-02"])
    #expect(throws: StoreError.nothingToUndo(isRedo: false, gone: nil)) { try a.undo() }
  }

  @Test func `a whole sync is one operation: what it brought goes, what was lost comes back`()
    throws
  {
    try b.save(9, "Nine")
    try b.pin(4)
    try a.set(1, "speed", "0.2")
    try b.set(1, "speed", "0.9")
    try b.sync()
    let report = try a.sync()
    #expect(report.lost.map(\.key) == [try slotKey(1)])
    #expect(try a.param(1, "speed") == "0.9")
    let undone = try a.undo()
    #expect(undone.operation.kind == .sync)
    #expect(try a.param(1, "speed") == "0.2")
    #expect(try a.title(9) == nil)
    #expect(try a.pins() == ["slot-00", "slot-02"])
    // The write before the sync is the next one.
    try a.undo()
    #expect(try a.param(1, "speed") == "0.6")
    try a.redo()
    try a.redo()
    #expect(try a.param(1, "speed") == "0.9")
    #expect(try a.title(9) == "Nine")
    try world.settle([a, b])
    try world.expectInStep([a, b])
  }

  @Test func `what others wrote since is left and named`() throws {
    _ = try a.open().write(.save) { _ in
      [
        try slotKey(8): .saving(try preset("Eight")), try slotKey(9): .saving(try preset("Nine")),
      ]
    }
    try world.settle([a, b])
    try b.save(9, "Nine of b")
    try b.sync()
    // Plain git brings it, so it is in no operation of this replica's.
    try a.git("pull", "--quiet", "--no-edit", "--no-rebase", "origin", "main")
    let undone = try a.undo()
    #expect(try a.title(8) == nil)
    #expect(try a.title(9) == "Nine of b")
    #expect(undone.left.map(\.key) == [try slotKey(9)])
    #expect(undone.left.first?.new?.stamp?.replica == "b")
    #expect(undone.edit.changes.map(\.key) == [try slotKey(8)])
  }

  @Test func `an undo of which nothing stands any more is said, and the next goes further back`()
    throws
  {
    try a.save(8, "Eight")
    try a.save(9, "Nine")
    try world.settle([a, b])
    try b.save(9, "Nine of b")
    try b.sync()
    try a.git("pull", "--quiet", "--no-edit", "--no-rebase", "origin", "main")
    let head = try a.head()
    let undone = try a.undo()
    #expect(undone.left.map(\.key) == [try slotKey(9)])
    #expect(undone.edit.commit == nil)
    #expect(try a.head() == head)
    try a.undo()
    #expect(try a.title(8) == nil)
    #expect(try a.title(9) == "Nine of b")
  }
}

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
