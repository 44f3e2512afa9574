internal import SlotsGit
internal import SlotsSystem

/// The looks at git's objects and index (B24).
extension Doctor {
  /// How many commits are looked at, and how large a file is read: a look has an end.
  private static let mostCommits = 1000
  private static let mostBytes = 16 << 20

  /// Everything that HEAD needs is there and is what it says: its files, byte for byte, and the commits
  /// behind it.
  static func objects(_ repository: Repository) throws -> Checkup {
    guard let head = (try? repository.head().commit) ?? nil else {
      return Checkup("objects", .ok, "HEAD has no commit to look at")
    }
    guard let commit = try? repository.commit(head) else { return lost(head, repository) }
    var damage = Damage(repository: repository)
    damage.look(at: commit.tree, as: "")
    if let advice = damage.advice {
      return Checkup(
        "objects", .error, "missing or damaged in HEAD: \(list(damage.names))", advice: advice)
    }
    if !repository.isShallow, let id = missingCommit(behind: commit, repository) {
      return Checkup(
        "objects", .error, "the history is broken: \(id.short) is missing or damaged",
        advice: refetch(repository, [id]))
    }
    return Checkup("objects", .ok, "all that HEAD needs is there")
  }

  private static func missingCommit(behind head: Commit, _ repository: Repository) -> ObjectID? {
    var (next, seen) = (head.parents, Set(head.parents))
    var looked = 0
    while let id = next.popLast(), looked < mostCommits {
      looked += 1
      guard let commit = try? repository.commit(id) else { return id }
      next = commit.parents.filter { seen.insert($0).inserted } + next
    }
    return nil
  }

  /// The commit of HEAD itself is gone: it comes from the remote, or the one before takes its place.
  private static func lost(_ head: ObjectID, _ repository: Repository) -> Checkup {
    let summary = "the commit of HEAD, \(head.short), is missing or damaged"
    guard let branch = (try? repository.symbolicTarget("HEAD")) ?? nil,
      ((try? repository.reference(Store.seenReference(branch))) ?? nil) != head,
      let before = Reflog(branch, in: repository)?.entries.map(\.new).last(where: {
        (try? repository.commit($0)) != nil
      })
    else { return Checkup("objects", .error, summary, advice: refetch(repository, [head])) }
    return Checkup(
      "objects", .error, summary,
      advice:
        "\(remove([head], repository))git update-ref \(branch) \(before.hex) goes back to the "
        + "commit before; the files here stay as they are, and slots sync keeps them as edits")
  }

  private static func refetch(_ repository: Repository, _ ids: [ObjectID]) -> String {
    guard ((try? repository.remoteURL(Store.remoteName)) ?? nil) != nil else {
      return "git fsck names what is missing; another clone, or a backup, may have it"
    }
    return "\(remove(ids, repository))git fetch --refetch origin brings what the remote has"
  }

  /// Removes damaged files first: where one lies git writes no other.
  private static func remove(_ ids: [ObjectID], _ repository: Repository) -> String {
    let files = ids.map { id in
      "\(repository.commonFolder)/objects/\(id.hex.prefix(2))/\(id.hex.dropFirst(2))"
    }.filter { ((try? Files.status(Path($0))) ?? nil) != nil }
    if files.isEmpty { return "" }
    return "rm -f \(files.map(Attributes.quoted).joined(separator: " ")) && "
  }

  /// What is missing or damaged of a tree.
  private struct Damage {
    let repository: Repository
    private(set) var names: [String] = []
    private var ids: [ObjectID] = []
    /// The paths of files that the working tree has just as HEAD has them.
    private var here: [Path] = []

    init(repository: Repository) { self.repository = repository }

    mutating func look(at tree: ObjectID, as folder: Path, depth: Int = 0) {
      guard depth < 64, let entries = try? repository.tree(tree) else {
        note(tree, folder.bytes.isEmpty ? "the list of its files" : "the folder \(folder)")
        return
      }
      for entry in entries {
        let (path, id) = (folder.appending(entry.name), entry.item.id)
        switch entry.item.mode.kind {
        case .tree: look(at: id, as: path, depth: depth + 1)
        case .commit: continue
        default:
          guard !isWhole(id) else { continue }
          note(id, path.description)
          let bytes = repository.workFolder.flatMap { folder in
            (try? Files.read(folder.appending(path), limit: Doctor.mostBytes)) ?? nil
          }
          if bytes.map({ Repository.id(blob: $0) }) == id { here.append(path) }
        }
      }
    }

    private mutating func note(_ id: ObjectID, _ name: String) {
      names.append(name)
      ids.append(id)
    }

    private func isWhole(_ id: ObjectID) -> Bool {
      guard let size = try? repository.blobSize(id) else { return false }
      if size > Doctor.mostBytes { return true }
      return (try? repository.blob(id)).map { Repository.id(blob: $0) } == id
    }

    /// What to do; nil where nothing is wrong.
    var advice: String? {
      if names.isEmpty { return nil }
      guard here.count == names.count else { return Doctor.refetch(repository, ids) }
      let paths = here.map { Attributes.quoted($0.description) }.joined(separator: " ")
      return "the files here are as they were: \(Doctor.remove(ids, repository))"
        + "git hash-object -w --no-filters \(paths)"
    }
  }

  static func index(_ repository: Repository) throws -> Checkup {
    let file = repository.gitFolder.appending("index")
    guard try Files.status(file) != nil else {
      return Checkup("index", .note, "missing", advice: "git reset --quiet makes it again")
    }
    do throws(GitError) {
      _ = try repository.index()
      return Checkup("index", .ok, "can be read")
    } catch {
      if error.kind == .unsupportedIndex {
        return Checkup(
          "index", .error, "a split or sparse one, which slots cannot read: \(error.message)",
          advice: "git update-index --no-split-index, git sparse-checkout disable")
      }
      return Checkup(
        "index", .error, "damaged: it cannot be read",
        advice: "rm -f \(Attributes.quoted(file.description)) && git reset --quiet")
    }
  }
}
