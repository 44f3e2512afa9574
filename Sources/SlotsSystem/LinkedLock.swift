internal import CSystem

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A lock as git takes it, the file `TARGET.lock`, that nobody has to remove by hand when its holder
/// was killed.
///
/// The lock file is a second name of a private file in a folder of ours, and that file is held by
/// `flock`, which ends with the process. Who finds `TARGET.lock` taken and can take the `flock` of
/// the same file knows that its owner is dead, and removes it. A lock of git itself has no such
/// second name and is never touched.
///
/// New content is written to that file, and the lock file takes the target's name. The private name
/// is the first to be made and the last to be removed, so `sweep` finds whatever a killed process
/// left. A lock at the end of its value without a commit leaves the target as it was.
package struct LinkedLock: ~Copyable {
  /// The file that is locked.
  package let target: Path
  /// The private file; nil on a file system without hard links, where the lock is as git's own.
  private let own: Path?
  private let descriptor: Int32
  private var isHeld = true

  init(target: Path, own: Path?, descriptor: Int32) {
    self.target = target
    self.own = own
    self.descriptor = descriptor
  }

  deinit {
    if isHeld { try? release() }
    close(descriptor)
  }

  /// The lock file of a target.
  package static func lockFile(of target: Path) -> Path { target.adding(suffix: ".lock") }

  /// Makes `bytes` the content of the target, on the medium, and gives the lock back.
  package mutating func commit(_ bytes: [UInt8]) throws(SystemError) {
    let lock = LinkedLock.lockFile(of: target)
    try Files.writeAll(bytes, to: descriptor, at: lock)
    try Files.sync(descriptor, at: lock)
    try move(lock)
  }

  /// Puts a finished file on the medium, gives it the target's name, and gives the lock back.
  /// - Parameters:
  ///   - file: on the same file system.
  ///   - syncing: whether it must outlive a loss of power.
  package mutating func commit(moving file: Path, syncing: Bool = true) throws(SystemError) {
    if syncing { try Files.sync(file: file) }
    try move(file, syncing)
  }

  private mutating func move(_ file: Path, _ syncing: Bool = true) throws(SystemError) {
    let result = file.call { name in target.withCPath { rename(name, $0) } }
    guard result >= 0 else { throw SystemError("write", target, -result) }
    isHeld = false
    // It is done: what cannot be removed now is removed like that of a dead process.
    try? release(isRenamed: file == LinkedLock.lockFile(of: target))
    if syncing { try Files.sync(folder: target.parent) }
  }

  /// - Parameter isRenamed: the lock file has become the target; one that is there now is another's.
  private func release(isRenamed: Bool = false) throws(SystemError) {
    if !isRenamed { try Files.remove(LinkedLock.lockFile(of: target)) }
    if let own { try Files.remove(own) }
  }
}
