internal import SlotsGit
internal import SlotsModel
internal import SlotsSystem

extension Store {
  /// Looks at everything and changes nothing.
  package func status() throws -> StatusReport {
    let edits = try workingEdits()
    let branch = try? branch()
    let seen = try lastSeenThere()
    let remote = try repository.remoteURL(Self.remoteName)
    let seeded = try reader.document(.seedVersion, in: edits.snapshot)?.register
    let factory = try factory()
    var notes = branch == nil ? ["HEAD names no branch, so nothing can be kept or sent"] : []
    notes += edits.files.map { "\($0): edited here" }
    notes += edits.hollow.map { "\($0): has no content, the next sync puts it back" }
    notes += edits.unreadable.map { "passed over: \($0.finding.text)" }
    var report = StatusReport(
      replica: replica.string, branch: branch.map { String($0.dropFirst("refs/heads/".count)) },
      remote: remote, wasSynced: seen != nil, held: edits.held,
      due: try seedPlan(for: edits.snapshot, after: [])?.changes.keys.sorted() ?? [],
      seeded: SeedPlan.version(of: seeded), shipped: factory?.head.version ?? 0, notes: notes)
    do {
      try addRows(to: &report, edits)
    } catch let error as GitError where error.kind == .badTree {
      report.notes.append("what the remote was last seen to have cannot be read: \(error.message)")
    }
    if let twin = try factory.flatMap({ try twin(of: $0, in: edits.snapshot) }) {
      report.notes.append(twin)
    }
    return report
  }

  /// Asks the remote what it has and remembers it; nothing else changes.
  /// - Throws: `StoreError.noRemote`, `.unreachable`, `.foreignRemote`, `.newerFormat`.
  package func look() throws {
    guard let remote = try remote() else { throw StoreError.noRemote }
    let branch = try branch()
    guard let tip = try remote.fetch(branch) else { return }
    try refuseForeign(try repository.commit(tip).tree, of: remote)
    try noteSeen(tip, branch)
  }

  /// The keys that the remote, as it was last seen, has differently, from there to here, and how they
  /// stand; where there is no remote, the edits by hand.
  func exchanges(_ edits: WorkingEdits) throws -> [(change: KeyChange, how: StatusReport.Exchange)]
  {
    guard try isShared() else { return edits.changes.map { ($0, .edited) } }
    let there = try remoteState()
    var base = Snapshot(tree: nil)
    if let seen = try lastSeenThere(), let head = try headCommit()?.id,
      let common = try repository.mergeBase(head, seen)
    {
      var normaliser = Normaliser(reader, known: try knownNormal())
      base = try normaliser.snapshot(of: common)
    }
    let edited = Set(edits.changes.map(\.key))
    return try reader.changes(from: there, to: edits.snapshot).map { change in
      let before = try reader.document(change.key.document, in: base)?
        .registers[change.key.registerName]
      return (change, Self.exchange(change, base: before, isEdited: edited.contains(change.key)))
    }
  }

  private func isShared() throws -> Bool {
    let branch = try? branch()
    return try branch != nil && repository.remoteURL(Self.remoteName) != nil
  }

  /// What the remote was last seen to have.
  private func remoteState() throws -> Snapshot {
    var normaliser = Normaliser(reader, known: try knownNormal())
    return try lastSeenThere().map { try normaliser.snapshot(of: $0) } ?? Snapshot(tree: nil)
  }

  private func addRows(to report: inout StatusReport, _ edits: WorkingEdits) throws {
    let here = edits.snapshot
    let exchanges = try exchanges(edits)
    let differing = Dictionary(exchanges.map { ($0.change.key, $0) }) { $1 }
    var stamps = try latestStamps(in: here)
    if try isShared() { stamps += try latestStamps(in: remoteState()) }
    report.notes += ClockNote.notes(stamps, now: surroundings.now())
    let set = try factory()?.complete().set
    let standings =
      try set.map { try self.standings(against: $0, in: here, due: report.due) } ?? [:]
    for key in Set(differing.keys).union(standings.keys).sorted() {
      let slot: Slot? = if case .slot(let id) = key { set?.presets[id] } else { nil }
      report.rows.append(
        StatusReport.Row(
          key: key,
          here: try reader.document(key.document, in: here)?.registers[key.registerName],
          there: differing[key]?.change.old, standard: slot, exchange: differing[key]?.how,
          standing: standings[key]))
    }
  }

  private func latestStamps(in state: Snapshot) throws -> [Stamp] {
    try reader.kinds(in: state).compactMap { try reader.document($0, in: state)?.latestStamp }
  }

  /// - Parameter change: from what the remote has to what is here.
  private static func exchange(
    _ change: KeyChange, base: Register?, isEdited: Bool
  ) -> StatusReport.Exchange {
    guard let here = change.new else { return .incoming }
    guard let there = change.old, there != base else { return isEdited ? .edited : .unsent }
    if here == base { return .incoming }
    if here.value == there.value { return here < there ? .incoming : .unsent }
    return here < there ? .losing : .winning
  }

  /// How slots and pins stand against a factory set, where they differ.
  private func standings(
    against set: Factory, in state: Snapshot, due: [Key]
  ) throws -> [Key: StatusReport.Standing] {
    var standings: [Key: StatusReport.Standing] = [:]
    for id in StoreFormat(try reader.document(.format, in: state)).slotIDs {
      let key = Key.slot(id)
      let (slot, standard) = (
        try reader.document(.slot(id), in: state)?.slot, set.presets[id]
      )
      if due.contains(key) {
        standings[key] = .due
      } else if let slot, !slot.isCleared {
        if slot.preset == standard?.preset { continue }
        let version = try reader.document(.slot(id), in: state)?.latestStamp?.factoryVersion ?? 0
        standings[key] = slot.userOwned ? .yours : version < set.version ? .older : .other
      } else if slot?.userOwned == true {
        standings[key] = .keptEmpty
      } else if standard != nil {
        standings[key] = .cleared
      }
    }
    let registers = try reader.document(.pins, in: state)?.registers ?? [:]
    let pins = Set(registers.filter { $0.value.value != nil }.keys)
    let standard = Set(set.pins.map { Text($0.description) })
    for id in pins.subtracting(standard) { standings[.pin(id)] = .pinned }
    for id in standard.subtracting(pins) { standings[.pin(id)] = .unpinned }
    if due.contains(.seedVersion) { standings[.seedVersion] = .due }
    return standings
  }

  /// A sentence where the store was seeded from another set than `factory` with the same version.
  func twin(of factory: FactoryFolder, in state: Snapshot) throws -> String? {
    let seeded = try reader.document(.seedVersion, in: state)?.register
    guard SeedPlan.version(of: seeded) == factory.head.version,
      let digest = seeded?.value?.object?["digest"]?.text,
      try digest != factory.complete().digest
    else { return nil }
    return "the factory set in \(factory.folder) and the one in the store are both version "
      + "\(factory.head.version) and differ: raise the version of one"
  }
}
