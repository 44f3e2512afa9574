import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// Each way that a remote can fail, over the real transports, and what it is called.
@Suite struct TroubleTests {
  let world: World
  let a: Replica

  init() throws {
    world = try World()
    a = try world.replica("a")
    try a.sync()
    try a.save(9, "From a")
    try a.git("config", "slots.timeout", "3")
  }

  /// Syncs with an address, where nothing is exchanged.
  private func expect(
    _ trouble: RemoteTrouble, at address: String, saying words: String,
    environment: [String: String?] = [:], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try a.git("remote", "set-url", "origin", address)
    let result = try a.slots("sync", "--json", environment: environment)
    let all: Comment = "\(result.summary)"
    let status: Int32 = trouble.isLasting ? 1 : 4
    #expect(result.status == .exited(status), all, sourceLocation: sourceLocation)
    let report = try json(result.outputText).object
    let kind = JSONValue.string(Text(trouble.rawValue))
    #expect(report?["kind"] == kind, all, sourceLocation: sourceLocation)
    let outcome: JSONValue = trouble.isLasting ? "stopped" : "offline"
    #expect(report?["result"] == outcome, all, sourceLocation: sourceLocation)
    #expect(result.errorText.contains(words), all, sourceLocation: sourceLocation)
    let hint = "hint: the work is kept here; slots sync sends it later"
    #expect(result.errorText.contains(hint), all, sourceLocation: sourceLocation)
    #expect(try a.title(9) == "From a", sourceLocation: sourceLocation)
  }

  @Test func `an ssh host, trouble by trouble`() throws {
    let server = try SSHServer(in: world.folder.path.appending("sshd"))
    let hub = "studio:\(world.hub)"
    try a.git("config", "core.sshCommand", "ssh -F \(server.config)")
    try expect(
      .repository, at: "studio:/nothing.git", saying: "does not appear to be a git repository")
    try server.write("config", server.client(key: "other"))
    try expect(.credentials, at: hub, saying: "does not let you in: ")
    try server.write("config", server.client())
    let known = try Files.read(server.folder.appending("known")) ?? []
    try server.write("known", "")
    try expect(.hostKey, at: hub, saying: "is not known here: ")
    let other = try Shell.run("cut", ["-d ", "-f1,2", "other.pub"], in: server.folder)
    try server.write("known", "[127.0.0.1]:\(server.port) \(other)")
    try expect(.hostKeyChanged, at: hub, saying: "has another key than before: ")
    try server.write("known", String(decoding: known, as: UTF8.self))
    try server.write(
      "config", server.client().replacing("HostName 127.0.0.1", with: "HostName hub..invalid"))
    try expect(.name, at: hub, saying: "cannot reach \(hub): ssh: Could not resolve hostname")
    try server.write("config", server.client())
    server.stop()
    try expect(.network, at: hub, saying: "Connection refused")
    try a.git("config", "core.sshCommand", "no-such-ssh")
    try expect(.program, at: hub, saying: "no-such-ssh")
  }

  @Test func `a web host, trouble by trouble`() throws {
    let root = world.folder.path
    var server: HTTPServer? = try HTTPServer(root)
    let address = try #require(server?.address)
    try git("config", "http.receivepack", "true", in: world.hub)
    let hub = "\(address)/hub.git"
    try expect(.credentials, at: hub, saying: "does not let you in: ")
    try a.git("config", "credential.helper", RealHTTPTests.helper("wrong"))
    try expect(.credentials, at: hub, saying: "Authentication failed")
    try a.git("config", "credential.helper", RealHTTPTests.helper("secret"))
    try expect(.repository, at: "\(address)/no.git", saying: "not found")
    for (mode, trouble) in [
      ("403", RemoteTrouble.credentials), ("404", .repository), ("500", .server), ("503", .server),
      ("hang", .timeout), ("cut", .network),
    ] {
      try server?.mode(mode)
      try expect(trouble, at: hub, saying: "slots: error: ")
    }
    try server?.mode("")
    try expect(.name, at: "http://hub..invalid/hub.git", saying: "Could not resolve host")
    server = nil
    try expect(.network, at: hub, saying: "cannot reach \(hub): ")
  }

  @Test func `a certificate that nobody knows is named`() throws {
    try Shell.run(
      "openssl",
      [
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1",
        "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", "key", "-out", "certificate",
      ], in: world.folder.path)
    try Shell.run("sh", ["-c", "cat key certificate > both"], in: world.folder.path)
    let file = world.folder.path.appending("both")
    let server = try HTTPServer(world.folder.path, certificate: file)
    try git("config", "http.receivepack", "true", in: world.hub)
    try a.git("config", "credential.helper", RealHTTPTests.helper("secret"))
    try expect(
      .certificate, at: "\(server.address)/hub.git", saying: "/hub.git is not trusted: ")
    try a.git("config", "http.sslCAInfo", "\(file)")
    let synced = try a.slots("sync")
    #expect(synced.succeeded, "\(synced.summary)")
  }

  @Test(arguments: [
    "ssh://127.0.0.1:PORT/hub", "http://127.0.0.1:PORT/hub", "git://127.0.0.1:PORT/hub",
  ])
  func `a remote that takes the connection and says nothing is given up`(address: String) throws {
    let silent = try Loopback.Listener()
    try a.git("config", "slots.timeout", "1")
    try expect(
      .timeout, at: address.replacing("PORT", with: "\(silent.port)"),
      saying: "it said nothing for 1 seconds")
    let look = try a.slots("status", "--fetch")
    #expect(look.status == .exited(4), "\(look.summary)")
    #expect(look.outputText.contains("unsent"), "\(look.summary)")
    withExtendedLifetime(silent) {}
  }

  @Test func `a machine without git is named`() throws {
    let hub = "studio:\(world.hub)"
    try expect(
      .program, at: hub, saying: "run git: no such file", environment: ["PATH": "/nonexistent"])
  }

  @Test func `a full disk here is not taken for a remote that is away`() {
    let text = "remote: Counting objects: 3, done.\nerror: copy-fd: write: No space left on device"
    #expect(RemoteTrouble.found(in: text).reason == "copy-fd: write: No space left on device")
  }

  @Test func `reports of progress and warnings are not reasons`() {
    let text = """
      Warning: Permanently added 'hub' (ED25519) to the list of known hosts.\r
      remote: Enumerating objects: 20, done.
      Receiving objects:  45% (9/20), 1.00 KiB | 1.00 KiB/s\rReceiving objects:  50% (10/20)
      From hub:presets
      fatal: it is Monday
      """
    let (trouble, reason) = RemoteTrouble.found(in: text)
    #expect(trouble == .other && reason == "it is Monday")
  }
}
