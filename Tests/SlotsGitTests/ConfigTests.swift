import SlotsGit
import SlotsSystem
import TestSupport
import Testing

@Suite struct ConfigTests {
  let test: TestRepository
  private var repository: Repository { test.repository }

  init() throws { test = try TestRepository() }

  @Test func `values are set, read and removed as git does`() throws {
    #expect(try repository.config("slots.replica") == nil)
    try repository.setConfig("slots.replica", "phone \"é\" #1")
    #expect(try test.run("config", "slots.replica") == "phone \"é\" #1")
    #expect(try repository.config("slots.replica") == "phone \"é\" #1")
    try test.run("config", "slots.replica", "other")
    #expect(try repository.config("slots.replica") == "other")
    try repository.editConfig([(key: "slots.replica", value: nil)])
    try repository.editConfig([(key: "slots.replica", value: nil)])
    #expect(try repository.config("slots.replica") == nil)
    #expect(try (test.run("config", "--local", "--list")).contains("core.bare=false"))
    try test.expectSound()
  }

  @Test func `what is so already is not written again`() throws {
    let file: Path = "\(test.path)/.git/config"
    try repository.editConfig([("a.b", "1"), ("a.c", "2")])
    let before = try #require(try Files.status(file))
    try repository.editConfig([("a.b", "1"), ("a.c", "2"), ("a.d", nil)])
    #expect(try Files.status(file) == before)
    try repository.setConfig("a.b", "3")
    #expect(try Files.status(file)?.isSameFile(as: before) == false)
    #expect(try repository.config("a.c") == "2")
  }

  @Test func `permissions, comments and a link stay`() throws {
    let file: Path = "\(test.path)/.git/config"
    try test.run("config", "a.b", "1")
    try Shell.run("sh", ["-c", "echo '# mine' >> config; chmod 600 config"], in: file.parent)
    try repository.setConfig("a.b", "2")
    #expect(try Files.status(file)?.permissions == 0o600)
    #expect(try test.folder.text("repository/.git/config")?.contains("# mine") == true)
    try Shell.run("sh", ["-c", "mv config real; ln -s real config"], in: file.parent)
    try repository.setConfig("a.b", "3")
    #expect(try Files.status(file)?.kind == .symlink)
    #expect(try repository.config("a.b") == "3")
    try test.expectSound()
  }

  @Test func `a name that cannot be is refused and nothing changes`() throws {
    let before = try test.folder.text("repository/.git/config")
    #expect(throws: GitError.self) { try repository.editConfig([("a.b", "1"), ("nodot", "x")]) }
    #expect(try test.folder.text("repository/.git/config") == before)
    try test.expectSound()
  }

  @Test func `a path begins at the user's folder or is as it is`() throws {
    try repository.setConfig("a.path", "sub/folder")
    #expect(try repository.configPath("a.path") == "sub/folder")
    #expect(try repository.configPath("a.none") == nil)
  }

  @Test func `remotes are those of git`() throws {
    #expect(try repository.remoteURL("origin") == nil)
    try repository.addRemote("origin", url: "short:store")
    #expect(try test.run("remote", "get-url", "origin") == "short:store")
    #expect(
      try test.run("config", "remote.origin.fetch") == "+refs/heads/*:refs/remotes/origin/*")
    try test.run("config", "url./long/.insteadOf", "short:")
    #expect(try repository.remoteURL("origin") == "/long/store")
    #expect(try repository.rawRemoteURL("origin") == "short:store")
    #expect(try repository.remotePushURL("origin") == nil)
    try test.run("config", "remote.origin.pushurl", "/push")
    #expect(try repository.remotePushURL("origin") == "/push")
    try repository.setRemoteURL("origin", "/new")
    #expect(try repository.remoteURL("origin") == "/new")
    let cases: [(() throws -> Void, GitError.Kind)] = [
      ({ try repository.addRemote("origin", url: "x") }, .exists),
      ({ try repository.addRemote("a b", url: "x") }, .invalidName),
      ({ try repository.setRemoteURL("none", "x") }, .notFound),
    ]
    for (change, kind) in cases {
      let error = #expect(throws: GitError.self, performing: change)
      #expect(error?.kind == kind)
    }
  }

  @Test func `addresses are rewritten as git does it`() throws {
    let rules = [
      ("url.https://Host.Example/.insteadOf", "h:"), ("url./longer/.insteadOf", "h:a/"),
      ("url./second/.insteadOf", "s:"), ("url./push/.pushInsteadOf", "h:"),
    ]
    for (key, value) in rules { try test.run("config", "--add", key, value) }
    try test.run("config", "--add", "url./second/.insteadOf", "z:")
    for (number, url) in ["h:b", "h:a/b", "s:b", "z:b", "/plain", "x", "H:b"].enumerated() {
      let name = "r\(number)"
      try repository.addRemote(name, url: url)
      #expect(try repository.remoteURL(name) == test.run("remote", "get-url", name), "\(url)")
      let push = try test.run("remote", "get-url", "--push", name)
      let own = try repository.remotePushURL(name)
      let fetched = try repository.remoteURL(name)
      #expect((own ?? fetched) == push, "\(url)")
      try test.run("config", "remote.\(name).pushurl", "h:own")
      let explicit = try test.run("remote", "get-url", "--push", name)
      #expect(try repository.remotePushURL(name) == explicit, "\(url)")
    }
  }

  @Test func `many who set values at once lose none`() async throws {
    let path = test.path
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          let repository = try Repository.open(path)
          for round in 0..<5 { try repository.setConfig("many.n\(number)r\(round)", "x") }
        }
      }
      try await group.waitForAll()
    }
    let lines = try test.run("config", "--get-regexp", "^many").split(separator: "\n")
    #expect(lines.count == 40)
    try test.expectSound()
  }
}
