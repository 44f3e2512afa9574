internal import SlotsGit
package import SlotsModel
internal import SlotsSystem

extension Store {
  /// Everything that is wrong with the files that are staged and differ from HEAD.
  package func validateStaged(index: String?) throws -> [Finding] {
    try findings(inStaged: staged(index: index), index)
  }

  private func findings(
    inStaged documents: [(kind: DocumentKind, bytes: [UInt8])], _ index: String?
  ) throws -> [Finding] {
    var check = try check(stamps: false)
    for (kind, bytes) in documents {
      let document = Reading(bytes, as: kind).document
      switch kind {
      case .format: check.format = StoreFormat(document)
      case .device(let name, .device): check.products[name] = document?.product
      default: break
      }
    }
    let found = documents.flatMap { check.findings(in: $0.bytes, as: $0.kind) }
    let full = documents.isEmpty ? nil : try overfull(index, limit: check.format.maxStoreBytes)
    return try found + (full.map { [$0] } ?? []) + ownStaged(index: index)
  }

  /// What is wrong where what is staged is over the limit, and more than HEAD has.
  private func overfull(_ index: String?, limit: Int) throws -> Finding? {
    let bytes = try repository.index(at: index.map { Path($0) }).entries.reduce(0) { sum, entry in
      guard entry.stage == 0, DocumentKind(entry.path) != nil else { return sum }
      return try sum + repository.blobSize(entry.item.id)
    }
    guard bytes > limit, try size(of: Snapshot(tree: headCommit()?.tree)).bytes < bytes else {
      return nil
    }
    return Finding(
      "store.json", TextPosition(line: 1, column: 1),
      "the store would have \(bytes) bytes, at most \(limit)")
  }

  /// What is wrong with staged files that are no documents: nearly a document's name, a secret in JSON.
  private func ownStaged(index: String?) throws -> [Finding] {
    let files = try reader.files(in: headCommit()?.tree)
    return try repository.index(at: index.map { Path($0) }).entries.flatMap { entry -> [Finding] in
      guard entry.stage == 0, DocumentKind(entry.path) == nil, let path = entry.path.text,
        files.own[entry.path]?.id != entry.item.id, entry.item.mode.kind != .commit,
        try repository.blobSize(entry.item.id) <= Self.ownLimit
      else { return [] }
      return Check.findings(inOwn: try repository.blob(entry.item.id), at: path)
    }
  }

  /// Checks what is staged, and when it is valid stamps edits by hand and stages them again; a file
  /// of the working tree that has more than what is staged stays as it is. A merge, a revert or a
  /// rebase is never held up.
  /// - Returns: what is wrong; nothing was changed then.
  package func stampStaged(index: String?) throws -> [Finding] {
    guard repository.state == .none else { return [] }
    return try untilStill { try stampOnce(index) }
  }

  /// Nil when a write with `slots` moved branch and index in between: what is staged is then to be
  /// read again, or the value of before would be stamped as the newest.
  private func stampOnce(_ index: String?) throws -> [Finding]? {
    let place = try place()
    // While another run of ours moves, it holds the lock of the index: a lock with a second name.
    let lock = repository.gitFolder.appending("index.lock")
    if let held = try Files.status(lock), held.links > 1 {
      Clock.pause(milliseconds: 5)
      return nil
    }
    let documents = try staged(index: index)
    guard try self.place() == place else { return nil }
    let leftBehind = try leftBehind(by: documents.map(\.kind), index)
    if let head = try headCommit(), !leftBehind.isEmpty {
      try refresh(leftBehind, head.tree, index)
      return nil
    }
    let findings = try findings(inStaged: documents, index)
    guard findings.isEmpty, !documents.isEmpty, let head = try headCommit(), head.id == place.commit
    else {
      return findings
    }
    var normaliser = Normaliser(reader, known: try knownNormal())
    let normal = try normaliser.snapshot(of: head.id)
    let edit = try handEdit(on: normal)
    var edits: [Path: IndexEdit?] = [:]
    for document in documents {
      let outcome = Normalised.edge(
        document.kind, child: Reading(document.bytes, as: document.kind),
        raw: try reader.raw(document.kind, in: head.tree),
        parent: try reader.reading(document.kind, in: normal), edit: edit)
      guard let bytes = outcome.reading?.bytes, bytes != document.bytes else { continue }
      let id = try repository.write(blob: bytes)
      try Files.makeFolders(hookFolder)
      let path = document.kind.treePath
      let isReplaced = try Files.replace(
        inTree(path), with: .file(bytes), root: workFolder, temporaryIn: hookFolder,
        ifIs: { $0 == .file(document.bytes) })
      let status = isReplaced ? try Files.status(inTree(path)) : nil
      edits.updateValue(
        IndexEdit(item: TreeItem(.file, id), status: status), forKey: path)
    }
    if edits.isEmpty { return [] }
    func isStill() throws(GitError) -> Bool { try repository.head().commit == place.commit }
    let isWritten = try repository.updateIndex(
      edits, at: index.map { Path($0) }, fallback: head.tree, moving: isStill)
    return isWritten ? [] : nil
  }

