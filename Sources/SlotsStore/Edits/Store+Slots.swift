internal import SlotsGit
package import SlotsModel
internal import SlotsSystem

extension Store {
  /// Writes a preset into a slot, as the person's own.
  ///
  /// - Parameter overwrites: whether a filled slot may be replaced.
  /// - Throws: `StoreError.filledSlot` when it may not; `.invalid`; nothing has changed then.
  package func save(
    _ preset: Slot, into typed: String, overwrites: Bool, dryRun: Bool = false
  ) throws -> EditReport {
    try write(dryRun: dryRun) { view in
      let id = try view.slotID(typed)
      if !overwrites, let old = try view.filled(id) {
        throw StoreError.filledSlot(id, name: old.name.string)
      }
      var preset = preset
      preset.userOwned = true
      return [.slot(id): .object(preset.value)]
    }
  }

  /// Changes what a filled slot holds.
  /// - Throws: `StoreError.emptySlot`, `.invalid`; nothing has changed then.
  package func change(
    _ typed: String, dryRun: Bool = false, _ edit: (inout Slot) throws -> Void
  ) throws -> EditReport {
    try write(dryRun: dryRun) { view in
      let id = try view.slotID(typed)
      guard var slot = try view.filled(id) else { throw StoreError.emptySlot(id) }
      let old = slot
      try edit(&slot)
      if slot == old { return [:] }
      slot.userOwned = true
      return [.slot(id): .object(slot.value)]
    }
  }

  /// Empties a slot; with `stay` the next factory version leaves it empty.
  /// - Throws: `StoreError.emptySlot` when it is empty already, `.filledSlot` unless `confirmed`.
  package func clear(
    _ typed: String, stay: Bool, confirmed: Bool, dryRun: Bool = false
  ) throws -> EditReport {
    try write(dryRun: dryRun) { view in
      let id = try view.slotID(typed)
      let slot = try view.slot(id)
      let isEmpty = slot?.isCleared ?? true
      if isEmpty, slot?.userOwned == stay || !stay { throw StoreError.emptySlot(id) }
      if !isEmpty, !confirmed {
        throw StoreError.filledSlot(id, name: slot?.name.string ?? "")
      }
      return [.slot(id): .object(Slot.cleared(stay: stay).value)]
    }
  }

  /// Pins or unpins slots.
  package func pin(_ typed: [String], _ isPinned: Bool, dryRun: Bool = false) throws -> EditReport {
    try write(dryRun: dryRun) { view in
      var values: [Key: JSONValue?] = [:]
      for word in typed {
        let id = try view.slotID(word)
        values.updateValue(isPinned ? true : nil, forKey: .pin(Text(id.description)))
      }
      return values
    }
  }

  /// Writes what a key had in the commit `revision` once more, as the person's own.
  ///
  /// - Parameter overwrites: whether a filled slot may be replaced; what it holds stays in history.
  /// - Throws: `StoreError.noRevision`, `.noVersion`, `.filledSlot`.
  package func restore(
    _ key: Key, from revision: String, overwrites: Bool, dryRun: Bool = false
  ) throws -> EditReport {
    let past = try normalised(at: revision)
    guard let register = try past.register(key) else {
      throw StoreError.noVersion(key: key.description, revision: revision)
    }
    return try write(dryRun: dryRun) { view in
      guard case .slot(let id) = key, var slot = Slot(register.value) else {
        return [key: register.value]
      }
      if !overwrites, let old = try view.filled(id), old.value != slot.value {
        throw StoreError.filledSlot(id, name: old.name.string)
      }
      if !slot.isCleared { slot.userOwned = true }
      return [key: .object(slot.value)]
    }
  }

  /// Seeds the factory set of this program: every factory slot that is due.
  /// - Throws: `StoreError.noFactory` where no set is found.
  package func seed(dryRun: Bool = false) throws -> EditReport {
    guard let factory = try factory() else {
      throw StoreError.noFactory(tried: surroundings.factoryFolders)
    }
    let twin = try twin(of: factory, in: try workingEdits().snapshot)
    var report = try write(dryRun: dryRun) { _ in [:] }
    report.twin = twin
    report.changes = report.seeded
    return report
  }
}
