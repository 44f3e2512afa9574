internal import SlotsGit
package import SlotsModel
internal import SlotsSystem

/// How this replica stands against the remote last seen and against the factory.
package struct StatusReport: Sendable {
  /// This replica's name.
  package var replica: String
  /// The branch, without `refs/heads/`; nil on a detached HEAD.
  package var branch: String?
  /// The remote's address; nil when there is none.
  package var remote: String?
  /// True when the remote was seen at least once.
  package var wasSynced: Bool
  /// What the remote does not have, edits by hand included.
  package var unsent: [KeyChange]
  /// Edits by hand that are not committed yet.
  package var edited: [KeyChange]
  /// Edits that are not valid.
  package var held: [Finding]
  /// Keys that a newer factory version would write.
  package var due: [Key]
  /// The factory version of the store, and of this program; 0 for none.
  package var seeded: Int, shipped: Int
  /// What else a person should know.
  package var notes: [String]

  /// True when there is nothing to see.
  package var isQuiet: Bool { unsent.isEmpty && held.isEmpty && due.isEmpty && notes.isEmpty }

  /// The document that `status --json` prints.
  package var json: JSONValue {
    func keys(_ changes: [KeyChange]) -> JSONValue {
      .array(changes.map { .string(Text($0.key.description)) })
    }
    return [
      "replica": .string(Text(replica)), "branch": branch.map { .string(Text($0)) } ?? .null,
      "remote": remote.map { .string(Text($0)) } ?? .null, "synced": .bool(wasSynced),
      "unsent": keys(unsent), "edited": keys(edited), "held": .array(held.map(\.json)),
      "due": .array(due.map { .string(Text($0.description)) }),
      "factory": [
        "store": .number(JSONNumber(seeded)), "program": .number(JSONNumber(shipped)),
      ],
      "notes": .array(notes.map { .string(Text($0)) }),
    ]
  }
}

extension Store {
  /// Looks at everything and changes nothing.
  package func status() throws -> StatusReport {
    let edits = try workingEdits()
    let branch = try? branch()
    let seen = try lastSeen()
    let remote = try repository.remoteURL(Self.remoteName)
    let base = Snapshot(tree: try seen.map { try repository.commit($0).tree })
    let seeded = try reader.document(.seedVersion, in: edits.snapshot)?.register
    let factory = try factory()
    var notes = branch == nil ? ["HEAD names no branch, so nothing can be kept or sent"] : []
    var stamps: [Stamp] = []
    for kind in try reader.kinds(in: edits.snapshot) {
      stamps += try reader.document(kind, in: edits.snapshot)?.latestStamp.map { [$0] } ?? []
    }
    notes += edits.files.map { "\($0): edited here" }
    notes += edits.hollow.map { "\($0): has no content, the next sync puts it back" }
    notes += ClockNote.notes(stamps, now: surroundings.now())
    if let twin = try factory.flatMap({ try twin(of: $0, in: edits.snapshot) }) {
      notes.append(twin)
    }
    return StatusReport(
      replica: replica.string, branch: branch.map { String($0.dropFirst("refs/heads/".count)) },
      remote: remote, wasSynced: seen != nil,
      unsent: remote == nil || branch == nil
        ? [] : try reader.changes(from: base, to: edits.snapshot),
      edited: edits.changes, held: edits.held,
      due: try seedPlan(for: edits.snapshot, after: [])?.changes.keys.sorted() ?? [],
      seeded: SeedPlan.version(of: seeded), shipped: factory?.head.version ?? 0, notes: notes)
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

  /// The keys that differ between two states. A range is `A..B`; one revision is compared with the
  /// working tree; without any, the remote last seen is, or HEAD where there is no remote.
  /// - Throws: `StoreError.noRevision`.
  package func differences(_ range: String?) throws -> [KeyChange] {
    let here = try workingEdits().snapshot
    guard let range else {
      let seen = try lastSeen()
      let base = try seen ?? headCommit()?.id
      return try reader.changes(
        from: Snapshot(tree: try base.map { try repository.commit($0).tree }), to: here)
    }
    guard let dots = range.firstRange(of: "..") else {
      return try reader.changes(from: try view(at: range).snapshot, to: here)
    }
    func state(_ name: Substring) throws -> Snapshot {
      try view(at: name.isEmpty ? "HEAD" : String(name)).snapshot
    }
    return try reader.changes(
      from: try state(range[..<dots.lowerBound]), to: try state(range[dots.upperBound...]))
  }
}

extension String {
  fileprivate func firstRange(of text: String) -> Range<String.Index>? {
    var place = startIndex
    while place < endIndex {
      if self[place...].hasPrefix(text) { return place..<index(place, offsetBy: text.count) }
      place = index(after: place)
    }
    return nil
  }
}
