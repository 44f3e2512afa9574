import SlotsModel
import SlotsSystem
import TestSupport

@testable import SlotsStore

/// Random writes on replicas, and what must stand in the end: for each key the latest write.
struct RandomEdits {
  var chance: Chance
  /// The latest register written to each key, by the order of registers.
  private(set) var latest: [Key: Register] = [:]
  /// Every register that was written.
  private(set) var written: [Key: Set<Register>] = [:]
  private var number = 0

  init(seed: UInt64) { chance = Chance(seed: seed) }

  /// One random write with `slots`, or by hand and taken by the next write.
  mutating func edit(_ replica: Replica) throws {
    number += 1
    let name = "\(replica.name) \(number)"
    let slot = chance.below(8)
    let report: EditReport?
    switch chance.below(8) {
    case 0...2: report = try replica.save(slot, name, speed: "0.\(number)")
    case 3:
      report = try replica.open().write(.set) { view in
        let isStaying = number % 2 == 0
        let key = Key.slot(try slotID(slot))
        return [key: .clearing(stay: isStaying), .pin("slot-07"): .pinning(false)]
      }
    case 4: report = try replica.pin(slot, to: !chance.onceIn(3))
    case 5:
      let field = "field\(chance.below(3))"
      let value = chance.onceIn(4) ? nil : JSONValue.number(JSONNumber(number))
      report = try replica.open().write(.set) { _ in
        [.field(DeviceName("stage"), .live, Text(field)): Write(value)]
      }
    case 6:
      try replica.write(slotFile(slot), "{\"params\": {}, \"name\": \"by hand \(name)\"}")
      report = nil
    default:
      try replica.write(
        "devices/desk/reboot.json", "{\"values\": {\"a\": \(number), \"b\": \(number % 3)}}")
      report = nil
    }
    if let report { note(report.taken + report.changes) }
  }

  /// Takes note of writes.
  mutating func note(_ changes: [KeyChange]) {
    for change in changes {
      guard let new = change.new else { continue }
      latest[change.key] = latest[change.key].map { max($0, new) } ?? new
      written[change.key, default: []].insert(new)
    }
  }

  /// Syncs and takes note of the edits by hand that it took.
  @discardableResult
  mutating func sync(_ replica: Replica) throws -> SyncReport {
    let report = try replica.sync(.take)
    note(report.taken)
    return report
  }
}
