internal import SlotsGit
internal import SlotsModel
internal import SlotsSystem

extension Store {
  /// Looks at everything and changes nothing.
  package func status() throws -> StatusReport {
    let edits = try workingEdits()
    let branch = try? branch()
    let seen = try lastSeen()
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
    try addRows(to: &report, edits, seen: seen)
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

  private func addRows(
    to report: inout StatusReport, _ edits: WorkingEdits, seen: ObjectID?
  ) throws {
    let here = edits.snapshot
    var normaliser = Normaliser(reader, known: try knownNormal())
    var there = Snapshot(tree: nil)
    var base = Snapshot(tree: nil)
    if let seen {
      there = try normaliser.snapshot(of: seen)
      if let head = try headCommit()?.id {
        base = try repository.mergeBase(head, seen).map { try normaliser.snapshot(of: $0) } ?? base
      }
    }
    let isShared = report.remote != nil && report.branch != nil
    let edited = Set(edits.changes.map(\.key))
    let changes = try isShared ? reader.changes(from: there, to: here) : edits.changes
    let differing = Dictionary(changes.map { ($0.key, $0) }) { $1 }
    var stamps = try latestStamps(in: here)
    if isShared { stamps += try latestStamps(in: there) }
    report.notes += ClockNote.notes(stamps, now: surroundings.now())
    let set = try factory()?.complete().set
    let standings =
      try set.map { try self.standings(against: $0, in: here, due: report.due) } ?? [:]
    for key in Set(differing.keys).union(standings.keys).sorted() {
      let change = differing[key]
      let before = try reader.document(key.document, in: base)?.registers[key.registerName]
      let register = try reader.document(key.document, in: here)?.registers[key.registerName]
      let slot: Slot? = if case .slot(let id) = key { set?.presets[id] } else { nil }
      report.rows.append(
        StatusReport.Row(
          key: key, here: register, there: change?.old, standard: slot,
          exchange: change.map {
            Self.exchange($0, base: before, isEdited: edited.contains(key), isShared)
          },
          standing: standings[key]))
    }
  }

  private func latestStamps(in state: Snapshot) throws -> [Stamp] {
    try reader.kinds(in: state).compactMap { try reader.document($0, in: state)?.latestStamp }
  }

  /// - Parameter change: from what the remote has to what is here.
  private static func exchange(
    _ change: KeyChange, base: Register?, isEdited: Bool, _ isShared: Bool
  ) -> StatusReport.Exchange {
    guard isShared else { return .edited }
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
