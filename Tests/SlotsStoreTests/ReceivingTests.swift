import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// The hook of a shared bare repository, run by git itself: quarantine, environment and all.
@Suite struct ReceivingTests {
  let world: World
  let a: Replica

  init() throws {
    _ = try Program.path()
    world = try World()
    a = try world.replica("a")
    try a.sync()
    try Store.installHooks(in: world.hub.description, a.surroundings)
  }

  private static let leak = #"{"values": {"wifi": {"psk": "hunter2"}}}"#

  /// Commits a secret past the hook of this replica.
  private func commitSecret(_ path: String = "devices/x/device.json") throws {
    try a.write(path, Self.leak)
    try a.commit("secret")
  }

  private func push(_ arguments: String) throws -> Child.Result {
    try a.shell("git push --quiet \(arguments)")
  }

  @Test func `what is valid is taken, by git and by slots`() throws {
    try a.set(5, "speed", "0.7")
    #expect(try push("origin main").succeeded)
    try a.set(5, "speed", "0.8")
    #expect(try a.sync().result == .synced)
    #expect(try a.head() == world.hubTip())
    try a.git("tag", "--annotate", "--message", "one", "one")
    let blob = try a.git("rev-parse", "HEAD:slot.05.json")
    try a.git("tag", "piece", blob)
    let tags = try push("--tags origin")
    #expect(tags.succeeded, "\(tags.summary)")
    try a.set(5, "speed", "0.9")
    #expect(try push("origin main").succeeded)
  }

  @Test(arguments: ["main", "HEAD:refs/heads/side", "HEAD:refs/tags/v1", "HEAD:refs/notes/odd"])
  func `B69 a secret in any commit is refused under every name, and never shown`(_ name: String)
    throws
  {
    let tip = try world.hubTip()
    try commitSecret()
    try a.remove("devices/x/device.json")
    try a.commit("removed")
    let result = try push("origin \(name)")
    #expect(!result.succeeded)
    #expect(result.errorText.contains("devices/x/device.json:1:29: values.wifi.psk looks like"))
    #expect(!result.errorText.contains("hunter2"))
    #expect(try world.hubTip() == tip)
    #expect(try git("for-each-ref", "--format=%(refname)", in: world.hub) == "refs/heads/main")
    // Nothing of a refused push is left, or the next one would count it as known.
    #expect(try !push("origin main").succeeded)
  }

  @Test func `B69 a secret in a JSON file of one's own is refused`() throws {
    try commitSecret("notes.json")
    let result = try push("origin main")
    #expect(!result.succeeded)
    #expect(result.errorText.contains("notes.json:1:29: values.wifi.psk looks like a secret"))
  }

  @Test func `B13 a stamp from the future is taken, or its replica could never send again`() throws
  {
    a.skew = 400 * 86_400_000
    try a.set(5, "speed", "0.7")
    #expect(try a.sync().result == .synced)
    a.skew = 0
    try a.set(5, "speed", "0.8")
    #expect(try a.sync().result == .synced)
    #expect(try a.open().validateAll().items.map(\.finding.path) == ["slot.05.json"])
    let b = try world.replica("b")
    #expect(try b.param(5, "speed") == "0.8")
  }

  @Test func `a file of one's own that is called nearly as a slot is taken`() throws {
    try a.write("slot.5.json", "{}")
    try a.git("add", "slot.5.json")
    #expect(try a.sync().result == .synced)
    #expect(try a.open().validateAll().items.map(\.finding.path) == ["slot.5.json"])
    #expect(try a.open().validateHistory("HEAD").items.map(\.finding.path) == ["slot.5.json"])
  }

  @Test func `a forced push and a deletion are refused, and slots sync goes on`() throws {
    let b = try world.replica("b")
    try b.set(4, "speed", "0.9")
    try b.sync()
    try a.set(5, "speed", "0.7")
    let forced = try push("--force origin main")
    #expect(forced.errorText.contains("main would lose 1 commit of others"), "\(forced.summary)")
    #expect(try !push("origin :main").succeeded)
    #expect(try a.sync().result == .synced)
    try b.sync()
    try world.expectInStep([a, b])
  }

  @Test func `a merge is looked at for what it adds itself`() throws {
    let plain = try world.clone("plain")
    try plain.git("checkout", "--quiet", "-b", "side")
    try plain.edit("slot.05.json", "0.6", "0.7")
    try plain.commit("faster")
    try plain.git("checkout", "--quiet", "main")
    try plain.edit("slot.04.json", "0.6", "0.7")
    try plain.commit("faster too")
    try plain.git("merge", "--quiet", "--no-commit", "side")
    try plain.write("devices/x/device.json", Self.leak)
    try plain.commit("merged")
    let found = try plain.open().validateHistory("HEAD").items
    #expect(found.contains { $0.finding.reason.hasPrefix("values.wifi.psk looks like a secret") })
    #expect(try Set(found.map(\.commit)) == [plain.head()])
    try plain.git("checkout", "--quiet", "side")
    try plain.git("merge", "--quiet", "--no-ff", "--no-edit", "main")
    #expect(try plain.open().validateHistory("HEAD").items == found)
    #expect(try !plain.shell("git push --quiet origin side").succeeded)
  }

  @Test func `a server that has no slots takes nothing, and says so`() throws {
    let hook = world.hub.appending("hooks/pre-receive")
    let text = String(decoding: try Files.read(hook).orThrow("the hook"), as: UTF8.self)
    let gone = text.replacing(try Program.path().description, with: "/nonexistent/slots")
    _ = try Files.replace(
      hook, with: .file(Array(gone.utf8), executable: true), root: world.hub,
      temporaryIn: hook.parent, ifIs: { _ in true })
    try a.set(5, "speed", "0.7")
    let result = try push("origin main")
    #expect(!result.succeeded)
    #expect(result.errorText.contains("slots is not here, so nothing was checked"))
    #expect(try a.sync().result == .stopped)
  }

  @Test func `a hook that was there reads the same lines, first`() throws {
    try Store.uninstallHooks(in: world.hub.description, a.surroundings)
    let hook = world.hub.appending("hooks/pre-receive")
    let seen = world.folder.path.appending("seen")
    let text = "#!/bin/sh\ncat >> \(seen)\ntest ! -e \(world.folder.path)/no\n"
    try Files.makeFolders(hook.parent)
    _ = try Files.replace(
      hook, with: .file(Array(text.utf8), executable: true), root: world.hub,
      temporaryIn: hook.parent, ifIs: { _ in true })
    try Store.installHooks(in: world.hub.description, a.surroundings)
    let old = try a.head()
    try a.set(5, "speed", "0.7")
    #expect(try push("origin main").succeeded)
    let lines = String(decoding: try Files.read(seen).orThrow("what it read"), as: UTF8.self)
    #expect(lines == "\(old) \(try a.head()) refs/heads/main\n")
    try world.folder.write("no", "")
    try a.set(5, "speed", "0.8")
    #expect(try !push("origin main").succeeded)
    try Store.uninstallHooks(in: world.hub.description, a.surroundings)
    #expect(try Files.read(hook) == Array(text.utf8))
  }
}
