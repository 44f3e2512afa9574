internal import SlotsGit
internal import SlotsSystem

/// The looks at where the folder is, at what else writes there, and at what was left there.
extension Doctor {
  /// How the folders begin that other programs synchronise, the surest first.
  private static let clouds = [
    ("GoogleDrive", "Google Drive"), ("Google Drive", "Google Drive"), ("OneDrive", "OneDrive"),
    ("Dropbox", "Dropbox"), ("Mobile Documents", "iCloud Drive"),
    ("CloudStorage", "a cloud folder"),
  ]

  /// A folder that another program synchronises (B25).
  static func place(_ repository: Repository) -> Checkup {
    let folder = repository.workFolder ?? repository.gitFolder
    let names = folder.parts.map(\.description)
    for (start, cloud) in clouds where names.contains(where: { isCloud($0, start) }) {
      return Checkup(
        "place", .warning, "\(folder) is in \(cloud), which copies files behind git's back",
        advice: "slots sync, then slots init --remote URL DIR outside of it, and work there")
    }
    let copies = strays(in: repository).map(\.description)
    guard copies.isEmpty else {
      let paths = copies.map { Attributes.quoted("\(repository.commonFolder)/\($0)") }
      return Checkup(
        "place", .warning, "copies that git did not make lie in its folder: \(list(copies))",
        advice: "keep the folder where no other program copies files, then: rm -r "
          + paths.joined(separator: " "))
    }
    return Checkup("place", .ok, "no other program's folder")
  }

  /// `Dropbox` and `Dropbox (Personal)`, not `Dropboxes`.
  private static func isCloud(_ name: String, _ start: String) -> Bool {
    guard name.hasPrefix(start) else { return false }
    return name.dropFirst(start.count).first.map { !$0.isLetter } ?? true
  }

  /// What lies among git's own files with a space in its name, which git gives to none of them, from the
  /// git folder: `refs/heads/main 2`, `index 2`.
  private static func strays(in repository: Repository) -> [Path] {
    let top = ((try? Files.list(repository.commonFolder)) ?? nil) ?? []
    let inner = files(in: "refs", of: repository.commonFolder)
    return (top + inner).filter { $0.bytes.contains(UInt8(ascii: " ")) }
  }

  /// The files below a folder, from `root`; what cannot be read is passed over.
  static func files(in folder: Path, of root: Path) -> [Path] {
    let names = ((try? Files.list(root.appending(folder))) ?? nil) ?? []
    return names.flatMap { name -> [Path] in
      let path = folder.appending(name)
      let isFolder = ((try? Files.status(root.appending(path))) ?? nil)?.kind == .folder
      return isFolder ? files(in: path, of: root) : [path]
    }
  }

  /// The first few of some names.
  static func list(_ names: [String]) -> String {
    let more = names.count > 4 ? " and \(names.count - 4) more" : ""
    return names.prefix(4).joined(separator: ", ") + more
  }

  /// Names that differ by case alone: a disk that does not tell them apart shows one of them (B52).
  static func names(_ store: Store) throws -> Checkup {
    let files = try store.reader.files(in: try store.headCommit()?.tree)
    let paths = files.documents.keys.map(\.path) + files.own.keys.compactMap(\.text)
    var names = Set(paths)
    for path in paths {
      var folder = Path(path).parent
      while !folder.bytes.isEmpty {
        names.insert(folder.description)
        folder = folder.parent
      }
    }
    let same = Store.colliding(Array(names))
    // Of two folders the names are told, not each file in them.
    let shortest = same.filter { name in !same.contains { name.hasPrefix("\($0)/") } }
    guard shortest.isEmpty else {
      return Checkup(
        "names", .warning,
        "\(list(shortest)) differ by case alone: on many disks one hides the other",
        advice: "git mv gives one another name, on a disk that tells them apart")
    }
    return Checkup("names", .ok, "none differ by case alone")
  }

  /// Locks of git that nobody gives back.
  static func locks(_ repository: Repository) throws -> Checkup {
    let common = repository.commonFolder
    var paths = Set(files(in: "refs", of: common).map { common.appending($0) })
    for folder in [repository.gitFolder, common] {
      paths.formUnion((try Files.list(folder) ?? []).map { folder.appending($0) })
    }
    let held = try paths.sorted().filter { path in
      guard path.description.hasSuffix(".lock"), let found = try Files.status(path) else {
        return false
      }
      // A lock of ours has a second name, and is taken over from the dead.
      return found.kind == .file && found.links < 2
    }.map(\.description)
    guard held.isEmpty else {
      return Checkup(
        "locks", .warning, "git is at work, or was killed at work: \(list(held)) exists",
        advice: "when no git is running: rm "
          + held.map(Attributes.quoted).joined(separator: " "))
    }
    return Checkup("locks", .ok, "none is left")
  }

  /// What a killed run left; the next command that writes ends or removes it.
  static func leftovers(_ repository: Repository) throws -> Checkup {
    let state = repository.gitFolder.appending("slots")
    if let bytes = try Files.read(state.appending("advance.json")) {
      guard Journal.isReadable(bytes) else {
        let file = Attributes.quoted("\(state)/advance.json")
        return Checkup(
          "leftovers", .warning, "the journal of a killed command cannot be read",
          advice: "slots diff shows what differs here, and slots sync takes it; then: rm \(file)")
      }
      return Checkup(
        "leftovers", .note, "a command was killed while it wrote files, or is at work",
        advice: "slots sync completes it")
    }
    let places: [Path] = [
      state.appending("new"), state.appending("hook"),
      repository.commonFolder.appending("slots-locks"),
    ]
    let count = try places.reduce(0) { count, folder in
      count + (try Files.list(folder) ?? []).count(where: Files.isTemporary)
    }
    guard count == 0 else {
      return Checkup(
        "leftovers", .note,
        "\(count) unfinished files of a command that was killed, or is at work",
        advice: "slots sync removes them")
    }
    return Checkup("leftovers", .ok, "no command was killed")
  }
}
