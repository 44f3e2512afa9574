import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// Where hooks are put, beside what, and where they are left alone; with the real program.
@Suite struct HookPlaceTests {
  let world: World
  let a: Replica

  init() throws {
    _ = try Program.path()
    world = try World()
    a = try world.replica("a")
    try a.sync()
  }

  private static let invalid = "sed -i.bak 's/0.6/\"high\"/' slot.05.json"

  private func path(_ text: String) -> Path { world.folder.path.appending(Path(text)) }

  /// A home folder with these settings of git, for `Replica.shell`.
  private func home(_ settings: String) throws -> [String: String?] {
    try Files.makeFolders(path("home"))
    try world.folder.write("home/.gitconfig", settings)
    return ["HOME": path("home").description, "GIT_CONFIG_GLOBAL": nil]
  }

  /// Checks that a commit of a slot that is not valid is refused, with its place.
  private func expectGuarded(
    _ environment: [String: String?] = [:], in folder: String = ".",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let result = try a.shell(
      "cd \(folder) && \(Self.invalid) && git commit --quiet --all --message fast",
      environment: environment)
    #expect(!result.succeeded, sourceLocation: sourceLocation)
    #expect(
      result.errorText.contains("slot.05.json:6:14: speed is \"high\""), "\(result.summary)",
      sourceLocation: sourceLocation)
  }

  @Test func `B38 a slot that is not valid is refused with a folder of hooks for all repositories`()
    throws
  {
    let user = try home("[core]\n\thooksPath = \(path("shared"))\n")
    let installed = try a.shell("slots hooks install", environment: user)
    #expect(installed.outputText.contains("\(path("shared"))/pre-commit"), "\(installed.summary)")
    try Files.removeTree(a.folder.appending(".git/hooks"))
    try expectGuarded(user)
  }

  @Test func `B38 the same with a relative folder, and in a linked working tree`() throws {
    try a.git("config", "core.hooksPath", "../shared")
    #expect(try a.shell("slots hooks install").succeeded)
    try expectGuarded()
    try a.git("checkout", "--quiet", "slot.05.json")
    try a.git("worktree", "add", "--quiet", "../tree")
    try expectGuarded(in: "../tree")
    try a.git("config", "--unset", "core.hooksPath")
    try a.git("-C", "../tree", "checkout", "--quiet", "slot.05.json")
    #expect(try a.shell("cd ../tree && slots hooks install").succeeded)
    try expectGuarded(in: "../tree")
  }

  @Test func `B38 the app and the commands refuse it too`() throws {
    #expect(throws: StoreError.self) { try a.set(5, "speed", "\"high\"") }
    try a.edit("slot.05.json", "0.6", "\"high\"")
    #expect(try a.sync().held.map(\.path) == ["slot.05.json"])
    #expect(try a.shell("slots set 5 speed=high").status == .exited(3))
  }

  @Test func `B38 a hook that came in a cloned store is never run`() throws {
    let trap = "#!/bin/sh\ntouch \(path("sprung"))\n"
    for name in ["hooks/pre-commit", ".githooks/pre-commit", "hooks/post-merge"] {
      try a.write(name, trap)
    }
    try a.git("add", "--all")
    try a.git("update-index", "--chmod=+x", "hooks/pre-commit", ".githooks/pre-commit")
    try a.commit("hooks")
    try a.sync()
    let b = try world.replica("b")
    #expect(try b.text("hooks/pre-commit") == trap)
    try b.set(5, "speed", "0.9")
    try b.sync()
    #expect(try b.shell("slots hooks install").succeeded)
    try b.edit("slot.04.json", "0.6", "0.7")
    #expect(try b.shell("git commit --quiet --all --message faster").succeeded)
    try a.set(3, "speed", "0.2")
    try a.sync()
    #expect(try b.shell("git pull --quiet --no-rebase --no-edit").succeeded)
    #expect(try Files.status(path("sprung")) == nil)
  }

  @Test func `B38 a setting that turns hooks off is named`() throws {
    for value in ["/dev/null", ""] {
      try a.git("config", "core.hooksPath", value)
      #expect(throws: StoreError.hooksAreOff(value)) {
        try Store.installHooks(in: a.folder.description, a.surroundings)
      }
    }
    let report = try a.initialise()
    #expect(report.foreignHook == nil)
    #expect(report.sharedHooks != nil)
  }

  @Test(arguments: [
    "--object-format=sha256", "--config=extensions.worktreeConfig=true",
    "--config=extensions.partialClone=origin",
  ])
  func `B33 a repository that slots cannot open, and that is no store, is left alone`(
    _ option: String
  ) throws {
    try a.git("config", "core.hooksPath", "../shared")
    #expect(try a.shell("slots hooks install").succeeded)
    let user = try home("[core]\n\thooksPath = \(path("shared"))\n")
    let make =
      option.hasPrefix("--config=")
      ? "git init --quiet && git config core.repositoryFormatVersion 1 && git config "
        + option.dropFirst("--config=".count).replacing("=", with: " ")
      : "git init --quiet \(option)"
    let commit = "\(make) && echo one > a.txt && git add . && git commit --quiet --message one"
    let result = try a.shell("mkdir ../other && cd ../other && \(commit)", environment: user)
    #expect(result.succeeded, "\(result.summary)")
    #expect(result.errorText == "")
    // In a store the guard stands, in one line that names the extension.
    let refused = try a.shell(
      "cd ../other && touch store.json && git add . && git commit --quiet --message two",
      environment: user)
    #expect(!refused.succeeded)
    #expect(refused.errorText.lowercased().contains("the repository uses extensions."))
    #expect(!refused.errorText.contains("extensions.extensions"))
    #expect(try a.shell("slots -C ../other list", environment: user).status == .exited(3))
  }
}
