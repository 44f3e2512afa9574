import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// What holds of undo and redo whatever was done, and killed at any moment.
@Suite struct UndoLawTests {
  /// What each key holds; an empty slot as one that was never filled, because an undo clears it.
  private func values(_ replica: Replica) throws -> [Key: JSONValue] {
    let content = try Store.open(from: replica.folder.description, replica.surroundings).content()
    var values: [Key: JSONValue] = [:]
    for (kind, document) in content.documents {
      for (name, register) in document.registers {
        guard let key = kind.key(name) else { continue }
        values[key] = Slot(register.value)?.isCleared == true ? nil : register.value
      }
    }
    return values
  }

  @Test(arguments: Seeds.some)
  func `as many undos as operations go back to the start, as many redos to the end`(
    seed: UInt64
  ) throws {
    let world = try World()
    let (a, b) = (try world.replica("a"), try world.replica("b"))
    try world.settle([a, b])
    var edits = RandomEdits(seed: seed)
    var chance = Chance(seed: seed &+ 1)
    var states = [try values(a)]
    for _ in 0..<8 {
      if chance.onceIn(4) {
        try edits.edit(b)
        try b.sync()
        try a.sync()
      } else if chance.onceIn(6) {
        try a.reset()
      } else {
        try edits.edit(a)
      }
      states.append(try values(a))
    }
    try a.sync()
    var count = 0
    while try !a.open().undoable().isEmpty {
      #expect(try a.undo().left == [], "seed \(seed), undo \(count)")
      #expect(states.contains(try values(a)), "seed \(seed), undo \(count)")
      count += 1
    }
    #expect(try values(a) == states.first, "seed \(seed)")
    for _ in 0..<count where try !a.open().undoable(isRedo: true).isEmpty { try a.redo() }
    #expect(try values(a) == states.last, "seed \(seed)")
    try world.settle([a, b])
    try world.expectInStep([a, b], "seed \(seed)")
    #expect(try values(b) == states.last, "seed \(seed)")
  }
}
