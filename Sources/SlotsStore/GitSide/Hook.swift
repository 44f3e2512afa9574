internal import SlotsGit
internal import SlotsModel
internal import SlotsSystem

/// A hook of git that runs this program.
package enum HookName: String, Sendable, Hashable, CaseIterable {
  /// Checks what is staged and stamps edits by hand.
  case preCommit = "pre-commit"
  /// Says what arrived.
  case postMerge = "post-merge"
  /// Checks what is pushed to a shared bare repository.
  case preReceive = "pre-receive"

  /// The hooks of a replica; the other one is a bare repository's.
  static let ofReplica: [HookName] = [.preCommit, .postMerge]
}

/// What was done with hooks.
package struct HookReport: Sendable, Hashable {
  /// The folder that git looks for hooks in.
  package var folder: String
  /// Hooks that run this program now, or no longer do.
  package var hooks: [HookName] = []
  /// Hooks that were there before: they run first, or are back in their place.
  package var others: [HookName] = []
}

/// The hooks of a repository, where git looks for them.
struct Hooks {
  /// What tells a hook of ours from another one.
  private static let mark = "# slots: "
  private static let suffix = ".before-slots"

  let repository: Repository
  let program: String
  /// Where an unfinished hook lies; nil for where those lie that are written without our lock.
  var drafts: Path?

  /// The folder that `core.hooksPath` names, else the repository's own.
  func folder() throws -> Path {
    guard let configured = try repository.configPath("core.hooksPath") else {
      return "\(repository.commonFolder)/hooks"
    }
    return Files.absolute(
      configured, relativeTo: repository.workFolder ?? repository.gitFolder)
  }

  /// True where the folder of hooks is of the person's own choice, and may serve other repositories.
  func isShared() throws -> Bool { try repository.configPath("core.hooksPath") != nil }

  private func text(_ name: HookName) -> String {
    let program = Attributes.quoted(program)
    let call = "\(program) hook \(name.rawValue)"
    // What is read from standard input is needed twice.
    let run =
      name == .preReceive
      ? """
      lines=$(cat)
      if [ -x "$before" ]; then printf '%s\\n' "$lines" | "$before" "$@" || exit; fi
      command -v \(program) > /dev/null || { echo 'slots is not here, so nothing was checked and nothing is taken' >&2; exit 1; }
      printf '%s\\n' "$lines" | \(call)
      """
      : """
      if [ -x "$before" ]; then "$before" "$@" || exit; fi
      command -v \(program) > /dev/null || { echo 'slots is not here: nothing was checked' >&2; exit 0; }
      exec \(call)
      """
    return """
      #!/bin/sh
      \(Self.mark)runs slots hook \(name.rawValue); slots hooks uninstall takes it away
      before="${0%/*}/\(name.rawValue)\(Self.suffix)"
      \(run)

      """
  }

