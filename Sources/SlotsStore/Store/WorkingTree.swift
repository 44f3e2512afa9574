internal import SlotsGit
package import SlotsModel
internal import SlotsSystem

/// What the working tree has that HEAD does not.
struct WorkingEdits {
  /// The normalised state of HEAD, with the edits that are valid.
  var snapshot: Snapshot
  /// What the edits changed, and what normalising HEAD changed.
  var changes: [KeyChange] = []
  /// The user's own files that were edited or removed.
  var files: [Path] = []
  /// Edits that are not valid and stay in the working tree alone.
  var held: [Finding] = []
  /// The documents that are held back.
  var heldKinds: Set<DocumentKind> = []
  /// The user's own files that are held back.
  var heldFiles: Set<Path> = []
  /// What each file held when it was looked at, where that is not what HEAD's tree has.
  var seen: [Path: ObjectID?] = [:]
  /// Documents that went missing here, and how many there were.
  var missing: Set<DocumentKind> = []
  var total = 0
  /// Documents in commits made with plain git that cannot be read.
  var unreadable: [Normaliser.Unreadable] = []
  /// Files of nothing, which are put back.
  var hollow: [String] = []
  /// Documents that are staged without the stamp that HEAD has.
  var stale: [DocumentKind] = []
  /// Paths that differ by case alone on a disk that does not tell them apart.
  var colliding: [String] = []

  /// The files that are not to be touched.
  var heldPaths: Set<Path> { heldFiles.union(heldKinds.map(\.treePath)) }
}

extension Store {
  /// Looks at every document of the working tree, by content, so that an edit of the same size in
  /// the same second counts. Nothing is written, but with `writing` the content of own files.
  func workingEdits(keepsMissing: Bool = false, writing: Bool = false) throws -> WorkingEdits {
    guard let head = try headCommit() else { return WorkingEdits(snapshot: Snapshot(tree: nil)) }
    var normaliser = Normaliser(reader, known: try knownNormal(), keepsMissing: keepsMissing)
    let normal = try normaliser.snapshot(of: head.id)
    var result = WorkingEdits(snapshot: normal)
    result.unreadable = normaliser.unreadable
    result.missing = normaliser.missing
    result.total = normaliser.total
    let raw = Snapshot(tree: head.tree)
    var lazyEdit: Edit?
    var lazyCheck: Check?
    let pending = try readJournal()
    let files = try reader.files(in: head.tree)
    var folders: Set<Path> = []
    let ignoresCase = try repository.config("core.ignorecase") == "true"
    result.colliding = ignoresCase ? Self.colliding(files.documents.keys.map(\.path)) : []
    for kind in Set(files.documents.keys).union(try presentKinds()).inPathOrder {
      guard !result.colliding.contains(kind.path) else { continue }
      let entry = files.documents[kind]
      let bytes: [UInt8]?
      switch try onDisk(kind, &folders) {
      case .nothing: bytes = nil
      case .file(let found): bytes = found
      case .hollow where entry == nil: bytes = []
      case .hollow:
        result.seen.updateValue(Repository.id(blob: try hollow(kind)), forKey: kind.treePath)
        result.hollow.append(kind.path)
        continue
      case .other(let finding):
        result.held.append(finding)
        result.heldKinds.insert(kind)
        continue
      }
      let id = bytes.map { Repository.id(blob: $0) }
      if id == entry?.id { continue }
      if let pending, pending.wrote(kind.treePath, id) { continue }
      result.seen.updateValue(id, forKey: kind.treePath)
      if let bytes {
        let check = try lazyCheck ?? check(stamps: false, onDisk: true)
        lazyCheck = check
        let findings = check.findings(in: bytes, as: kind)
        guard findings.isEmpty else {
          result.held += findings
          result.heldKinds.insert(kind)
          continue
        }
      }
      let edit = try lazyEdit ?? handEdit(on: normal, keepsMissing: keepsMissing)
      lazyEdit = edit
      let outcome = Normalised.edge(
        kind, child: bytes.map { Reading($0, as: kind) }, raw: try reader.raw(kind, entry),
        parent: try reader.reading(kind, in: normal), edit: edit)
      if outcome.wentMissing { result.missing.insert(kind) }
      try reader.set(outcome.reading, as: kind, in: &result.snapshot)
    }
    if result.total == 0 { result.total = files.documents.count }
    try holdOverfull(&result, over: normal)
    if result.snapshot.edits[.format] != nil { result.files.append("store.json") }
    let index = try repository.index()
    result.stale = try staleEntries(index, files, except: Set(result.seen.keys))
    try addOwnFiles(to: &result, index, files, writing: writing)
    result.changes = try reader.changes(from: raw, to: result.snapshot)
    return result
  }

  /// The path of a file of the working tree.
  func inTree(_ path: Path) -> Path { workFolder.appending(path) }

  /// What is where a document belongs.
  enum OnDisk {
    case nothing
    case file([UInt8])
    /// A file of nothing, or of zero bytes alone.
    case hollow
    /// A folder, a link, a pipe.
    case other(Finding)
  }

