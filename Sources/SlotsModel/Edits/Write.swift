/// What a person wants a key to have, before it is stamped.
package struct Write: Sendable, Hashable {
  /// The value; nil to unpin a slot or to remove a field.
  package let value: JSONValue?
  /// For a default, the version of the set that it came from; nil for everything else.
  package let factoryVersion: Int?
  /// True for a write that counts although the key has the value already, as a reset's does: it has to
  /// win over what somebody wrote elsewhere before.
  package let isForced: Bool

  /// A write of its parts.
  package init(_ value: JSONValue?, factoryVersion: Int? = nil, isForced: Bool = false) {
    self.value = value
    self.factoryVersion = factoryVersion
    self.isForced = isForced
  }

  /// A preset saved into a slot, as the person's own.
  package static func saving(_ preset: Slot) -> Write {
    var preset = preset
    preset.userOwned = true
    return Write(.object(preset.value))
  }

  /// A slot emptied; with `stay` a factory version leaves it empty.
  package static func clearing(stay: Bool) -> Write {
    Write(.object(Slot.cleared(stay: stay).value))
  }

  /// Whether a slot is in the rotation.
  package static func pinning(_ isPinned: Bool) -> Write { Write(isPinned ? true : nil) }

  /// The registers that some writes make, all with one reading of the clock; what a key has already is
  /// not written again.
  ///
  /// - Parameters:
  ///   - edit: who writes, when.
  ///   - current: what a key has now.
  package static func registers(
    _ writes: [Key: Write], by edit: Edit, over current: (Key) throws -> Register?
  ) rethrows -> [Key: Register] {
    let stamp = edit.stamp(after: nil)
    var registers: [Key: Register] = [:]
    for (key, write) in writes {
      let old = try current(key)
      let isSame = old?.value == write.value && (old != nil || write.value == nil)
      if isSame, !write.isForced { continue }
      let version = write.factoryVersion ?? stamp.factoryVersion
      registers[key] = Register(write.value, stamp.withFactoryVersion(version))
    }
    return registers
  }
}
