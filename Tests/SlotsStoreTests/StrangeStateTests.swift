import Foundation
import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// Replicas in states that git, other programs and people leave them in.
@Suite struct StrangeStateTests {
  let world: World
  let a: Replica

  init() throws {
    world = try World()
    a = try world.replica("a")
    try a.sync()
  }

  private func editNine() throws {
    try a.write(slotFile(9), "{\"name\": \"Mine\", \"params\": {}}")
  }

  private func expectSent(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let sync = try a.slots("sync")
    #expect(sync.succeeded, "\(sync.summary)", sourceLocation: sourceLocation)
    let sent = try git("show", "main:slot.09.json", in: world.hub)
    #expect(sent.contains("Mine"), sourceLocation: sourceLocation)
  }

  @Test(arguments: ["index", "refs/heads/main"])
  func `the lock of a git that died is named with what to type, and the edit goes out after`(
    name: String
  ) throws {
    try editNine()
    let lock = a.folder.appending(".git/\(name).lock")
    try a.write(".git/\(name).lock", "")
    let sync = try a.slots("sync")
    #expect(sync.exitCode == 1, "\(sync.summary)")
    #expect(sync.errorText.contains("\(lock) exists"), "\(sync.summary)")
    #expect(sync.errorText.contains("rm \(lock)"), "\(sync.summary)")
    #expect(try a.slots("doctor").outputText.contains(lock.description))
    #expect(try a.text(slotFile(9))?.contains("Mine") == true)
    try Files.remove(lock)
    try expectSent()
  }

  @Test func `the lock on what the remote was seen to have is removed: it can be learned again`()
    throws
  {
    try editNine()
    try a.write(".git/refs/remotes/origin/main.lock", "")
    try expectSent()
    #expect(try a.git("rev-parse", "origin/main") == a.head())
  }

  @Test(arguments: ["HEAD", "config", "packed-refs", "shallow"])
  func `a lock of a file that a sync does not write is in nobody's way, and doctor names it`(
    name: String
  ) throws {
    try editNine()
    try a.write(".git/\(name).lock", "")
    try expectSent()
    #expect(try a.slots("doctor").outputText.contains(".git/\(name).lock"))
  }

  @Test func `the lock of a git that is at work is waited for`() throws {
    try editNine()
    let lock = a.folder.appending(".git/index.lock")
    try a.write(".git/index.lock", "")
    let waiter = Thread {
      usleep(300_000)
      try? Files.remove(lock)
    }
    waiter.start()
    try expectSent()
  }

  static let unfinished: [(what: String, commands: String, finish: String, end: String)] = [
    ("merge", "git merge side", "git merge --continue", "git merge --abort"),
    ("rebase", "git rebase side", "git rebase --continue", "git rebase --abort"),
    (
      "cherry-pick", "git cherry-pick side", "git cherry-pick --continue", "git cherry-pick --abort"
    ),
    ("revert", "git revert --no-edit HEAD~1", "git revert --continue", "git revert --abort"),
    ("bisect", "git bisect start HEAD HEAD~2", "git bisect reset", "git bisect reset"),
    ("am", "git format-patch -1 side --stdout | git am", "git am --continue", "git am --abort"),
  ]

  @Test(arguments: unfinished.indices)
  func `what git has begun and not finished is named with the two ways out`(number: Int) throws {
    let (what, commands, finish, end) = Self.unfinished[number]
    for (text, branch) in [("1", ""), ("2", "side"), ("3", "main")] {
      if branch == "side" { try a.git("checkout", "--quiet", "-b", "side") }
      if branch == "main" { try a.git("checkout", "--quiet", "main") }
      try a.write("notes.txt", text + "\n")
      try a.commit(text)
    }
    try editNine()
    _ = try a.shell(commands)
    let head = try a.head()
    for command in ["sync", "undo"] {
      let result = try a.slots(command)
      #expect(result.exitCode == 1, "\(result.summary)")
      #expect(result.errorText.contains("a git \(what) is not finished"), "\(result.summary)")
      #expect(result.errorText.contains(finish), "\(result.summary)")
      #expect(result.errorText.contains(end), "\(result.summary)")
    }
    for command in ["status", "log", "list", "validate"] {
      #expect(try a.slots(command).exitCode.map { [0, 3].contains($0) } == true, "\(command)")
    }
    #expect(try a.head() == head)
    #expect(try a.text(slotFile(9))?.contains("Mine") == true)
    _ = try a.shell(end)
    try expectSent()
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a folder away"))
  func `a repository of somebody else is refused with its name, here and as the remote`() throws {
    try editNine()
    for (folder, command) in [(a.folder, "status"), (world.hub, "sync")] {
      try Shell.run("chown", ["-R", "65534:65534", folder.description], in: world.folder.path)
      let result = try a.slots(command)
      #expect(result.exitCode == 1, "\(result.summary)")
      #expect(result.errorText.contains("\(folder) belongs to somebody else"), "\(result.summary)")
      #expect(result.errorText.contains("safe.directory \(folder)"), "\(result.summary)")
      try Shell.run("chown", ["-R", "0:0", folder.description], in: world.folder.path)
    }
    try expectSent()
  }

  @Test func `a link here stays a link, and what it leads to stays where it is`() throws {
    let outside = world.folder.path.appending("outside")
    try world.folder.write("outside/todo.txt", "private\n")
    try a.write("d/todo.txt", "shared\n")
    try a.commit("d")
    try a.sync()
    // A folder that git tracks becomes a link: its file is gone, and the other's is not taken for it.
    try Files.removeTree(a.folder.appending("d"))
    try Shell.run("ln", ["-s", outside.description, "d"], in: a.folder)
    #expect(try a.sync().failure == nil)
    #expect(
      try git("ls-tree", "-r", "--name-only", "main", in: world.hub).contains("todo.txt") == false)
    // A link that git does not track lies where the remote has a folder.
    try Shell.run("ln", ["-s", outside.description, "notes"], in: a.folder)
    let forge = Forge(world.hub)
    let folder = try forge.folder(Array("todo.txt".utf8), file: try forge.blob("theirs\n"))
    try forge.push([("40000", Array("notes".utf8), folder)])
    let notes = try a.sync().notes
    #expect(notes.contains { $0.contains("notes.untracked") }, "\(notes)")
    #expect(try a.text("notes/todo.txt") == "theirs\n")
    #expect(try Listing.contents(of: outside).keys.sorted() == ["/todo.txt"])
    #expect(try world.folder.text("outside/todo.txt") == "private\n")
  }

