internal import SlotsGit
internal import SlotsModel
internal import SlotsSystem

/// The user's own files: whatever is no document of the store. Git's own filters and line ends apply
/// to them, so the git program reads and writes them; most stores have none but `.gitattributes`.
extension Store {
  /// Adds what was edited, removed or staged of the files that git tracks. Untracked files stay
  /// untracked.
  ///
  /// - Parameter writing: whether their content goes into the repository, for a commit.
  func addOwnFiles(
    to result: inout WorkingEdits, _ index: IndexSnapshot, _ files: TreeFiles, writing: Bool
  ) throws {
    var looked: [(path: Path, old: TreeItem?)] = []
    var known: Set<Path> = []
    for entry in index.entries where DocumentKind(entry.path) == nil && entry.stage == 0 {
      known.insert(entry.path)
      let status = try ownStatus(entry.path)
      let old = files.own[entry.path]
      if entry.item == old, entry.isUntouched(status, since: index.written) { continue }
      if status != nil {
        looked.append((entry.path, old))
      } else if old != nil {
        remove(entry.path, in: &result)
      }
    }
    for path in files.own.keys.sorted() where !known.contains(path) {
      // Removed with `git rm`; what was only taken out of the index stays.
      if try ownStatus(path) == nil { remove(path, in: &result) }
    }
    let items = try ownItems(looked.map(\.path), like: looked.map(\.old), writing: writing)
    for ((path, old), item) in zip(looked, items) where item != nil && item != old {
      let secrets = try secrets(inOwn: path)
      guard secrets.isEmpty else {
        result.held += secrets
        result.heldFiles.insert(path)
        continue
      }
      result.snapshot.files.updateValue(item, forKey: path)
      result.files.append(path)
      result.seen.updateValue(item?.id, forKey: path)
    }
  }

  /// What git would keep of some paths of the working tree, after its filters; nil for what it would
  /// not, such as a folder. Git itself is asked, once for all, only where the plain content differs.
  private func ownItems(
    _ paths: [Path], like old: [TreeItem?], writing: Bool = false
  ) throws -> [TreeItem?] {
    let keepsModes = try repository.config("core.filemode") != "false"
    var asked: [(place: Int, mode: FileMode)] = []
    var items = [TreeItem?](repeating: nil, count: paths.count)
    for (place, path) in paths.enumerated() {
      guard let status = try ownStatus(path), let found = FileMode(of: status),
        let content = try Files.content(inTree(path))
      else { continue }
      let plain = Repository.id(blob: content.bytes)
      if case .symlink = content {
        items[place] = TreeItem(
          .symlink, writing ? try repository.write(blob: content.bytes) : plain)
        continue
      }
      let known = old[place].flatMap { keepsModes ? nil : $0.mode.kind } ?? found
      if plain == old[place]?.id {
        items[place] = TreeItem(known, plain)
      } else {
        asked.append((place, known))
      }
    }
    for (file, id) in zip(
      asked, try hash(ownFiles: asked.map { paths[$0.place] }, writing: writing))
    {
      // In a simulation the content is there without git's filters, which only a report sees.
      let isEdited = isSimulated && id != old[file.place]?.id
      let bytes = isEdited ? try Files.read(inTree(paths[file.place])) : nil
      items[file.place] = TreeItem(
        file.mode, try bytes.map { try repository.write(blob: $0) } ?? id)
    }
    return items
  }

  /// The largest own file that is looked into, in bytes.
  static let ownLimit = 1 << 20

  /// The secrets in a file of the working tree.
  private func secrets(inOwn path: Path) throws -> [Finding] {
    guard let text = path.text, Check.isJSON(text), let found = try Files.status(inTree(path)),
      found.kind == .file, found.size <= Self.ownLimit, let bytes = try Files.read(inTree(path))
    else { return [] }
    return Check.secrets(inOwn: bytes, at: text)
  }

  private func remove(_ path: Path, in result: inout WorkingEdits) {
    result.seen.updateValue(nil, forKey: path)
    // Without it git would merge documents line by line: it is put back.
    if path == ".gitattributes" { return }
    result.snapshot.files.updateValue(nil, forKey: path)
    result.files.append(path)
  }

  /// The ids of files of the working tree after git's filters, in one call of git.
  private func hash(ownFiles paths: [Path], writing: Bool) throws -> [ObjectID] {
    guard !paths.isEmpty else { return [] }
    let arguments = ["hash-object"] + (writing && !isSimulated ? ["-w"] : []) + ["--stdin-paths"]
    let text = try git(arguments, input: paths.flatMap { $0.quotedLine })
    let ids = text.split(separator: "\n").compactMap { ObjectID(hex: String($0)) }
    guard ids.count == paths.count else {
      throw StoreError.gitFailed(arguments: arguments.joined(separator: " "), reason: text)
    }
    return ids
  }

  /// Removes own files that are not to be there, where they still are what they were: before
  /// documents are written, which may need their place.
  func removeOwnFiles(_ paths: [Path], _ journal: Journal) throws {
    let gone = paths.filter { journal.wanted[$0] == .some(nil) }
    let items = try ownItems(gone, like: gone.map { _ in nil })
    for (path, item) in zip(gone, items) {
      guard let item, journal.expected[path]?.contains(item.id) == true else { continue }
      _ = try Files.replace(
        inTree(path), with: nil, root: workFolder, temporaryIn: temporaryFolder, syncing: false,
        ifIs: { _ in true })
    }
  }

