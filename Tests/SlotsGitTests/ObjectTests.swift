import Foundation
import SlotsGit
import SlotsSystem
import Synchronization
import TestSupport
import Testing

@Suite struct ObjectTests {
  let test: TestRepository
  private var repository: Repository { test.repository }

  init() throws { test = try TestRepository() }

  @Test(arguments: [true, false]) func `a commit of git is read`(packed: Bool) throws {
    let first = try test.commit(["file": "1"], "one")
    let second = try test.commit(["file": "2"], "two\n\nlines", at: 1_800_000_000)
    if packed { try test.run("gc", "--quiet") }
    let commit = try repository.commit(second)
    #expect(commit.id == second)
    #expect(commit.parents == [first])
    #expect(try commit.tree == test.id("HEAD^{tree}"))
    #expect(commit.message == "two\n\nlines\n")
    #expect(commit.author == ada(1_800_000_000))
    #expect(try repository.blob(test.id("HEAD:file")) == Array("2".utf8))
    #expect(try repository.blobSize(test.id("HEAD:file")) == 1)
    #expect(try repository.contains(first))
    #expect(try !repository.contains(nowhere))
    for read in [
      { _ = try repository.commit(nowhere) }, { _ = try repository.blob(nowhere) },
      { _ = try repository.tree(nowhere) }, { _ = try repository.blobSize(nowhere) },
    ] {
      let error = #expect(throws: GitError.self, performing: read)
      #expect(error?.kind == .notFound)
    }
  }

  @Test func `objects of a repository that is borrowed from are read`() throws {
    let first = try test.commit(["file": "1"])
    let clone = test.folder.path.appending("clone")
    try git("clone", "--quiet", "--shared", test.path.description, clone.description, in: "/")
    #expect(try Repository.open(clone).commit(first).id == first)
    let other = try TestRepository()
    #expect(try !other.repository.contains(first))
    try other.repository.borrowObjects(of: repository)
    #expect(try other.repository.commit(first).id == first)
    #expect(try !Repository.open(other.path).contains(first))
  }

  @Test func `objects that another program packs meanwhile are found`() throws {
    let first = try test.commit(["file": "1"])
    #expect(try repository.contains(first))
    try test.run("gc", "--quiet", "--prune=now")
    let second = try test.commit(["file": "2"])
    try test.run("repack", "-a", "-d", "--quiet")
    #expect(try repository.commit(second).parents == [first])
    try repository.refreshObjects()
    #expect(try repository.contains(second))
  }

  @Test(arguments: [[], Array("text\n".utf8), [0, 255, 10, 13]])
  func `a file is written and comes back`(bytes: [UInt8]) throws {
    let id = try repository.write(blob: bytes)
    #expect(id == Repository.id(blob: bytes))
    #expect(try repository.blob(id) == bytes)
    #expect(try test.run("cat-file", "-s", id.hex) == "\(bytes.count)")
    try test.expectSound()
  }

  @Test func `what exists is not written again`() throws {
    let id = try repository.write(blob: [1, 2, 3])
    let file: Path = "\(test.path)/.git/objects/\(id.hex.prefix(2))/\(id.hex.dropFirst(2))"
    let before = try #require(try Files.status(file))
    #expect(try repository.write(blob: [1, 2, 3]) == id)
    #expect(try Files.status(file)?.isSameFile(as: before) == true)
    try test.commit(["file": "x"])
    try test.run("gc", "--quiet")
    _ = try repository.write(blob: Array("x".utf8))
    #expect(try test.run("count-objects").hasPrefix("1 objects"))
  }

  /// As `git prune-packed` does between the moment libgit2 makes the folder and the one it fills it.
  @Test func `a folder that another program removes while it is empty is made again`() async throws
  {
    let writers = 2
    let left = Mutex(writers)
    let objects: Path = "\(test.path)/.git/objects"
    let path = test.path
    let failures = await onThreads(writers + 1) { number in
      if number == writers {
        while left.withLock({ $0 > 0 }) {
          for name in try Files.list(objects) ?? [] where name.bytes.count == 2 {
            rmdir(objects.appending(name).description)
          }
        }
        return
      }
      defer { left.withLock { $0 -= 1 } }
      let repository = try Repository.open(path)
      for round in 0..<60 {
        let blob = try repository.write(blob: Array("\(number) \(round)\n".utf8))
        let tree = try repository.write(tree: ["file": TreeItem(.file, blob)], on: nil)
        _ = try (repository.blobSize(blob), repository.tree(tree))
      }
    }
    #expect(failures == [])
    try test.expectSound()
  }

