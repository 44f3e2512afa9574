internal import CSystem

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

extension LinkedLock {
  /// Takes the lock of the file `name` in `root`. The lock of a dead process of ours is taken over.
  /// - Parameters:
  ///   - root: the folder that `sweep` will be given.
  ///   - folder: where the private files lie, on the same file system; made when missing.
  ///   - milliseconds: how long to wait for a living holder.
  /// - Returns: nil when someone else still holds it.
  package static func acquire(
    _ name: Path, in root: Path, privateIn folder: Path, waitingAtMost milliseconds: Int64 = 0
  ) throws(SystemError) -> LinkedLock? {
    let target = root.appending(name)
    let lock = lockFile(of: target)
    var wait = Wait(atMost: milliseconds)
    while true {
      guard let own = try PrivateFile.make(for: name, in: folder) else {
        if let lock = try exclusive(target) { return lock }
        guard wait.again() else { return nil }
        continue
      }
      let path = own.path
      let result = path.call { name in lock.withCPath { link(name, $0) } }
      switch result {
      case 0: return LinkedLock(target: target, own: path, descriptor: own.keep())
      case -EEXIST:
        if try removeDead(lock, privateIn: folder) { continue }
        guard wait.again() else { return nil }
      case -ENOENT: try Files.makeFolders(target.parent)
      case -EPERM, -ENOTSUP, -EXDEV, -EMLINK, -ENOSYS:
        if let lock = try exclusive(target) { return lock }
        guard wait.again() else { return nil }
      default: throw SystemError("lock", target, -result)
      }
    }
  }

  /// Removes the private files of dead processes, and the locks they held in `root`.
  package static func sweep(_ folder: Path, root: Path) throws(SystemError) {
    for name in try Files.list(folder) ?? [] {
      guard let target = PrivateFile.target(of: name) else { continue }
      let path = folder.appending(name)
      let descriptor = path.call { open($0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      guard retried({ flock(descriptor, LOCK_EX | LOCK_NB) }) >= 0 else { continue }
      let found = try Files.status(of: descriptor, at: path)
      let file = root.appending(target)
      if try Files.status(lockFile(of: file))?.isSameFile(as: found) == true {
        try Files.remove(lockFile(of: file))
      } else if found.links > 1, try Files.status(file)?.isSameFile(as: found) != true {
        // Its lock is where we do not look: only who wants that lock can tell.
        continue
      }
      try Files.remove(path)
    }
  }

  /// Removes a lock file whose owner was one of ours and is dead.
  /// - Returns: whether the lock file is gone, so that taking it is worth another try.
  private static func removeDead(
    _ lock: Path, privateIn folder: Path
  ) throws(SystemError) -> Bool {
    let descriptor = lock.call { open($0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
    if descriptor == -ENOENT { return true }
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    guard retried({ flock(descriptor, LOCK_EX | LOCK_NB) }) >= 0 else { return false }
    let found = try Files.status(of: descriptor, at: lock)
    guard let locked = try Files.status(lock), locked.isSameFile(as: found) else { return true }
    // One of ours has its second name among the private files.
    for name in try Files.list(folder) ?? []
    where try Files.status(folder.appending(name))?.isSameFile(as: found) == true {
      try Files.remove(lock)
      try Files.remove(folder.appending(name))
      return true
    }
    return false
  }

  /// The lock as git takes it, for a file system without hard links.
  private static func exclusive(_ target: Path) throws(SystemError) -> LinkedLock? {
    try Files.makeFolders(target.parent)
    let lock = lockFile(of: target)
    let descriptor = lock.call { open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
    if descriptor == -EEXIST { return nil }
    guard descriptor >= 0 else { throw SystemError("lock", target, -descriptor) }
    return LinkedLock(target: target, own: nil, descriptor: descriptor)
  }
}

/// A file of our own, held by `flock`; removed at the end unless it is kept. Its name tells which
/// target it is for.
private struct PrivateFile: ~Copyable {
  let path: Path
  private let descriptor: Int32
  private var isKept = false

  private init(path: Path, descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
  }

  /// Nil where this user may not make files in the folder, or the file system has no `flock`.
  static func make(for target: Path, in folder: Path) throws(SystemError) -> PrivateFile? {
    let name = prefix + Random.name() + "-"
    let path = folder.appending(Path(bytes: Array(name.utf8) + encoded(target)))
    let create = { path.call { open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) } }
    var descriptor = create()
    if descriptor == -ENOENT {
      try makeFolder(folder)
      descriptor = create()
    }
    if descriptor == -EACCES || descriptor == -EPERM { return nil }
    guard descriptor >= 0 else { throw SystemError("create", path, -descriptor) }
    let file = PrivateFile(path: path, descriptor: descriptor)
    if retried({ flock(descriptor, LOCK_EX) }) < 0 { return nil }
    return file
  }

  deinit {
    if isKept { return }
    _ = path.call { unlink($0) }
    close(descriptor)
  }

  /// The open file, which from now on belongs to the caller.
  consuming func keep() -> Int32 {
    isKept = true
    return descriptor
  }

  /// The target that a private file's name tells, or nil when it is none.
  static func target(of name: Path) -> Path? {
    let start = prefix.utf8.count + 17
    guard name.bytes.starts(with: prefix.utf8), name.bytes.count > start else { return nil }
    return Path(bytes: name.bytes.dropFirst(start).map { $0 == separator ? UInt8(ascii: "/") : $0 })
  }

  /// A name must fit into 255 bytes. What does not is cut, and then names no target.
  private static func encoded(_ target: Path) -> [UInt8] {
    target.bytes.prefix(200).map { $0 == UInt8(ascii: "/") ? separator : $0 }
  }

  /// Makes the folder as accessible as the one it is in, for a repository that a group shares.
  private static func makeFolder(_ folder: Path) throws(SystemError) {
    try Files.makeFolders(folder)
    guard let above = try Files.status(folder.parent) else { return }
    _ = folder.call { chmod($0, mode_t(above.permissions)) }
  }

  private static let prefix = "lock-"
  /// Stands for `/`; git allows it in no reference name.
  private static let separator = UInt8(ascii: ":")
}
