internal import SlotsGit
internal import SlotsModel
internal import SlotsSystem

/// A state of the store: a git tree, and the documents that differ from it.
struct Snapshot {
  /// Nil where there is no commit yet.
  var tree: ObjectID?
  /// Documents that are to be other than the tree has them; nil removes one.
  var edits: [DocumentKind: Reading?] = [:]
  /// The user's own files that are to be other than the tree has them; nil removes one.
  var files: [Path: TreeItem?] = [:]

  init(tree: ObjectID?) { self.tree = tree }

  /// True when the state is what the tree has.
  var isPlain: Bool { edits.isEmpty && files.isEmpty }
}

/// Reads documents from git trees, each blob once.
final class DocumentReader {
  let repository: Repository
  private var cache: [ObjectID: Reading] = [:]
  private var walked: (tree: ObjectID, files: TreeFiles)?

  init(_ repository: Repository) { self.repository = repository }

  /// What the tree has at the path of `kind`, as it is; nil when nothing is there.
  func raw(_ kind: DocumentKind, in tree: ObjectID?) throws -> Reading? {
    try raw(kind, try entry(kind, in: tree))
  }

  /// The item of a tree at the path of `kind`.
  func entry(_ kind: DocumentKind, in tree: ObjectID?) throws -> TreeItem? {
    try tree.flatMap { try repository.entry(at: kind.treePath, in: $0) }
  }

  /// What an item of a tree has as the document `kind`.
  func raw(_ kind: DocumentKind, _ entry: TreeItem?) throws -> Reading? {
    guard let entry else { return nil }
    if let known = cache[entry.id], known.document.map({ $0.kind == kind }) ?? false,
      entry.mode.kind == .file
    {
      return known
    }
    if let objection = try objection(to: entry) {
      let error = DocumentError(
        position: TextPosition(line: 1, column: 1), reason: objection, isNoFile: true)
      return .unreadable(Array(entry.id.hex.utf8), error)
    }
    let reading = Reading(try repository.blob(entry.id), as: kind)
    cache[entry.id] = reading
    return reading
  }

  /// The largest document that is read, in bytes: far above what a store allows, and little enough to
  /// be held in memory several times.
  static let documentLimit = 16 << 20

  /// Why an item of a tree can be no document; nil where it can.
  func objection(to entry: TreeItem) throws -> String? {
    switch entry.mode.kind {
    case .file, .executable: break
    case .symlink: return "a symbolic link, expected a plain file"
    case .commit: return "a submodule, expected a plain file"
    default: return "a folder, expected a plain file"
    }
    let size = try repository.blobSize(entry.id)
    return size > Self.documentLimit
      ? "\(size) bytes, a document has at most \(Self.documentLimit)" : nil
  }

  /// Every file of a tree in one walk: documents, and the user's own.
  func files(in tree: ObjectID?) throws -> TreeFiles {
    if let tree, let known = walked, known.tree == tree { return known.files }
    var files = TreeFiles()
    for change in try repository.changes(from: nil, to: tree) {
      if let kind = DocumentKind(change.path) {
        files.documents[kind] = change.new
      } else {
        files.own[change.path] = change.new
      }
    }
    walked = tree.map { ($0, files) }
    return files
  }

  /// What a snapshot has as the document `kind`.
  func reading(_ kind: DocumentKind, in snapshot: Snapshot) throws -> Reading? {
    if let edit = snapshot.edits[kind] { return edit }
    return try raw(kind, in: snapshot.tree)
  }

  /// The document `kind` of a snapshot; nil when there is none that can be read.
  func document(_ kind: DocumentKind, in snapshot: Snapshot) throws -> Document? {
    try reading(kind, in: snapshot)?.document
  }

  /// Every document of a snapshot, by path.
  func kinds(in snapshot: Snapshot) throws -> [DocumentKind] {
    var kinds = Set(try files(in: snapshot.tree).documents.keys)
    for (kind, edit) in snapshot.edits {
      if edit == nil { kinds.remove(kind) } else { kinds.insert(kind) }
    }
    return kinds.inPathOrder
  }

  /// The documents that two snapshots have differently.
  func changedKinds(from old: Snapshot, to new: Snapshot) throws -> [DocumentKind] {
    var kinds = Set(old.edits.keys).union(new.edits.keys)
    for change in try repository.changes(from: old.tree, to: new.tree) {
      if let kind = DocumentKind(change.path) { kinds.insert(kind) }
    }
    return kinds.inPathOrder
  }

  /// The keys that two snapshots have differently.
  func changes(from old: Snapshot, to new: Snapshot) throws -> [KeyChange] {
    try changedKinds(from: old, to: new).flatMap { kind in
      Document.changes(
        kind, from: try document(kind, in: old), to: try document(kind, in: new))
    }.sorted { $0.key < $1.key }
  }

  /// Sets what a snapshot has as the document `kind`; nothing is noted where the tree has just that.
  func set(_ reading: Reading?, as kind: DocumentKind, in snapshot: inout Snapshot) throws {
    let reading = reading?.error?.isNoFile == true ? nil : reading
    let same: Bool
    switch (reading, try entry(kind, in: snapshot.tree)) {
    case (nil, nil): same = true
    case (let reading?, let entry?):
      same = entry.mode.kind == .file && Repository.id(blob: reading.bytes) == entry.id
    default: same = false
    }
    if same {
      snapshot.edits.removeValue(forKey: kind)
    } else {
      snapshot.edits.updateValue(reading, forKey: kind)
    }
  }

  /// Writes a snapshot into the repository; the id of its tree.
  func write(_ snapshot: Snapshot) throws -> ObjectID {
    if snapshot.isPlain, let tree = snapshot.tree { return tree }
    var edits = snapshot.files
    var base = snapshot.tree
    for (kind, reading) in snapshot.edits {
      if reading != nil, let tree = base, let path = try blocker(of: kind, in: tree) {
        base = try repository.write(tree: [path: nil], on: tree)
      }
      let item = try reading.map { TreeItem(.file, try repository.write(blob: $0.bytes)) }
      edits.updateValue(item, forKey: kind.treePath)
    }
    return try repository.write(tree: edits, on: base)
  }

  /// What stands in the place of a document that is written, or of one of its folders: a folder for a
  /// file, a file or a link for a folder. A document comes before it.
  private func blocker(of kind: DocumentKind, in tree: ObjectID) throws -> Path? {
    var path: Path = ""
    let parts = kind.treePath.parts
    for (number, part) in parts.enumerated() {
      path = path.appending(part)
      guard let entry = try repository.entry(at: path, in: tree) else { return nil }
      let isFolder = entry.mode.kind == .tree
      if isFolder == (number == parts.count - 1) { return path }
    }
    return nil
  }
}

/// The files of a tree.
struct TreeFiles {
  var documents: [DocumentKind: TreeItem] = [:]
  var own: [Path: TreeItem] = [:]
}

extension DocumentKind {
  /// Which document a path names; nil for the user's own files, and for a path that is not UTF-8.
  init?(_ path: Path) {
    guard let text = path.text else { return nil }
    self.init(path: text)
  }

  /// Where the document is in the tree.
  var treePath: Path { Path(path) }
}

extension Collection<DocumentKind> {
  /// The documents in the order of their paths.
  var inPathOrder: [DocumentKind] {
    map { (path: Text($0.path), kind: $0) }.sorted { $0.path < $1.path }.map(\.kind)
  }
}
