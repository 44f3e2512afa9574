internal import SlotsGit
package import SlotsModel
internal import SlotsSystem

extension Store {
  /// Everything that is wrong with files of the working tree: documents, and JSON files of the user's own.
  /// - Parameters:
  ///   - paths: absolute; none for every document.
  ///   - clocks: whether stamps that are far in the future by this machine's clock are findings.
  /// - Throws: `StoreError.noDocument` for a path that is none of this store.
  package func validate(_ paths: [String], clocks: Bool = false) throws -> [Finding] {
    if paths.isEmpty { return try validate(documents(), clocks: clocks) }
    let (kinds, own) = try named(paths)
    return try validate(kinds, clocks: clocks) + own.sorted().flatMap { try validate(own: $0) }
  }

  /// The documents, and the JSON files of the user's own, that absolute paths name.
  func named(_ paths: [String]) throws -> (kinds: Set<DocumentKind>, own: Set<Path>) {
    var kinds: Set<DocumentKind> = []
    var own: Set<Path> = []
    for path in paths {
      let inside = Path(path).inside(workFolder)
      let kind = inside.flatMap { DocumentKind($0) }
      guard let inside, kind != nil || inside.isOwnJSON else {
        throw StoreError.noDocument(path: path, isMissing: false)
      }
      guard try Files.status(inTree(inside)) != nil else {
        throw StoreError.noDocument(path: path, isMissing: true)
      }
      if let kind { kinds.insert(kind) } else { own.insert(inside) }
    }
    return (kinds, own)
  }

  /// Everything that is wrong with a file of the working tree that is no document.
  func validate(own path: Path) throws -> [Finding] {
    guard let text = path.text else { return [] }
    let found = try Files.status(inTree(path))
    let isRead = found?.kind == .file && (found?.size ?? 0) <= Self.ownLimit
    let bytes = isRead ? try Files.read(inTree(path)) : nil
    return Check.findings(inOwn: bytes ?? [], at: text)
  }

  /// The documents of the working tree, and those of HEAD.
  private func documents() throws -> Set<DocumentKind> {
    try Set(presentKinds()).union(reader.kinds(in: Snapshot(tree: headCommit()?.tree)))
  }

  private func validate(_ kinds: Set<DocumentKind>, clocks: Bool) throws -> [Finding] {
    let tree = try headCommit()?.tree
    let edited = try check(stamps: false, onDisk: true)
    let committed = try committedCheck(clocks: clocks)
    var findings: [Finding] = []
    var folders: Set<Path> = []
    for kind in kinds.inPathOrder {
      let bytes: [UInt8]
      switch try onDisk(kind, &folders) {
      case .nothing: continue
      case .hollow: bytes = []
      case .file(let found): bytes = found
      case .other(let finding):
        findings.append(finding)
        continue
      }
      let entry = try reader.entry(kind, in: tree)
      // An edit by hand is yet to be stamped, and put into its canonical form.
      findings +=
        entry?.id == Repository.id(blob: bytes)
        ? committed.findings(inCommitted: bytes, as: kind)
        : edited.findings(in: bytes, as: kind)
      if try isRun(kind) {
        findings.append(
          Finding(
            kind.path, TextPosition(line: 1, column: 1),
            "is executable, expected a file that is not, slots validate --fix makes it so"))
      }
    }
    return findings
  }

  /// A check of what is in a commit.
  func committedCheck(clocks: Bool = true) throws -> Check {
    var check = try check(stamps: true)
    if clocks { check.now = surroundings.now() }
    return check
  }
}

extension Path {
  /// Whether it is a JSON file of a working tree, and none of git's own.
  fileprivate var isOwnJSON: Bool {
    parts.first != ".git" && (text.map(Check.isJSON) ?? false)
  }
}
