/// What taking an operation back would write: what it replaced, where what it wrote still stands.
///
/// What others wrote since is left. A key that was absent becomes a clear. A default comes back as a
/// default, with the version of its set. What a factory version filled is no person's operation.
package struct UndoPlan: Sendable, Hashable {
  /// What is written, by key.
  package private(set) var writes: [Key: Write] = [:]
  /// What was written since: from what the operation wrote to what stands.
  package private(set) var left: [KeyChange] = []

  /// Plans taking back an operation that made `changes`.
  ///
  /// - Parameters:
  ///   - current: what a key has now.
  ///   - isSame: whether two registers of a key are one write, or a copy of it that an undo or a redo
  ///     put back.
  package init(
    _ changes: [KeyChange], over current: (Key) throws -> Register?,
    isSame: (Key, Register?, Register?) -> Bool
  ) rethrows {
    for change in changes where change.isUndoable {
      let now = try current(change.key)
      guard isSame(change.key, now, change.new) else {
        left.append(KeyChange(change.key, from: change.new, to: now))
        continue
      }
      writes[change.key] = Self.write(of: change.old, at: change.key)
    }
  }

  private static func write(of old: Register?, at key: Key) -> Write {
    guard key.isSlot else { return Write(old?.value) }
    guard let old, let slot = Slot(old.value) else { return .clearing(stay: false) }
    let isDefault = !slot.userOwned && !slot.isCleared
    return Write(old.value, factoryVersion: isDefault ? old.stamp?.factoryVersion : nil)
  }
}
