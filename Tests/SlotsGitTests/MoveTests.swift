import Foundation
import SlotsGit
import SlotsSystem
import TestSupport
import Testing

@Suite struct MoveTests {
  let test: TestRepository
  private var repository: Repository { test.repository }

  init() throws { test = try TestRepository() }

  private func move(
    _ name: String = "refs/heads/main", from old: ObjectID?, to new: ObjectID
  ) throws -> Bool {
    try repository.moveReference(name, from: old, to: new, reflog: "test: move", by: ada())
  }

  @Test(arguments: [true, false])
  func `a reference moves from where it is, and from nowhere else`(packed: Bool) throws {
    let first = try test.commit(on: [], "1")
    let second = try test.commit(on: [first], "2")
    #expect(try !move(from: second, to: first))
    #expect(try move(from: nil, to: first))
    if packed { try test.run("pack-refs", "--all", "--prune") }
    #expect(try !move(from: nil, to: second))
    #expect(try !move(from: second, to: second))
    #expect(try test.id("main") == first)
    #expect(try move(from: first, to: second))
    #expect(try test.id("main") == second)
    #expect(try move(from: second, to: second))
    try test.expectSound()
  }

  @Test func `HEAD moves the branch it is on, or itself`() throws {
    let first = try test.commit(["file": "1"])
    let second = try test.commit(on: [first], "2")
    #expect(try move("HEAD", from: first, to: second))
    #expect(try test.run("symbolic-ref", "HEAD") == "refs/heads/main")
    #expect(try test.id("main") == second)
    try test.run("checkout", "--quiet", "--force", "--detach", "main")
    #expect(try move("HEAD", from: second, to: first))
    #expect(try test.id("HEAD") == first)
    #expect(try test.id("main") == second)
    try test.expectSound()
  }

