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
  /// - Parameter plan: the values to write, given the store as it is.
  /// - Throws: `StoreError.heldBack` when a file that would be overwritten has an edit that is not
  ///   valid; `.invalid`, `.storeFull`, `.manyMissing`; whatever `plan` throws. Nothing has changed
  ///   then.
  package func write(
    dryRun: Bool = false, _ plan: (StoreView) throws -> [Key: JSONValue?]
  ) throws -> EditReport {
    if dryRun { return try planned(plan, on: try workingEdits()).report }
    return try exclusively { try untilStill { try writeOnce(plan) } }
  }

  private func writeOnce(
    _ plan: (StoreView) throws -> [Key: JSONValue?]
  ) throws -> EditReport? {
    let place = try place()
    let edits = try workingEdits(writing: true)
    try MissingPolicy.refuse.check(edits.missing, total: edits.total, inRemote: false)
    var (seeded, final, report) = try planned(plan, on: edits)
    guard var id = place.commit else { return report }
    if !edits.snapshot.isPlain {
      report.taken = edits.changes
      id = try commit(
        edits.snapshot, parents: [id], .changes(edits.changes, files: edits.files))
    }
    if let seeded, !report.seeded.isEmpty {
      id = try commit(seeded, parents: [id], try seedText(report.seeded.map(\.key)))
      report.commit = id.hex
    }
    if !report.changes.isEmpty {
      id = try commit(final, parents: [id], .changes(report.changes))
      report.commit = id.hex
    }
    let moved = try advance(
      to: id, from: place, seen: edits.seen, held: edits.heldPaths, message: "write")
    return moved ? report : nil
  }

  /// The state with what is due seeded, where anything is; the state with the write; what changes.
  private func planned(
    _ plan: (StoreView) throws -> [Key: JSONValue?], on edits: WorkingEdits
  ) throws -> (seeded: Snapshot?, final: Snapshot, report: EditReport) {
    var report = EditReport()
    var before = edits.snapshot
    var seeded: Snapshot?
    if let seed = try seedPlan(for: before, after: []) {
      try apply(seed.changes, to: &before)
      report.seeded = try reader.changes(from: edits.snapshot, to: before)
      seeded = before
    }
    var snapshot = before
    let values = try plan(StoreView(self, before))
    for key in values.keys {
      if let held = edits.held.first(where: { $0.path == key.document.path }) {
        throw StoreError.heldBack(held)
      }
    }
    let stamp = try handEdit(on: before).stamp(after: nil)
    var registers: [Key: Register] = [:]
    for (key, value) in values {
      let old = try reader.document(key.document, in: before)?.registers[key.registerName]
      if old?.value == value && (old != nil || value == nil) { continue }
      registers[key] = Register(value, stamp)
    }
    try apply(registers, to: &snapshot)
    try refuseInvalid(registers.keys.map(\.document), in: snapshot, before: before)
    report.changes = try reader.changes(from: before, to: snapshot)
    return (seeded, snapshot, report)
  }

  /// - Throws: `StoreError.invalid`, `.storeFull` when a write made it so. What was wrong before is not
  ///   this write's fault: a newer program may allow it.
  private func refuseInvalid(
    _ kinds: [DocumentKind], in snapshot: Snapshot, before: Snapshot
  ) throws {
    let check = try check(stamps: true)
    for kind in Set(kinds) {
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
