import Foundation
import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// `slots sync --watch`, the real program.
@Suite struct WatchTests {
  let world: World
  let a: Replica
  let b: Replica

  init() throws {
    world = try World()
    (a, b) = (try world.replica("a"), try world.replica("b"))
    try world.settle([a, b])
  }

  @Test func `an edit here goes out at once, and an edit there comes in, each with its line`()
    throws
  {
    let watcher = try Watcher(a)
    try a.edit("slot.05.json", "0.6", "0.75")
    let edited = try watcher.expect("edited", "slot.05")
    #expect(edited["key"]?.text?.string == "slot.05")
    try watcher.expect("sent", "slot.05")
    try b.sync()
    #expect(try b.param(5, "speed") == "0.75")
    try b.save(9, "From b")
    try b.sync()
    let received = try watcher.expect("received", "slot.09")
    #expect(received["replica"]?.text?.string == "b")
    #expect(received["reason"]?.text?.string == "serverChange")
    #expect(try a.title(9) == "From b")
    #expect(watcher.end() == 0)
    try world.settle([a, b])
    try world.expectInStep([a, b])
  }

  @Test func `a burst of edits to one key is one commit`() throws {
    let watcher = try Watcher(a)
    let before = try Int(a.git("rev-list", "--count", "HEAD")).orThrow("a count")
    for number in 10..<40 {
      try a.write("slot.05.json", "{\"name\": \"Five\", \"params\": {\"speed\": 0.\(number)}}\n")
      Clock.pause(milliseconds: 10)
    }
    try watcher.expect("sent", "slot.05")
    watcher.end()
    #expect(try a.param(5, "speed") == "0.39")
    #expect(try Int(a.git("rev-list", "--count", "HEAD")) == before + 1)
    try b.sync()
    #expect(try b.param(5, "speed") == "0.39")
  }

