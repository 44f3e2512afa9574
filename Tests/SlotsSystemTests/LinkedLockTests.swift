import SlotsSystem
import TestSupport
import Testing

@Suite struct LinkedLockTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var own: Path { folder.path.appending("own") }
  private var lockFile: Path { LinkedLock.lockFile(of: folder.path.appending("refs/a")) }

  private func acquire(waitingAtMost: Int64 = 0) throws -> LinkedLock? {
    try LinkedLock.acquire(
      "refs/a", in: folder.path, privateIn: own, waitingAtMost: waitingAtMost)
  }

  /// Whether the lock can be had for a moment.
  private func isFree(waitingAtMost: Int64 = 0) throws -> Bool {
    guard let lock = try acquire(waitingAtMost: waitingAtMost) else { return false }
    _ = consume lock
    return true
  }

  /// A process that took the lock as this program does, up to a point.
  private func holder(_ more: String = "") throws -> Holder {
    try Files.makeFolders(own)
    try Files.makeFolders(lockFile.parent)
    return try Holder(
      """
      import fcntl, os
      file = open("own/lock-0123456789abcdef-refs:a", "w")
      fcntl.flock(file, fcntl.LOCK_EX)
      os.link(file.name, "refs/a.lock")
      \(more)
      """, in: folder.path)
  }

  @Test func `a commit makes the new content the target's and leaves nothing else`() throws {
    try folder.write("refs/a", "old")
    do {
      guard var lock = try acquire() else { throw Missing() }
      #expect(try Files.status(lockFile)?.links == 2)
      #expect(try folder.text("refs/a") == "old")
      try lock.commit(Array("new".utf8))
      #expect(try isFree())
    }
    #expect(try folder.text("refs/a") == "new")
    #expect(try folder.files() == ["refs/a"])
    #expect(try Files.status(folder.path.appending("refs/a"))?.links == 1)
  }

  @Test func `a finished file takes the target's place`() throws {
    let made = try folder.write("made", "new")
    do {
      guard var lock = try acquire() else { throw Missing() }
      try lock.commit(moving: made)
    }
    #expect(try folder.text("refs/a") == "new")
    #expect(try folder.files() == ["refs/a"])
  }

  @Test func `without a commit the target stays as it was`() throws {
    try folder.write("refs/a", "old")
    do {
      guard let lock = try acquire() else { throw Missing() }
      #expect(try !isFree(waitingAtMost: 20))
      _ = consume lock
    }
    #expect(try folder.text("refs/a") == "old")
    #expect(try folder.files() == ["refs/a"])
  }

  @Test func `a commit that fails gives the lock back`() throws {
    try folder.write("refs/a/b", "in the way")
    do {
      guard var lock = try acquire() else { throw Missing() }
      #expect(throws: SystemError.self) { try lock.commit([1]) }
    }
    #expect(try folder.files() == ["refs/a/b"])
  }

  @Test func `the lock of a living process is respected`() throws {
    let holder = try holder()
    #expect(try !isFree(waitingAtMost: 20))
    try LinkedLock.sweep(own, root: folder.path)
    #expect(try folder.files() == ["own/lock-0123456789abcdef-refs:a", "refs/a.lock"])
    holder.kill()
  }

  @Test(arguments: [
    "", "file.write('half'); file.flush()",
    "file.write('new'); file.flush(); os.rename('refs/a.lock', 'refs/a')",
  ]) func `the lock of a killed process is taken over`(progress: String) throws {
    try folder.write("refs/a", "old")
    try holder(progress).kill()
    let isRenamed = progress.contains("rename")
    #expect(try (Files.status(lockFile) == nil) == isRenamed)
    do {
      guard var lock = try acquire() else { throw Missing() }
      #expect(try folder.text("refs/a") == (isRenamed ? "new" : "old"))
      try lock.commit(Array("later".utf8))
    }
    try LinkedLock.sweep(own, root: folder.path)
    #expect(try folder.text("refs/a") == "later")
    #expect(try folder.files() == ["refs/a"])
  }

  @Test(arguments: ["", "os.rename('refs/a.lock', 'refs/a')", "os.unlink('refs/a.lock')"])
  func `sweeping removes what killed processes left, locks too`(progress: String) throws {
    try folder.write("refs/a", "old")
    try folder.write("own/other", "not a lock")
    try holder(progress).kill()
    try LinkedLock.sweep(own, root: folder.path)
    #expect(try folder.files() == ["own/other", "refs/a"])
  }

  @Test func `sweeping leaves a private file whose lock it cannot find`() throws {
    try Files.makeFolders(own)
    try folder.write("elsewhere.lock", "")
    try Shell.run("ln", ["elsewhere.lock", "own/lock-0123456789abcdef-refs:b"], in: folder.path)
    try LinkedLock.sweep(own, root: folder.path)
    #expect(try folder.files().count == 2)
  }

  @Test func `git's own lock is never removed, not even one with a second name`() throws {
    try folder.write("refs/a.lock", "")
    #expect(try !isFree(waitingAtMost: 20))
    try Shell.run("ln", ["refs/a.lock", "backup"], in: folder.path)
    #expect(try !isFree(waitingAtMost: 20))
    try LinkedLock.sweep(own, root: folder.path)
    #expect(try folder.files() == ["backup", "refs/a.lock"])
  }

  @Test func `a private file that was swept away under a starting process does no harm`() throws {
    // The names of killed processes that never linked theirs.
    for number in 0..<5 { try folder.write("own/lock-000000000000000\(number)-refs:a", "") }
    let root = folder.path
    try LinkedLock.sweep(own, root: root)
    #expect(try folder.files() == [])
    #expect(try isFree())
  }

  @Test func `who waits gets it when it is given back`() async throws {
    let holder = try holder()
    let (root, own) = (folder.path, own)
    async let waited = Task.detached {
      try LinkedLock.acquire("refs/a", in: root, privateIn: own, waitingAtMost: 60_000) != nil
    }.value
    Clock.pause(milliseconds: 20)
    holder.kill()
    #expect(try await waited)
  }

  @Test(arguments: [UInt64(1), 2])
  func `of many who add one to a number none is lost`(seed: UInt64) async throws {
    try folder.write("refs/a", "0")
    let (root, own) = (folder.path, own)
    let (tasks, rounds) = (6, 15)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<tasks {
        group.addTask {
          var chance = Chance(seed: seed &* 100 &+ UInt64(task))
          for _ in 0..<rounds {
            guard
              var lock = try LinkedLock.acquire(
                "refs/a", in: root, privateIn: own, waitingAtMost: 60_000)
            else { throw Missing() }
            let bytes = try Files.read(root.appending("refs/a")) ?? []
            let number = Int(String(decoding: bytes, as: UTF8.self)) ?? 0
            if chance.onceIn(4) { try LinkedLock.sweep(own, root: root) }
            // Some give up, as one who found the reference moved does.
            if !chance.onceIn(5) { try lock.commit(Array("\(number + 1)".utf8)) } else { continue }
            try Files.append([1], to: root.appending("count"), making: true)
          }
        }
      }
      try await group.waitForAll()
    }
    let count = try #require(try Files.read(folder.path.appending("count"))).count
    #expect(try folder.text("refs/a") == "\(count)", "seed \(seed)")
    #expect(try folder.files() == ["count", "refs/a"], "seed \(seed)")
  }
}
