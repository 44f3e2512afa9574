internal import CSystem

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A lock between processes that the system takes back when its holder dies (`flock`). The file
/// itself stays for ever and tells who held it last. The lock is given back at the end of the value.
package struct ProcessLock: ~Copyable {
  private let descriptor: Int32

  deinit {
    // Closing is not enough: a program that another thread starts at this moment still has a copy.
    release()
    close(descriptor)
  }

  /// Gives the lock back before the end of the value.
  package func release() { flock(descriptor, LOCK_UN) }

  /// Takes the lock.
  /// - Parameters:
  ///   - path: the lock's file; made with its folders when missing.
  ///   - milliseconds: how long to wait for another process.
  /// - Returns: nil when another process still holds it.
  package static func acquire(
    _ path: Path, waitingAtMost milliseconds: Int64
  ) throws(SystemError) -> ProcessLock? {
    try Files.makeFolders(path.parent)
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
    let descriptor = path.call { open($0, flags, 0o644) }
    guard descriptor >= 0 else { throw SystemError("open", path, -descriptor) }
    let lock = ProcessLock(descriptor: descriptor)
    var wait = Wait(atMost: milliseconds)
    while true {
      let result = retried { flock(descriptor, LOCK_EX | LOCK_NB) }
      if result >= 0 { break }
      guard result == -EWOULDBLOCK else { throw SystemError("lock", path, -result) }
      guard wait.again() else { return nil }
    }
    ftruncate(descriptor, 0)
    try Files.writeAll(Array("\(getpid())\n".utf8), to: descriptor, at: path)
    return lock
  }

  /// The number of the process that took the lock last, for a message; nil when unknown.
  package static func holder(_ path: Path) -> Int32? {
    guard let bytes = try? Files.read(path, limit: 32) else { return nil }
    return Int32(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }
}

/// Pauses that grow, with some chance in them, until a time is over.
struct Wait {
  private let end: Int64
  private var pause: Int64 = 1

  init(atMost milliseconds: Int64) { end = Clock.monotonic() + milliseconds }

  /// Pauses. Returns false at once when the time is over.
  mutating func again() -> Bool {
    let left = end - Clock.monotonic()
    guard left > 0 else { return false }
    Clock.pause(milliseconds: min(left, .random(in: pause...pause * 2)))
    pause = min(pause * 2, 40)
    return true
  }
}
