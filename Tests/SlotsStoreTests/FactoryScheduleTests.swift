import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// The rules of slots, pins, seeding, reset, undo, restore, migration and edits without a stamp, on random
/// schedules of real replicas whose programs have different factory versions.
@Suite struct FactoryScheduleTests {
  /// A person's write, as it was when it was made.
  private struct Written {
    let key: Key
    let register: Register
    /// True for a migration, whose presets make room until they are sent.
    let isMigrated: Bool
  }

  private final class Schedule {
    var chance: Chance
    let world: World
    let replicas: [Replica]
    var versions: [Int]
    var written: [Written] = []
    var number = 0

    init(seed: UInt64) throws {
      chance = Chance(seed: seed)
      world = try World()
      for version in 1...4 {
        // Each version has other slots, and other presets in them.
        try FactorySet.write(
          Self.folder(world, version), version: version,
          slots: (0..<8).filter { ($0 + version) % 3 != 0 }, suffix: " \(version)")
      }
      let count = 2 + chance.below(2)
      versions = (0..<count).map { _ in 1 }
      versions[0] += chance.below(2)
      var made: [Replica] = []
      for index in 0..<count {
        let replica = Replica(
          world, "r\(index)", skew: [0, 0, -50_000, 70_000][chance.below(4)],
          factory: Self.folder(world, versions[index]))
        try replica.initialise(remote: world.hub.description)
        made.append(replica)
      }
      replicas = made
    }

    static func folder(_ world: World, _ version: Int) -> Path {
      world.folder.path.appending(Path("factory-\(version)"))
    }

    /// Notes what an operation wrote, where that is a person's write.
    func note(_ changes: [KeyChange], isMigrated: Bool = false) {
      for change in changes where !change.isSeeding {
        guard let register = change.new else { continue }
        written.append(Written(key: change.key, register: register, isMigrated: isMigrated))
      }
    }

    func step() throws {
      number += 1
      let index = chance.below(replicas.count)
      let replica = replicas[index]
      let slot = chance.below(8)
      switch chance.below(20) {
      case 0...3: try note(report(replica.save(slot, "S\(number)")))
      case 4: try note(report(replica.clear(slot, stay: chance.onceIn(3))))
      case 5: try note(report(replica.pin(slot, to: chance.onceIn(2))))
      case 6...7:
        versions[index] = min(4, versions[index] + 1)
        replica.factory = Self.folder(world, versions[index])
        _ = try replica.open().seed()
      case 8: try note(report(replica.reset()))
      case 9: try note(report(replica.reset(slot)))
      case 10...11:
        if try !replica.open().undoable().isEmpty { try note(replica.undo().edit.changes) }
      case 12:
        if try !replica.open().undoable(isRedo: true).isEmpty {
          try note(replica.redo().edit.changes)
        }
      case 13:
        let versions = try replica.versions(slotKey(slot))
        if let version = versions.last {
          try note(report(replica.restore(slotKey(slot), from: version.commit)))
        }
      case 14:
        // Without a stamp, taken by the next command.
        try replica.write(slotFile(slot), "{\"name\": \"hand \(number)\", \"params\": {}}")
        try note(report(replica.pin(7, to: chance.onceIn(2))))
      case 15:
        let new = try (0..<2).map { try preset("M\(number).\($0)") }
        let folder = world.folder.path.description
        let done = try replica.open().migrate(new, overflowInto: folder).edit
        note(done.taken)
        note(done.changes, isMigrated: true)
      default: try sync(replica)
      }
    }

    func sync(_ replica: Replica) throws {
      let report = try replica.sync(.take)
      note(report.taken)
      // A migrated preset that moved on was written by the sync.
      note(report.sent.filter { $0.new?.stamp?.replica.string == replica.name })
    }

    private func report(_ body: @autoclosure () throws -> EditReport) throws -> [KeyChange] {
      do {
        let report = try body()
        return report.taken + report.changes
      } catch StoreError.emptySlot {
        return []
      }
    }
  }

  @Test(arguments: Seeds.some)
  func `all converge, what people wrote stands, and what is due is seeded`(seed: UInt64) throws {
    let schedule = try Schedule(seed: seed)
    let (world, replicas) = (schedule.world, schedule.replicas)
    for _ in 0..<40 { try schedule.step() }
    for _ in 0..<2 { for replica in replicas { try schedule.sync(replica) } }
    let top = schedule.versions.max() ?? 1
    for (replica, version) in zip(replicas, schedule.versions) where version == top {
      _ = try replica.open().seed()
    }
    try world.settle(replicas)
    try world.expectInStep(replicas, "seed \(seed)")
    let view = try replicas[0].open().view()
    let set = try FactoryFolder.read(Schedule.folder(world, top).description).orThrow("the set")
      .complete().set
    #expect(SeedPlan.version(of: try view.register(.seedVersion)) == top, "seed \(seed)")
    for (key, all) in Dictionary(grouping: schedule.written, by: \.key) {
      guard let last = all.max(by: { $0.register < $1.register }) else { continue }
      let end = try view.register(key)
      let slot = Slot(last.register.value)
      // A preset, a pin, and what is to stay empty are a person's; the rest a factory version may fill.
      let isPersons = key.isPin || slot?.userOwned == true
      if last.isMigrated, end != last.register {
        let moved = schedule.written.contains { other in
          other.key != key && Slot(other.register.value)?.preset == slot?.preset
        }
        #expect(moved, "seed \(seed), \(key): a migrated preset went")
      } else if isPersons {
        #expect(end == last.register, "seed \(seed), \(key)")
      }
      if let slot, !slot.userOwned, let end {
        #expect(end.stamp.map { $0 >= last.register.stamp ?? .factory(0) } == true, "seed \(seed)")
        #expect(
          Slot(end.value)?.userOwned == false, "seed \(seed), \(key): an older write came back")
      }
    }
    for id in set.presets.keys {
      let register = try view.register(.slot(id))
      #expect(!SeedPlan.isDue(register, version: top), "seed \(seed), \(id) is due")
    }
  }
}
