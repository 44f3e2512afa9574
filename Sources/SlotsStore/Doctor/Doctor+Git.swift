internal import SlotsGit
internal import SlotsModel
internal import SlotsSystem

/// The looks at git and the repository, which need no store that opens.
extension Doctor {
  /// The oldest git that is tried.
  private static let oldestGit = [2, 30]

  static func git() throws -> Checkup {
    let result = try GitProgram(keepsSSH: true).run(["--version"], in: "/", deadline: 10_000)
    let version = result.outputText.split(separator: " ").last.map(String.init)?.trimmedLine ?? ""
    let parts = version.split(separator: ".").prefix(2).compactMap { Int($0) }
    guard result.succeeded, parts.count == 2 else {
      return Checkup("git", .error, "git does not run", advice: "install git")
    }
    guard !parts.lexicographicallyPrecedes(oldestGit) else {
      return Checkup(
        "git", .warning, "\(version) is older than 2.30", advice: "install a newer git")
    }
    return Checkup("git", .ok, version)
  }

  /// A folder that another program synchronises (B25).
  static func place(_ repository: Repository) -> Checkup {
    let path = repository.workFolder?.description ?? ""
    let clouds = [
      "Mobile Documents": "iCloud Drive", "Dropbox": "Dropbox", "OneDrive": "OneDrive",
      "Google Drive": "Google Drive", "GoogleDrive": "Google Drive",
      "CloudStorage": "a cloud folder",
    ]
    for part in path.split(separator: "/") {
      guard let cloud = clouds.first(where: { part.hasPrefix($0.key) })?.value else { continue }
      return Checkup(
        "place", .warning, "\(path) is in \(cloud), which copies files behind git's back",
        advice: "move the folder elsewhere, and let slots sync exchange it through a remote")
    }
    let strays = ((try? repository.references("refs/*")) ?? []).map(\.name)
      .filter { $0.contains(" ") }
    let copies = ((try? Files.list(repository.commonFolder.appending("refs/heads"))) ?? nil ?? [])
      .map(\.description).filter { $0.contains(" ") }
    guard strays.isEmpty, copies.isEmpty else {
      return Checkup(
        "place", .warning,
        "copies lie among git's branches: \((strays + copies).joined(separator: ", "))",
        advice:
          "another program copies files here: move the folder out of its reach, remove the copies")
    }
    return Checkup("place", .ok, "no other program's folder")
  }

  static func branch(_ repository: Repository) throws -> Checkup {
    guard repository.state == .none else {
      return Checkup(
        "branch", .warning, "git is in the middle of something (\(repository.state))",
        advice: "git status tells how to finish it, or to give it up")
    }
    switch try repository.head() {
    case .branch(let name, let id):
      let short = String(name.dropFirst("refs/heads/".count))
      return id == nil
        ? Checkup("branch", .error, "\(short) has no commit", advice: "slots init makes the first")
        : Checkup("branch", .ok, short)
    case .detached:
      return Checkup(
        "branch", .error, "HEAD names no branch, so nothing can be kept",
        advice: "git switch BRANCH returns to one")
    }
  }

  static func locks(_ repository: Repository) throws -> Checkup {
    let lock = repository.gitFolder.appending("index.lock")
    if let held = try Files.status(lock), held.links < 2 {
      return Checkup(
        "locks", .warning, "git is at work, or was killed at work: \(lock) exists",
        advice: "when no git is running, rm \(lock)")
    }
    if try Files.status(repository.gitFolder.appending("slots/advance.json")) != nil {
      return Checkup(
        "locks", .note, "a command was killed while it wrote files",
        advice: "the next command that writes completes it, as slots sync")
    }
    return Checkup("locks", .ok, "none is left")
  }

  /// Every file of HEAD is there and can be read (B24).
  static func objects(_ repository: Repository) throws -> Checkup {
    let head = try repository.head().commit
    guard let head else { return Checkup("objects", .ok, "there is no commit") }
    var damaged: [String] = []
    do {
      let tree = try repository.commit(head).tree
      for change in try repository.changes(from: nil, to: tree) {
        guard let item = change.new, item.mode.kind != .commit else { continue }
        if (try? repository.blob(item.id)) == nil { damaged.append(change.path.description) }
      }
    } catch {
      return Checkup(
        "objects", .error, "HEAD cannot be read: \(error)",
        advice:
          "git fsck names what is missing; git fetch brings it from the remote, where that has it")
    }
    guard damaged.isEmpty else {
      return Checkup(
        "objects", .error,
        "missing or damaged in HEAD: \(damaged.prefix(5).joined(separator: ", "))"
          + (damaged.count > 5 ? " and \(damaged.count - 5) more" : ""),
        advice:
          "where the file here is as it was: git hash-object -w FILE; else git fetch --refetch")
    }
    return Checkup("objects", .ok, "all that HEAD needs is there")
  }

  static func index(_ repository: Repository) throws -> Checkup {
    guard try Files.status(repository.gitFolder.appending("index")) != nil else {
      return Checkup("index", .note, "missing", advice: "git reset --quiet makes it again")
    }
    do {
      _ = try repository.index()
      return Checkup("index", .ok, "can be read")
    } catch {
      return Checkup(
        "index", .error, "cannot be read: \(error.message)",
        advice: "rm \(repository.gitFolder)/index && git reset --quiet")
    }
  }
}
