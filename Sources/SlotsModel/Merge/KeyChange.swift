/// One key that two documents have differently.
package struct KeyChange: Sendable, Hashable {
  /// What changed.
  package let key: Key
  /// Nil when the key was absent.
  package let old: Register?
  /// Nil when the key is absent.
  package let new: Register?

  /// A change of its parts.
  package init(_ key: Key, from old: Register?, to new: Register?) {
    self.key = key
    self.old = old
    self.new = new
  }
}

extension KeyChange {
  /// False for what a factory version wrote by itself, and for the seed version.
  package var isUndoable: Bool { key != .seedVersion && !isSeeding }

  /// True when a default took the place of what was there by itself: it has the stamp of what it
  /// replaced but for the version.
  package var isSeeding: Bool {
    guard let stamp = new?.stamp else { return false }
    if key.isSlot {
      guard let slot = Slot(new?.value), !slot.userOwned, !slot.isCleared else { return false }
    }
    let version = stamp.factoryVersion
    return stamp == old?.stamp?.withFactoryVersion(version) ?? .factory(version)
  }

  /// True where nothing but stamps differs, or one empty slot is another: nothing for a person to see.
  package var isSilent: Bool {
    guard key.isSlot else { return old?.value == new?.value }
    let slots = [Slot(old?.value), Slot(new?.value)]
    guard slots.allSatisfy({ $0?.isCleared ?? true }) else { return old?.value == new?.value }
    return (slots[0]?.userOwned ?? false) == (slots[1]?.userOwned ?? false)
  }
}
