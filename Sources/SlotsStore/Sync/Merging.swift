internal import SlotsGit
internal import SlotsModel
internal import SlotsSystem

/// Two states merged.
struct Merged {
  var snapshot: Snapshot
  var won: [Contest] = []
  var lost: [Contest] = []
  var notes: [String] = []
}

extension Store {
  /// Merges two states: documents per key, by the one merge; own files as git merges them, with
  /// ours kept where two edits meet. The common ancestor serves own files and the report alone.
  func merge(
    ours: (commit: ObjectID, state: Snapshot), theirs: (commit: ObjectID, state: Snapshot),
    base: Snapshot
  ) throws -> Merged {
    var result = Merged(snapshot: ours.state)
    for kind in try reader.changedKinds(from: ours.state, to: theirs.state) {
      let here = try reader.reading(kind, in: ours.state)
      let there = try reader.reading(kind, in: theirs.state)
      try reader.set(Reading.merged(here, there), as: kind, in: &result.snapshot)
      let before = try reader.document(kind, in: base)
      for change in Document.changes(kind, from: here?.document, to: there?.document) {
        guard let old = change.old, let new = change.new else { continue }
        let known = before?.registers[change.key.registerName]
        guard old != known, new != known else { continue }
        let (winner, loser) = old < new ? (new, old) : (old, new)
        let contest = Contest(
          key: change.key, rule: winner.rule(over: loser),
          winner: .init(winner, commit: (old < new ? theirs : ours).commit.hex),
          loser: .init(loser, commit: (old < new ? ours : theirs).commit.hex))
        // The same value twice is nobody's loss.
        guard winner.value != loser.value else { continue }
        if old < new { result.lost.append(contest) } else { result.won.append(contest) }
      }
      if let here, let there, (here.document == nil) != (there.document == nil) {
        let commit = (here.document == nil ? ours : theirs).commit
        result.notes.append(
          "\(kind.path) cannot be read in \(commit.short), the other side stands; see it with "
            + "git show \(commit.short):\(kind.path)")
      } else if let here, let there, here.document == nil, here != there {
        result.notes.append(
          "\(kind.path) cannot be read on either side, see git show "
            + "\(ours.commit.short):\(kind.path) and \(theirs.commit.short):\(kind.path)")
      }
    }
    try mergeOwnFiles(&result, ours, theirs, base)
    return result
  }

  private func mergeOwnFiles(
    _ result: inout Merged, _ ours: (commit: ObjectID, state: Snapshot),
    _ theirs: (commit: ObjectID, state: Snapshot), _ base: Snapshot
  ) throws {
    func item(_ path: Path, _ state: Snapshot) throws -> TreeItem? {
      if let file = state.files[path] { return file }
      return try state.tree.flatMap { try repository.entry(at: path, in: $0) }
    }
    for change in try repository.changes(from: ours.state.tree, to: theirs.state.tree)
    where DocumentKind(change.path) == nil {
      let path = change.path
      let (here, there) = (try item(path, ours.state), try item(path, theirs.state))
      let before = try item(path, base)
      if here == there || there == before { continue }
      guard try !isBlocked(path, there, ours.state) else {
        result.notes.append("\(path): a file here and a folder there, kept as it is here")
        continue
      }
      if here == before {
        result.snapshot.files.updateValue(there, forKey: path)
        continue
      }
      guard let here else {
        result.snapshot.files.updateValue(there, forKey: path)
        result.notes.append("\(path): removed here and edited there, kept")
        continue
      }
      guard let there else {
        result.notes.append("\(path): edited here and removed there, kept")
        continue
      }
      // Links and submodules have no lines, and much text is not worth the memory.
      let isText = try [here, there].allSatisfy {
        try [.file, .executable].contains($0.mode.kind)
          && repository.blobSize($0.id) <= DocumentReader.documentLimit
      }
      let merged =
        try !isText
        ? nil
        : Repository.mergeText(
          base: try before.flatMap { try text(of: $0) }, ours: try repository.blob(here.id),
          theirs: try repository.blob(there.id))
      guard let merged else {
        result.notes.append(
          "\(path): edited on both sides, kept as it is here; the other is in "
            + "git show \(theirs.commit.short):\(path)")
        continue
      }
      let file = TreeItem(here.mode, try repository.write(blob: merged))
      result.snapshot.files.updateValue(file, forKey: path)
    }
  }

  /// What both sides of a file came from, where that is a file that can be held in memory.
  private func text(of item: TreeItem) throws -> [UInt8]? {
    guard try repository.isBlob(item.id),
      try repository.blobSize(item.id) <= DocumentReader.documentLimit
    else { return nil }
    return try repository.blob(item.id)
  }

  /// True where a file and a folder would meet in one place.
  private func isBlocked(_ path: Path, _ item: TreeItem?, _ state: Snapshot) throws -> Bool {
    guard item != nil, let tree = state.tree else { return false }
    if try repository.entry(at: path, in: tree)?.mode.kind == .tree { return true }
    var parent: Path = ""
    for part in path.parts.dropLast() {
      parent = parent.appending(part)
      if let found = try repository.entry(at: parent, in: tree), found.mode.kind != .tree {
        return true
      }
    }
    return false
  }
}