  @Test func `documents behind a link are not looked at`() throws {
    try world.folder.write("outside/stage/live.json", "{\"values\": {\"secret\": 1}}")
    try Shell.run("ln", ["-s", "\(world.folder.path)/outside", "devices"], in: a.folder)
    let report = try a.sync()
    #expect(report.held.isEmpty && report.taken.isEmpty)
    try a.remove("devices")
    try Files.makeFolders(a.folder.appending("devices"))
    try Shell.run(
      "ln", ["-s", "\(world.folder.path)/outside/stage", "devices/stage"], in: a.folder)
    #expect(try a.sync().taken.isEmpty)
    #expect(try a.open().validateAll().items.isEmpty)
  }

  @Test func `a submodule and a link that both sides changed stay as they are here`() throws {
    let b = try world.replica("b")
    func push(_ replica: Replica, _ commit: String, _ target: String) throws {
      try replica.git("update-index", "--add", "--cacheinfo", "160000,\(commit),sub")
      let blob = try replica.git("hash-object", "-w", "--stdin", input: target)
      try replica.git("update-index", "--add", "--cacheinfo", "120000,\(blob),link")
      try replica.git("commit", "--quiet", "--no-verify", "--message", "sub")
      try replica.git("reset", "--quiet", "--hard")
    }
    try push(a, String(repeating: "1", count: 40), "one")
    try push(b, String(repeating: "2", count: 40), "two")
    #expect(try a.sync().failure == nil)
    let report = try b.sync()
    #expect(report.failure == nil)
    #expect(report.notes.contains { $0.hasPrefix("sub: edited on both sides") }, "\(report.notes)")
    #expect(report.notes.contains { $0.hasPrefix("link: edited on both sides") }, "\(report.notes)")
    #expect(try b.git("ls-tree", "HEAD", "sub").contains("2222"))
  }

  @Test func `a file of 100 MB passes by without filling the memory`() throws {
    let big = String(repeating: "x", count: 100_000_000)
    let forge = Forge(world.hub)
    let blob = try forge.blob(big)
    try forge.push([
      ("100644", Array("big.txt".utf8), blob), ("100644", Array("slot.05.json".utf8), blob),
    ])
    try editNine()
    // As much address space as libgit2 and one copy need, and no more.
    let program = try Program.path()
    let sync = try a.shell("ulimit -v 900000; exec '\(program)' sync")
    #expect(sync.exitCode == 5, "\(sync.summary)")
    #expect(sync.errorText.contains("slot.05.json:1:1: 100000000 bytes"), "\(sync.summary)")
    #expect(try a.title(5) == "Prism")
    #expect(try git("show", "main:slot.09.json", in: world.hub).contains("Mine"))
  }

  @Test func `what git fetched is judged as well, and the replica can be worked with meanwhile`()
    throws
  {
    // An address of its own to push to: git is asked to fetch.
    try a.git("config", "remote.origin.pushurl", "file://\(world.hub)")
    let good = try world.hubTip()
    let forge = Forge(world.hub)
    let file = try forge.blob("{\"values\": {\"a\": 1}}")
    let folder = try forge.folder(Array("..".utf8), Array("live.json".utf8), file: file)
    try forge.push([("40000", Array("devices".utf8), folder)])
    try editNine()
    let sync = try a.slots("sync")
    #expect(sync.exitCode == 1, "\(sync.summary)")
    #expect(sync.errorText.contains("hub.git is damaged"), "\(sync.summary)")
    let status = try a.slots("status")
    #expect(status.exitCode == 0, "\(status.summary)")
    #expect((status.outputText + status.errorText).contains("a folder above"), "\(status.summary)")
    for command in ["list", "log", "validate", "undo", "redo"] {
      let result = try a.slots(command)
      #expect(result.exitCode == 0, "\(command): \(result.summary)")
    }
    try forge.point(good)
    try expectSent()
  }

  @Test(arguments: ["HEAD", "config", "refs/heads/main", "index"])
  func `an init that was killed in git's own set-up leaves nothing in the way of the next`(
    lock: String
  ) throws {
    let c = Replica(world, "c", skew: 0, factory: world.factory)
    let making = "\(Store.making)/store/.git"
    try git("init", "--quiet", "\(c.folder)/\(making)", in: world.folder.path)
    try c.write("\(making)/\(lock).lock", "")
    try c.write("\(Store.making)/lock", "1\n")
    try c.initialise(remote: world.hub.description)
    #expect(try c.title(0) == "Dawn")
    #expect(try c.git("status", "--porcelain") == "")
    #expect(try Files.status(c.folder.appending(Store.making)) == nil)
    // Killed once the repository was in its place.
    try c.write("\(Store.making)/lock", "1\n")
    try c.initialise(remote: world.hub.description)
    #expect(try Files.status(c.folder.appending(Store.making)) == nil)
  }
}
