import SlotsSystem
import TestSupport
import Testing

@testable import SlotsGit

/// A repository that the real git made in a temporary folder, and ours opened.
final class TestRepository {
  let folder: TemporaryFolder
  /// The working tree, or the bare repository.
  let path: Path
  let repository: Repository

  init(bare: Bool = false) throws {
    try Repository.ignoreUserConfiguration()
    folder = try TemporaryFolder()
    path = folder.path.appending("repository")
    try git(
      "init", "--quiet", "--initial-branch=main", bare ? "--bare" : "--no-bare", path.description,
      in: folder.path)
    repository = try Repository.open(path)
  }

  /// Runs git in it.
  @discardableResult
  func run(
    _ arguments: String..., at time: Int64 = Shell.firstMoment, input: String? = nil
  ) throws -> String {
    let output = try Shell.run("git", arguments, in: path, at: time, input: input)
    return output.hasSuffix("\n") ? String(output.dropLast()) : output
  }

  /// The id that a revision has for git.
  func id(_ revision: String) throws -> ObjectID {
    try #require(ObjectID(hex: try run("rev-parse", "--verify", revision)))
  }

  /// Writes a file of the working tree.
  func write(_ name: Path, _ text: String) throws {
    try folder.write("repository/\(name)", text)
  }

  /// Writes files and commits them with git.
  @discardableResult
  func commit(
    _ files: [Path: String], _ message: String = "change", at time: Int64 = Shell.firstMoment
  ) throws -> ObjectID {
    for (name, text) in files { try write(name, text) }
    try run("add", "--all", at: time)
    try run("commit", "--quiet", "--allow-empty", "-m", message, at: time)
    return try id("HEAD")
  }

  /// Makes a commit on top of others without touching the working tree, with our own writer.
  func commit(
    on parents: [ObjectID], _ text: String, time: Int64 = Shell.firstMoment
  ) throws -> ObjectID {
    let blob = try repository.write(blob: Array(text.utf8))
    let base = try parents.first.map { try repository.commit($0).tree }
    let tree = try repository.write(tree: ["file": TreeItem(.file, blob)], on: base)
    return try repository.write(
      commit: tree, parents: parents, author: ada(time), committer: ada(time), message: text)
  }

  /// That git finds nothing wrong: neither in the objects nor in what refers to them.
  func expectSound(_ location: SourceLocation = #_sourceLocation) throws {
    let report = try Shell.run(
      "sh", ["-c", "git fsck --strict --full --no-dangling 2>&1"], in: path)
    let faults = report.split(separator: "\n").filter { !$0.hasPrefix("notice: ") }
    #expect(faults == [], sourceLocation: location)
    let leftovers = try Files.list(repository.commonFolder.appending("slots-locks")) ?? []
    #expect(leftovers == [], sourceLocation: location)
  }
}

func ada(_ time: Int64 = Shell.firstMoment) -> Signature {
  Signature(name: "Ada", email: "ada@example.org", time: time, offsetMinutes: 0)
}

/// An id that no object has.
let nowhere = ObjectID(hex: "1234567890123456789012345678901234567890") ?? .zero
