/// A migrated preset that makes room for what somebody else put into its slot before it was sent.
package struct MigrationMove: Sendable, Hashable {
  /// The slot that the other side filled.
  package let from: SlotID
  /// Where the preset goes; nil where no slot is free.
  package let to: SlotID?
  /// The preset.
  package let preset: Slot

  /// Whether a migrated preset has to make room for what the other side has in its slot: what the slot had here
  /// before the migration may be the later write, a clear, which beats the other one by itself.
  package static func isDue(_ theirs: Register?, over before: Register?) -> Bool {
    guard let theirs = theirs?.stamp, let before = before?.stamp else { return true }
    return before < theirs
  }

  /// Plans the moves of presets that wait to be sent, in slot order: each whose slot the other side filled
  /// with another preset of a person's goes to the first slot that is free on both sides.
  ///
  /// - Parameters:
  ///   - waiting: what migrations put into slots here.
  ///   - slots: the slots of the store.
  ///   - ours: what a slot has here; nil for one that was never filled.
  ///   - theirs: what it has on the other side.
  package static func plan(
    _ waiting: [SlotID: Slot], slots: [SlotID], ours: (SlotID) throws -> Slot?,
    theirs: (SlotID) throws -> Slot?
  ) rethrows -> [MigrationMove] {
    var moves: [MigrationMove] = []
    func isFree(_ slot: Slot?) -> Bool { slot.map { $0.isCleared && !$0.userOwned } ?? true }
    for (id, preset) in waiting.sorted(by: { $0.key < $1.key }) {
      guard let there = try theirs(id), !there.isCleared, there.userOwned,
        there.preset != preset.preset
      else { continue }
      let free = try slots.first { slot in
        try isFree(ours(slot)) && isFree(theirs(slot)) && !moves.contains { $0.to == slot }
      }
      moves.append(MigrationMove(from: id, to: free, preset: preset))
    }
    return moves
  }
}
