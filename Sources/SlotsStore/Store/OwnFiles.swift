internal import SlotsGit
internal import SlotsModel
internal import SlotsSystem

/// The user's own files: whatever is no document of the store. Git's own filters and line ends apply
/// to them, so the git program reads and writes them; most stores have none but `.gitattributes`.
extension Store {
  /// Adds what was edited or removed of the files that git tracks. Untracked files stay untracked.
  ///
  /// - Parameter writing: whether their content goes into the repository, for a commit.
  func addOwnFiles(
    to result: inout WorkingEdits, head: Commit, writing: Bool
  ) throws {
    let index = try repository.index()
    let changed = try index.entries.filter { entry in
      guard DocumentKind(entry.path) == nil, entry.stage == 0 else { return false }
      return try !entry.isUntouched(Files.status(inTree(entry.path)), since: index.written)
    }
    for entry in changed {
      guard let old = try repository.entry(at: entry.path, in: head.tree) else { continue }
      guard let status = try Files.status(inTree(entry.path)) else {
        result.snapshot.files.updateValue(nil, forKey: entry.path)
        result.files.append(entry.path)
        result.seen.updateValue(nil, forKey: entry.path)
        continue
      }
      guard status.kind == .file, [FileMode.file, .executable].contains(old.mode.kind) else {
        continue
      }
      // What git's filters made of it is asked only where the plain content differs.
      let plain = try Files.read(inTree(entry.path)).map { Repository.id(blob: $0) }
      if plain == old.id { continue }
      let id = try hash(ownFile: entry.path, writing: writing)
      guard id != old.id else { continue }
      result.snapshot.files.updateValue(TreeItem(old.mode, id), forKey: entry.path)
      result.files.append(entry.path)
      result.seen.updateValue(id, forKey: entry.path)
    }
  }

  /// The id of a file of the working tree after git's filters.
  private func hash(ownFile path: Path, writing: Bool) throws -> ObjectID {
    if isSimulated, let bytes = try Files.read(inTree(path)) {
      return try repository.write(blob: bytes)
    }
    let arguments = ["hash-object"] + (writing ? ["-w"] : []) + ["--", path.description]
    let text = try git(arguments).trimmedLine
    guard let id = ObjectID(hex: text) else {
      throw StoreError.gitFailed(arguments: arguments.joined(separator: " "), reason: text)
    }
    return id
  }

  /// Brings own files to what `target` has, where they still are what they were; the index has the
  /// new ones already.
  func writeOwnFiles(_ paths: [Path], from: ObjectID?, to target: Commit) throws {
    var arriving: [Path] = []
    let old = try from.map { try repository.commit($0).tree }
    for path in paths {
      let here = try Files.status(inTree(path))
      let before = try old.flatMap { try repository.entry(at: path, in: $0) }
      let wanted = try repository.entry(at: path, in: target.tree)
      if here?.kind == .file {
        let id = try hash(ownFile: path, writing: false)
        guard id == before?.id || id == wanted?.id else { continue }
        if wanted == nil {
          try Files.remove(inTree(path))
          continue
        }
        if id == wanted?.id { continue }
      } else if here != nil || wanted == nil {
        continue
      }
      arriving.append(path)
    }
    guard !arriving.isEmpty else { return }
    let input: [UInt8] = arriving.flatMap { $0.bytes + [0] }
    _ = try git(["checkout-index", "-f", "-u", "-z", "--stdin"], input: input)
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

extension String {
  /// The first line without the white space around it.
  var trimmedLine: String {
    let line = split(separator: "\n").first ?? ""
    return line.split(separator: " ").joined(separator: " ")
  }
}
