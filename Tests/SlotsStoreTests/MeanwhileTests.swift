import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// What a person does with files and with git while a sync is under way.
@Suite struct MeanwhileTests {
  let world: World
  let a: Replica
  let b: Replica

  init() throws {
    world = try World()
    (a, b) = (try world.replica("a"), try world.replica("b"))
    try a.write("notes.txt", "one\n")
    try a.commit("notes")
    try world.settle([a, b])
    try b.set(4, "speed", "0.9")
    try b.save(9, "Nine")
    try b.write("notes.txt", "two\n")
    try b.sync()
  }

  /// Syncs a, and does something once in the middle of it.
  private func sync(_ action: @escaping () throws -> Void) throws {
    var failure: (any Error)?
    var isDone = false
    a.meanwhile = {
      isDone = true
      do { try action() } catch { failure = error }
    }
    do {
      try a.sync()
    } catch let error as StoreError {
      // It may give up, as long as nothing is lost.
      #expect(error == .busy(process: nil) || error == .detached(branch: "main"), "\(error)")
    }
    if let failure { throw failure }
    #expect(isDone)
  }

  private func settle(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try world.settle([a, b])
    try world.expectInStep([a, b], sourceLocation: sourceLocation)
    #expect(try b.param(4, "speed") == "0.9", sourceLocation: sourceLocation)
    #expect(try a.title(9) == "Nine", sourceLocation: sourceLocation)
  }

  @Test(arguments: ["behind", "apart"])
  func `a commit that a person makes meanwhile stays in history`(which: String) throws {
    if which == "apart" { try a.set(1, "speed", "0.1") }
    var commit = ""
    try sync { [a] in
      try a.edit("slot.05.json", "0.6", "0.7")
      try a.commit("meanwhile")
      commit = try a.head()
    }
    try settle()
    #expect(try a.param(5, "speed") == "0.7")
    #expect(try b.param(5, "speed") == "0.7")
    #expect(try a.git("branch", "--contains", commit) == "* main")
    #expect(try a.text("notes.txt") == "two\n")
  }

  @Test(arguments: ["slot.05.json", "slot.04.json", "notes.txt", "slot.09.json"])
  func `an edit that a person makes meanwhile is the next edit`(file: String) throws {
    try sync { [a] in
      switch file {
      case "notes.txt": try a.write(file, "mine\n")
      case "slot.09.json": try a.write(file, "{\"name\": \"Mine\", \"params\": {}}\n")
      default: try a.edit(file, "0.6", "0.7")
      }
    }
    try world.settle([a, b])
    try world.expectInStep([a, b])
    switch file {
    case "notes.txt": #expect(try b.text(file) == "mine\n")
    case "slot.09.json":
      #expect(try b.title(9) == "Mine")
      #expect(try b.versions(slotKey(9)).count == 2)
    default: #expect(try b.text(file)?.contains("\"speed\": 0.7") == true)
    }
  }

  @Test func `a person who goes to another branch meanwhile finds nothing foreign on it`() throws {
    let head = try a.head()
    try sync { [a] in try a.git("checkout", "--quiet", "-b", "other") }
    #expect(try a.git("rev-parse", "other") == head)
    #expect(try a.git("symbolic-ref", "HEAD") == "refs/heads/other")
    #expect(try a.git("status", "--porcelain") == "")
    try a.git("checkout", "--quiet", "main")
    try settle()
  }

  @Test func `a person who detaches HEAD meanwhile loses nothing`() throws {
    try sync { [a] in
      try a.git("checkout", "--quiet", "--detach")
      try a.edit("slot.05.json", "0.6", "0.7")
      try a.commit("on no branch")
    }
    let commit = try a.git("log", "--all", "--reflog", "--format=%H", "--grep", "on no branch")
    #expect(commit.count == 40)
    try a.git("checkout", "--quiet", "main")
    try a.git("merge", "--quiet", "--no-edit", commit)
    try settle()
    #expect(try b.param(5, "speed") == "0.7")
  }
}

extension MeanwhileTests {
  /// Whenever the sync waits for the remote, another replica pushes and another process writes here.
  @Test func `what arrived before another write is told once, with the rest`() throws {
    var rounds = 0
    var failure: (any Error)?
    func again() {
      rounds += 1
      do {
        try b.save(9 + rounds, "B\(rounds)")
        try b.sync()
        try a.pin(rounds)
      } catch {
        failure = error
      }
      if rounds < 6 { a.meanwhile = again }
    }
    a.meanwhileAt = "sending to"
    a.meanwhile = again
    try a.set(1, "speed", "0.1")
    let report = try a.sync()
    if let failure { throw failure }
    #expect(rounds == 6)
    let keys = try [4, 9, 10, 11, 12, 13, 14, 15].map(slotKey)
    #expect(report.received.map(\.change.key) == keys)
    try settle()
  }
}