  /// Brings own files to what they are to hold, where they still are what they were; the index has
  /// the new ones already.
  func writeOwnFiles(_ paths: [Path], _ journal: Journal) throws {
    let tree = try repository.commit(journal.to).tree
    let coming = paths.filter { (journal.wanted[$0] ?? nil) != nil }
    let wanted = try coming.map { try repository.entry(at: $0, in: tree) }
    let items = try ownItems(coming, like: wanted)
    var arriving: [Path: ObjectID?] = [:]
    for (number, path) in coming.enumerated() {
      let expected = journal.expected[path] ?? []
      let found = try items[number] == nil ? nil : Files.content(inTree(path))
      if let item = items[number] {
        if item == wanted[number] { continue }
        if item.id != wanted[number]?.id, !expected.contains(item.id) {
          guard expected.contains(nil) else { continue }
          try moveAside(path)
          arriving.updateValue(nil, forKey: path)
          continue
        }
      } else if let link = try link(above: path) {
        // What it leads to is no part of the store; git would put a folder in its place.
        try moveAside(link)
      } else if try Files.status(inTree(path)) != nil {
        continue
      }
      arriving.updateValue(found.map { Repository.id(blob: $0.bytes) }, forKey: path)
    }
    try checkOut(arriving)
    try noteInIndex(arriving.keys.sorted(), tree)
  }

  /// Writes files as the index has them. Git writes aside, because it writes in place: a file that
  /// it was killed over would look like an edit.
  ///
  /// - Parameter files: the id of what each may replace, as it is without git's filters; nil for nothing.
  private func checkOut(_ files: [Path: ObjectID?]) throws {
    guard !files.isEmpty else { return }
    let aside = temporaryFolder.appending(Files.temporaryName())
    defer { try? Files.removeTree(aside) }
    let paths = files.keys.sorted()
    // Not with -u: git's lock on the index would outlive a git that is killed.
    let arguments = ["checkout-index", "-f", "--prefix=\(aside)/", "-z", "--stdin"]
    _ = try git(arguments, input: paths.flatMap { $0.bytes + [0] })
    for path in paths {
      guard try isReachable(path), let made = try Files.status(aside.appending(path)) else {
        continue
      }
      if made.kind == .folder {
        try Files.makeFolders(inTree(path))
      } else {
        _ = try Files.replace(
          inTree(path), with: Files.content(aside.appending(path)), root: workFolder,
          temporaryIn: temporaryFolder, syncing: false
        ) { found in
          found.map { Repository.id(blob: $0.bytes) } == files[path] ?? nil
        }
      }
    }
  }

  /// Tells the index how files look that have the content of their entries, so that git need not
  /// read them again.
  private func noteInIndex(_ paths: [Path], _ tree: ObjectID) throws {
    var edits: [Path: IndexEdit?] = [:]
    for path in paths {
      let status = try Files.status(inTree(path))
      guard let item = try repository.entry(at: path, in: tree),
        let content = try? Files.content(inTree(path)),
        Repository.id(blob: content.bytes) == item.id, try Files.status(inTree(path)) == status
      else { continue }
      edits[path] = IndexEdit(item: item, status: status)
    }
    if !edits.isEmpty { try repository.updateIndex(edits, fallback: tree) }
  }

  /// Makes room for a file of the remote where one is that git did not track: nobody asked to share
  /// that one, and nothing overwrites it.
  private func moveAside(_ path: Path) throws {
    // A suffix makes no name longer than file systems take.
    let short = path.parent.appending(Path(bytes: path.name.bytes.prefix(240)))
    var name = short.adding(suffix: ".untracked")
    var number = 2
    while try Files.status(inTree(name)) != nil {
      name = short.adding(suffix: ".untracked-\(number)")
      number += 1
    }
    try Files.move(inTree(path), to: inTree(name))
    asides.append("\(path): the remote has one too; yours, which git did not track, is now \(name)")
  }

  /// Runs the user's git in this replica.
  /// - Throws: `StoreError.gitFailed` with its own words.
  func git(_ arguments: [String], input: [UInt8]? = nil) throws -> String {
    let result = try gitProgram().run(arguments, in: workFolder, input: input)
    guard result.succeeded else {
      throw StoreError.gitFailed(
        arguments: arguments.joined(separator: " "), reason: result.complaint)
    }
    return result.outputText
  }

  /// The user's git, with the user's way to run ssh.
  func gitProgram() throws -> GitProgram {
    let chosen = try repository.config("core.sshCommand") != nil
    return GitProgram(keepsSSH: chosen || surroundings.hasOwnSSH)
  }
}

extension Path {
  /// The path as a line that git reads: in quotation marks where its bytes would be misread.
  fileprivate var quotedLine: [UInt8] {
    let special: Set<UInt8> = [UInt8(ascii: "\""), UInt8(ascii: "\\"), 10]
    guard bytes.contains(where: special.contains) else { return bytes + [10] }
    var line = [UInt8(ascii: "\"")]
    for byte in bytes {
      if byte == 10 {
        line += Array("\\n".utf8)
      } else {
        line += special.contains(byte) ? [UInt8(ascii: "\\"), byte] : [byte]
      }
    }
    return line + [UInt8(ascii: "\""), 10]
  }
}

extension String {
  /// The first line without the white space around it.
  var trimmedLine: String {
    let line = split(separator: "\n").first ?? ""
    return line.split(separator: " ").joined(separator: " ")
  }
}