  @Test(arguments: [
    "", "one line", "line\n", "\n\nleading\n\n\n", "caf\u{e9} \u{1F600}\r\n", "# no comment\n",
  ]) func `a commit is what git would make of the same values`(message: String) throws {
    let tree = try repository.write(tree: [])
    let parent = try repository.write(
      commit: tree, parents: [], author: ada(), committer: ada(), message: "parent")
    let author = Signature(name: "Zoë Q.", email: "z@x", time: 1_234_567_890, offsetMinutes: -210)
    let id = try repository.write(
      commit: tree, parents: [parent, parent], author: author, committer: ada(5), message: message)
    let text = """
      tree \(tree)
      parent \(parent)
      parent \(parent)
      author Zoë Q. <z@x> 1234567890 -0330
      committer Ada <ada@example.org> 5 +0000


      """
    let hex = try test.run("hash-object", "-t", "commit", "--stdin", input: text + message)
    #expect(id.hex == hex)
    let commit = try repository.commit(id)
    #expect(commit.message == message)
    #expect(commit.author == author)
    #expect(commit.committer == ada(5))
  }

  @Test func `a commit without its tree or a parent is refused`() throws {
    let tree = try repository.write(tree: [])
    for (tree, parents) in [(nowhere, []), (tree, [nowhere])] {
      let error = #expect(throws: GitError.self) {
        try repository.write(
          commit: tree, parents: parents, author: ada(), committer: ada(), message: "x")
      }
      #expect(error?.kind == .notFound)
    }
  }

  @Test func `an object that is damaged is an error`() throws {
    let id = try test.commit(["file": "1"])
    let file: Path = "\(test.path)/.git/objects/\(id.hex.prefix(2))/\(id.hex.dropFirst(2))"
    try Files.write(Array("nonsense".utf8), to: file, temporaryIn: test.folder.path)
    #expect(throws: GitError.self) { try Repository.open(test.path).commit(id) }
  }
}

@Suite struct MergeTextTests {
  private func merge(_ base: String?, _ ours: String, _ theirs: String) throws -> String? {
    try Repository.mergeText(
      base: base.map { Array($0.utf8) }, ours: Array(ours.utf8), theirs: Array(theirs.utf8)
    ).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [
    ("1\n2\n3\n4\n5\n", "1a\n2\n3\n4\n5\n", "1\n2\n3\n4\n5b\n", "1a\n2\n3\n4\n5b\n"),
    ("1\n2\n", "1\n2\n", "1\n2\n3\n", "1\n2\n3\n"), ("1\n", "2\n", "2\n", "2\n"),
    ("1\n", "2\n", "3\n", nil), ("1\n2\n", "1\n", "1\n2x\n", nil), ("", "a\n", "b\n", nil),
    ("a", "a", "b", "b"), ("a\n", "", "a\n", ""),
  ]) func `changes in different places are joined`(
    base: String, ours: String, theirs: String, merged: String?
  ) throws {
    #expect(try merge(base, ours, theirs) == merged)
    #expect(try merge(base, theirs, ours) == merged)
  }

  @Test func `without a base equal sides are equal and others conflict`() throws {
    #expect(try merge(nil, "a\n", "a\n") == "a\n")
    #expect(try merge(nil, "a\n", "b\n") == nil)
  }

  @Test func `what is no text is not merged`() throws {
    #expect(try merge("a\u{0}\nb\nc\nd\n", "A\u{0}\nb\nc\nd\n", "a\u{0}\nb\nc\nD\n") == nil)
  }
}

@Suite struct MemoryTests {
  @Test func `what is written in memory can be read and is gone afterwards`() throws {
    let test = try TestRepository()
    let first = try test.commit(["file": "1", "folder/x": "1"])
    let second: ObjectID
    let before = try test.run("count-objects")
    do {
      let simulated = try Repository.openInMemory(test.path)
      let base = try simulated.commit(first).tree
      let blob = try simulated.write(blob: Array("2".utf8))
      let tree = try simulated.write(tree: ["folder/y": TreeItem(.file, blob)], on: base)
      second = try simulated.write(
        commit: tree, parents: [first], author: ada(), committer: ada(), message: "x")
      #expect(try simulated.contains(second))
      #expect(try simulated.changes(from: base, to: tree).map(\.path) == ["folder/y"])
      #expect(try simulated.walk(from: [second], hiding: [first]) == [second])
    }
    #expect(try !test.repository.contains(second))
    #expect(try test.run("count-objects") == before)
    try test.expectSound()
  }
}
