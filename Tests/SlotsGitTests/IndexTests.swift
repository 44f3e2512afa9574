import SlotsGit
import SlotsSystem
import TestSupport
import Testing

@Suite struct IndexTests {
  let test: TestRepository
  private var repository: Repository { test.repository }

  init() throws { test = try TestRepository() }

  private func edit(_ name: Path) throws -> IndexEdit {
    let file = test.path.appending(name)
    let content = try #require(try Files.content(file))
    let status = try #require(try Files.status(file))
    let id = try repository.write(blob: content.bytes)
    return IndexEdit(
      item: TreeItem(try #require(FileMode(of: status)), id), status: status)
  }

  private func status() throws -> String { try test.run("status", "--porcelain") }

  /// What git believes to differ from the index by the files' status alone.
  private func differences() throws -> String { try test.run("diff-files", "--name-only") }

  /// Dates files into the past, so that an index written now proves them.
  private func makeOld(_ names: String...) throws {
    try Shell.run("touch", ["-h", "-d", "@1000000000"] + names, in: test.path)
  }

  @Test func `the index of git is read`() throws {
    try test.commit(["a": "1", "d/x": "22"])
    try Shell.run("sh", ["-c", "chmod +x a; ln -s a link"], in: test.path)
    try test.run("add", "--all")
    try test.run("update-index", "--assume-unchanged", "a")
    try test.run("update-index", "--skip-worktree", "d/x")
    let index = try repository.index()
    #expect(index.entries.map(\.path) == ["a", "d/x", "link"])
    #expect(index.entries.map(\.item.mode) == [.executable, .file, .symlink])
    #expect(index.entries.map(\.isAssumedUnchanged) == [true, false, false])
    #expect(index.entries.map(\.isSkipped) == [false, true, false])
    #expect(index.entry(at: "d/x")?.size == 2)
    #expect(try index.entry(at: "d/x")?.item.id == test.id(":d/x"))
    #expect(index.entry(at: "d") == nil)
    let status = try #require(try Files.status(test.path.appending("a")))
    let entry = try #require(index.entry(at: "a"))
    #expect(
      entry.modified == status.modified && entry.inode == UInt32(truncatingIfNeeded: status.inode))
    #expect(try index.written == Files.status("\(test.path)/.git/index")?.modified)
  }

  @Test func `a conflict is read with its stages, and ends with an edit`() throws {
    try test.commit(["file": "base", "other": "x"])
    try test.run("checkout", "--quiet", "-b", "side")
    try test.commit(["file": "theirs"])
    try test.run("checkout", "--quiet", "main")
    try test.commit(["file": "ours"])
    _ = try? test.run("merge", "side")
    let index = try repository.index()
    #expect(index.entries.map(\.stage) == [1, 2, 3, 0])
    #expect(index.entry(at: "file") == nil)
    try test.write("file", "both")
    try repository.updateIndex(["file": edit("file")], fallback: nil)
    #expect(try repository.index().entries.map(\.stage) == [0, 0])
    #expect(try status() == "M  file")
    try test.expectSound()
  }

  @Test func `after an update git has nothing to read again`() throws {
    let commit = try test.commit(["a": "1", "d/x": "1", "gone": "1", "kept": "1"])
    try makeOld("a", "d/x", "gone", "kept")
    try test.run("update-index", "--refresh")
    try test.write("a", "22")
    try test.write("new/file", "3")
    try Shell.run("sh", ["-c", "rm gone; ln -s kept link; chmod +x d/x"], in: test.path)
    try makeOld("a", "new/file", "link")
    let edits: [Path: IndexEdit?] = [
      "a": try edit("a"), "new/file": try edit("new/file"), "link": try edit("link"),
      "d/x": try edit("d/x"), "gone": nil, "never": nil,
    ]
    try repository.updateIndex(edits, fallback: nil)
    #expect(try differences() == "")
    #expect(try test.run("diff", "--cached", "--name-status").split(separator: "\n").count == 5)
    let tree = try #require(ObjectID(hex: test.run("write-tree")))
    let next = try repository.write(
      commit: tree, parents: [commit], author: ada(), committer: ada(), message: "x")
    #expect(
      try repository.moveReference("refs/heads/main", from: commit, to: next, reflog: "x"))
    #expect(try status() == "")
    let index = try repository.index()
    for entry in index.entries {
      let file = try Files.status(test.path.appending(entry.path))
      #expect(entry.isUntouched(file, since: index.written), "\(entry.path)")
    }
    try test.expectSound()
  }

  @Test func `a file that changed after its entry is seen`() throws {
    try test.commit(["a": "1", "b": "1", "c": "1"])
    try makeOld("a", "b", "c")
    try repository.updateIndex(
      ["a": edit("a"), "b": edit("b"), "c": edit("c")], fallback: nil)
    try test.write("a", "2")
    try Shell.run("sh", ["-c", "rm b; chmod +x c"], in: test.path)
    let index = try repository.index()
    for name: Path in ["a", "b", "c"] {
      let file = try Files.status(test.path.appending(name))
      #expect(index.entry(at: name)?.isUntouched(file, since: index.written) == false, "\(name)")
    }
  }

