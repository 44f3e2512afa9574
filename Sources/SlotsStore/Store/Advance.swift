internal import SlotsGit
internal import SlotsModel
internal import SlotsSystem

/// What a run was about to do to the working tree: written before the first file, removed after the
/// index, so that a later run can tell what a killed one wrote from what a person wrote.
struct Journal {
  let branch: String
  let from: ObjectID?
  let to: ObjectID
  /// What each file may hold for it to be replaced, by path; nil stands for no file.
  var expected: [Path: [ObjectID?]]
  /// What each file is to hold.
  var wanted: [Path: ObjectID?]
  /// The edits that were found in files, stamped, as the commit that took them has them.
  var edits: [Path: ObjectID?] = [:]
  /// What is remembered as done once the branch has moved.
  var operations: [Operation] = []

  /// Whether what lies in a journal's place can be carried out.
  static func isReadable(_ bytes: [UInt8]) -> Bool {
    guard let json = try? JSONValue.read(bytes).object else { return false }
    return json["to"]?.text.flatMap { ObjectID(hex: $0.string) } != nil
      && json["branch"]?.text != nil
  }

  /// True when a killed run wrote this content here.
  func wrote(_ path: Path, _ id: ObjectID?) -> Bool {
    wanted[path].map { $0 == id } ?? false
  }
}

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

  private var journalPath: Path { stateFolder.appending("advance.json") }

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
    let moved: Bool
    do throws(GitError) {
      moved = try repository.updateIndex(edits, fallback: target.tree, moving: moveBranch)
    } catch {
      // With an index of before, a person's next commit would take back what the branch has.
      if hasMoved, let from = journal.from {
        _ = try? repository.moveReference(
          journal.branch, from: journal.to, to: from, reflog: "slots: back, the index stayed")
      }
      throw error
    }
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

  func readJournal() throws -> Journal? {
    guard let bytes = try Files.read(journalPath),
      let json = try? JSONValue.read(bytes).object,
      let to = json["to"]?.text.flatMap({ ObjectID(hex: $0.string) }),
      let branch = json["branch"]?.text
    else { return nil }
    var journal = Journal(
      branch: branch.string, from: json["from"]?.text.flatMap { ObjectID(hex: $0.string) },
      to: to, expected: [:], wanted: [:])
    for file in json["files"]?.object?.members ?? [] {
      guard let path = Path(escaped: file.name.string) else { continue }
      let ids = (file.value.object?["expected"]?.array ?? []).map(\.objectID)
      journal.expected[path] = ids
      journal.wanted.updateValue(file.value.object?["wanted"]?.objectID, forKey: path)
      if let edit = file.value.object?["edit"] {
        journal.edits.updateValue(edit.objectID, forKey: path)
      }
    }
    journal.operations = OperationLog(json["operations"]).operations
    return journal
  }

  private func write(_ journal: Journal) throws {
    func text(_ id: ObjectID?) -> JSONValue { id.map { .string(Text($0.hex)) } ?? .null }
    var files: [Text: JSONValue] = [:]
    for (path, id) in journal.wanted {
      var file: JSONObject = [
        "expected": .array((journal.expected[path] ?? []).map(text)), "wanted": text(id),
      ]
      if let edit = journal.edits[path] { file["edit"] = text(edit) }
      files[Text(path.escaped)] = .object(file)
    }
    let json: JSONValue = [
      "branch": .string(Text(journal.branch)), "from": text(journal.from), "to": text(journal.to),
      "files": .object(JSONObject(files)), "operations": .array(journal.operations.map(\.json)),
    ]
    try Files.write(json.canonicalBytes, to: journalPath, temporaryIn: temporaryFolder)
  }
}

extension Path {
  /// The path in ASCII, other bytes as `%C3`: a file name need not be UTF-8.
  fileprivate var escaped: String {
    let digits = Array("0123456789ABCDEF")
    return bytes.reduce(into: "") { text, byte in
      if (0x21...0x7E).contains(byte), byte != UInt8(ascii: "%") {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%\(digits[Int(byte) >> 4])\(digits[Int(byte) & 15])"
      }
    }
  }

  fileprivate init?(escaped text: String) { self.init(bytes: Percent.decoded(text.utf8[...])) }
}

extension JSONValue {
  fileprivate var objectID: ObjectID? { text.flatMap { ObjectID(hex: $0.string) } }
}
