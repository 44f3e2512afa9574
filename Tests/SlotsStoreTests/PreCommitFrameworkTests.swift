import Foundation
import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

private let framework = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
  .map { "\($0)/pre-commit" }.first(where: FileManager.default.isExecutableFile)

/// The hook of `.pre-commit-hooks.yaml` in the real pre-commit framework.
@Suite(.enabled(if: framework != nil))
struct PreCommitFrameworkTests {
  private static let project = Path(#filePath).parent.parent.parent

  @Test func `the framework stamps what is committed, and refuses what is not valid`() throws {
    let world = try World()
    let a = try world.replica("a")
    try a.git("config", "slots.factory", world.factory.description)
    try Files.remove(a.folder.appending(".git/hooks/pre-commit"))
    let hooks = world.folder.path.appending("project")
    try Files.makeFolders(hooks)
    let manifest = try Files.read(Self.project.appending(".pre-commit-hooks.yaml"))
      .orThrow("the manifest")
    try world.folder.write(
      "project/.pre-commit-hooks.yaml", String(decoding: manifest, as: UTF8.self))
    try git("init", "--quiet", in: hooks)
    try git("add", ".", in: hooks)
    try git("commit", "--quiet", "--message", "hooks", in: hooks)
    let revision = try git("rev-parse", "HEAD", in: hooks)
    try a.write(
      ".pre-commit-config.yaml",
      "repos:\n- repo: \(hooks)\n  rev: \(revision)\n  hooks:\n  - id: slots\n")
    try a.commit("the framework")
    let path =
      try "\(Program.path().parent):"
      + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
    func run(_ command: String) throws -> Child.Result {
      var environment = a.programEnvironment
      environment["PATH"] = path
      environment["HOME"] = world.folder.path.description
      world.now += 1000
      return try Child.run(
        "/bin/sh", ["-c", command], in: a.folder, environment: environment, deadline: 120_000)
    }
    let installed = try run("pre-commit install")
    #expect(installed.succeeded, "\(installed.summary)")
    try a.edit("slot.05.json", "0.6", "1.7")
    let refused = try run("git commit --quiet --all --message fast")
    #expect(!refused.succeeded)
    #expect(refused.summary.contains("speed is 1.7"), "\(refused.summary)")
    try a.edit("slot.05.json", "1.7", "0.7")
    let taken = try run("git commit --quiet --all --message faster")
    #expect(taken.succeeded, "\(taken.summary)")
    #expect(try a.subject() == "faster")
    #expect(try a.register(slotKey(5))?.stamp?.replica == "a")
    #expect(try a.git("status", "--porcelain") == "")
    // What is not staged of the same file stays as it is, and out of the commit.
    try a.edit("slot.05.json", "0.7", "0.8")
    try a.git("add", "slot.05.json")
    try a.edit("slot.05.json", "0.8", "1.9")
    let partial = try run("git commit --quiet --message faster-still")
    #expect(partial.succeeded, "\(partial.summary)")
    #expect(try a.param(5, "speed") == "0.8")
    #expect(try a.register(slotKey(5))?.stamp?.replica == "a")
    #expect(try a.text("slot.05.json")?.contains("1.9") == true)
  }
}
