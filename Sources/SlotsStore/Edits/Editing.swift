internal import SlotsGit
package import SlotsModel
internal import SlotsSystem

/// What a write did.
package struct EditReport: Sendable, Hashable {
  /// The keys that were written, with what was there before.
  package var changes: [KeyChange] = []
  /// The slots that a newer factory version filled or renewed first.
  package var seeded: [Key] = []
  /// Edits by hand that were taken along, as lines.
  package var taken: [KeyChange] = []
  /// A sentence about two factory sets that have one version and differ.
  package var twin: String?
  /// The commit that holds the write; nil when there was nothing to write.
  package var commit: String?
}

extension Store {
  /// Writes registers as a person's operation: takes edits by hand first, seeds what is due, stamps,
  /// commits. A dry run plans only.
  ///
  /// - Parameter plan: the values to write, given the store as it is and a maker of registers.
  /// - Throws: `StoreError.heldBack` when a file that would be overwritten has an edit that is not
  ///   valid; `.storeFull`; whatever `plan` throws. Nothing has changed then.
  package func write(
    dryRun: Bool = false, subject: String? = nil,
    _ plan: (StoreView) throws -> [Key: JSONValue?]
  ) throws -> EditReport {
    if dryRun { return try planned(plan, on: try workingEdits(), seeding: true).report }
    return try exclusively {
      // Planned once before anything is written: what is refused leaves the replica as it was.
      _ = try planned(plan, on: try workingEdits(), seeding: true)
      let edits = try takeWorkingEdits()
      var report = EditReport(taken: edits.changes)
      if let head = try headCommit(), let seed = try seedCommit(on: head.id) {
        report.seeded = seed.keys
        _ = try advance(
          to: seed.commit, seen: [:], held: edits.heldPaths, message: "factory version")
      }
      var (wanted, done) = try planned(plan, on: try workingEdits(), seeding: false)
      done.taken = report.taken
      done.seeded = report.seeded
      guard !done.changes.isEmpty, let head = try headCommit() else { return done }
      var text = CommitText.changes(done.changes)
      if let subject { text.subject = subject }
      let id = try commit(wanted, parents: [head.id], text)
      wanted = Snapshot(tree: try repository.commit(id).tree)
      guard
        try advance(
          to: id, seen: [:], held: edits.heldPaths, message: text.subject)
      else { throw StoreError.busy(process: nil) }
      done.commit = id.hex
      return done
    }
  }

  private func planned(
    _ plan: (StoreView) throws -> [Key: JSONValue?], on edits: WorkingEdits, seeding: Bool
  ) throws -> (snapshot: Snapshot, report: EditReport) {
    var report = EditReport()
    var snapshot = edits.snapshot
    if seeding, let seed = try seedPlan(for: snapshot) {
      try apply(seed.changes, to: &snapshot)
      report.seeded = seed.changes.keys.sorted()
    }
    let before = snapshot
    let values = try plan(StoreView(self, snapshot))
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
    for key in registers.keys {
      let check = try check(stamps: true)
      func reasons(_ state: Snapshot) throws -> [Finding] {
        let bytes = try reader.reading(key.document, in: state)?.bytes
        return bytes.map { check.findings(in: $0, as: key.document) } ?? []
      }
      // What was wrong before is not this write's fault: a newer program may allow it.
      let known = Set(try reasons(before).map(\.reason))
      let findings = try reasons(snapshot).filter { !known.contains($0.reason) }
      guard findings.isEmpty else { throw StoreError.invalid(findings) }
    }
    let (bytes, limit) = try size(of: snapshot)
    if bytes > limit, try size(of: before).bytes < bytes {
      throw StoreError.storeFull(bytes: bytes, limit: limit)
    }
    report.changes = try reader.changes(from: before, to: snapshot)
    return (snapshot, report)
  }
}
