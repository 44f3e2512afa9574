internal import SlotsGit
internal import SlotsModel
internal import SlotsSystem

/// Where a replica is: what a new commit is built on.
struct Place: Equatable {
  let branch: String
  /// Nil on an unborn branch.
  let commit: ObjectID?
}

extension Store {
  /// Where the replica is now.
  func place() throws -> Place { Place(branch: try branch(), commit: try headCommit()?.id) }

  /// Runs `body` again while it returns nil, because git moved the branch under it.
  /// - Throws: `StoreError.busy` when that does not end.
  func untilStill<T>(_ body: () throws -> T?) throws -> T {
    for _ in 0..<50 {
      if let result = try body() { return result }
    }
    throw StoreError.busy(process: nil)
  }

  /// Moves this replica to `commit`: the files of the working tree, then the branch and the index.
  /// A file that a person changed in between keeps the person's content: it is the next edit. The
  /// index follows in any case, or a person's next commit would take back what arrived.
  ///
  /// - Parameters:
  ///   - place: where the replica was when `commit` was built on it.
  ///   - seen: what files held when they were looked at, where HEAD's tree has other content.
  ///   - taken: the commit that has what was seen, where that is another one than `commit`: what follows may
  ///     have written over it.
  ///   - operations: what a person did by it.
  /// - Returns: false when git moved the branch, or went to another one, in between: what was built
  ///   is then to be built again, or a person's commit would be dropped.
  func advance(
    to commit: ObjectID, from place: Place, seen: [Path: ObjectID?], taken: ObjectID? = nil,
    held: Set<Path>, message: String, operations: [Operation] = []
  ) throws -> Bool {
    guard try self.place() == place else { return false }
    let target = try repository.commit(commit)
    let tree = try place.commit.map { try repository.commit($0).tree }
    var journal = Journal(
      branch: place.branch, from: place.commit, to: commit, expected: [:], wanted: [:],
      operations: operations)
    let changes = try repository.changes(from: tree, to: target.tree)
    try refuseUnsafe(changes)
    for change in changes {
      let isHeld = held.contains(change.path)
      journal.expected[change.path] =
        isHeld ? [] : [change.old?.id, seen[change.path] ?? change.old?.id]
      journal.wanted.updateValue(change.new?.id, forKey: change.path)
    }
    let takenTree = try taken.map { try repository.commit($0).tree } ?? target.tree
    for (path, id) in seen where !held.contains(path) {
      let edit = try repository.entry(at: path, in: takenTree)
      journal.edits.updateValue(edit?.id, forKey: path)
      guard journal.wanted[path] == nil else { continue }
      journal.expected[path] = [id]
      let entry = try repository.entry(at: path, in: target.tree)
      journal.wanted.updateValue(entry?.id, forKey: path)
    }
    if place.commit == commit && journal.wanted.isEmpty { return true }
    try write(journal)
    return try carryOut(journal, message: message)
  }

  private func carryOut(_ journal: Journal, message: String) throws -> Bool {
    let own = journal.wanted.keys.filter { DocumentKind($0) == nil }.sorted()
    let target = try repository.commit(journal.to)
    try removeOwnFiles(own, journal)
    var written: Set<Path> = []
    var folders: Set<Path> = []
    for path in journal.wanted.keys.sorted() where DocumentKind(path) != nil {
      let bytes = try (journal.wanted[path] ?? nil).map { try repository.blob($0) }
      let expected = journal.expected[path] ?? []
      // A place that something else has taken is looked at by the next run, and named.
      guard !expected.isEmpty, try !isTaken(path, &folders) else { continue }
      let isOurs = try Files.replace(
        inTree(path), with: bytes.map { .file($0) }, root: workFolder,
        temporaryIn: temporaryFolder, syncing: false
      ) { found in
        Self.id(of: found).map(expected.contains) ?? false
      }
      if isOurs { written.insert(path) }
    }
    var edits: [Path: IndexEdit?] = [:]
    for path in journal.wanted.keys {
      var entry = try repository.entry(at: path, in: target.tree)
      if entry?.mode.kind == .tree { entry = nil }
      // Only of a file that holds what the index says of it.
      let isSame = written.contains(path) && journal.wanted[path] == .some(entry?.id)
      let status = isSame ? try Files.status(inTree(path)) : nil
      edits.updateValue(entry.map { IndexEdit(item: $0, status: status) }, forKey: path)
    }
    let (moved, late) = try move(journal, edits, fallback: target.tree, message: message)
    guard moved else {
      try recover()
      return false
    }
    if let late { throw late }
    try writeOwnFiles(own, journal)
    try remember(journal.operations)
    try Files.remove(journalPath)
    return true
  }

