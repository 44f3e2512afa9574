import SlotsGit
import SlotsSystem
import TestSupport
import Testing

@Suite struct TreeTests {
  let test: TestRepository
  private var repository: Repository { test.repository }

  init() throws { test = try TestRepository() }

  private func file(_ text: String) throws -> TreeItem {
    TreeItem(.file, try repository.write(blob: Array(text.utf8)))
  }

  private func listing(_ tree: ObjectID) throws -> [Substring] {
    try test.run("ls-tree", "-r", "-z", "--name-only", tree.hex).split(separator: "\0")
  }

  @Test func `a tree of git is read with every kind of entry`() throws {
    try test.write("file", "x")
    try test.write("run", "x")
    try test.write("folder/inner", "x")
    try Shell.run("sh", ["-c", "chmod +x run; ln -s file link"], in: test.path)
    let commit = try test.commit([:])
    try test.run("update-index", "--add", "--cacheinfo", "160000,\(commit),module")
    let tree = try #require(ObjectID(hex: test.run("write-tree")))
    let entries = try repository.tree(tree)
    #expect(entries.map(\.name) == ["file", "folder", "link", "module", "run"])
    #expect(
      entries.map(\.item.mode.kind) == [.file, .tree, .symlink, .commit, .executable])
    #expect(try repository.entry(at: "folder/inner", in: tree)?.id == entries[0].item.id)
    #expect(try repository.entry(at: "folder", in: tree) == entries[1].item)
    #expect(try repository.entry(at: "", in: tree) == TreeItem(.tree, tree))
    for path: Path in ["none", "file/inner", "folder/none", "module/x"] {
      #expect(try repository.entry(at: path, in: tree) == nil)
    }
  }

  @Test func `a tree is in git's order, not in that of names`() throws {
    let item = try file("x")
    let folder = TreeItem(.tree, try repository.write(tree: [TreeEntry("x", item)]))
    let tree = try repository.write(
      tree: [TreeEntry("a", folder), TreeEntry("a.b", item), TreeEntry("a0", item)])
    #expect(try repository.tree(tree).map(\.name) == ["a.b", "a", "a0"])
    try test.expectSound()
  }

  @Test(arguments: ["", ".", "..", ".git", ".GIT", "a/b"])
  func `a name that git forbids is refused`(name: String) throws {
    let item = try file("x")
    #expect(throws: GitError.self) {
      try repository.write(tree: [TreeEntry(Path(name), item)])
    }
  }

  @Test func `neither a name twice nor a missing object is written`() throws {
    let item = try file("x")
    #expect(throws: GitError.self) {
      try repository.write(tree: [TreeEntry("a", item), TreeEntry("a", item)])
    }
    #expect(throws: GitError.self) {
      try repository.write(tree: ["a": TreeItem(.file, nowhere)], on: nil)
    }
  }

  @Test func `edits change what they name, in folders too`() throws {
    try test.commit(["a": "1", "d/x": "1", "d/y": "1", "e/f/g": "1", "h/i": "1"])
    let base = try test.id("HEAD^{tree}")
    let tree = try repository.write(
      tree: [
        "a": nil, "d/x": try file("2"), "e/f/g": nil, "h": nil, "new/deep/file": try file("3"),
        "none/at/all": nil, "a0": TreeItem(.executable, try file("4").id),
      ], on: base)
    #expect(try listing(tree) == ["a0", "d/x", "d/y", "new/deep/file"])
    #expect(try repository.entry(at: "a0", in: tree)?.mode == .executable)
    #expect(
      try repository.entry(at: "d/y", in: tree) == repository.entry(at: "d/y", in: base))
    try test.expectSound()
  }

  @Test func `edits that change nothing give the same tree, and all removed the empty one`() throws
  {
    try test.commit(["a": "1", "d/x": "1"])
    let base = try test.id("HEAD^{tree}")
    #expect(try repository.write(tree: [:], on: base) == base)
    #expect(try repository.write(tree: ["none": nil, "d/none/x": nil], on: base) == base)
    #expect(try repository.write(tree: ["a": try file("1")], on: base) == base)
    let empty = try repository.write(tree: ["a": nil, "d": nil], on: base)
    #expect(empty.hex == "4b825dc642cb6eb9a060e54bf8d69288fbee4904")
    #expect(try repository.write(tree: [:], on: nil) == empty)
    #expect(try repository.contains(empty))
  }

  @Test func `a file does not take a folder's place, nor the other way round`() throws {
    try test.commit(["a": "1", "d/x": "1"])
    let base = try test.id("HEAD^{tree}")
    let item = try file("2")
    let refused: [[Path: TreeItem?]] = [
      ["a/b": item], ["d": item], ["n": item, "n/x": item], ["d": item, "d/y": nil],
    ]
    for edits in refused {
      let error = #expect(throws: GitError.self) { try repository.write(tree: edits, on: base) }
      #expect(error?.kind == .exists)
    }
    let swapped = try repository.write(
      tree: ["a": nil, "a/b": item, "d/x": nil, "d": item], on: base)
    #expect(try listing(swapped) == ["a/b", "d"])
    #expect(try repository.write(tree: ["a/b": nil], on: base) == base)
    try test.expectSound()
  }

  @Test func `a name that is not UTF-8 survives, and two spellings are two names`() throws {
    let strange = Path(bytes: [0x66, 0xff, 0x0a])
    let names: [Path] = [strange, "\u{e9}", "e\u{301}", "d/\(strange)"]
    var edits: [Path: TreeItem?] = [:]
    for name in names { edits[name] = try file("x") }
    let base = try repository.write(tree: edits, on: nil)
    let tree = try repository.write(tree: ["other": try file("y"), "d/z": try file("z")], on: base)
    for name in names { #expect(try repository.entry(at: name, in: tree) != nil, "\(name)") }
    #expect(try repository.changes(from: base, to: tree).map(\.path) == ["d/z", "other"])
    #expect(try repository.changes(from: nil, to: base).map(\.path) == names.sorted())
    try test.expectSound()
  }

  @Test func `changes are what git's diff finds without renames`() throws {
    try test.commit(["a": "1", "b/x": "1", "b/y": "same", "c": "1", "m": "moved"])
    let old = try test.id("HEAD^{tree}")
    try test.run("rm", "--quiet", "-r", "a", "c", "m")
    try test.commit(["a/inner": "1", "b/x": "2", "c.d": "1", "c0": "1", "n": "moved"])
    let new = try test.id("HEAD^{tree}")
    for (from, to) in [(old, new), (new, old)] {
      let names = try test.run(
        "diff-tree", "-r", "--no-renames", "--name-only", from.hex, to.hex)
      let changes = try repository.changes(from: from, to: to)
      #expect(
        changes.map(\.path.description).sorted()
          == names.split(separator: "\n").map(String.init).sorted())
      #expect(changes.map(\.path) == changes.map(\.path).sorted())
      for change in changes {
        #expect(try change.old == repository.entry(at: change.path, in: from).flatMap(asFile))
        #expect(try change.new == repository.entry(at: change.path, in: to).flatMap(asFile))
      }
    }
    #expect(try repository.changes(from: old, to: old) == [])
    #expect(try repository.changes(from: nil, to: old).allSatisfy { $0.old == nil })
    #expect(try repository.changes(from: nil, to: nil) == [])
  }

  private func asFile(_ item: TreeItem) -> TreeItem? { item.mode.kind == .tree ? nil : item }

  @Test func `folders without end are an error and no crash`() throws {
    var item = try file("x")
    for _ in 0..<400 { item = TreeItem(.tree, try repository.write(tree: [TreeEntry("d", item)])) }
    #expect(throws: GitError.self) { try repository.changes(from: nil, to: item.id) }
    let deep = Path((0..<400).map { _ in "d" }.joined(separator: "/"))
    let file = try file("x")
    #expect(throws: GitError.self) { try repository.write(tree: [deep: file], on: nil) }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `random edits give the tree that git's index gives`(seed: UInt64) throws {
    var chance = Chance(seed: seed)
    var model: [Path: String] = [:]
    var tree: ObjectID?
    for _ in 0..<6 {
      var edits: [Path: TreeItem?] = [:]
      for _ in 0..<chance.below(8) {
        let depth = 1 + chance.below(3)
        let parts = (0..<depth).map { level in "\(["d", "e", "f"][level])\(chance.below(3))" }
        let path = Path((parts + ["file\(chance.below(3))"]).joined(separator: "/"))
        if chance.onceIn(3) {
          model[path] = nil
          edits.updateValue(nil, forKey: path)
        } else {
          let text = "\(chance.below(5))"
          model[path] = text
          edits[path] = try file(text)
        }
      }
      tree = try repository.write(tree: edits, on: tree)
    }
    let input = try model.map { "100644 \(try file($0.value).id)\t\($0.key)\n" }.joined()
    try test.run("read-tree", "--empty")
    try test.run("update-index", "--index-info", input: input)
    #expect(try test.run("write-tree") == tree?.hex, "seed \(seed)")
  }
}
