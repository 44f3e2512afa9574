import SlotsGit
import SlotsSystem
import TestSupport
import Testing

@Suite struct ReferenceTests {
  let test: TestRepository
  private var repository: Repository { test.repository }

  init() throws { test = try TestRepository() }

  @Test func `HEAD is on a branch with or without commits, or on a commit`() throws {
    #expect(try repository.head() == .branch(name: "refs/heads/main", nil))
    #expect(try repository.head().commit == nil)
    let first = try test.commit(["file": "1"])
    #expect(try repository.head() == .branch(name: "refs/heads/main", first))
    try test.run("checkout", "--quiet", "--detach")
    #expect(try repository.head() == .detached(first))
    #expect(try repository.symbolicTarget("HEAD") == nil)
  }

  @Test(arguments: [true, false])
  func `references are read, loose or packed`(packed: Bool) throws {
    let first = try test.commit(["file": "1"])
    try test.run("branch", "a/b")
    try test.run("symbolic-ref", "refs/remotes/origin/HEAD", "refs/heads/a/b")
    try test.run("symbolic-ref", "refs/remotes/origin/gone", "refs/heads/none")
    if packed { try test.run("pack-refs", "--all") }
    #expect(try repository.reference("refs/heads/a/b") == first)
    #expect(try repository.reference("refs/heads/a") == nil)
    #expect(try repository.reference("refs/heads/none") == nil)
    #expect(try repository.symbolicTarget("refs/remotes/origin/HEAD") == "refs/heads/a/b")
    #expect(
      try repository.references("refs/heads/*").map(\.name) == [
        "refs/heads/a/b", "refs/heads/main",
      ]
    )
    let remotes = try repository.references("refs/remotes/*")
    #expect(remotes.map(\.name) == ["refs/remotes/origin/HEAD"])
    #expect(remotes.map(\.id) == [first])
    #expect(throws: GitError.self) { try repository.reference("no good") }
  }

  @Test func `a revision is resolved as git does`() throws {
    let first = try test.commit(["file": "1"], "first words")
    let second = try test.commit(["file": "2"])
    try test.run("tag", "-a", "-m", "tag", "v1", "HEAD~1")
    for revision in ["HEAD~1", "main^", "v1", first.short, ":/first words", first.hex] {
      #expect(try repository.resolve(revision) == first, "\(revision)")
    }
    #expect(try repository.resolve("main") == second)
    for revision in ["none", "HEAD~5", "HEAD:file", "", "no good", nowhere.hex, "@{upstream}"] {
      #expect(try repository.resolve(revision) == nil, "\(revision)")
    }
  }

  @Test func `a short id of several objects is ambiguous`() throws {
    var prefixes: Set<String> = []
    var shared: String?
    var number = 0
    while shared == nil {
      let id = try repository.write(blob: Array("\(number)".utf8))
      let prefix = String(id.hex.prefix(4))
      if !prefixes.insert(prefix).inserted { shared = prefix }
      number += 1
    }
    let error = #expect(throws: GitError.self) { try repository.resolve(shared ?? "") }
    #expect(error?.kind == .ambiguous)
  }

  @Test func `HEAD is put on another branch`() throws {
    try test.commit(["file": "1"])
    try repository.setSymbolicHead(to: "refs/heads/new")
    #expect(try test.run("symbolic-ref", "HEAD") == "refs/heads/new")
    for name in ["refs/tags/x", "refs/heads/a..b", "main"] {
      let error = #expect(throws: GitError.self) { try repository.setSymbolicHead(to: name) }
      #expect(error?.kind == .invalidName)
    }
  }
}
