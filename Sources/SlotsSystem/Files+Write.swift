internal import CSystem

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

extension Files {
  /// Writes a file in one step: whoever reads it sees the old or the new content, also after a loss
  /// of power. Folders that are missing are made. The file gets mode 0666, or 0777 if it is to be
  /// executable, without the umask's bits.
  /// - Parameter folder: where the unfinished file lies. Where that is another file system it lies
  ///   beside the target, named as `isTemporary` tells.
  package static func write(
    _ bytes: [UInt8], to path: Path, executable: Bool = false, temporaryIn folder: Path
  ) throws(SystemError) {
    var place = folder
    while true {
      let draft = try Draft(.file(bytes, executable: executable), permissions: nil, in: place)
      switch draft.move(to: path, { rename($0, $1) }) {
      case 0: return try sync(folder: path.parent)
      case -EXDEV where place != path.parent: place = path.parent
      case -ENOENT: try makeFolders(path.parent)
      case let result: throw SystemError("write", path, -result)
      }
    }
  }

  /// Adds bytes at the end of a file in one step.
  /// - Parameter making: whether a missing file, and folders above it, are made.
  /// - Returns: false when the file is missing and is not to be made.
  @discardableResult
  package static func append(
    _ bytes: [UInt8], to path: Path, making: Bool
  ) throws(SystemError) -> Bool {
    if making { try makeFolders(path.parent) }
    let flags = O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW | (making ? O_CREAT : 0)
    let descriptor = path.call { open($0, flags, 0o666) }
    if isAbsence(descriptor) { return false }
    guard descriptor >= 0 else { throw SystemError("open", path, -descriptor) }
    defer { close(descriptor) }
    try writeAll(bytes, to: descriptor, at: path)
    return true
  }

  /// A new name that `isTemporary` knows.
  package static func temporaryName() -> Path { Draft.name() }

  /// Whether a name is one that an unfinished file has while `write` or `replace` are at work, or
  /// the lock that libgit2 puts beside it.
  package static func isTemporary(_ name: Path) -> Bool {
    let text = name.description
    let end = text.hasSuffix(".lock") ? Draft.suffix + ".lock" : Draft.suffix
    return text.hasPrefix(Draft.prefix) && text.hasSuffix(end)
      && text.utf8.count == Draft.prefix.utf8.count + 16 + end.utf8.count
  }

  /// Removes the unfinished files and folders that killed processes left in a folder: those whose status last
  /// changed more than so many milliseconds ago.
  /// - Parameter isUnfinished: which names they have.
  package static func removeTemporary(
    in folder: Path, olderThan milliseconds: Int64,
    named isUnfinished: (Path) -> Bool = Files.isTemporary
  ) throws(SystemError) {
    for name in try list(folder) ?? [] where isUnfinished(name) {
      let path = folder.appending(name)
      if let found = try status(path),
        Clock.now() - found.changed / 1_000_000 > milliseconds
      {
        try removeTree(path)
      }
    }
  }

  static func writeAll(_ bytes: [UInt8], to descriptor: Int32, at path: Path) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let count = min(bytes.count - done, 1 << 24)
      let result = bytes.withUnsafeBytes { buffer in
        retried {
          Int32(clamping: system_write(descriptor, buffer.baseAddress.map { $0 + done }, count))
        }
      }
      guard result >= 0 else { throw SystemError("write", path, -result) }
      done += Int(result)
    }
  }
}

/// A finished file under a temporary name; removed at the end unless it was moved away.
struct Draft: ~Copyable {
  static let prefix = ".slots-"
  static let suffix = ".tmp"

  static func name() -> Path { Path(prefix + Random.name() + suffix) }

  let path: Path
  /// Set when what now has this name must not be removed at the end.
  var isKept = false

  /// Writes a draft and puts it on the medium.
  /// - Parameters:
  ///   - permissions: the file's permission bits; nil for 0666 without the umask's.
  ///   - syncing: whether it is on the medium when this returns.
  init(
    _ content: Content, permissions: UInt32?, in folder: Path, syncing: Bool = true
  ) throws(SystemError) {
    path = folder.appending(Draft.name())
    do throws(SystemError) {
      try create(content, permissions, syncing)
    } catch {
      guard Files.isAbsence(-error.code) else { throw error }
      try Files.makeFolders(folder)
      try create(content, permissions, syncing)
    }
  }

  deinit {
    if !isKept { _ = path.call { unlink($0) } }
  }

  /// Renames the draft, or trades names, by a system call.
  /// - Returns: what it returned, or the negative error number.
  func move(
    to target: Path, _ step: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32
  ) -> Int32 {
    path.call { name in target.withCPath { step(name, $0) } }
  }

  private func create(
    _ content: Content, _ permissions: UInt32?, _ syncing: Bool
  ) throws(SystemError) {
    guard case .file(let bytes, let executable) = content else {
      let target = Path(bytes: content.bytes)
      let result = path.call { name in target.withCPath { symlink($0, name) } }
      guard result >= 0 else { throw SystemError("create", path, -result) }
      return
    }
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    let descriptor = path.call { open($0, flags, mode_t(executable ? 0o777 : 0o666)) }
    guard descriptor >= 0 else { throw SystemError("create", path, -descriptor) }
    defer { close(descriptor) }
    if let permissions { fchmod(descriptor, mode_t(permissions)) }
    try Files.writeAll(bytes, to: descriptor, at: path)
    if syncing { try Files.sync(descriptor, at: path) }
  }
}
