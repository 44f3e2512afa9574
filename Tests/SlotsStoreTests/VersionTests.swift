import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// Every version ever written can be seen and had back.
@Suite struct VersionTests {
  let world: World
  let a: Replica
  let b: Replica

  init() throws {
    world = try World()
    (a, b) = (try world.replica("a"), try world.replica("b"))
    try a.sync()
    try b.sync()
  }

  private func titles(_ versions: [Version]) -> [String] {
    versions.map { version in
      let slot = Slot(version.register.value)
      return slot?.isCleared == true ? "-" : slot?.name.string ?? "nil"
    }
  }

  @Test func `every write of every replica is there, newest first, the beaten ones with why`()
    throws
  {
    try a.save(9, "A1")
    try a.save(9, "A2")
    try b.save(9, "B1")
    try a.sync()
    try b.sync()
    try a.sync()
    try a.clear(9)
    try a.save(9, "A3")
    try world.settle([a, b])
    for replica in [a, b] {
      let versions = try replica.versions(slotKey(9))
      #expect(titles(versions) == ["A3", "-", "B1", "A2", "A1"])
      #expect(versions.map(\.isCurrent) == [true, false, false, false, false])
      #expect(versions.map { $0.lostTo?.rule } == [nil, nil, nil, "later time", nil])
      #expect(Slot(versions[3].lostTo?.winner.value)?.name == "B1")
      #expect(versions.map { $0.register.stamp?.replica.string } == ["a", "a", "b", "a", "a"])
      for version in versions {
        let register = try replica.open().view(at: version.commit).register(slotKey(9))
        #expect(register == version.register)
      }
    }
  }

  @Test func `what each version replaced is in it`() throws {
    try a.save(9, "A1")
    try a.save(9, "A2")
    let versions = try a.versions(slotKey(9))
    #expect(Slot(versions[0].previous?.value)?.name == "A1")
    #expect(versions[1].previous == nil)
    let first = try a.versions(slotKey(5))
    #expect(titles(first) == ["Prism"])
    #expect(first[0].register.stamp == .factory(1))
  }

  @Test func `restore brings any of them back, as the person's own, everywhere`() throws {
    try a.save(5, "A1")
    try b.save(5, "B1")
    try world.settle([a, b])
    try b.clear(5)
    try world.settle([b, a])
    let all = try a.versions(slotKey(5))
    #expect(titles(all) == ["-", "B1", "A1", "Prism"])
    for version in all.reversed() {
      try a.restore(slotKey(5), from: version.shortCommit)
      try world.settle([a, b])
      let slot = Slot(try b.register(slotKey(5))?.value)
      var expected = try #require(Slot(version.register.value))
      if !expected.isCleared { expected.userOwned = true }
      #expect(slot == expected, "\(version)")
    }
    #expect(try a.versions(slotKey(5)).count == 8)
    try world.expectInStep([a, b])
  }

  @Test func `restore over a filled slot needs a yes, and names what is there`() throws {
    try a.save(5, "A1")
    let first = try #require(try a.versions(slotKey(5)).last).commit
    let head = try a.head()
    #expect(throws: StoreError.filledSlot(try slotID(5), name: "A1")) {
      try a.open().restore(slotKey(5), from: first, overwrites: false)
    }
    #expect(throws: StoreError.noRevision("no-such-thing")) {
      try a.restore(slotKey(5), from: "no-such-thing")
    }
    #expect(throws: StoreError.noVersion(key: "slot.09", revision: first)) {
      try a.restore(slotKey(9), from: first)
    }
    #expect(try a.head() == head)
  }

  @Test func `versions of a pin and of a device's field follow that key alone`() throws {
    try a.write("devices/stage/live.json", "{\"values\": {\"bpm\": 120, \"metro_vol\": 80}}\n")
    try a.pin(4)
    try a.edit("devices/stage/live.json", "80", "70")
    try a.pin(5)
    try a.pin(4, to: false)
    try world.settle([a, b])
    try b.edit("devices/stage/live.json", "120", "99")
    try b.edit("devices/stage/live.json", "70", "60")
    try world.settle([b, a])
    let pin = try a.versions(.pin("slot-04")).map { $0.register.value }
    #expect(pin == [nil, true])
    let field = Key.field(DeviceName("stage"), .live, "metro_vol")
    #expect(try a.versions(field).map { $0.register.value } == [60, 70, 80])
    let third = try #require(try a.versions(field).last)
    try a.restore(field, from: third.commit)
    try world.settle([a, b])
    #expect(try b.text("devices/stage/live.json")?.contains("\"metro_vol\": 80") == true)
    #expect(try b.text("devices/stage/live.json")?.contains("\"bpm\": 99") == true)
  }

  @Test func `an edit by plain git is a version under its author's name`() throws {
    let plain = try world.clone("plain")
    try plain.edit("slot.05.json", "0.6", "0.7")
    try plain.commit(author: "Bea")
    try plain.edit("slot.05.json", "0.7", "0.8")
    try plain.commit(author: "Cem")
    try plain.git("rm", "--quiet", "slot.05.json")
    try plain.git("commit", "--quiet", "--message", "gone", author: "Dan")
    try plain.git("push", "--quiet", "origin", "HEAD:main")
    try world.settle([a, b])
    let versions = try b.versions(slotKey(5))
    #expect(
      versions.map { $0.register.stamp?.replica.string } == ["git:Dan", "git:Cem", "git:Bea", ""])
    #expect(versions.map(\.isCurrent) == [true, false, false, false])
    #expect(titles(versions) == ["-", "Prism", "Prism", "Prism"])
    try b.restore(slotKey(5), from: versions[2].commit)
    #expect(try b.param(5, "speed") == "0.7")
  }

  @Test func `the log has every commit with its replica`() throws {
    try a.save(9, "A1")
    try b.save(10, "B1")
    try world.settle([a, b])
    let log = try a.open().log(limit: 10)
    #expect(log.map(\.replica).sorted() == ["a", "b", "b", "factory"])
    #expect(log.filter(\.isMerge).count == 1)
    #expect(log.last?.subject == "new store with factory version 1")
    #expect(try a.open().log(limit: 2).count == 2)
  }
}

/// A default that a pin and a person's copy came from, and that a newer set has no more.
@Suite struct RemovedDefaultTests {
  @Test(arguments: [[0, 1, 2, 3, 4], [0, 1, 2, 3, 4, 5]])
  func `B61 pin and copy survive a default that went or was renamed`(_ slots: [Int]) throws {
    let world = try World()
    let a = try world.replica("a")
    try a.pin(5)
    _ = try a.open().bringIn { view in
      ImportPlan(try view.filled(slotID(5)).orThrow("slot 5"), into: try slotID(9))
    }
    let newer = world.folder.path.appending("newer")
    try FactorySet.write(newer, version: 2, slots: slots, suffix: " new")
    a.factory = newer
    _ = try a.open().seed()
    #expect(try a.title(9) == "Prism")
    #expect(try a.pins().contains("slot-05"))
    #expect(try a.title(5) == (slots.contains(5) ? "Prism new" : "Prism"))
    // The pin of a slot that is emptied is kept, and told.
    try a.clear(5)
    #expect(try a.pins().contains("slot-05"))
    #expect(
      try a.open().validateAll().notes.contains { $0.hasPrefix("slot-05 is pinned and empty") })
    #expect(try a.open().validateAll().items == [])
  }
}