  @Test func `the reflogs are those git would write`() throws {
    let first = try test.commit(["file": "1"])
    let second = try test.commit(on: [first], "2")
    try test.run("branch", "other")
    #expect(
      try repository.moveReference(
        "refs/heads/main", from: first, to: second, reflog: "slots:\n a  line", by: ada(7)))
    #expect(try move("refs/heads/other", from: first, to: second))
    #expect(try move("refs/tags/tag", from: nil, to: second))
    for name in ["main", "HEAD"] {
      let log = try test.run("reflog", "show", "--format=%H %gs %gn <%ge>", name)
      #expect(log.split(separator: "\n").first == "\(second) slots: a line Ada <ada@example.org>")
    }
    let line = try test.folder.text("repository/.git/logs/refs/heads/main")?.split(separator: "\n")
      .last
    #expect(line == "\(first) \(second) Ada <ada@example.org> 7 +0000\tslots: a line")
    #expect(try test.run("reflog", "show", "HEAD").split(separator: "\n").count == 2)
    #expect(try Files.status("\(test.path)/.git/logs/refs/tags/tag") == nil)
    try test.expectSound()
  }

  @Test(arguments: [
    (false, nil, true), (true, nil, false), (false, "false", false), (true, "true", true),
    (true, "always", true), (false, "always", true),
  ]) func `a reflog is started where git would`(bare: Bool, setting: String?, isMade: Bool) throws {
    let test = try TestRepository(bare: bare)
    if let setting { try test.run("config", "core.logAllRefUpdates", setting) }
    let first = try test.commit(on: [], "1")
    #expect(
      try test.repository.moveReference("refs/heads/x", from: nil, to: first, reflog: "made"))
    let log = test.repository.commonFolder.appending("logs/refs/heads/x")
    #expect(try (Files.status(log) != nil) == isMade)
    try test.expectSound()
  }

  @Test(arguments: [true, false])
  func `names that exclude each other are told`(packed: Bool) throws {
    let first = try test.commit(["file": "1"])
    try test.run("branch", "a")
    try test.run("branch", "b/c/d")
    if packed { try test.run("pack-refs", "--all", "--prune") }
    for (new, old) in [("a/b", "a"), ("b", "b/c/d"), ("b/c", "b/c/d")] {
      let error = #expect(throws: GitError.self) {
        try move("refs/heads/\(new)", from: nil, to: first)
      }
      #expect(error?.kind == .exists)
      #expect(
        error?.message == "refs/heads/\(new) cannot be made because refs/heads/\(old) exists")
    }
    #expect(try move("refs/heads/b/c/e", from: nil, to: first))
    try test.expectSound()
  }

  @Test func `empty folders of removed branches are no obstacle`() throws {
    let first = try test.commit(["file": "1"])
    try Files.makeFolders("\(test.path)/.git/refs/heads/a/b")
    #expect(try move("refs/heads/a", from: nil, to: first))
    #expect(try test.id("a") == first)
  }

  @Test func `neither a bad name nor a missing commit is taken`() throws {
    let first = try test.commit(["file": "1"])
    let cases: [(String, ObjectID, GitError.Kind)] = [
      ("refs/heads/a..b", first, .invalidName), ("nonsense", first, .invalidName),
      ("refs/heads/x", nowhere, .notFound),
    ]
    for (name, id, kind) in cases {
      let error = #expect(throws: GitError.self) { try move(name, from: nil, to: id) }
      #expect(error?.kind == kind, "\(name)")
    }
  }

  @Test func `the lock of another program is waited for and then named`() throws {
    let first = try test.commit(["file": "1"])
    let lock = try test.folder.write("repository/.git/refs/heads/main.lock", "")
    let second = try test.commit(on: [first], "2")
    let error = #expect(throws: GitError.self) { try move(from: first, to: second) }
    #expect(error?.kind == .locked)
    #expect(error?.file == lock)
    #expect(error?.message.contains("main.lock") == true)
    try Files.remove(lock)
    #expect(try move(from: first, to: second))
  }

  @Test func `the lock of a killed process of ours is no obstacle, not even for git`() throws {
    let first = try test.commit(["file": "1"])
    let second = try test.commit(on: [first], "2")
    let die = """
      import fcntl, os
      os.makedirs("slots-locks", exist_ok=True)
      for name in ["refs/heads/main", "index"]:
          path = "slots-locks/lock-0123456789abcdef-" + name.replace("/", ":")
          file = os.open(path, os.O_RDWR | os.O_CREAT)
          fcntl.flock(file, fcntl.LOCK_EX)
          os.link(path, name + ".lock")
      """
    let killed = try Holder(die, in: test.path.appending(".git"))
    #expect(throws: (any Error).self) {
      try test.run("commit", "--quiet", "--allow-empty", "-m", "x")
    }
    killed.kill()
    #expect(throws: (any Error).self) {
      try test.run("commit", "--quiet", "--allow-empty", "-m", "x")
    }
    #expect(try move(from: first, to: second))
    try repository.removeLeftovers()
    try test.run("commit", "--quiet", "--allow-empty", "-m", "x")
    try test.expectSound()
  }

  @Test func `references of one working tree are its own`() throws {
    let first = try test.commit(["file": "1"])
    let second = try test.commit(on: [first], "2")
    try test.run("worktree", "add", "--quiet", "--detach", "../linked")
    let folder = test.folder.path.appending("linked")
    let linked = try Repository.open(folder)
    #expect(try linked.moveReference("HEAD", from: first, to: second, reflog: "x"))
    #expect(try linked.moveReference("refs/worktree/w", from: nil, to: first, reflog: "x"))
    #expect(try linked.moveReference("refs/heads/w", from: nil, to: first, reflog: "x"))
    #expect(try git("rev-parse", "HEAD", in: folder) == second.hex)
    #expect(try test.id("HEAD") == first)
    #expect(try test.id("w") == first)
    #expect(try repository.reference("refs/worktree/w") == nil)
    #expect(try git("rev-parse", "refs/worktree/w", in: folder) == first.hex)
    try test.expectSound()
  }

  @Test(arguments: 0..<20)
  func `of ten who move it from the same place exactly one wins`(round: Int) async throws {
    let first = try test.commit(on: [], "round \(round)")
    try test.run("update-ref", "refs/heads/main", first.hex)
    if round % 3 == 0 { try test.run("pack-refs", "--all", "--prune") }
    let racers = try (0..<10).map { try test.commit(on: [first], "\(round) \($0)") }
    let path = test.path
    let winners = try await withThrowingTaskGroup(of: ObjectID?.self) { group in
      for (number, id) in racers.enumerated() {
        group.addTask {
          // Some use this program, some use git.
          if number % 3 == 2 {
            let done = try? git("update-ref", "refs/heads/main", id.hex, first.hex, in: path)
            return done == nil ? nil : id
          }
          let repository = try Repository.open(path)
          let isMoved = try repository.moveReference(
            "refs/heads/main", from: first, to: id, reflog: "race")
          return isMoved ? id : nil
        }
      }
      return try await group.reduce(into: [ObjectID]()) { all, id in if let id { all.append(id) } }
    }
    // Git gives up at a lock that is held, so it may be that no git has won.
    #expect(winners.count == 1)
    #expect(try winners == [test.id("main")])
    try test.expectSound()
  }

  @Test func `ten who build upon each other lose no commit`() async throws {
    let first = try test.commit(on: [], "0")
    #expect(try move(from: nil, to: first))
    let path = test.path
    try await withThrowingTaskGroup(of: Void.self) { group in
      for racer in 0..<10 {
        group.addTask {
          let repository = try Repository.open(path)
          for round in 0..<20 {
            while true {
              let old = try #require(try repository.reference("refs/heads/main"))
              let new = try repository.write(
                commit: repository.commit(old).tree, parents: [old], author: ada(),
                committer: ada(), message: "\(racer) \(round)")
              if try repository.moveReference(
                "refs/heads/main", from: old, to: new, reflog: "race", by: ada())
              {
                break
              }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try test.run("rev-list", "--count", "main") == "201")
    #expect(try test.run("reflog", "show", "main").split(separator: "\n").count == 201)
    try test.expectSound()
  }
}
