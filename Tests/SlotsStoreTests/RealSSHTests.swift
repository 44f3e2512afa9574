import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// A real sshd on loopback, and the real program with the ssh of its PATH.
@Suite struct RealSSHTests {
  let world: World
  let server: SSHServer
  let programs: Path
  let a: Replica
  let b: Replica

  init() throws {
    world = try World()
    server = try SSHServer(in: world.folder.path.appending("sshd"))
    programs = try server.programs()
    (a, b) = (try world.replica("a"), try world.replica("b"))
    for replica in [a, b] {
      try replica.git("remote", "set-url", "origin", "studio:\(world.hub)")
    }
  }

  @discardableResult
  private func slots(
    _ replica: Replica, _ words: String..., environment: [String: String?] = [:],
    expecting status: Int32 = 0, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Child.Result {
    world.now += world.step
    let path: String? = "\(programs):\((replica.programEnvironment["PATH"] ?? nil) ?? "")"
    let result = try Child.run(
      Program.path(), ["-C", replica.folder.description] + words, in: world.folder.path,
      environment: replica.programEnvironment.merging(["PATH": path]) { $1 }
        .merging(environment) { $1 }, deadline: 60_000)
    #expect(
      result.status == .exited(status), "\(result.summary)", sourceLocation: sourceLocation)
    return result
  }

  private func settle(sourceLocation: SourceLocation = #_sourceLocation) throws {
    for replica in [a, b, a, b] { try slots(replica, "sync", sourceLocation: sourceLocation) }
    try world.expectInStep([a, b], sourceLocation: sourceLocation)
  }

  @Test func `B36 a host alias of the ssh configuration is the host that it names`() throws {
    try a.save(9, "From a")
    try b.save(10, "From b")
    try settle()
    #expect(try a.title(10) == "From b" && b.title(9) == "From a")
    #expect(try server.accepted() > 0)
  }

  @Test func `B36 an ssh command of the repository counts`() throws {
    let ssh = "ssh -F \(server.config)"
    try a.git("config", "core.sshCommand", ssh)
    try a.save(9, "From a")
    #expect(try a.sync().result == .synced)
    #expect(try world.hubTip() == a.head())
    let c = Replica(world, "c", skew: 0, factory: world.factory)
    try git("init", "--quiet", c.folder.description, in: world.folder.path)
    try c.git("config", "core.sshCommand", ssh)
    #expect(try c.initialise(remote: "studio:\(world.hub)").outcome == .joined)
    #expect(try c.title(9) == "From a")
  }

  @Test func `one connection serves fetch and push, and is closed at the end`() throws {
    try settle()
    try b.save(10, "From b")
    try slots(b, "sync")
    try a.save(9, "From a")
    let before = try server.accepted()
    // The push is refused as too early, then it fetches and pushes again.
    try slots(a, "sync")
    let connections = try server.accepted() - before
    #expect(connections == 1)
    #expect(try world.hubTip() == a.head())
    #expect(try a.title(10) == "From b")
    let folder: Path = "/tmp/slots-\(Files.user)"
    #expect(try Files.status(folder)?.permissions == 0o700)
    try expectNoMaster()
  }

  @Test(arguments: ["ControlPath none\n  ControlMaster auto", "ControlPath ~/none", "port"])
  func `a person's own way to share connections is left alone`(setting: String) throws {
    if setting != "port" { try server.write("config", server.client(more: setting)) }
    let before = try server.accepted()
    // The port of the address is the one that is looked at.
    if setting == "port" {
      try a.git("remote", "set-url", "origin", "ssh://studio:\(server.port)\(world.hub)")
    }
    try b.save(10, "From b")
    try b.syncAtTheHub()
    try a.save(9, "From a")
    try slots(a, "sync")
    let connections = try server.accepted() - before
    #expect(setting == "port" ? connections == 1 : connections > 1, "\(connections)")
    #expect(try a.title(10) == "From b")
    try expectNoMaster()
  }

  private func expectNoMaster(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let masters = try Shell.run(
      "sh", ["-c", "ps -eo args= | grep 'ssh: .*slots-[0-9]' | grep '\(server.folder)' || true"],
      in: world.folder.path)
    #expect(masters == "", sourceLocation: sourceLocation)
  }

  @Test func `a temporary folder that others can write to shares no connection`() throws {
    let folder = world.folder.path.appending("tmp")
    try Files.makeFolders(folder.appending("slots-\(Files.user)"))
    try Shell.run("chmod", ["777", "\(folder)/slots-\(Files.user)"], in: folder)
    try b.save(10, "From b")
    try b.syncAtTheHub()
    try a.save(9, "From a")
    let before = try server.accepted()
    try slots(a, "sync", environment: ["TMPDIR": "\(folder)"])
    let connections = try server.accepted() - before
    #expect(connections > 1)
    #expect(try Files.list(folder.appending("slots-\(Files.user)")) == [])
  }

  @Test(arguments: ["none", "wrong"])
  func `B35 an agent without the right key ends at once and says what was tried`(
    keys: String
  ) throws {
    let socket = server.folder.appending("agent")
    let agent = try Background("ssh-agent", ["-D", "-a", "\(socket)"], in: server.folder)
    while try Files.status(socket) == nil { Clock.pause(milliseconds: 5) }
    if keys == "wrong" {
      try Shell.run(
        "ssh-add", ["-q", "other"], in: server.folder, environment: ["SSH_AUTH_SOCK": "\(socket)"])
    }
    var config = server.client(key: "nothing")
    config.replace("IdentitiesOnly yes", with: "IdentitiesOnly no")
    try server.write("config", config)
    try a.save(9, "From a")
    let environment: [String: String?] = ["SSH_AUTH_SOCK": "\(socket)"]
    let result = try slots(a, "sync", environment: environment, expecting: 1)
    #expect(
      result.errorText.contains(
        "error: studio:\(world.hub) does not let you in: "), "\(result.errorText)")
    #expect(result.errorText.contains("Permission denied (publickey)"), "\(result.errorText)")
    #expect(result.errorText.contains("hint: ssh-add -l lists your keys"))
    #expect(try slots(a, "status", environment: environment).outputText.contains("unsent"))
    if keys == "wrong" {
      try Shell.run(
        "ssh-add", ["-q", "user"], in: server.folder, environment: ["SSH_AUTH_SOCK": "\(socket)"])
      try slots(a, "sync", environment: environment)
      #expect(try world.hubTip() == a.head())
    }
    agent.stop()
  }

  @Test func `a key with a passphrase asks nobody without a terminal`() throws {
    try Shell.run(
      "ssh-keygen", ["-q", "-p", "-N", "secret", "-f", "user"], in: server.folder)
    let asked = try world.folder.write("ask", "#!/bin/sh\ntouch '\(world.folder.path)/asked'\n")
    try Shell.run("chmod", ["+x", "\(asked)"], in: world.folder.path)
    let environment: [String: String?] = [
      "SSH_ASKPASS": "\(asked)", "SSH_ASKPASS_REQUIRE": "force", "DISPLAY": ":0",
    ]
    try slots(a, "sync", environment: environment, expecting: 1)
    try a.git("config", "core.sshCommand", "\(programs)/ssh")
    try slots(a, "sync", environment: environment, expecting: 1)
    #expect(try world.folder.text("asked") == nil)
  }
}

extension Replica {
  /// Syncs with the hub in process, whatever the remote's address is.
  func syncAtTheHub() throws {
    let address = try git("remote", "get-url", "origin")
    try git("remote", "set-url", "origin", world.hub.description)
    try sync()
    try git("remote", "set-url", "origin", address)
  }
}
