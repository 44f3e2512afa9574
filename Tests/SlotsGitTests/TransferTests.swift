import SlotsSystem
import TestSupport
import Testing

@testable import SlotsGit

@Suite struct TransferTests {
  let source: TestRepository
  let target: TestRepository

  init() throws {
    source = try TestRepository()
    target = try TestRepository(bare: true)
  }

  /// A history with folders, a merge and files that come back.
  private func history(_ chance: inout Chance, count: Int) throws -> ObjectID {
    var tip = try source.commit(["file": "0", "folder/a/b": "0"])
    for number in 1..<count {
      if number % 7 == 3 {
        try source.run("checkout", "--quiet", "-b", "side\(number)")
        try source.commit(["side\(number)": "\(number)"])
        try source.run("checkout", "--quiet", "main")
        try source.commit(["main\(number)": "\(number)"])
        try source.run("merge", "--quiet", "--no-edit", "side\(number)")
      }
      tip = try source.commit(["folder/\(chance.below(3))/x": "\(chance.below(4))"])
    }
    return tip
  }

  private func isWhole(_ tip: ObjectID) throws -> Bool {
    let missing = try target.run("rev-list", "--objects", "--missing=print", tip.hex)
    return !missing.split(separator: "\n").contains { $0.hasPrefix("?") }
  }

  @Test(arguments: [(2, true), (2, false), (60, true), (60, false)])
  func `history arrives whole, and only what is missing is copied`(
    count: Int, packed: Bool
  ) throws {
    var chance = Chance(seed: UInt64(count))
    let tip = try history(&chance, count: count)
    if packed { try source.run("gc", "--quiet") }
    let objects = try source.run("rev-list", "--objects", tip.hex).split(separator: "\n").count
    let copied = try Transfer.copy([tip], from: source.repository, to: target.repository)
    #expect(copied == objects)
    #expect(try isWhole(tip))
    #expect(
      try target.repository.moveReference("refs/heads/main", from: nil, to: tip, reflog: "x"))
    try target.expectSound()
    #expect(try Transfer.copy([tip], from: source.repository, to: target.repository) == 0)
    let next = try source.commit(["folder/new": "x"])
    #expect(try Transfer.copy([next, tip], from: source.repository, to: target.repository) == 4)
    try target.expectSound()
    #expect(
      try target.run("count-objects", "-v").contains(
        "packs: \(objects > Transfer.fewObjects ? 1 : 0)"))
  }

  @Test func `progress counts to the end`() throws {
    let tip = try source.commit(["a": "1"])
    var steps: [[Int]] = []
    try Transfer.copy([tip], from: source.repository, to: target.repository) { done, total in
      steps.append([done, total])
    }
    #expect(steps == [[0, 3], [1, 3], [2, 3], [3, 3]])
  }

  @Test func `wherever it is stopped, no object is there without what it refers to`() throws {
    var stops = 0
    for number in 0..<5 {
      let tip = try source.commit(["a/\(number)": "\(number)"])
      var isStopped = true
      while isStopped {
        do throws(GitError) {
          try Transfer.copy([tip], from: source.repository, to: target.repository) {
            done, total throws(GitError) in
            if done == 1 && total > 1 { throw GitError(.other, "stop", "killed") }
          }
          isStopped = false
        } catch {
          #expect(error.call == "stop")
          stops += 1
        }
        try target.expectSound()
      }
      #expect(try isWhole(tip))
    }
    // A commit, two trees and a file each time, and the last of them is not stopped.
    #expect(Transfer.fewObjects < 4 || stops == 15)
  }

  @Test func `a pack that is not begun leaves nothing`() throws {
    for number in 0..<Transfer.fewObjects { try source.commit(["a": "\(number)"]) }
    let tip = try source.id("HEAD")
    #expect(throws: GitError.self) {
      try Transfer.copy([tip], from: source.repository, to: target.repository) {
        done, total throws(GitError) in
        throw GitError(.other, "stop", "\(done) of \(total)")
      }
    }
    #expect(try target.run("count-objects", "-v").hasPrefix("count: 0\n"))
    try Transfer.copy([tip], from: source.repository, to: target.repository)
    #expect(try target.run("count-objects", "-v").contains("packs: 1"))
    #expect(try isWhole(tip))
    try target.expectSound()
  }

  @Test func `a commit that is there is taken with all its history, a file is not asked for twice`()
    throws
  {
    let first = try source.commit(["a": "1"])
    try Transfer.copy([first], from: source.repository, to: target.repository)
    let second = try source.commit(["b": "1"])
    // The file is the same, so a commit and a tree are all.
    #expect(try Transfer.copy([second], from: source.repository, to: target.repository) == 2)
  }

  @Test func `what the source lacks is an error and leaves nothing half`() throws {
    for number in 0..<4 { try source.commit(["file": "\(number)"]) }
    let clone = source.folder.path.appending("clone")
    try git(
      "clone", "--quiet", "--depth=2", "file://\(source.path)", clone.description,
      in: source.folder.path)
    let shallow = try Repository.open(clone)
    let tip = try source.id("main")
    let error = #expect(throws: GitError.self) {
      try Transfer.copy([tip], from: shallow, to: target.repository)
    }
    #expect(error?.kind == .damaged)
    #expect(try !target.repository.contains(tip))
    // With the history already there, a shallow clone has all that is needed.
    let base = try source.id("main~1")
    try Transfer.copy([base], from: source.repository, to: target.repository)
    #expect(try Transfer.copy([tip], from: shallow, to: target.repository) == 3)
    #expect(try isWhole(tip))
  }

  @Test func `submodules and links are no obstacle, alternates are read`() throws {
    let first = try source.commit(["a": "1"])
    try Shell.run("ln", ["-s", "a", "link"], in: source.path)
    try source.run("add", "link")
    try source.run("update-index", "--add", "--cacheinfo", "160000,\(nowhere),module")
    try source.run("commit", "--quiet", "-m", "x")
    let tip = try source.id("HEAD")
    let clone = source.folder.path.appending("clone")
    try git(
      "clone", "--quiet", "--shared", source.path.description, clone.description, in: "/")
    #expect(try Transfer.copy([tip], from: Repository.open(clone), to: target.repository) == 6)
    #expect(try target.repository.contains(first))
    #expect(try target.repository.blob(target.id("\(tip):link")) == Array("a".utf8))
  }
}
