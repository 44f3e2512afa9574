import SlotsModel
import Testing

private let ids = SlotID.all

private func set(_ version: Int, _ filled: [Int], pins: [Int] = []) throws -> Factory {
  try .filling(filled, version: version, pins: pins)
}

@Suite struct SeedCaseTests {
  @Test(arguments: [false, true])
  func `B55: an update leaves a person's preset, also one that was not synced yet`(
    _ isUnsynced: Bool
  ) throws {
    var phone = MemoryStore()
    phone.seed(try set(1, [2, 3]))
    var pad = phone
    let mine = Slot.named("Mine", owned: true)
    phone.save(2, mine, at: 1000)
    if !isUnsynced { pad.merge(phone) }
    pad.seed(try set(2, [2, 3, 8]))
    pad.merge(phone)
    phone.merge(pad)
    for store in [pad, phone] {
      #expect(store.slot(2) == mine)
      #expect(store.name(3) == "default 2.3" && store.name(8) == "default 2.8")
      #expect(store.seeded == 2)
    }
  }

  @Test func `B55: an edit made before the update, by a clock that is behind, wins as well`() throws
  {
    var phone = MemoryStore()
    phone.seed(try set(1, [2]))
    var pad = phone
    pad.seed(try set(2, [2]))
    phone.save(2, .named("Mine", owned: true), at: -5)
    pad.merge(phone)
    #expect(pad.name(2) == "Mine")
  }

  @Test func `B56: a cleared slot is refilled by the next version and not before`() throws {
    var store = MemoryStore()
    let first = try set(1, [4])
    store.seed(first)
    let stale = store
    store.save(4, .cleared(stay: false), at: 1000)
    #expect(store.seedPlan(first).changes.isEmpty)
    store.merge(stale)
    #expect(store.slot(4)?.isCleared == true)
    store.seed(first)
    #expect(store.slot(4)?.isCleared == true)
    store.seed(try set(2, [4]))
    store.merge(stale)
    #expect(store.name(4) == "default 2.4")
  }

  @Test func `B56: a slot cleared to stay empty stays empty`() throws {
    var store = MemoryStore()
    store.seed(try set(1, [4]))
    let stale = store
    store.save(4, .cleared(stay: true), at: 1000)
    for version in 2...5 {
      store.seed(try set(version, [4]))
      store.merge(stale)
      #expect(store.slot(4) == .cleared(stay: true))
    }
  }

  @Test(arguments: [0, -9_000_000_000_000, 1_796_040_000_000, Stamp.lastMillisecond] as [Int64])
  func `B58: a new replica's defaults win over no person's write`(_ now: Int64) throws {
    var phone = MemoryStore()
    phone.seed(try set(1, Array(0..<12)))
    for index in 0..<10 { phone.save(index, .named(Text("Mine \(index)"), owned: true), at: now) }
    for version in 1...3 {
      var new = MemoryStore()
      new.seed(try set(version, Array(0..<12), pins: [1]))
      new.merge(phone)
      new.seed(try set(version, Array(0..<12), pins: [1]))
      for index in 0..<10 { #expect(new[.slot(ids[index])] == phone[.slot(ids[index])]) }
      if version == 1 {
        new[.pin("slot-01")] = nil
        new.documents = new.documents.filter { $0.key != .pins }
        #expect(new == phone)
      }
    }
  }
}