  /// Documents whose file is what HEAD has, and whose entry in the index means the same and is not: a
  /// commit of single files leaves them behind when the hook stamps.
  func staleEntries(
    _ index: IndexSnapshot, _ files: TreeFiles, except seen: Set<Path>
  ) throws -> [DocumentKind] {
    try staged(index, files).compactMap { kind, bytes in
      guard !seen.contains(kind.treePath),
        let head = try reader.raw(kind, files.documents[kind])?.document,
        let staged = Reading(bytes, as: kind).document, staged.meansTheSame(as: head)
      else { return nil }
      return kind
    }
  }

  /// Documents that a git which read the index before it locked it wrote back as they were, just after a
  /// write with `slots` (`prepare_index` of `git commit` does): staged is what this branch had a moment ago, and the
  /// working tree has what HEAD has. Stamped as an edit they would take the write back.
  private func leftBehind(
    by kinds: [DocumentKind], _ index: String?
  ) throws -> [DocumentKind] {
    guard !kinds.isEmpty, let head = try headCommit(),
      let log = try Reflog(branch(), in: repository)
    else { return [] }
    let now = Clock.now() / 1000
    let before = log.entries.suffix(16).filter { now - $0.time < 60 }.compactMap(\.old)
    let entries = try repository.index(at: index.map { Path($0) })
    return try kinds.filter { kind in
      guard let staged = entries.entry(at: kind.treePath)?.item,
        let current = try reader.entry(kind, in: head.tree),
        try Files.content(inTree(kind.treePath)) == .file(repository.blob(current.id))
      else { return false }
      return try before.contains { id in
        guard try repository.contains(id) else { return false }
        return try reader.entry(kind, in: repository.commit(id).tree)?.id == staged.id
      }
    }
  }

  /// Gives the index what HEAD has.
  func refresh(_ kinds: [DocumentKind], _ tree: ObjectID, _ index: String? = nil) throws {
    var edits: [Path: IndexEdit?] = [:]
    for kind in kinds {
      let status = try Files.status(inTree(kind.treePath))
      edits.updateValue(
        try reader.entry(kind, in: tree).map { IndexEdit(item: $0, status: status) },
        forKey: kind.treePath)
    }
    _ = try repository.updateIndex(edits, at: index.map { Path($0) }, fallback: tree)
  }

  private func staged(index: String?) throws -> [(kind: DocumentKind, bytes: [UInt8])] {
    try staged(
      repository.index(at: index.map { Path($0) }), reader.files(in: headCommit()?.tree))
  }

  private func staged(
    _ index: IndexSnapshot, _ files: TreeFiles
  ) throws -> [(kind: DocumentKind, bytes: [UInt8])] {
    try index.entries.compactMap { entry in
      guard entry.stage == 0, let kind = DocumentKind(entry.path),
        files.documents[kind]?.id != entry.item.id
      else { return nil }
      return (kind, try repository.blob(entry.item.id))
    }
  }
}
