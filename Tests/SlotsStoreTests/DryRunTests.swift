import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// A dry run says what would happen, and nothing changes: no content and no time of any file or folder
/// of the replica, of its git folder, of the remote.
@Suite struct DryRunTests {
  let world: World
  let a: Replica
  let b: Replica

  init() throws {
    world = try World()
    a = try world.replica("a")
    try a.write("notes.txt", "one\ntwo\nthree\n")
    try a.commit("notes")
    try a.sync()
    b = try world.replica("b")
    try b.sync()
  }

  private func expectNothingChanges(
    _ body: () throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let changes = try Listing.changes(in: world.folder.path, body)
    #expect(changes == [], sourceLocation: sourceLocation)
  }

  /// What a sync reports, without what two runs never share: commits' names.
  private func facts(_ report: SyncReport) -> [String] {
    func keys(_ changes: [KeyChange]) -> String {
      changes.map(\.key.description).joined(separator: " ")
    }
    func contests(_ list: [Contest]) -> String {
      list.map { "\($0.key) \($0.rule) \($0.winner.replica) \($0.loser.replica)" }.joined(
        separator: " ")
    }
    return [
      report.result.rawValue, keys(report.taken), keys(report.sent),
      keys(report.received.map(\.change)), contests(report.won), contests(report.lost),
      report.held.map(\.text).joined(separator: " "),
      report.seeded.map(\.description).joined(separator: " "),
    ]
  }

  /// Edits on both sides, by hand and with slots, of documents and own files.
  private func diverge() throws {
    try b.set(5, "speed", "0.9")
    try b.save(9, "From b")
    try b.pin(9)
    try b.edit("notes.txt", "three", "THREE")
    try b.sync()
    try a.set(5, "speed", "0.1")
    try a.save(10, "From a")
    try a.edit("slot.01.json", "0.6", "0.7")
    try a.edit("slot.02.json", "0.6", "7")
    try a.write("slot.12.json", "{\"name\": \"New\", \"params\": {}}\n")
    try a.remove("slot.03.json")
    try a.edit("notes.txt", "one", "ONE")
    try a.write("untracked.txt", "mine\n")
  }

  @Test func `sync with a folder as the remote`() throws {
    try diverge()
    var planned = SyncReport()
    try expectNothingChanges { planned = try a.sync(dryRun: true) }
    #expect(try facts(a.sync()) == facts(planned))
    try b.sync()
    #expect(try a.tree() == b.tree())
  }

  @Test func `sync through the git command, with a hook on the remote`() throws {
    let hook = world.hub.appending("hooks/pre-receive")
    try Files.makeFolders(hook.parent)
    try Files.write(Array("#!/bin/sh\nexit 0\n".utf8), to: hook, temporaryIn: world.folder.path)
    try Shell.run("chmod", ["+x", hook.description], in: world.folder.path)
    for replica in [a, b] {
      try replica.git("remote", "set-url", "origin", "file://\(world.hub)")
    }
    try diverge()
    var planned = SyncReport()
    try expectNothingChanges { planned = try a.sync(dryRun: true) }
    #expect(try facts(a.sync()) == facts(planned))
    try b.sync()
    #expect(try a.tree() == b.tree())
  }

  @Test func `sync of a replica that is behind, ahead, or in step`() throws {
    var report = SyncReport()
    try expectNothingChanges { report = try a.sync(dryRun: true) }
    #expect(report.result == .upToDate)
    try b.save(9, "From b")
    try b.sync()
    try expectNothingChanges { report = try a.sync(dryRun: true) }
    #expect(try report.received.map(\.change.key) == [slotKey(9)])
    try a.sync()
    try a.save(10, "From a")
    try expectNothingChanges { report = try a.sync(dryRun: true) }
    #expect(try report.sent.map(\.key) == [slotKey(10)])
  }

  @Test func `own files that only look touched are no edit, with line ends that git converts`()
    throws
  {
    try a.git("config", "core.autocrlf", "true")
    try a.write("notes.txt", "one\r\ntwo\r\nthree\r\n")
    var report = SyncReport()
    try expectNothingChanges { report = try a.sync(dryRun: true) }
    #expect(report.result == .upToDate, "\(report.notes)")
    #expect(report.notes == [])
  }

  @Test func `sync of a shallow clone`() throws {
    for index in 0..<4 { try a.save(9, "Nine \(index)") }
    try a.sync()
    let shallow = try world.clone("shallow", "--depth", "1", url: "file://\(world.hub)")
    try shallow.initialise()
    try shallow.set(4, "speed", "0.9")
    for index in 0..<3 { try a.save(10, "Ten \(index)") }
    try a.sync()
    var report = SyncReport()
    try expectNothingChanges { report = try shallow.sync(dryRun: true) }
    #expect(try report.sent.map(\.key) == [slotKey(4)])
    #expect(try report.received.map(\.change.key) == [slotKey(10)])
  }

  @Test func `sync with an unreachable remote says so`() throws {
    try a.git("remote", "set-url", "origin", "/nowhere/hub.git")
    try a.edit("slot.01.json", "0.6", "0.7")
    try expectNothingChanges { () throws in
      let report = try a.sync(dryRun: true)
      #expect(report.result == .offline)
      #expect(report.taken.map(\.key) == [try slotKey(1)])
    }
  }

  @Test func `writes`() throws {
    try diverge()
    try expectNothingChanges { () throws in
      let save = try a.open().save(preset("Aurora"), into: "8", overwrites: true, dryRun: true)
      #expect(save.changes.map(\.key) == [try slotKey(8)])
      #expect(save.commit == nil)
      #expect(try a.open().clear("5", stay: true, confirmed: true, dryRun: true).changes.count == 1)
      #expect(try a.open().pin(["7"], true, dryRun: true).changes.count == 1)
      let change = try a.open().change("4", dryRun: true) { $0.params["speed"] = 1 }
      #expect(change.changes.map { ChangeText($0).line } == ["slot-04 Glass: speed 0.6 → 1"])
      #expect(try a.open().seed(dryRun: true).seeded == [])
      let head = try b.head()
      #expect(throws: StoreError.noRevision(head)) {
        try a.open().restore(slotKey(5), from: head, overwrites: true, dryRun: true)
      }
      let back = try a.open().restore(slotKey(5), from: "HEAD~2", overwrites: true, dryRun: true)
      #expect(back.changes.map(\.key) == [try slotKey(5)])
    }
  }

  @Test func `looking: status, differences, versions, log, validate, views`() throws {
    try diverge()
    try expectNothingChanges { () throws in
      #expect(try a.open().status().held.map(\.path) == ["slot.02.json"])
      #expect(try a.open().differences(.remote).count >= 4)
      #expect(try a.versions(slotKey(5)).count == 2)
      #expect(try a.open().log(limit: 100).count >= 3)
      #expect(try a.open().validate([]).map(\.path) == ["slot.02.json"])
      #expect(try a.title(12) == "New")
    }
  }

  @Test func `a dry run of a new factory version seeds nothing`() throws {
    try FactorySet.write(a.factory, version: 2, slots: Array(0..<8), suffix: " II")
    try expectNothingChanges { () throws in
      #expect(try a.open().seed(dryRun: true).seeded.count == 9)
      #expect(try a.open().status().due.count == 9)
    }
  }
}
