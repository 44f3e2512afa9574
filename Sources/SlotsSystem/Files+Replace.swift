internal import CSystem

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

extension Files {
  /// Replaces or removes a file of a working tree without ever losing what someone else writes to
  /// it at the same time: old and new trade names in one step, and only then is the old one looked
  /// at; when it is not what was expected they trade back. A new file takes over the permission bits
  /// of the old one. Folders that are missing are made, and folders that a removal leaves empty are
  /// removed. An empty folder in the place of the file is nothing.
  ///
  /// On a file system that cannot trade names the old content is compared just before the rename.
  /// - Parameters:
  ///   - content: what is to be there; nil removes the file.
  ///   - root: the folder of the working tree; nothing above it is made or removed, and the folders
  ///     between it and the file must not be symbolic links.
  ///   - folder: where the unfinished file lies, as in `write`.
  ///   - syncing: whether the file and its name are on the medium when this returns. A caller that
  ///     can tell after a loss of power what a file was to hold need not wait for each.
  ///   - expected: whether what is there (nil: nothing) may be replaced.
  /// - Returns: false when something else was found, which is then left as it is; also, on Linux,
  ///   when a program has the old file open for writing.
  package static func replace(
    _ path: Path, with content: Content?, root: Path, temporaryIn folder: Path,
    syncing: Bool = true, ifIs expected: (Content?) -> Bool
  ) throws(SystemError) -> Bool {
    var above = path.parent
    while above.inside(root) != nil {
      if try status(above)?.kind == .symlink {
        throw SystemError("write", path, SystemError.behindLink)
      }
      above = above.parent
    }
    var place = folder
    for _ in 0..<8 {
      let found = try present(path)
      guard expected(found) else { return false }
      if found == content { return true }
      let outcome: Outcome
      if let content {
        outcome =
          found == nil
          ? try create(path, content, in: place, syncing)
          : try exchange(path, content, expected, in: place, syncing)
      } else {
        outcome = try takeAway(path, expected, in: place)
      }
      switch outcome {
      case .done:
        if syncing { try sync(folder: path.parent) }
        if content == nil { removeEmptyParents(of: path, upTo: root) }
        return true
      case .refused: return false
      case .again: continue
      case .elsewhere: place = path.parent
      }
    }
    throw SystemError("write", path, SystemError.restless)
  }

  private enum Outcome {
    /// `elsewhere`: the unfinished file lies on another file system than the target.
    case done, refused, again, elsewhere
  }

  private static func create(
    _ path: Path, _ content: Content, in place: Path, _ syncing: Bool
  ) throws(SystemError) -> Outcome {
    try makeFolders(path.parent)
    let draft = try Draft(content, permissions: nil, in: place, syncing: syncing)
    switch renameNew(draft.path, to: path) {
    case 0: return .done
    case -EEXIST, -ENOENT: return .again
    case -EXDEV: return .elsewhere
    case let result: throw SystemError("write", path, -result)
    }
  }

  private static func exchange(
    _ path: Path, _ content: Content, _ expected: (Content?) -> Bool, in place: Path,
    _ syncing: Bool
  ) throws(SystemError) -> Outcome {
    let bits = try permissions(of: content, over: path)
    var draft = try Draft(content, permissions: bits, in: place, syncing: syncing)
    switch draft.move(to: path, { system_exchange($0, $1) }) {
    case 0: break
    case -ENOENT: return .again
    case -EXDEV: return .elsewhere
    case let result where isUnsupported(result):
      guard let found = settled(path, place), expected(found) else { return .refused }
      let result = draft.move(to: path) { rename($0, $1) }
      guard result >= 0 else { throw SystemError("write", path, -result) }
      return .done
    case let result: throw SystemError("write", path, -result)
    }
    if let old = settled(draft.path, place), expected(old) { return .done }
    // Put back what was found. Should yet another write come in between, the newest one stays.
    var mine = content
    for _ in 0..<8 {
      let other = try? Files.content(draft.path)
      let result = draft.move(to: path) { system_exchange($0, $1) }
      if result == -ENOENT {
        draft.isKept = renameNew(draft.path, to: path) != 0
        return .refused
      }
      if result < 0 { break }
      if try Files.content(draft.path) == mine { return .refused }
      guard let other else { break }
      mine = other
    }
    draft.isKept = true
    throw SystemError("write", path, SystemError.restless)
  }

  private static func takeAway(
    _ path: Path, _ expected: (Content?) -> Bool, in place: Path
  ) throws(SystemError) -> Outcome {
    try makeFolders(place)
    let aside = place.appending(Draft.name())
    switch path.call({ name in aside.withCPath { rename(name, $0) } }) {
    case 0: break
    case -ENOENT: return .again
    case -EXDEV: return .elsewhere
    case let result: throw SystemError("remove", path, -result)
    }
    if let old = settled(aside, place), expected(old) {
      try remove(aside)
      return .done
    }
    let result = renameNew(aside, to: path)
    // Taken again: whoever wrote this also wrote the newer one.
    if result == -EEXIST { try remove(aside) }
    return .refused
  }

  /// What is at a path, after an empty folder there was removed.
  private static func present(_ path: Path) throws(SystemError) -> Content? {
    guard let found = try status(path) else { return nil }
    if found.kind == .folder, path.call({ rmdir($0) }) == 0 { return nil }
    return try content(path)
  }

  /// The content of a file that nobody is writing to, or nil.
  private static func settled(_ path: Path, _ place: Path) -> Content? {
    // Some file systems tell of a writer where there is none: see what they say of a file of ours.
    if hasWriter(path), let own = try? Draft(.file([]), permissions: nil, in: place),
      !hasWriter(own.path)
    {
      return nil
    }
    return try? content(path)
  }

  private static func hasWriter(_ path: Path) -> Bool {
    let descriptor = path.call { open($0, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC) }
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return system_has_writer(descriptor) == 1
  }

  private static func permissions(
    of content: Content, over path: Path
  ) throws(SystemError) -> UInt32? {
    guard let found = try status(path), found.kind == .file,
      case .file(_, let executable) = content
    else { return nil }
    let reading = (found.permissions & 0o444) >> 2
    if executable { return found.permissions | reading }
    return found.permissions & ~0o111
  }

  /// Renames and never replaces. -EEXIST: the new name is taken.
  static func renameNew(_ from: Path, to target: Path) -> Int32 {
    let result = from.call { name in target.withCPath { system_rename_new(name, $0) } }
    guard isUnsupported(result) else { return result }
    let linked = from.call { name in target.withCPath { link(name, $0) } }
    if linked == 0 { return from.call { unlink($0) } }
    guard isUnsupported(linked) || linked == -EPERM else { return linked }
    if let found = try? status(target), found.size >= 0 { return -EEXIST }
    return from.call { name in target.withCPath { rename(name, $0) } }
  }

  private static func isUnsupported(_ result: Int32) -> Bool {
    result == -EINVAL || result == -ENOSYS || result == -ENOTSUP
  }
}
