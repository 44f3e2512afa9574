import SlotsModel
import Testing

private let ids = (0..<6).compactMap { SlotID($0) }

/// Replicas with programs of different versions that write, seed and merge as it happens.
private struct Schedule {
  var chance: JSONChance
  var stores: [MemoryStore]
  var programs: [Int]
  let sets: [Factory]
  var step = 0

  init(seed: UInt64) throws {
    var chance = JSONChance(seed: seed)
    var sets: [Factory] = []
    for version in 1...4 {
      var presets: [SlotID: Text] = [:]
      for id in ids where chance.below(3) > 0 {
        presets[id] = Text("default \(version).\(id.index)")
      }
      let pins = ids.filter { _ in chance.below(3) == 0 }
      sets.append(try Factory(version: version, presets: presets, pins: pins))
    }
    stores = (0..<3).map { _ in MemoryStore() }
    programs = (0..<3).map { _ in 1 + chance.below(2) }
    self.sets = sets
    self.chance = chance
  }

  /// The set of that replica's program.
  func factory(_ who: Int) -> Factory { sets[programs[who] - 1] }

  /// One thing that a person or the world does; nothing is seeded by it.
  mutating func advance() -> Int {
    step += 1
    let (who, other) = (chance.below(3), chance.below(3))
    switch chance.below(8) {
    case 0, 1, 2: stores[who].merge(stores[other])
    case 3: programs[who] = min(programs[who] + 1, sets.count)
    case 4: write(who, nil, owned: chance.below(2) == 0)
    default: write(who, Text("edit \(step)"), owned: true)
    }
    return who
  }

  private mutating func write(_ who: Int, _ name: Text?, owned: Bool) {
    let skew = Int64(who) * 100 - 100
    let stamp = Stamp.next(
      now: 1000 + Int64(step) + skew, after: stores[who].latestStamp,
      replica: Text("r\(who)"), factoryVersion: stores[who].seeded)
    let slot = Slot.named(name, owned: owned)
    stores[who][.slot(chance.one(of: ids))] = Register(.object(slot.value), stamp)
  }
}

@Suite struct SeedLawTests {
  @Test(arguments: UInt64(0)..<60)
  func `what a seeding changes is only what is due`(_ seed: UInt64) throws {
    var schedule = try Schedule(seed: seed)
    for _ in 0..<60 {
      let who = schedule.advance()
      let (store, factory) = (schedule.stores[who], schedule.factory(who))
      let plan = store.seedPlan(factory)
      let message: Comment = "seed \(seed), step \(schedule.step)"
      for (key, register) in plan.changes {
        let old = store[key]
        #expect(register.stamp?.factoryVersion == factory.version, message)
        #expect(old.map { $0 < register } ?? true, message)
        guard case .slot(let id) = key else { continue }
        #expect(old.flatMap { Slot($0.value) }?.userOwned != true, message)
        #expect(Slot(register.value)?.userOwned == false, message)
        #expect(factory.presets[id] == Slot(register.value), message)
      }
      if factory.version < store.seeded { #expect(plan.changes.isEmpty, message) }
      schedule.stores[who].seed(factory)
      let after = schedule.stores[who]
      #expect(after.seedPlan(factory).changes.isEmpty, message)
      #expect(after.seeded == max(store.seeded, factory.version), message)
      for id in ids where factory.version >= store.seeded {
        guard factory.presets[id] != nil else { continue }
        #expect(!SeedPlan.isDue(after[.slot(id)], version: factory.version), message)
      }
    }
  }

  @Test(arguments: UInt64(0)..<60)
  func `seeding and merging come out the same in any order`(_ seed: UInt64) throws {
    var schedule = try Schedule(seed: seed)
    for _ in 0..<40 {
      let who = schedule.advance()
      if schedule.chance.below(2) == 0 { schedule.stores[who].seed(schedule.factory(who)) }
    }
    let newest = schedule.sets[3]
    let merged = schedule.stores.reduce(into: MemoryStore()) { $0.merge($1) }
    var late = merged
    late.seed(newest)
    for order in [[0, 1, 2], [2, 0, 1], [1, 2, 0]] {
      var early = MemoryStore()
      for who in order {
        var store = schedule.stores[who]
        store.seed(newest)
        early.merge(store)
        early.seed(newest)
      }
      #expect(early.slots == late.slots, "seed \(seed)")
      #expect(early.seeded == late.seeded, "seed \(seed)")
    }
  }

  @Test(arguments: UInt64(0)..<60)
  func `the last write of a person that is to stay is what all have in the end`(
    _ seed: UInt64
  ) throws {
    var schedule = try Schedule(seed: seed)
    var written: [SlotID: Register] = [:]
    for _ in 0..<80 {
      let before = schedule.stores
      let who = schedule.advance()
      for id in ids {
        guard let new = schedule.stores[who][.slot(id)], new != before[who][.slot(id)],
          new.stamp?.milliseconds ?? 0 > 0, !before.contains(where: { $0[.slot(id)] == new })
        else { continue }
        written[id] = written[id].map { max($0, new) } ?? new
      }
      schedule.stores[who].seed(schedule.factory(who))
    }
    var end = schedule.stores.reduce(into: MemoryStore()) { $0.merge($1) }
    end.seed(schedule.sets[3])
    for (id, register) in written where Slot(register.value)?.userOwned == true {
      #expect(end[.slot(id)] == register, "\(id), seed \(seed)")
    }
  }
}
