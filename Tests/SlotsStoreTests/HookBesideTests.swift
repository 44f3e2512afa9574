import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// Hooks of somebody else: they run first, and are as they were in the end.
@Suite struct HookBesideTests {
  let world: World
  let a: Replica

  init() throws {
    _ = try Program.path()
    world = try World()
    a = try world.replica("a")
    try Store.uninstallHooks(in: a.folder.description, a.surroundings)
  }

  private var hook: Path { a.folder.appending(".git/hooks/pre-commit") }

  private func put(_ text: String, executable: Bool = true) throws {
    try Files.makeFolders(hook.parent)
    _ = try Files.replace(
      hook, with: .file(Array(text.utf8), executable: executable), root: a.folder,
      temporaryIn: hook.parent, ifIs: { _ in true })
  }

  private func install() throws { try Store.installHooks(in: a.folder.description, a.surroundings) }

  private func uninstall() throws {
    try Store.uninstallHooks(in: a.folder.description, a.surroundings)
  }

  /// Everything about the hooks that git or a person could see.
  private func listing() throws -> [String] {
    try (Files.list(hook.parent) ?? []).map { name in
      let path = hook.parent.appending(name)
      let status = try Files.status(path).orThrow(name.description)
      let content = try Files.content(path)
      return "\(name) \(status.permissions) \(status.modified) \(String(describing: content))"
    }
  }

  @Test(arguments: [true, false])
  func `uninstall leaves a hook as it was, run or not`(_ executable: Bool) throws {
    try put("#!/bin/sh\necho mine >&2\n", executable: executable)
    let before = try listing()
    try install()
    try install()
    #expect(try listing() != before)
    let result = try a.shell("git commit --quiet --allow-empty --message empty")
    #expect(result.succeeded)
    #expect(result.errorText == (executable ? "mine\n" : ""))
    try uninstall()
    #expect(try listing() == before)
    try uninstall()
    #expect(try listing() == before)
  }

  @Test(arguments: ["../../tools/hook", "../nowhere"])
  func `a hook that is a link stays one, also where it leads nowhere`(_ target: String) throws {
    try a.write("tools/hook", "#!/bin/sh\necho mine >&2\n")
    _ = try a.shell(
      "chmod +x tools/hook; mkdir -p .git/hooks; ln -s \(target) .git/hooks/pre-commit")
    let before = try listing()
    #expect(try a.initialise().foreignHook == hook.description)
    try install()
    #expect(try a.shell("git commit --quiet --allow-empty --message empty").succeeded)
    try uninstall()
    #expect(try listing() == before)
  }

  @Test func `a hook of ours that another tool set aside still runs the one before it`() throws {
    try put("#!/bin/sh\necho mine >&2\n")
    try install()
    let legacy = Path("\(hook).legacy")
    try Files.move(hook, to: legacy)
    try put("#!/bin/sh\nexec \"$0.legacy\" \"$@\"\n")
    let result = try a.shell("git commit --quiet --allow-empty --message empty")
    #expect(result.errorText == "mine\n", "\(result.summary)")
  }

  @Test func `two hooks of others in one place are not mixed`() throws {
    try put("#!/bin/sh\nexit 0\n")
    try install()
    try Files.remove(hook)
    try put("#!/bin/sh\nexit 1\n")
    let before = try listing()
    #expect(throws: StoreError.hookInTheWay("\(hook).before-slots")) { try install() }
    #expect(try listing() == before)
    try uninstall()
    #expect(try listing() == before.filter { !$0.hasPrefix("post-merge ") })
  }

  @Test func `a refusal of the older hook stands, and ours is not asked`() throws {
    try put("#!/bin/sh\nexit 7\n")
    try install()
    try a.edit("slot.05.json", "0.6", "1.7")
    let result = try a.shell("git commit --quiet --all --message fast")
    #expect(!result.succeeded)
    #expect(!result.errorText.contains("slot.05.json"), "\(result.summary)")
  }
}
