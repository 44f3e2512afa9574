internal import CSystem

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

extension Files {
  /// Makes a folder and those above it that are missing; does nothing when it is there.
  package static func makeFolders(_ folder: Path) throws(SystemError) {
    if folder.bytes.isEmpty { return }
    let result = folder.call { mkdir($0, 0o777) }
    switch result {
    case -ENOENT where folder != folder.parent:
      try makeFolders(folder.parent)
      let again = folder.call { mkdir($0, 0o777) }
      if again < 0, again != -EEXIST { throw SystemError("make folder", folder, -again) }
    case -EEXIST:
      let found = folder.call { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
      guard found >= 0 else { throw SystemError("make folder", folder, EEXIST) }
      close(found)
    case ..<0: throw SystemError("make folder", folder, -result)
    default: break
    }
  }

  /// Makes a folder that nobody else can look into; false where it is there and is not such a one.
  package static func makePrivateFolder(_ folder: Path) -> Bool {
    _ = folder.call { mkdir($0, 0o700) }
    guard let found = try? status(folder), found.kind == .folder else { return false }
    return found.owner == user && found.permissions & 0o077 == 0
  }

  /// The number of the user that this process runs as.
  package static var user: UInt32 { geteuid() }

  /// Removes a file or a symbolic link; does nothing when it is not there.
  package static func remove(_ path: Path) throws(SystemError) {
    let result = path.call { unlink($0) }
    if result < 0, !isAbsence(result) { throw SystemError("remove", path, -result) }
  }

  /// Gives a file another name, which nothing has; one that is taken is an error (`EEXIST`).
  package static func move(_ path: Path, to other: Path) throws(SystemError) {
    let result = renameNew(path, to: other)
    guard result >= 0 else { throw SystemError("rename", path, -result) }
    try sync(folder: other.parent)
  }

  /// Removes a file, or a folder with all that is in it; symbolic links are removed, not followed.
  package static func removeTree(_ path: Path) throws(SystemError) {
    guard let found = try status(path) else { return }
    guard found.kind == .folder else { return try remove(path) }
    for name in try list(path) ?? [] { try removeTree(path.appending(name)) }
    let result = path.call { rmdir($0) }
    if result < 0, !isAbsence(result) { throw SystemError("remove", path, -result) }
  }

  /// Removes the folder when nothing but empty folders is in it. What stands in the way is left.
  package static func removeEmptyFolders(_ folder: Path) {
    guard let found = try? status(folder), found.kind == .folder else { return }
    for name in (try? list(folder)) ?? [] { removeEmptyFolders(folder.appending(name)) }
    _ = folder.call { rmdir($0) }
  }

  /// Removes the folders above `path` that are empty, up to and without `root`.
  static func removeEmptyParents(of path: Path, upTo root: Path) {
    var folder = path.parent
    while folder.inside(root) != nil, folder.call({ rmdir($0) }) == 0 { folder = folder.parent }
  }

  /// The absolute form of a path without `.`, `..` and double slashes; no symbolic link is looked
  /// at, and nothing needs to exist.
  /// - Parameter folder: what a relative path starts from; an absolute path.
  package static func absolute(_ path: Path, relativeTo folder: Path) -> Path {
    var parts: [Path] = []
    for part in folder.appending(path).parts {
      switch part {
      case ".": continue
      case "..": _ = parts.popLast()
      default: parts.append(part)
      }
    }
    return parts.reduce("/") { $0.appending($1) }
  }

  /// The absolute path without symbolic links (`realpath`), or nil when nothing is there.
  package static func realPath(_ path: Path) throws(SystemError) -> Path? {
    var real: Path?
    let result = path.call { name in
      guard let found = realpath(name, nil) else { return -1 }
      real = Path(
        bytes: UnsafeBufferPointer(start: found, count: strlen(found)).map { UInt8(bitPattern: $0) }
      )
      free(found)
      return 0
    }
    if isAbsence(result) { return nil }
    guard result >= 0 else { throw SystemError("find", path, -result) }
    return real
  }

  /// The folder this process works in (`getcwd`).
  package static func currentFolder() throws(SystemError) -> Path {
    guard let real = try realPath(".") else { throw SystemError("find", ".", ENOENT) }
    return real
  }

  /// Whether this user may run the file (`access`).
  package static func canRun(_ path: Path) -> Bool {
    path.call { access($0, X_OK) } == 0
  }

  /// Gives a file the permission bits of another, if that is there.
  package static func copyPermissions(from other: Path, to path: Path) throws(SystemError) {
    guard let found = try status(other), found.kind == .file else { return }
    let result = path.call { chmod($0, mode_t(found.permissions)) }
    guard result >= 0 else { throw SystemError("change mode of", path, -result) }
  }

  /// Puts a folder's own entries on the medium. A file system that cannot is let be.
  package static func sync(folder: Path) throws(SystemError) {
    try sync(file: folder.bytes.isEmpty ? "." : folder)
  }

  /// Puts the content of a file on the medium.
  static func sync(file: Path) throws(SystemError) {
    let descriptor = file.call { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw SystemError("open", file, -descriptor) }
    defer { close(descriptor) }
    try sync(descriptor, at: file)
  }

  static func sync(_ descriptor: Int32, at path: Path) throws(SystemError) {
    let result = retried { system_sync(descriptor) }
    if result < 0, result != -EINVAL, result != -ENOTSUP {
      throw SystemError("write", path, -result)
    }
  }
}
