internal import SlotsGit
package import SlotsModel
internal import SlotsSystem

/// What a write did.
package struct EditReport: Sendable, Hashable {
  /// The keys that were written, with what was there before.
  package var changes: [KeyChange] = []
  /// The slots that a newer factory version filled or renewed first.
  package var seeded: [KeyChange] = []
  /// Edits by hand that were taken along, as lines.
  package var taken: [KeyChange] = []
  /// A sentence about two factory sets that have one version and differ.
  package var twin: String?
  /// The commit that holds the write; nil when there was nothing to write.
  package var commit: String?
}

extension Store {
  /// Writes registers as a person's operation: takes edits by hand along, seeds what is due, stamps,
  /// and commits, each a commit of its own, in one move. A dry run plans only.
  ///
  /// - Parameters:
  ///   - content: documents of another store, merged in by their own stamps.
  ///   - plan: the values to write, given the store as it is.
  /// - Throws: `StoreError.heldBack` when a file that would be overwritten has an edit that is not
  ///   valid; `.invalid`, `.storeFull`, `.manyMissing`; whatever `plan` throws. Nothing has changed
  ///   then.
  package func write(
    _ kind: OperationKind, dryRun: Bool = false, merging content: StoreContent = StoreContent(),
    _ plan: (StoreView) throws -> [Key: Write]
  ) throws -> EditReport {
    if dryRun { return try planned(plan, content, on: try workingEdits()).report }
    return try exclusively { try untilStill { try writeOnce(kind, merging: content, plan) } }
  }

  /// One try at a write, on the replica as it is; nil when git moved it meanwhile.
  ///
  /// - Parameter target: for an undo or a redo, the operation that it takes back; it is remembered
  ///   also when there is nothing to write.
  func writeOnce(
    _ kind: OperationKind, target: Int? = nil, merging content: StoreContent = StoreContent(),
    _ plan: (StoreView) throws -> [Key: Write]
  ) throws -> EditReport? {
    let place = try place()
    let edits = try workingEdits(writing: true)
    try MissingPolicy.refuse.check(edits.missing, total: edits.total, inRemote: false)
    var (seeded, final, writes, report) = try planned(plan, content, on: edits)
    guard var id = place.commit else { return report }
    var done: [Operation] = []
    var taken = id
    func note(_ kind: OperationKind, _ from: ObjectID, target: Int? = nil) throws {
      done.append(
        try operation(kind, from: from, to: id, target: target, after: done.count))
    }
    if !edits.snapshot.isPlain {
      report.taken = edits.changes
      let before = id
      id = try commit(
        edits.snapshot, parents: [id], .changes(edits.changes, files: edits.files))
      taken = id
      try note(.edit, before)
    }
    if let seeded, !report.seeded.isEmpty {
      id = try commit(seeded, parents: [id], try seedText(report.seeded.map(\.key)))
      report.commit = id.hex
    }
    let before = id
    if writes {
      var text = CommitText.changes(report.changes, by: kind)
      if kind == .reset { text.trailers = ["Factory-Version: \(try factory()?.head.version ?? 0)"] }
      id = try commit(final, parents: [id], text)
      report.commit = id.hex
    }
    if before != id || target != nil { try note(kind, before, target: target) }
    let moved = try advance(
      to: id, from: place, seen: edits.seen, taken: taken, held: edits.heldPaths,
      message: kind.rawValue, operations: done)
    if moved, place.commit == id { try remember(done) }
    return moved ? report : nil
  }

  /// The state with what is due seeded, where anything is; the state with the write, and whether that is
  /// another one; what changes.
  private func planned(
    _ plan: (StoreView) throws -> [Key: Write], _ content: StoreContent, on edits: WorkingEdits
  ) throws -> (seeded: Snapshot?, final: Snapshot, writes: Bool, report: EditReport) {
    var report = EditReport()
    var before = edits.snapshot
    var seeded: Snapshot?
    if let seed = try seedPlan(for: before, after: []) {
      try apply(seed.changes, to: &before)
      report.seeded = try reader.changes(from: edits.snapshot, to: before)
      seeded = before
    }
    var snapshot = before
    let writes = try plan(StoreView(self, before))
    let kinds = Set(writes.keys.map(\.document)).union(content.documents.keys)
    for path in kinds.map(\.path) {
      if let held = edits.held.first(where: { $0.path == path }) {
        throw StoreError.heldBack(held)
      }
    }
    let registers = try Write.registers(writes, by: try handEdit(on: before)) { key in
      try reader.document(key.document, in: before)?.registers[key.registerName]
    }
    try apply(registers, to: &snapshot)
    for (kind, document) in content.documents {
      let merged = Reading.merged(try reader.reading(kind, in: snapshot), .document(document))
      try reader.set(merged, as: kind, in: &snapshot)
    }
    try refuseInvalid(kinds, in: snapshot, before: before)
    report.changes = try reader.changes(from: before, to: snapshot)
    return (seeded, snapshot, snapshot.edits != before.edits, report)
  }

  /// - Throws: `StoreError.invalid`, `.storeFull` when a write made it so. What was wrong before is not
  ///   this write's fault: a newer program may allow it.
  private func refuseInvalid(
    _ kinds: Set<DocumentKind>, in snapshot: Snapshot, before: Snapshot
  ) throws {
    var check = try check(stamps: true)
    check.format = StoreFormat(try reader.document(.format, in: snapshot))
    for kind in kinds.inPathOrder {
      func findings(_ state: Snapshot) throws -> [Finding] {
        let bytes = try reader.reading(kind, in: state)?.bytes
        return bytes.map { check.findings(in: $0, as: kind) } ?? []
      }
      let known = Set(try findings(before).map(\.reason))
      let new = try findings(snapshot).filter { !known.contains($0.reason) }
      guard new.isEmpty else { throw StoreError.invalid(new) }
    }
    let (bytes, limit) = try size(of: snapshot)
    if bytes > limit, try size(of: before).bytes < bytes {
      throw StoreError.storeFull(bytes: bytes, limit: limit)
    }
  }
}
