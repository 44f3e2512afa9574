internal import SlotsGit
internal import SlotsModel
internal import SlotsSystem

extension Store {
  /// Whether a sync has something to do or to tell, by the cheapest look at both sides. Nothing changes.
  ///
  /// - Parameter told: the findings that were told already.
  /// - Throws: `StoreError.unreachable`.
  func hasWork(told: Set<String>) throws -> Bool {
    let edits = try workingEdits()
    guard edits.snapshot.isPlain, edits.held.allSatisfy({ told.contains($0.text) }),
      edits.missing.isEmpty, edits.hollow.isEmpty,
      case .branch(let branch, let head?) = try repository.head(),
      try seedPlan(for: edits.snapshot, after: []) == nil,
      try readJournal() == nil
    else { return true }
    guard let remote = try remote() else { return false }
    return try remote.tip(of: branch) != head || lastSeen() != head
  }

  /// Milliseconds between two looks at the remote.
  func usualInterval() throws -> Int64 { try remote()?.isDistant == true ? 30_000 : 5000 }

  /// The folders where an edit shows: of documents, of files of the user's own that git tracks, and of
  /// git's branches.
  func watchedFolders() throws -> [Path] {
    let files = try reader.files(in: headCommit()?.tree)
    let paths = files.documents.keys.map(\.treePath) + files.own.keys
    var folders: Set<Path> = ["", "devices"]
    for path in paths {
      var folder = path.parent
      while folders.insert(folder).inserted { folder = folder.parent }
    }
    // A device that is being added.
    for name in try Files.list(inTree("devices")) ?? [] {
      folders.insert(("devices" as Path).appending(name))
    }
    let branch = try? self.branch()
    let heads = branch.map { repository.commonFolder.appending(Path($0)).parent }
    return folders.sorted().map(inTree) + (heads.map { [$0] } ?? [])
  }
}

extension SyncReport {
  /// Whether there is anything in it to tell.
  var saysSomething: Bool {
    !(taken.isEmpty && sent.isEmpty && received.isEmpty && won.isEmpty && lost.isEmpty
      && held.isEmpty && seeded.isEmpty && notes.isEmpty)
  }
}

extension StoreError {
  /// Whether it tells of the other side, and not of this replica.
  var isOfRemote: Bool {
    switch self {
    case .unreachable, .refused, .raced: true
    default: false
    }
  }
}