  @Test func `the remote goes away and comes back, told once each, and other commands work beside`()
    throws
  {
    let watcher = try Watcher(a)
    try Shell.run("mv", ["hub.git", "away.git"], in: world.folder.path)
    try watcher.expect("offline", "no git repository")
    let saved = try a.slots("set", "5", "--name", "While away")
    #expect(saved.succeeded, "\(saved.summary)")
    try a.write("slot.06.json", "{\"name\": \"By hand\", \"params\": {}}\n")
    try watcher.expect("edited", "slot.06")
    #expect(try a.git("status", "--porcelain") == "")
    try Shell.run("mv", ["away.git", "hub.git"], in: world.folder.path)
    try watcher.expect("online")
    watcher.end()
    #expect(try watcher.count("offline") == 1)
    try b.sync()
    #expect(try b.title(5) == "While away")
    #expect(try b.title(6) == "By hand")
    try world.expectInStep([a, b])
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal ends it in order, also while a remote hangs`(signal: Int32) throws {
    let ssh = try world.folder.write("ssh", "#!/bin/sh\necho $$ > hanging\nexec sleep 600\n")
    try Shell.run("chmod", ["+x", ssh.description], in: world.folder.path)
    let watcher = try Watcher(a)
    #expect(watcher.end(signal) == 0)
    try watcher.expect("ended")
    try a.git("config", "core.sshCommand", ssh.description)
    try a.git("remote", "set-url", "origin", "studio:hub.git")
    let hanging = try Watcher(a)
    let end = Clock.monotonic() + 60_000
    // The file is there a moment before the number is in it.
    while try a.text("hanging")?.hasSuffix("\n") != true, Clock.monotonic() < end {
      Clock.pause(milliseconds: 10)
    }
    let child = try Int32(a.text("hanging").orThrow("hanging").trimmingCharacters(in: .newlines))
    #expect(hanging.end(signal) == 0)
    try hanging.expect("ended")
    #expect(try Self.hasEnded(child.orThrow("a process")), "what it started still runs")
  }

  @Test func `what is not valid is told once, and goes out when it is put right`() throws {
    let watcher = try Watcher(a)
    try a.write("slot.07.json", "{\"name\": ")
    try watcher.expect("held", "slot.07.json")
    try a.edit("slot.05.json", "0.6", "0.75")
    try watcher.expect("sent", "slot.05")
    try a.write("slot.07.json", "{\"name\": \"Right\", \"params\": {}}\n")
    try watcher.expect("sent", "slot.07")
    watcher.end()
    #expect(try watcher.count("held") == 1)
  }

  @Test func `a mass deletion stops it and asks nobody; what is put back goes on`() throws {
    let watcher = try Watcher(a)
    let files = try Files.list(a.folder).orThrow("files").map(\.description)
      .filter { $0.hasPrefix("slot.") }
    let texts = try files.map { try a.text($0).orThrow($0) }
    for file in files { try a.remove(file) }
    try watcher.expect("failed", "went missing")
    for (file, text) in zip(files, texts) { try a.write(file, text) }
    try a.edit("slot.05.json", "0.6", "0.75")
    try watcher.expect("sent", "slot.05")
    #expect(try watcher.count("failed") == 1)
  }

  @Test func `a remote that was rewritten, and another remote, are met as by a sync`() throws {
    let watcher = try Watcher(a)
    let old = try world.hubTip()
    try a.edit("slot.05.json", "0.6", "0.75")
    try watcher.expect("sent", "slot.05")
    try git("update-ref", "refs/heads/main", old, in: world.hub)
    try watcher.expect("sent", "slot.05")
    try Shell.run("cp", ["-R", "hub.git", "other.git"], in: world.folder.path)
    try b.git("remote", "set-url", "origin", world.folder.path.appending("other.git").description)
    try b.save(9, "There")
    try b.sync()
    try a.git("remote", "set-url", "origin", world.folder.path.appending("other.git").description)
    let received = try watcher.expect("received", "slot.09")
    #expect(received["reason"]?.text?.string == "remoteChange")
  }

  @Test func `a machine that slept catches up`() throws {
    let watcher = try Watcher(a)
    watcher.signal(SIGSTOP)
    try a.edit("slot.05.json", "0.6", "0.75")
    try b.save(9, "Meanwhile")
    try b.sync()
    watcher.signal(SIGCONT)
    try watcher.expect("edited", "slot.05")
    #expect(try a.title(9) == "Meanwhile")
  }

  @Test func `what is asked of a distant remote while nothing changes is what its branch is at`()
    throws
  {
    let ssh = try world.folder.write(
      "ssh",
      """
      #!/bin/sh
      while [ "$1" != studio ]; do shift; done
      cd "$(dirname "$0")"; echo "$2" >> asked; exec sh -c "$2"

      """)
    try Shell.run("chmod", ["+x", ssh.description], in: world.folder.path)
    try a.git("config", "core.sshCommand", ssh.description)
    try a.git("remote", "set-url", "origin", "studio:hub.git")
    let before = try a.git("count-objects")
    let watcher = try Watcher(a)
    let end = Clock.monotonic() + 60_000
    while try asked().count < 3, Clock.monotonic() < end { Clock.pause(milliseconds: 20) }
    watcher.end()
    #expect(try asked().count >= 3)
    #expect(try asked().allSatisfy { $0.hasPrefix("git-upload-pack") })
    #expect(try a.git("count-objects") == before)
    #expect(try a.text(".git/FETCH_HEAD") == nil, "a poll fetched")
  }

  /// Whether a process that is nobody's child any more has ended, though perhaps nobody has noted it.
  private static func hasEnded(_ process: pid_t) throws -> Bool {
    let state = try? Shell.run(
      "ps", ["-o", "state=", "-p", "\(process)"], in: "/")
    return state?.hasPrefix("Z") ?? true
  }

  private func asked() throws -> [String] {
    try world.folder.text("asked")?.split(separator: "\n").map(String.init) ?? []
  }
}
