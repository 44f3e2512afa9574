import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// The other side, and who else is called as we are.
extension DoctorTests {
  @Test func `B32 looking at a shallow clone fetches nothing`() throws {
    try a.save(9, "Nine again")
    try a.sync()
    let clone = try world.clone("shallow", "--depth", "1", url: "file://\(world.hub)")
    let changed = try Listing.changes(in: clone.folder) {
      let found = try checkup("history", in: clone.folder)
      #expect(found.state == .note)
    }
    #expect(changed == [])
  }

  @Test func `B35 a remote that hangs is given up`() throws {
    try a.git("remote", "set-url", "origin", "ssh://nobody@127.0.0.1:1/nothing")
    try a.git("config", "core.sshCommand", "sleep 60;")
    var surroundings = a.surroundings
    surroundings.patience = 300
    let found = Doctor.look(at: a.folder.description, surroundings).first { $0.name == "remote" }
    #expect(found?.state == .error)
    #expect(found?.summary.contains("no answer within") == true, "\(String(describing: found))")
  }

  @Test(arguments: ["soon", "-1", "1.5", "86401", ""])
  func `a time to wait for a remote that is none is told`(text: String) throws {
    try a.git("config", "slots.timeout", "0")
    #expect(try checkup("remote").state == .ok)
    try a.git("config", "slots.timeout", text)
    expect("remote", .warning, "slots.timeout is \(text), must be seconds")
    #expect(try Store.open(from: a.folder.description, a.surroundings).remotePatience == 60_000)
  }

  @Test func `B35 ssh that would ask is answered by nobody`() throws {
    let seen = world.folder.path.appending("seen")
    try a.git("remote", "set-url", "origin", "ssh://nobody@127.0.0.1:1/nothing")
    try a.git(
      "config", "core.sshCommand",
      "sh -c 'echo $GIT_TERMINAL_PROMPT $SSH_ASKPASS_REQUIRE $SSH_ASKPASS > \(seen); exit 1'")
    expect("remote", .error, "is not reached")
    let words = try Files.read(seen).map { String(decoding: $0, as: UTF8.self) }
    #expect(words == "0 force false\n")
  }

  @Test func `a remote that holds no store, and another upstream`() throws {
    try a.git("config", "branch.main.merge", "refs/heads/elsewhere")
    expect("upstream", .note, "refs/heads/elsewhere")
    try a.initialise()
    #expect(try checkup("upstream").state == .ok)
    let other = world.folder.path.appending("other")
    try Files.makeFolders(other)
    try git("init", "--quiet", "--initial-branch", "main", in: other)
    try git("commit", "--quiet", "--allow-empty", "--message", "nothing", in: other)
    try a.git("remote", "set-url", "origin", other.description)
    expect("remote", .error, "no store")
  }

  @Test func `what this replica made on top of what arrived is its own`() throws {
    let plain = try world.clone("plain")
    try plain.edit("slot.03.json", "0.6", "0.62")
    try plain.commit("by hand")
    try plain.git("push", "--quiet")
    try a.sync()
    #expect(try a.git("log", "-1", "--format=%b").contains("Slots-Replica: a"))
    #expect(try checkup("replica").state == .ok)
    let b = try world.replica("b")
    try b.save(12, "Twelve")
    try b.sync()
    let newer = world.folder.path.appending("newer")
    try FactorySet.write(newer, version: 2, suffix: " 2")
    a.factory = newer
    try a.sync()
    #expect(try a.git("log", "-1", "--format=%b").contains("Factory-Version: 2"))
    #expect(try checkup("replica").state == .ok)
    try b.save(12, "Twelve again")
    try b.sync()
    try a.save(13, "Thirteen")
    try a.sync()
    #expect(try checkup("replica").state == .ok)
  }

  @Test func `a commit that comes back after a reset is its own, and without a log none is told`()
    throws
  {
    try a.save(10, "Ten")
    try a.sync()
    try a.git("reset", "--quiet", "--hard", "HEAD^")
    try a.sync()
    #expect(try a.title(10) == "Ten")
    #expect(try checkup("replica").state == .ok)
    try Files.removeTree(a.folder.appending(".git/logs"))
    expect("replica", .note, "keeps no log")
  }

  @Test func `another machine of our name is found whatever its clock says`() throws {
    let twin = Replica(world, "twin", skew: -86_400_000, factory: world.factory)
    try twin.initialise(remote: world.hub.description, replica: "a")
    try twin.save(10, "Ten")
    try twin.sync()
    try a.sync()
    expect("replica", .warning, "another machine")
  }
}
