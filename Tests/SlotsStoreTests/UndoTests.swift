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
