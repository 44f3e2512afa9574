import Foundation
import SlotsSystem
import TestSupport
import Testing

@Suite struct ProcessLockTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Whether the lock can be had for a moment.
  private static func isFree(_ path: Path, waitingAtMost: Int64 = 0) throws -> Bool {
    guard let lock = try ProcessLock.acquire(path, waitingAtMost: waitingAtMost) else {
      return false
    }
    lock.release()
    return true
  }

  @Test func `one holds it, and after its end another does`() throws {
    let path: Path = "\(folder.path)/state/lock"
    do {
      guard let lock = try ProcessLock.acquire(path, waitingAtMost: 0) else { throw Missing() }
      #expect(ProcessLock.holder(path) == getpid())
      #expect(try !Self.isFree(path, waitingAtMost: 20))
      lock.release()
      #expect(try Self.isFree(path))
    }
    do {
      guard let lock = try ProcessLock.acquire(path, waitingAtMost: 0) else { throw Missing() }
      #expect(try !Self.isFree(path))
      _ = consume lock
    }
    #expect(try Self.isFree(path))
    #expect(try Files.status(path) != nil)
  }

  @Test func `who waits gets it when it is given back`() async throws {
    let path = folder.path.appending("lock")
    guard let lock = try ProcessLock.acquire(path, waitingAtMost: 0) else { throw Missing() }
    async let second = Task.detached { try Self.isFree(path, waitingAtMost: 60_000) }.value
    Clock.pause(milliseconds: 20)
    lock.release()
    #expect(try await second)
  }

  @Test func `it ends with a killed process`() throws {
    let path = folder.path.appending("lock")
    let holder = try Holder(
      """
      import fcntl
      file = open("lock", "w")
      fcntl.flock(file, fcntl.LOCK_EX)
      """, in: folder.path)
    #expect(try !Self.isFree(path))
    holder.kill()
    #expect(try Self.isFree(path))
  }

  @Test func `a program that is started does not inherit it`() throws {
    let path = folder.path.appending("lock")
    do {
      guard let lock = try ProcessLock.acquire(path, waitingAtMost: 0) else { throw Missing() }
      try Shell.run("sh", ["-c", "sleep 600 & echo $! > pid"], in: folder.path)
      _ = consume lock
    }
    #expect(try Self.isFree(path))
    try Shell.run("sh", ["-c", "kill $(cat pid)"], in: folder.path)
  }

  @Test func `a lock that cannot be made is named`() throws {
    try folder.write("file", "")
    let path: Path = "\(folder.path)/file/lock"
    let error = #expect(throws: SystemError.self) {
      try Self.isFree(path)
    }
    #expect(error?.description.contains("\(folder.path)/file") == true)
  }
}

struct Missing: Error {}
