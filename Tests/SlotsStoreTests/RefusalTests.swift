import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// Remotes that answer no, over each transport.
@Suite struct RefusalTests {
  enum Transport: String, CaseIterable { case path, ssh, http }

  let world: World
  let a: Replica

  init() throws {
    world = try World()
    a = try world.replica("a")
    try a.sync()
  }

  /// Gives the hub an address; what is returned lives as long as it answers there.
  private func serve(_ transport: Transport) throws -> AnyObject? {
    switch transport {
    case .path: return nil
    case .ssh:
      let server = try SSHServer(in: world.folder.path.appending("sshd"))
      try a.git("config", "core.sshCommand", "ssh -F \(server.config)")
      try a.git("remote", "set-url", "origin", "studio:\(world.hub)")
      return server
    case .http:
      let server = try HTTPServer(world.folder.path)
      try a.git("config", "credential.helper", RealHTTPTests.helper("secret"))
      try a.git("remote", "set-url", "origin", "\(server.address)/hub.git")
      try git("config", "http.receivepack", "true", in: world.hub)
      return server
    }
  }

  private func hook(_ name: String, _ script: String) throws {
    let file = try world.folder.write("hub.git/hooks/\(Path(name))", "#!/bin/sh\n\(script)\n")
    try Shell.run("chmod", ["+x", "\(file)"], in: world.folder.path)
  }

  @Test(arguments: Transport.allCases)
  func `B19 a hook that refuses is heard, and the edit goes out later`(
    transport: Transport
  ) throws {
    let server = try serve(transport)
    defer { withExtendedLifetime(server) {} }
    let before = try world.hubTip()
    try hook("pre-receive", "echo frozen until Monday, fetch first >&2; exit 1")
    try a.save(9, "From a")
    let result = try a.slots("sync", "--json")
    #expect(result.status == .exited(1), "\(result.summary)")
    #expect(result.errorText.contains("refused what was sent"), "\(result.summary)")
    #expect(result.errorText.contains("  frozen until Monday, fetch first\n"))
    #expect(result.errorText.contains("  (pre-receive hook declined)\n"))
    let report = try json(result.outputText).object
    #expect(report?["result"] == "stopped" && report?["kind"] == "refused")
    #expect(report?["sent"] == .array([]))
    #expect(try world.hubTip() == before)
    let status = try a.slots("status").outputText
    #expect(status.contains("slot-09 From a  unsent") && status.contains("to send"), "\(status)")
    try Files.remove(world.hub.appending("hooks/pre-receive"))
    #expect(try a.slots("sync").outputText.contains("sent      slot-09"))
    #expect(try world.hubTip() == a.head())
  }

  @Test(arguments: Transport.allCases)
  func `B19 a protected branch is named as what it is`(transport: Transport) throws {
    let server = try serve(transport)
    defer { withExtendedLifetime(server) {} }
    try hook("update", "echo \"$1 is protected\" >&2; exit 1")
    try a.save(9, "From a")
    let report = try a.sync()
    #expect(report.result == .stopped && report.kind == "refused")
    let lines = report.reason?.split(separator: "\n") ?? []
    #expect(lines.first == "refs/heads/main is protected")
    #expect(lines.last == "(hook declined)")
    #expect(report.sent.isEmpty)
    try Files.remove(world.hub.appending("hooks/update"))
    #expect(try a.sync().sent.map(\.key) == [try slotKey(9)])
  }

  @Test(arguments: Transport.allCases)
  func `B19 a branch that is checked out there is not moved`(transport: Transport) throws {
    let server = try serve(transport)
    defer { withExtendedLifetime(server) {} }
    let before = try world.hubTip()
    try git("config", "core.bare", "false", in: world.hub)
    try a.save(9, "From a")
    let report = try a.sync()
    #expect(report.result == .stopped && report.kind == "refused", "\(report.reason ?? "")")
    #expect(try world.hubTip() == before)
    try git("config", "core.bare", "true", in: world.hub)
    #expect(try a.sync().sent.map(\.key) == [try slotKey(9)])
  }

  @Test func `denyNonFastForwards stops nothing, because nothing is ever forced`() throws {
    let server = try serve(.ssh)
    defer { withExtendedLifetime(server) {} }
    try git("config", "receive.denyNonFastForwards", "true", in: world.hub)
    let b = try world.replica("b")
    try b.save(10, "From b")
    try b.sync()
    try a.save(9, "From a")
    #expect(try a.sync().result == .synced)
    try b.sync()
    #expect(try a.title(10) == "From b" && b.title(9) == "From a")
  }
}