  /// The bytes of a file that has no content, for telling whether it is still so.
  private func hollow(_ kind: DocumentKind) throws -> [UInt8] {
    try Files.read(inTree(kind.treePath), limit: DocumentReader.documentLimit) ?? []
  }

  /// Looks at the place of a document in the working tree.
  ///
  /// - Parameter folders: folders of the tree that were looked at already.
  func onDisk(_ kind: DocumentKind, _ folders: inout Set<Path>) throws -> OnDisk {
    let path = inTree(kind.treePath)
    guard try !isTaken(kind.treePath, &folders) else {
      return .other(
        Finding(kind.path, TextPosition(line: 1, column: 1), "not a plain file, expected one"))
    }
    guard let bytes = try Files.read(path, limit: DocumentReader.documentLimit) else {
      return .nothing
    }
    // Written, and lost with the power before it reached the medium: nobody's edit.
    return bytes.allSatisfy { $0 == 0 } ? .hollow : .file(bytes)
  }

  /// The documents that are on disk.
  func presentKinds() throws -> [DocumentKind] {
    var paths = try Files.list(workFolder) ?? []
    // A link leads out of the store.
    guard try Files.status(inTree("devices"))?.kind == .folder else {
      return paths.compactMap { DocumentKind($0) }
    }
    for device in try Files.list(inTree("devices")) ?? []
    where try Files.status(inTree("devices/\(device)"))?.kind == .folder {
      for part in DevicePart.allCases {
        let path: Path = "devices/\(device)/\(part.fileName)"
        if try Files.status(inTree(path)) != nil { paths.append(path) }
      }
    }
    return paths.compactMap { DocumentKind($0) }
  }

  /// The edit that stamps what was changed by hand.
  func handEdit(on state: Snapshot, keepsMissing: Bool = false) throws -> Edit {
    var seen: Stamp?
    for kind in try reader.kinds(in: state) {
      let latest = try reader.document(kind, in: state)?.latestStamp
      seen = [seen, latest].compactMap { $0 }.max()
    }
    let seeded = try reader.document(.seedVersion, in: state)?.register
    var edit = Edit(
      now: max(surroundings.now(), try factory()?.head.date ?? 0), replica: replica,
      factoryVersion: SeedPlan.version(of: seeded), seen: seen, trustsStamps: false)
    edit.keepsMissing = keepsMissing
    return edit
  }

  /// A check with the limits of this store and the parameters of the factory set.
  ///
  /// - Parameter onDisk: whether a device is what the working tree says, rather than HEAD.
  package func check(stamps: Bool, onDisk: Bool = false) throws -> Check {
    let head = try headCommit()
    let format = StoreFormat(try reader.raw(.format, in: head?.tree)?.document)
    var check = Check(
      format: format, table: try factory()?.head.table ?? ParameterTable(), stamps: stamps)
    for (kind, entry) in try reader.files(in: head?.tree).documents {
      guard case .device(let name, .device) = kind else { continue }
      check.products[name] = try reader.raw(kind, entry)?.document?.product
    }
    guard onDisk else { return check }
    var folders: Set<Path> = []
    for kind in try presentKinds() {
      guard case .device(let name, .device) = kind,
        case .file(let bytes) = try self.onDisk(kind, &folders),
        let document = Reading(bytes, as: kind).document
      else { continue }
      check.products[name] = document.product
    }
    return check
  }

  /// Holds edits back that would make the store larger than its limit.
  private func holdOverfull(_ result: inout WorkingEdits, over normal: Snapshot) throws {
    guard !result.snapshot.edits.isEmpty else { return }
    let (bytes, limit) = try size(of: result.snapshot)
    guard bytes > limit, try size(of: normal).bytes < bytes else { return }
    for kind in result.snapshot.edits.keys.inPathOrder where result.seen[kind.treePath] != nil {
      let position = TextPosition(line: 1, column: 1)
      let reason = "the store would have \(bytes) bytes, at most \(limit)"
      result.held.append(Finding(kind.path, position, reason))
      result.heldKinds.insert(kind)
    }
    result.snapshot = normal
  }

  /// The bytes of all documents together, and the limit.
  func size(of snapshot: Snapshot) throws -> (bytes: Int, limit: Int) {
    var bytes = 0
    for kind in try reader.kinds(in: snapshot) {
      if let edit = snapshot.edits[kind] {
        bytes += edit?.bytes.count ?? 0
      } else if let entry = try reader.entry(kind, in: snapshot.tree) {
        bytes += try repository.blobSize(entry.id)
      }
    }
    return (bytes, StoreFormat(try reader.document(.format, in: snapshot)).maxStoreBytes)
  }

  /// Paths that are one when upper and lower case are not told apart.
  static func colliding(_ paths: [String]) -> [String] {
    let groups = Dictionary(grouping: paths) { $0.lowercased() }
    return groups.values.filter { $0.count > 1 }.flatMap { $0 }.sorted()
  }
}