  @Test func `a change in the second in which the index was written stays visible`() throws {
    try test.commit(["a": "1", "b": "1"])
    try makeOld("a", "b")
    try repository.updateIndex(["a": edit("a"), "b": edit("b")], fallback: nil)
    // Both are dated as the index is; then one is changed without a trace in size and date.
    let moment = "@1500000000"
    try Shell.run("touch", ["-d", moment, "a", "b", ".git/index"], in: test.path)
    let before: [Path: IndexEdit?] = ["a": try edit("a"), "b": try edit("b")]
    try repository.updateIndex(before, fallback: nil)
    try Shell.run("sh", ["-c", "printf 2 > a; touch -d \(moment) a .git/index"], in: test.path)
    try test.write("other", "x")
    try repository.updateIndex(["other": edit("other")], fallback: nil)
    let index = try repository.index()
    #expect(index.entry(at: "a")?.size == 0)
    #expect(index.entry(at: "b")?.size == 1)
    #expect(try test.run("status", "--porcelain", "a", "b") == " M a")
  }

  @Test func `what git was told about an entry stays`() throws {
    try test.commit(["a": "1", "b": "1", "c": "1"])
    try test.run("update-index", "--assume-unchanged", "a")
    try test.run("update-index", "--skip-worktree", "b")
    try test.write("c", "2")
    try repository.updateIndex(["c": edit("c")], fallback: nil)
    #expect(try test.run("ls-files", "-v") == "h a\nS b\nH c")
  }

  @Test(arguments: [nil, "", "no index at all"])
  func `a missing or damaged index is made again from a tree`(text: String?) throws {
    try test.commit(["a": "1", "d/x": "1"])
    let tree = try test.id("HEAD^{tree}")
    let file: Path = "\(test.path)/.git/index"
    try Files.remove(file)
    if let text { try test.folder.write("repository/.git/index", text) }
    try test.write("new", "2")
    try repository.updateIndex(["new": edit("new"), "a": nil], fallback: tree)
    #expect(try repository.index().entries.map(\.path) == ["d/x", "new"])
    #expect(try test.run("ls-files") == "d/x\nnew")
    try test.expectSound()
  }

  @Test func `an index that is cut off at any length is made again or refused, never a crash`()
    throws
  {
    try test.commit(["a": "1", "d/x": "1"])
    let tree = try test.id("HEAD^{tree}")
    let file: Path = "\(test.path)/.git/index"
    let whole = try #require(try Files.read(file))
    for length in 0..<whole.count {
      try Files.write(Array(whole.prefix(length)), to: file, temporaryIn: test.folder.path)
      try repository.updateIndex(["a": nil], fallback: tree)
      #expect(try repository.index().entries.map(\.path) == ["d/x"], "\(length) bytes")
    }
  }

  @Test func `a split index is refused and stays`() throws {
    try test.commit(["a": "1"])
    try test.run("update-index", "--split-index")
    let before = try Files.read("\(test.path)/.git/index")
    for work in [
      { _ = try repository.index() }, { try repository.updateIndex(["a": nil], fallback: nil) },
    ] {
      let error = #expect(throws: GitError.self, performing: work)
      #expect(error?.kind == .unsupportedIndex)
    }
    #expect(try Files.read("\(test.path)/.git/index") == before)
  }

  @Test func `another index than the usual one is worked on`() throws {
    try test.commit(["a": "1"])
    let other = test.folder.path.appending("other-index")
    try test.write("b", "2")
    try repository.updateIndex(["b": edit("b")], at: other, fallback: test.id("HEAD^{tree}"))
    #expect(try repository.index(at: other).entries.map(\.path) == ["a", "b"])
    #expect(try repository.index().entries.map(\.path) == ["a"])
    #expect(
      try git(
        "ls-files", in: test.path, environment: ["GIT_INDEX_FILE": other.description]) == "a\nb")
  }

  @Test func `a name that is not UTF-8 and a long one are kept`() throws {
    let strange = Path(bytes: [0x66, 0xff])
    let long = Path(String(repeating: "n", count: 200) + "/" + String(repeating: "m", count: 200))
    try test.commit([strange: "1", long: "1"])
    try test.write("other", "x")
    try repository.updateIndex(["other": edit("other"), long: edit(long)], fallback: nil)
    #expect(try repository.index().entries.map(\.path) == [strange, long, "other"].sorted())
    #expect(try status() == "A  other")
  }

  @Test func `many who update it at once lose no entry`() async throws {
    try test.commit(["a": "1"])
    let path = test.path
    let id = try repository.write(blob: [1])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          let repository = try Repository.open(path)
          for round in 0..<5 {
            try repository.updateIndex(
              ["n\(number)-\(round)": IndexEdit(item: TreeItem(.file, id), status: nil)],
              fallback: nil)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try repository.index().entries.count == 41)
    try test.expectSound()
  }

  @Test(arguments: ["2040-01-01", "1960-01-01", "2100-12-31"])
  func `dates that need more than 31 bits are kept or read again`(date: String) throws {
    try test.commit(["a": "1"])
    try Shell.run("touch", ["-d", date, "a"], in: test.path)
    let file = test.path.appending("a")
    try repository.updateIndex(["a": edit("a")], fallback: nil)
    try Shell.run("touch", ["-d", "2105-01-01", ".git/index"], in: test.path)
    let index = try repository.index()
    let entry = try #require(index.entry(at: "a"))
    let isKept = try entry.isUntouched(Files.status(file), since: index.written)
    #expect(isKept == !date.hasPrefix("19"))
    #expect(try status() == "")
  }
}
