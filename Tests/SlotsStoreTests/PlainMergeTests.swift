import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// Merges and rebases that plain git made in a clone without our driver.
@Suite struct PlainMergeTests {
  let world: World
  let a: Replica
  let plain: Replica

  init() throws {
    world = try World()
    a = try world.replica("a")
    try a.sync()
    plain = try world.clone("plain")
  }

  /// Merges or rebases and, where git stops, commits what it left in the files, markers and all.
  private func force(_ arguments: [String]) throws {
    do {
      try Shell.run("git", arguments, in: plain.folder, at: plain.clock / 1000)
    } catch is Shell.Failure {
      try plain.git("add", "--all")
      if try Files.status(plain.folder.appending(".git/MERGE_HEAD")) != nil {
        try plain.git("commit", "--quiet", "--no-verify", "--no-edit")
      } else {
        try plain.git("-c", "core.editor=true", "rebase", "--continue")
      }
    }
  }

  private func push() throws { try plain.git("push", "--quiet", "origin", "HEAD:main") }

  private func settle(_ others: Replica..., sourceLocation: SourceLocation = #_sourceLocation)
    throws
  {
    try world.settle([a] + others)
    try world.expectInStep([a] + others, sourceLocation: sourceLocation)
    #expect(try a.open().validate([]).isEmpty, sourceLocation: sourceLocation)
  }

  @Test func `lines of two edits that git mixed are the later edit, and the other is kept`() throws
  {
    let bea = try world.clone("bea")
    try bea.edit("slot.05.json", "\"name\": \"Prism\"", "\"name\": \"Bea's\"")
    try bea.commit(author: "Bea")
    try bea.git("push", "--quiet", "origin", "HEAD:main")
    try plain.edit("slot.05.json", "calm", "wild")
    try plain.commit()
    try force(["pull", "--quiet", "--no-rebase", "--no-edit"])
    let mixed = try plain.text("slot.05.json").orThrow("slot.05.json")
    #expect(mixed.contains("Bea's") && mixed.contains("wild"))
    try push()
    let report = try a.sync()
    #expect(report.held.isEmpty)
    try settle()
    let slot = try a.open().view().filled(slotID(5))
    #expect(slot?.name == "Prism")
    #expect(slot?.tagSignal == "wild")
    let versions = try a.versions(slotKey(5))
    let ofBea = try #require(versions.first { $0.register.stamp?.replica == "git:Bea" })
    #expect(Slot(ofBea.register.value)?.name == "Bea's")
    #expect(Slot(ofBea.register.value)?.tagSignal == "calm")
    #expect(ofBea.lostTo?.winner.stamp?.replica == "git:Ada")
    #expect(ofBea.lostTo?.rule == "later time")
    let mixtures = versions.filter {
      Slot($0.register.value)?.name == "Bea's" && Slot($0.register.value)?.tagSignal == "wild"
    }
    #expect(mixtures.isEmpty)
    try a.restore(slotKey(5), from: ofBea.commit)
    #expect(try a.title(5) == "Bea's")
  }

  @Test(arguments: ["merge", "rebase"])
  func `conflict markers that were committed are named and mean neither value`(how: String) throws {
    try a.set(5, "speed", "0.9")
    try a.sync()
    try plain.edit("slot.05.json", "0.6", "0.7")
    try plain.edit("slot.04.json", "0.6", "0.7")
    try plain.commit()
    try plain.git("fetch", "--quiet")
    try force([how, "origin/main"])
    #expect(try plain.text("slot.05.json")?.contains("<<<<<<<") == true)
    try push()
    let report = try a.sync()
    #expect(report.held.map(\.path) == ["slot.05.json"])
    #expect(report.result == .partial)
    let b = try world.replica("b")
    try settle(b)
    #expect(try a.param(4, "speed") == "0.7")
    // In a merge both edits have a parent of their own and the later one stands; a rebase wrote the
    // other over and left only the markers.
    #expect(try b.param(5, "speed") == (how == "merge" ? "0.7" : "0.9"))
  }

  @Test func `a member twice after a line merge means neither`() throws {
    let base = try plain.text("slot.05.json").orThrow("slot.05.json")
    try plain.write(
      "slot.05.json",
      base.replacing("\"bloom\": 0.2,", with: "\"bloom\": 0.2,\n    \"bloom\": 0.3,"))
    try plain.commit()
    try push()
    let report = try a.sync()
    #expect(report.held.map(\.path) == ["slot.05.json"])
    #expect(report.held.first?.reason.contains("bloom") == true)
    try settle()
    #expect(try a.text("slot.05.json") == base)
  }

  @Test(arguments: ["ours", "theirs"])
  func `a merge that threw one side away throws nothing away here`(side: String) throws {
    try a.set(5, "speed", "0.9")
    try a.save(9, "Nine")
    try a.pin(9)
    try a.clear(1)
    try a.sync()
    try plain.edit("slot.04.json", "0.6", "0.7")
    try plain.commit()
    try plain.git("fetch", "--quiet")
    if side == "ours" {
      try plain.git("merge", "--quiet", "--strategy", "ours", "--no-edit", "origin/main")
    } else {
      try plain.git("checkout", "--quiet", "--detach", "origin/main")
      try plain.git("merge", "--quiet", "--strategy", "ours", "--no-edit", "main")
    }
    try push()
    try settle()
    #expect(try a.param(5, "speed") == "0.9")
    #expect(try a.param(4, "speed") == "0.7")
    #expect(try a.title(9) == "Nine")
    #expect(try a.title(1) == nil)
    #expect(try a.pins() == ["slot-00", "slot-02", "slot-09"])
  }

  @Test func `a rebase without the driver keeps every edit that git kept`() throws {
    try a.set(5, "speed", "0.9")
    try a.set(3, "speed", "0.9")
    try a.sync()
    for slot in [2, 4] {
      try plain.edit(slotFile(slot), "0.6", "0.7")
      try plain.commit()
    }
    try plain.git("fetch", "--quiet")
    try plain.git("rebase", "--quiet", "origin/main")
    try push()
    try settle()
    for slot in [3, 5] { #expect(try a.param(slot, "speed") == "0.9") }
    for slot in [2, 4] { #expect(try a.param(slot, "speed") == "0.7") }
  }

  @Test func `an octopus of three branches has the edits of all`() throws {
    for (branch, slot) in [("x", 1), ("y", 2), ("z", 3)] {
      try plain.git("checkout", "--quiet", "-b", branch, "origin/main")
      try plain.edit(slotFile(slot), "0.6", "0.\(slot)")
      try plain.commit()
    }
    try plain.git("checkout", "--quiet", "main")
    try plain.git("merge", "--quiet", "--no-edit", "x", "y", "z")
    try push()
    try a.save(9, "Nine")
    try settle()
    for slot in 1...3 { #expect(try a.param(slot, "speed") == "0.\(slot)") }
    #expect(try a.title(9) == "Nine")
  }

  @Test func `a merge that also edits by hand keeps what both branches wrote`() throws {
    try a.set(5, "speed", "0.9")
    try a.sync()
    try plain.edit("slot.04.json", "0.6", "0.7")
    try plain.commit()
    try plain.git("fetch", "--quiet")
    try plain.git("merge", "--quiet", "--no-commit", "--no-ff", "origin/main")
    try plain.write(slotFile(11), "{\"name\": \"Added in the merge\", \"params\": {}}\n")
    try plain.commit("evil merge")
    try push()
    try settle()
    #expect(try a.param(5, "speed") == "0.9")
    #expect(try a.param(4, "speed") == "0.7")
    #expect(try a.title(11) == "Added in the merge")
  }

  @Test func `moving a slot with git mv moves it, and clears where it was`() throws {
    try plain.git("mv", "slot.03.json", "slot.07.json")
    try plain.git("commit", "--quiet", "--message", "move")
    try push()
    try a.set(3, "bloom", "0.9")
    try settle()
    // The edit was made later than the move, so it stands; and it is nowhere else.
    #expect(try a.param(3, "bloom") == "0.9")
    #expect(try a.param(7, "bloom") == "0.2")
    #expect(try a.title(7) == "Moss")
  }

  @Test func `two clones without the driver, criss-cross, lose nothing`() throws {
    let other = try world.clone("other")
    try plain.edit("slot.01.json", "0.6", "0.1")
    try plain.commit(author: "Ada")
    try other.edit("slot.02.json", "0.6", "0.2")
    try other.commit(author: "Bea")
    try plain.git("fetch", "--quiet", other.folder.description, "main:other")
    try other.git("fetch", "--quiet", plain.folder.description, "main:other")
    try plain.git("merge", "--quiet", "--no-edit", "other")
    try other.git("merge", "--quiet", "--no-edit", "other")
    try plain.edit("slot.03.json", "0.6", "0.3")
    try plain.commit(author: "Ada")
    try other.edit("slot.04.json", "0.6", "0.4")
    try other.commit(author: "Bea")
    try push()
    try a.sync()
    try other.git("fetch", "--quiet")
    try other.git("merge", "--quiet", "--no-edit", "origin/main")
    try other.git("push", "--quiet", "origin", "HEAD:main")
    try settle()
    for slot in 1...4 { #expect(try a.param(slot, "speed") == "0.\(slot)") }
  }
}
