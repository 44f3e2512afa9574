import SlotsModel
import Testing

private let ids = SlotID.all

private func set(_ version: Int, _ filled: [Int], pins: [Int] = []) throws -> Factory {
  try .filling(filled, version: version, pins: pins)
}

@Suite struct SeedPlanTests {
  @Test func `the first use of an empty store fills the slots, the pins and the version`() throws {
    var store = MemoryStore()
    let factory = try set(3, [0, 5], pins: [5, 7])
    let plan = store.seedPlan(factory)
    #expect(plan.version == 3)
    #expect(
      Set(plan.changes.keys) == [
        .slot(ids[0]), .slot(ids[5]), .pin("slot-05"), .pin("slot-07"), .seedVersion,
      ])
    #expect(plan.changes.values.allSatisfy { $0.stamp == .factory(3) })
    store.seed(factory)
    #expect(store.name(0) == "default 3.0" && store.slot(0)?.userOwned == false)
    #expect(store.documents[.pins]?.json["slots"] == ["slot-05", "slot-07"])
    #expect(store[.seedVersion]?.value == ["digest": "digest 3", "version": 3])
  }

  @Test func `two replicas that start offline write the same bytes`() throws {
    let factory = try set(1, [0, 1, 2], pins: [1])
    var (one, other) = (MemoryStore(), MemoryStore())
    one.seed(factory)
    other.seed(factory)
    #expect(one == other)
    #expect(
      one.documents.mapValues(\.canonicalBytes) == other.documents.mapValues(\.canonicalBytes))
  }

  @Test func `seeding twice is seeding once`() throws {
    var store = MemoryStore()
    let factory = try set(2, [0, 1], pins: [1])
    store.seed(factory)
    #expect(store.seedPlan(factory).changes.isEmpty)
  }

  @Test func `an older program seeds nothing`() throws {
    var store = MemoryStore()
    store.seed(try set(3, [0]))
    #expect(store.seedPlan(try set(2, [0, 1, 2], pins: [1])).changes.isEmpty)
  }

  @Test func `an upgrade changes no pins`() throws {
    var store = MemoryStore()
    store.seed(try set(1, [0], pins: [0]))
    let plan = store.seedPlan(try set(2, [0], pins: [0, 5]))
    #expect(Set(plan.changes.keys) == [.slot(ids[0]), .seedVersion])
  }

  @Test func `a pin that a person wrote before the first seeding is left`() throws {
    var store = MemoryStore()
    let unpinned = Register(
      nil, Stamp(milliseconds: 5, counter: 0, replica: "phone", factoryVersion: 0))
    store[.pin("slot-05")] = unpinned
    store.seed(try set(1, [0], pins: [5, 7]))
    #expect(store[.pin("slot-05")] == unpinned)
    #expect(store[.pin("slot-07")] == Register(true, .factory(1)))
  }

  @Test func `a default that a newer set no longer has stays where it is`() throws {
    var store = MemoryStore()
    store.seed(try set(1, [0, 4]))
    store.seed(try set(2, [0]))
    #expect(store.name(0) == "default 2.0" && store.name(4) == "default 1.4")
  }

  @Test func `a default takes the place of what it replaces, with its own version`() throws {
    var store = MemoryStore()
    store.seed(try set(1, [3]))
    store.save(3, .cleared(stay: false), at: 1000)
    let cleared = try #require(store[.slot(ids[3])]?.stamp)
    store.seed(try set(2, [3]))
    let stamp = try #require(store[.slot(ids[3])]?.stamp)
    #expect(stamp == cleared.withFactoryVersion(2) && cleared < stamp)
    #expect(store[.seedVersion]?.stamp == .factory(2))
  }

  @Test func `presets are seeded without owner and stamp of their own`() throws {
    var factory = try set(1, [])
    let value: JSONValue = [
      "name": "A", "params": [:], "userOwned": true, "written": "f9", "laterMember": 1,
    ]
    factory.add(try #require(Slot(value)), at: ids[2])
    let register = try #require(MemoryStore().seedPlan(factory).changes[.slot(ids[2])])
    #expect(
      register.value == ["laterMember": 1, "name": "A", "params": [:], "userOwned": false])
    #expect(register.stamp == .factory(1))
  }

  @Test func `what is due: absent, or not the person's and of an older version`() throws {
    let filled = { (owned: Bool, version: Int) in
      Register(.object(Slot.named("A", owned: owned).value), .factory(version))
    }
    #expect(SeedPlan.isDue(nil, version: 1))
    #expect(SeedPlan.isDue(filled(false, 1), version: 2))
    #expect(!SeedPlan.isDue(filled(false, 2), version: 2))
    #expect(!SeedPlan.isDue(filled(false, 3), version: 2))
    for version in 0...3 { #expect(!SeedPlan.isDue(filled(true, version), version: 2)) }
    let unstamped = Register(.object(Slot.named("A", owned: false).value), nil)
    #expect(SeedPlan.isDue(unstamped, version: 1))
  }

  @Test func `the version of a store is read, or none`() {
    #expect(SeedPlan.version(of: nil) == 0)
    #expect(SeedPlan.version(of: Register(["version": 4], nil)) == 4)
    for value: JSONValue in [.null, [:], ["version": "4"], ["version": .null], 4] {
      #expect(SeedPlan.version(of: Register(value, nil)) == 0)
    }
  }
}
