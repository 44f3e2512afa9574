internal import SlotsGit
package import SlotsModel
internal import SlotsSystem

/// What a migration did, or would do.
package struct MigrationReport: Sendable, Hashable {
  /// What was written.
  package var edit: EditReport
  /// Where each preset went.
  package var placed: [ImportPlan.Place] = []
  /// Presets that a slot has, or had once: a migration is done once.
  package var present: [ImportPlan.Place] = []
  /// Presets for which no slot was free.
  package var overflow: [Slot] = []
  /// The file that keeps them; nil where there are none.
  package var overflowFile: String?
  /// Why the remote was not asked first; nil where it was, or there is none.
  package var unreachable: String?
}

extension Store {
  /// Puts presets from before there was a store into empty slots, in order, as the person's own; what
  /// finds no slot is written to a file of its own. What the remote has is brought first.
  ///
  /// - Parameter folder: where that file goes, absolute; never over one that is there.
  /// - Throws: what `write` throws; nothing has changed then.
  package func migrate(
    _ presets: [Slot], overflowInto folder: String, dryRun: Bool = false
  ) throws -> MigrationReport {
    var unreachable: String?
    if try !dryRun && remote() != nil {
      let received = try receive()
      if let failure = received.failure {
        guard case .unreachable(_, let reason, _) = failure else { throw failure }
        unreachable = reason
      }
    }
    var report = MigrationReport(edit: EditReport())
    func plan(_ view: StoreView) throws -> [Key: Write] {
      let known = try everHeld()
      report.present = presets.compactMap { preset in
        known[preset.preset].map { ImportPlan.Place(slot: $0, preset: preset) }
      }
      let new = presets.filter { known[$0.preset] == nil }
        .map { ImportFile.Entry(slot: nil, preset: $0) }
      let slots = try view.format().slotIDs.map { (id: $0, slot: try view.slot($0)) }
      let plan = ImportPlan(new, into: slots)
      (report.placed, report.overflow) = (plan.placed, plan.overflow)
      return plan.writes
    }
    report.edit = try write(.migrate, dryRun: dryRun, plan)
    report.unreachable = unreachable
    if !report.overflow.isEmpty {
      report.overflowFile = try keep(report.overflow, in: Path(folder), dryRun: dryRun)
    }
    return report
  }

  /// Every preset that any slot ever held, and the slot.
  private func everHeld() throws -> [JSONObject: SlotID] {
    var held: [JSONObject: SlotID] = [:]
    for id in try view().format().slotIDs {
      for version in try versions(of: .slot(id)) {
        guard let slot = Slot(version.register.value), !slot.isCleared else { continue }
        held[slot.preset] = held[slot.preset] ?? id
      }
    }
    return held
  }

  /// Writes presets to `legacy-export.json`, or where that has something else, to the next free name.
  private func keep(_ presets: [Slot], in folder: Path, dryRun: Bool) throws -> String {
    let bytes = JSONValue.array(presets.map { .object($0.preset) }).canonicalBytes
    var number = 1
    while true {
      let path = folder.appending(
        Path("legacy-export\(number == 1 ? "" : "-\(number)").json"))
      guard let found = try Files.content(path) else {
        if !dryRun { try Files.write(bytes, to: path, temporaryIn: folder) }
        return path.description
      }
      if case .file(bytes, _) = found { return path.description }
      number += 1
    }
  }

  /// Until it is pushed, a migrated preset moves on to the next free slot rather than merging with
  /// somebody's write to the same one.
  ///
  /// - Returns: a sentence for each that moved.
  func moveMigrated(in ours: inout Snapshot, apartFrom theirs: Snapshot) throws -> [String] {
    var waiting: [SlotID: Slot] = [:]
    for (id, found) in try unsentMigrations(in: ours) {
      let there = try reader.document(.slot(id), in: theirs)?.register
      if MigrationMove.isDue(there, over: found.before) { waiting[id] = found.slot }
    }
    guard !waiting.isEmpty else { return [] }
    let moves = try MigrationMove.plan(
      waiting, slots: StoreFormat(try reader.document(.format, in: ours)).slotIDs,
      ours: { try reader.document(.slot($0), in: ours)?.slot },
      theirs: { try reader.document(.slot($0), in: theirs)?.slot })
    return try moves.map { move in
      let (id, name) = (move.from, move.preset.name.string)
      guard let free = move.to else {
        return "\(id) \(name): no slot is free for it beside what came"
      }
      // Later than what either side knows, as an older clear of the free slot.
      var edit = try handEdit(on: ours)
      edit.seen = [edit.seen, try handEdit(on: theirs).seen].compactMap { $0 }.max()
      let stamp = edit.stamp(after: nil)
      try apply([.slot(free): Register(.object(move.preset.value), stamp)], to: &ours)
      try reader.set(try reader.reading(.slot(id), in: theirs), as: .slot(id), in: &ours)
      return "\(id) \(name): moved on to \(free), because \(id) was filled elsewhere"
    }
  }

  /// What the slots hold that migrations filled and the remote has not seen, with what was changed in
  /// them since, and what they had before; a slot into which something else was saved is none of them.
  private func unsentMigrations(
    in ours: Snapshot
  ) throws -> [SlotID: (slot: Slot, before: Register?)] {
    let seen = try lastSeen()
    var waiting: [SlotID: Register?] = [:]
    for operation in try operationLog().operations {
      if operation.kind == .migrate {
        guard try repository.contains(operation.to) else { continue }
        if let seen, try repository.isAncestor(operation.to, of: seen) { continue }
        for (id, change) in try slots(of: operation) { waiting.updateValue(change.old, forKey: id) }
      } else if !waiting.isEmpty, ![.set, .edit, .sync].contains(operation.kind) {
        for (id, _) in try slots(of: operation) { waiting[id] = nil }
      }
    }
    var held: [SlotID: (slot: Slot, before: Register?)] = [:]
    for (id, before) in waiting {
      guard let slot = try reader.document(.slot(id), in: ours)?.slot, !slot.isCleared else {
        continue
      }
      held[id] = (slot, before)
    }
    return held
  }

  private func slots(of operation: Operation) throws -> [(SlotID, KeyChange)] {
    try (changes(of: operation) ?? []).compactMap { change in
      if case .slot(let id) = change.key { (id, change) } else { nil }
    }
  }
}