  /// Moves the branch and the index together.
  /// - Returns: whether they moved, which they do not where git got ahead; and an error of the disk
  ///   that came once both had moved.
  private func move(
    _ journal: Journal, _ edits: [Path: IndexEdit?], fallback tree: ObjectID, message: String
  ) throws -> (moved: Bool, late: GitError?) {
    var late: GitError?
    var hasMoved = false
    func moveBranch() throws(GitError) -> Bool {
      guard journal.from != journal.to else { return true }
      do throws(GitError) {
        hasMoved = try repository.moveReference(
          journal.branch, from: journal.from, to: journal.to, reflog: "slots: \(message)")
      } catch {
        // A disk that fails after the branch has its new place: the index has to follow.
        guard try repository.reference(journal.branch) == journal.to else { throw error }
        (late, hasMoved) = (error, true)
      }
      return hasMoved
    }
    do throws(GitError) {
      let moved = try repository.updateIndex(edits, fallback: tree, moving: moveBranch)
      return (moved, late)
    } catch {
      // With an index of before, a person's next commit would take back what the branch has.
      if hasMoved, let from = journal.from {
        _ = try? repository.moveReference(
          journal.branch, from: journal.to, to: from, reflog: "slots: back, the index stayed")
      }
      throw error
    }
  }

  /// True where a folder, a link or the like is in the place of a document, or a file in the place
  /// of one of its folders.
  ///
  /// - Parameter folders: folders that were found to be folders already.
  func isTaken(_ path: Path, _ folders: inout Set<Path>) throws -> Bool {
    if let found = try Files.status(inTree(path)), found.kind != .file { return true }
    if path.parent.bytes.isEmpty || folders.contains(path.parent) { return false }
    guard try isReachable(path) else { return true }
    folders.insert(path.parent)
    return false
  }

  /// False where a file or a link is in the place of a folder that a path goes through.
  func isReachable(_ path: Path) throws -> Bool {
    var folder: Path = ""
    for part in path.parts.dropLast() {
      folder = folder.appending(part)
      if let found = try Files.status(inTree(folder)), found.kind != .folder { return false }
    }
    return true
  }

  /// Completes what a killed run left: rolls its move forward, or, where the branch moved on, leaves
  /// what it wrote to be read as what it is.
  func recover() throws {
    guard let journal = try readJournal() else { return }
    let head = try headCommit()?.id
    if try branch() == journal.branch, head == journal.from || head == journal.to {
      var rest = journal
      if head == journal.to {
        rest = Journal(
          branch: journal.branch, from: journal.to, to: journal.to, expected: journal.expected,
          wanted: journal.wanted, operations: journal.operations)
      }
      _ = try carryOut(rest, message: "complete an interrupted run")
      return
    }
    // The branch went elsewhere: what arrived here belongs to no edit, so HEAD's files go back, and edits that
    // were found go back to where they were found.
    var back = Journal(
      branch: try branch(), from: head, to: head ?? journal.to, expected: [:], wanted: [:])
    let isInHistory = try head.map {
      try repository.contains(journal.to) && repository.isAncestor(journal.to, of: $0)
    }
    if isInHistory == true { back.operations = journal.operations }
    let tree = try headCommit()?.tree
    for (path, id) in journal.wanted {
      let edit = journal.edits[path]
      // Nothing writes over an edit of an own file. And the journal of an older program does not say what an edit
      // was: then the file has it, stamped.
      let isOwn = edit != nil && DocumentKind(path) == nil
      let isOld = edit == nil && Set(journal.expected[path] ?? []).count > 1
      if isOwn || isOld { continue }
      back.expected[path] = [id]
      if let edit, isInHistory != true {
        back.wanted.updateValue(edit, forKey: path)
        continue
      }
      let entry = try tree.flatMap { try repository.entry(at: path, in: $0) }
      back.wanted.updateValue(entry?.id, forKey: path)
    }
    _ = try carryOut(back, message: "complete an interrupted run")
  }

  /// The id of what is at a path, nil in it for nothing; nil for what a document never is.
  private static func id(of content: Content?) -> ObjectID?? {
    switch content {
    case nil: .some(nil)
    case .file(let bytes, _): Repository.id(blob: bytes)
    case .symlink: nil
    }
  }
}