  private func read(_ name: HookName) throws -> String? {
    let path: Path = "\(try folder())/\(name.rawValue)"
    return try Files.read(path, following: true).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func isOurs(_ text: String) -> Bool { text.contains("\n\(mark)") }

  /// A hook that was there before and is not ours, a link that leads nowhere too; nil where there is none.
  func foreign(_ name: HookName) throws -> String? {
    let path: Path = "\(try folder())/\(name.rawValue)"
    guard try Files.status(path) != nil, try !(read(name).map(Self.isOurs) ?? false) else {
      return nil
    }
    return path.description
  }

  /// Installs a hook; one that is there already runs first from then on.
  /// - Returns: whether one was there.
  func install(_ name: HookName) throws -> Bool {
    let folder = try folder()
    try refuseNoFolder(folder)
    let path: Path = "\(folder)/\(name.rawValue)"
    let before = path.adding(suffix: Self.suffix)
    let isOther = try foreign(name) != nil
    if isOther {
      guard try Files.status(before) == nil else {
        throw StoreError.hookInTheWay(before.description)
      }
      try Files.move(path, to: before)
    }
    do {
      try Files.makeFolders(folder)
      let drafts = drafts ?? repository.gitFolder.appending("slots/hook")
      try Files.makeFolders(drafts)
      // Where the hooks are on another disk than the repository, the drafts lie beside them.
      for place in [drafts, folder] {
        try Files.removeTemporary(in: place, olderThan: 3_600_000)
      }
      _ = try Files.replace(
        path, with: .file(Array(text(name).utf8), executable: true), root: folder.parent,
        temporaryIn: drafts, ifIs: { _ in true })
    } catch {
      if isOther { try? Files.move(before, to: path) }
      throw error
    }
    return try Files.status(before) != nil
  }

  /// Git takes an empty `core.hooksPath`, or a file such as `/dev/null`, for no hooks at all.
  /// - Throws: `StoreError.hooksAreOff`.
  private func refuseNoFolder(_ folder: Path) throws {
    guard let configured = try repository.configPath("core.hooksPath") else { return }
    let kind = try Files.status(folder)?.kind
    if configured.bytes.isEmpty || kind == .file || kind == .other {
      throw StoreError.hooksAreOff(configured.description)
    }
  }

  /// Takes a hook of ours away and puts back what was there before.
  /// - Returns: nil where there was none of ours; else whether another one is back.
  func uninstall(_ name: HookName) throws -> Bool? {
    let path: Path = "\(try folder())/\(name.rawValue)"
    let before = path.adding(suffix: Self.suffix)
    let hasOther = try Files.status(before) != nil
    if let text = try read(name) {
      guard Self.isOurs(text) else { return nil }
      try Files.remove(path)
    } else if !hasOther {
      return nil
    }
    if hasOther { try Files.move(before, to: path) }
    return hasOther
  }
}

extension Hooks {
  /// The hooks of the repository that `folder` is in, a replica or a bare one.
  /// - Throws: `StoreError.notAStore` where there is none.
  static func find(from folder: String, _ surroundings: Surroundings) throws -> Hooks {
    guard let found = try Repository.discover(from: Path(folder)) else {
      throw StoreError.notAStore(folder: folder)
    }
    let repository = try Repository.open(found)
    return Hooks(repository: repository, program: surroundings.program)
  }

  /// The hooks that this repository can have.
  var names: [HookName] { repository.isBare ? [.preReceive] : HookName.ofReplica }
}

extension Store {
  /// Installs the hooks of the repository that a folder is in: a replica's, or a bare repository's.
  @discardableResult
  package static func installHooks(
    in folder: String, _ surroundings: Surroundings
  ) throws -> HookReport {
    let hooks = try Hooks.find(from: folder, surroundings)
    var report = HookReport(folder: try hooks.folder().description)
    for name in hooks.names {
      if try hooks.install(name) { report.others.append(name) }
      report.hooks.append(name)
    }
    return report
  }

  /// Takes the hooks away again.
  @discardableResult
  package static func uninstallHooks(
    in folder: String, _ surroundings: Surroundings
  ) throws -> HookReport {
    let hooks = try Hooks.find(from: folder, surroundings)
    var report = HookReport(folder: try hooks.folder().description)
    for name in hooks.names {
      guard let isBack = try hooks.uninstall(name) else { continue }
      report.hooks.append(name)
      if isBack { report.others.append(name) }
    }
    return report
  }

  /// Installs the hooks of a new replica, where nobody else's are in the way.
  func installHooks(_ report: inout InitReport) throws {
    let hooks = Hooks(
      repository: repository, program: surroundings.program, drafts: temporaryFolder)
    // A folder of hooks for several repositories is not ours to fill unasked.
    if try hooks.isShared(), try !hooks.isInstalled(.preCommit) {
      report.sharedHooks = try hooks.folder().description
      return
    }
    for name in HookName.ofReplica where try hooks.foreign(name) == nil {
      _ = try hooks.install(name)
    }
    report.foreignHook = try hooks.foreign(.preCommit)
  }
}

extension Hooks {
  /// True where git runs a hook of ours.
  func isInstalled(_ name: HookName) throws -> Bool {
    let path: Path = "\(try folder())/\(name.rawValue)"
    return try read(name).map(Self.isOurs) ?? false && Files.canRun(path)
  }
}
