import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// Git's own http-backend behind a server that asks for a name and a password.
@Suite struct RealHTTPTests {
  let world: World
  let server: HTTPServer
  let a: Replica
  let b: Replica

  init() throws {
    world = try World()
    server = try HTTPServer(world.folder.path)
    try git("config", "http.receivepack", "true", in: world.hub)
    (a, b) = (try world.replica("a"), try world.replica("b"))
    for replica in [a, b] {
      try replica.git("remote", "set-url", "origin", "\(server.address)/hub.git")
      try replica.git("config", "credential.helper", Self.helper("secret"))
    }
  }

  /// A credential helper that knows a password.
  static func helper(_ password: String) -> String {
    "!f() { test \"$1\" = get && echo username=ada && echo password=\(password); }; f"
  }

  @Test func `a credential helper of git's configuration is asked`() throws {
    try a.save(9, "From a")
    try b.save(10, "From b")
    try world.settle([a, b])
    try world.expectInStep([a, b])
    #expect(try a.title(10) == "From b" && b.title(9) == "From a")
    #expect(try server.requests().contains { $0.hasPrefix("POST /hub.git/git-receive-pack") })
    let c = Replica(world, "c", skew: 0, factory: world.factory)
    try git("init", "--quiet", c.folder.description, in: world.folder.path)
    try c.git("config", "credential.helper", Self.helper("secret"))
    #expect(try c.initialise(remote: "\(server.address)/hub.git").outcome == .joined)
  }

  @Test func `a program that the person names to answer is asked, and ssh's window is not`() throws
  {
    let answer = try world.folder.write(
      "answer", "#!/bin/sh\ncase \"$1\" in User*) echo ada ;; *) echo secret ;; esac\n")
    let window = try world.folder.write(
      "window", "#!/bin/sh\ntouch '\(world.folder.path)/asked'\necho secret\n")
    try Shell.run("chmod", ["+x", "\(answer)", "\(window)"], in: world.folder.path)
    try a.git("config", "--unset", "credential.helper")
    let refused = try a.slots("sync", environment: ["SSH_ASKPASS": "\(window)", "DISPLAY": ":0"])
    #expect(refused.status == .exited(1), "\(refused.summary)")
    #expect(try world.folder.text("asked") == nil)
    let synced = try a.slots("sync", environment: ["GIT_ASKPASS": "\(answer)"])
    #expect(synced.succeeded, "\(synced.summary)")
  }

  @Test func `a transfer that is slow and goes on is not cut`() throws {
    try a.sync()
    for slot in 8..<20 { try a.save(slot, "Long \(slot)") }
    try a.sync()
    try b.git("config", "slots.timeout", "8")
    try server.mode("slow")
    #expect(try b.sync().result == .synced)
    #expect(try b.title(19) == "Long 19")
  }
}
