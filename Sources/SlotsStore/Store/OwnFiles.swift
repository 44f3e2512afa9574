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
    to result: inout WorkingEdits, head: Commit, writing: Bool
  ) throws {
    let index = try repository.index()
    var edited: [(path: Path, mode: FileMode, old: ObjectID?)] = []
    var known: Set<Path> = []
    for entry in index.entries where DocumentKind(entry.path) == nil && entry.stage == 0 {
      known.insert(entry.path)
      let status = try Files.status(inTree(entry.path))
      let old = try repository.entry(at: entry.path, in: head.tree)
      if entry.item == old, entry.isUntouched(status, since: index.written) { continue }
      guard let status else {
        if old != nil { remove(entry.path, in: &result) }
        continue
      }
      guard status.kind == .file, [FileMode.file, .executable].contains(entry.item.mode.kind)
      else { continue }
      // What git's filters made of it is asked only where the plain content differs.
      let plain = try Files.read(inTree(entry.path)).map { Repository.id(blob: $0) }
      if plain == old?.id { continue }
      edited.append((entry.path, old?.mode ?? entry.item.mode, old?.id))
    }
    for change in try repository.changes(from: nil, to: head.tree)
    where DocumentKind(change.path) == nil && !known.contains(change.path) {
      // Removed with `git rm`; what was only taken out of the index stays.
      if try Files.status(inTree(change.path)) == nil { remove(change.path, in: &result) }
    }
    let ids = try hash(ownFiles: edited.map(\.path), writing: writing)
    for (file, id) in zip(edited, ids) where id != file.old {
      result.snapshot.files.updateValue(TreeItem(file.mode, id), forKey: file.path)
      result.files.append(file.path)
      result.seen.updateValue(id, forKey: file.path)
    }
  }

  private func remove(_ path: Path, in result: inout WorkingEdits) {
    result.snapshot.files.updateValue(nil, forKey: path)
    result.files.append(path)
    result.seen.updateValue(nil, forKey: path)
  }

  /// The ids of files of the working tree after git's filters, in one call of git.
  private func hash(ownFiles paths: [Path], writing: Bool) throws -> [ObjectID] {
    guard !paths.isEmpty else { return [] }
    if isSimulated {
      return try paths.map { try repository.write(blob: try Files.read(inTree($0)) ?? []) }
    }
    let arguments = ["hash-object"] + (writing ? ["-w"] : []) + ["--stdin-paths"]
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
    for path in paths where journal.wanted[path] == .some(nil) {
      guard try Files.status(inTree(path))?.kind == .file,
        let id = try hash(ownFiles: [path], writing: false).first,
        journal.expected[path]?.contains(id) == true
      else { continue }
      try Files.remove(inTree(path))
      Files.removeEmptyFolders(inTree(path).parent)
    }
  }

  /// Brings own files to what they are to hold, where they still are what they were; the index has
  /// the new ones already.
  func writeOwnFiles(_ paths: [Path], _ journal: Journal) throws {
    var arriving: [Path] = []
    for path in paths {
      guard let wanted = journal.wanted[path] ?? nil else { continue }
      let expected = journal.expected[path] ?? []
      if let here = try Files.status(inTree(path)) {
        guard here.kind == .file else { continue }
        let plain = try Files.read(inTree(path)).map { Repository.id(blob: $0) }
        if plain == wanted { continue }
        let id = try hash(ownFiles: [path], writing: false).first
        if id == wanted { continue }
        if !expected.contains(id) {
          guard expected.contains(nil) else { continue }
          try moveAside(path)
        }
      }
      arriving.append(path)
    }
    guard !arriving.isEmpty else { return }
    let input: [UInt8] = arriving.flatMap { $0.bytes + [0] }
    _ = try git(["checkout-index", "-f", "-u", "-z", "--stdin"], input: input)
  }

  /// Makes room for a file of the remote where one is that git did not track: nobody asked to share
  /// that one, and nothing overwrites it.
  private func moveAside(_ path: Path) throws {
    var name = path.adding(suffix: ".untracked")
    var number = 2
    while try Files.status(inTree(name)) != nil {
      name = path.adding(suffix: ".untracked-\(number)")
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
