internal import SlotsGit
package import SlotsModel
internal import SlotsSystem

extension Store {
  /// Writes a preset into a slot, as the person's own.
  ///
  /// - Parameters:
  ///   - overwrites: whether a filled slot may be replaced.
  ///   - expected: what the slot has to have, with its stamp, where the preset was made from that.
  /// - Throws: `StoreError.filledSlot` when it may not, `.changedMeanwhile` when the slot has something
  ///   else, `.invalid`; nothing has changed then.
  package func save(
    _ preset: Slot, into typed: String, overwrites: Bool, over expected: Register?? = nil,
    dryRun: Bool = false
  ) throws -> EditReport {
    try write(.save, dryRun: dryRun) { view in
      let id = try view.slotID(typed)
      if let expected, case let found = try view.register(.slot(id)),
        found?.value != expected?.value
      {
        throw StoreError.changedMeanwhile(id, by: found?.stamp?.replica.string ?? "")
      }
      if !overwrites, let old = try view.filled(id) {
        throw StoreError.filledSlot(id, name: old.name.string)
      }
      return [.slot(id): .saving(preset)]
    }
  }

  /// Changes what a filled slot holds.
  /// - Throws: `StoreError.emptySlot`, `.invalid`; nothing has changed then.
  package func change(
    _ typed: String, dryRun: Bool = false, _ edit: (inout Slot) throws -> Void
  ) throws -> EditReport {
    try write(.set, dryRun: dryRun) { view in
      let id = try view.slotID(typed)
      guard var slot = try view.filled(id) else { throw StoreError.emptySlot(id) }
      let old = slot
      try edit(&slot)
      return slot == old ? [:] : [.slot(id): .saving(slot)]
    }
  }

  /// Empties a slot; with `stay` the next factory version leaves it empty.
  /// - Throws: `StoreError.emptySlot` when it is empty already, `.filledSlot` unless `confirmed`.
  package func clear(
    _ typed: String, stay: Bool, confirmed: Bool, dryRun: Bool = false
  ) throws -> EditReport {
    try write(.clear, dryRun: dryRun) { view in
      let id = try view.slotID(typed)
      let slot = try view.slot(id)
      let isEmpty = slot?.isCleared ?? true
      if isEmpty, slot?.userOwned == stay || !stay { throw StoreError.emptySlot(id) }
      if !isEmpty, !confirmed {
        throw StoreError.filledSlot(id, name: slot?.name.string ?? "")
      }
      return [.slot(id): .clearing(stay: stay)]
    }
  }

  /// Pins or unpins slots.
  package func pin(_ typed: [String], _ isPinned: Bool, dryRun: Bool = false) throws -> EditReport {
    try write(isPinned ? .pin : .unpin, dryRun: dryRun) { view in
      var writes: [Key: Write] = [:]
      for word in typed {
        writes[.pin(Text(try view.slotID(word).description))] = .pinning(isPinned)
      }
      return writes
    }
  }

  /// Writes presets into the slots that a plan has for them, as the person's own.
  ///
  /// - Parameter plan: made from the store as it is at that moment.
  /// - Throws: `StoreError.invalid`, `.storeFull`; whatever `plan` throws. Nothing has changed then.
  package func bringIn(
    dryRun: Bool = false, _ plan: (StoreView) throws -> ImportPlan
  ) throws -> EditReport {
    try write(.bringIn, dryRun: dryRun) { try plan($0).writes }
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
    return try write(.restore, dryRun: dryRun) { view in
      guard case .slot(let id) = key, let slot = Slot(register.value) else {
        return [key: Write(register.value)]
      }
      if !overwrites, let old = try view.filled(id), old.value != slot.value {
        throw StoreError.filledSlot(id, name: old.name.string)
      }
      return [key: slot.isCleared ? Write(.object(slot.value)) : .saving(slot)]
    }
  }

  /// Seeds the factory set of this program: every factory slot that is due.
  /// - Throws: `StoreError.noFactory` where no set is found.
  package func seed(dryRun: Bool = false) throws -> EditReport {
    guard let factory = try factory() else {
      throw StoreError.noFactory(tried: surroundings.factoryFolders)
    }
    let twin = try twin(of: factory, in: try workingEdits().snapshot)
    var report = try write(.edit, dryRun: dryRun) { _ in [:] }
    report.twin = twin
    report.changes = report.seeded
    return report
  }

  /// Writes the factory set's default into one slot, or into every slot with the set's pins and
  /// version: a person's write, which wins over everything that was written before.
  ///
  /// - Parameters:
  ///   - typed: the slot; nil for all.
  ///   - confirmed: whether what is there may be replaced.
  /// - Throws: `StoreError.noFactory`; `.filledSlot`, `.unconfirmedReset` unless `confirmed`.
  package func reset(_ typed: String?, confirmed: Bool, dryRun: Bool = false) throws -> EditReport {
    guard let (set, digest) = try factory()?.complete() else {
      throw StoreError.noFactory(tried: surroundings.factoryFolders)
    }
    return try write(.reset, dryRun: dryRun) { view in
      if let typed {
        let id = try view.slotID(typed)
        if !confirmed, let slot = try view.filled(id) {
          throw StoreError.filledSlot(id, name: slot.name.string)
        }
        return [.slot(id): set.reset(id)]
      }
      if !confirmed { throw StoreError.unconfirmedReset }
      return set.reset(
        digest: digest, slots: try view.format().slotIDs,
        pinned: try view.document(.pins)?.registers.keys.map { $0 } ?? [])
    }
  }

  /// Merges the documents of another store into this one, by their own stamps, as a sync would.
  /// - Throws: `StoreError.newerFormat`, `.invalid`, `.storeFull`; nothing has changed then.
  package func merge(_ content: StoreContent, dryRun: Bool = false) throws -> EditReport {
    guard content.format.format <= StoreFormat.newest else {
      throw StoreError.newerFormat(found: content.format.format, known: StoreFormat.newest)
    }
    return try write(.bringIn, dryRun: dryRun, merging: content) { _ in [:] }
  }

  /// The documents of this store as they stand, edits by hand that are valid included.
  package func content() throws -> StoreContent {
    let snapshot = try workingEdits().snapshot
    var content = StoreContent()
    for kind in try reader.kinds(in: snapshot) {
      content.documents[kind] = try reader.document(kind, in: snapshot)
    }
    return content
  }
}
