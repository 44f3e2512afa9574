import Foundation
import SlotsModel
import SlotsSystem
import TestSupport

@testable import SlotsStore

/// A schedule carried out over real repositories, each step checked against the rules.
final class ScheduleRun {
  /// What was done.
  struct Tally {
    var schedules = 0
    var steps: [Step.Verb: Int] = [:]
    /// Runs of the program that were really killed, syncs, and writes that met another one.
    var kills = 0
    var syncs = 0
    var contests = 0
  }

  let schedule: Schedule
  let world: World
  var model: RulesModel
  var replicas: [Replica] = []
  var programs: [Int]
  var tally = Tally()
  /// Names of edits by hand in a working tree, by replica.
  var byHand: [String: [Key: String]] = [:]
  /// Replicas in which a run was killed, and no command ended well since.
  var unfinished: Set<String> = []
  private var hub: [Key: Entry] = [:]

  static let versions = 1...4
  /// Each version has other slots, and other presets in them.
  static func slots(_ version: Int) -> [Int] {
    (0..<Schedule.slots + 1).filter { ($0 + version) % 3 != 0 }
  }

  init(_ schedule: Schedule, mistake: RulesModel.Mistake? = nil) throws {
    self.schedule = schedule
    programs = schedule.programs
    let world = try World()
    var presets: [Int: [Int: String]] = [:]
    for version in Self.versions {
      for slot in Self.slots(version) {
        let name = slot < FactorySet.names.count ? FactorySet.names[slot] : "Extra"
        presets[version, default: [:]][slot] = "\(name) \(version)"
      }
      try FactorySet.write(
        Self.folder(world, version), version: version, slots: Self.slots(version),
        suffix: " \(version)")
    }
    self.world = world
    model = RulesModel(presets: presets, mistake: mistake)
  }

  private static func folder(_ world: World, _ version: Int) -> Path {
    world.folder.path.appending(Path("factory-\(version)"))
  }

  /// Carries the schedule out.
  /// - Returns: the rule that was broken, with the step; nil when all is well.
  func run() async -> Violation? {
    tally.schedules = 1
    var place = "at the start"
    do {
      for (index, program) in programs.enumerated() {
        let replica = Replica(world, "r\(index)", skew: 0, factory: Self.folder(world, program))
        replicas.append(replica)
        try replica.initialise(remote: world.hub.description)
        try look(at: replica)
      }
      for (number, step) in schedule.steps.enumerated() {
        place = "step \(number + 1), \(step)"
        tally.steps[step.verb, default: 0] += 1
        try await take(step)
      }
      place = "at the end"
      try settle()
    } catch let fault as Violation {
      return Violation(kind: fault.kind, detail: "\(place): \(fault.detail)")
    } catch let error as StoreError {
      let name = "\(error)".prefix { $0 != "(" }
      return Violation(kind: "threw \(name)", detail: "\(place): \(error)")
    } catch {
      return Violation(kind: "threw \(type(of: error))", detail: "\(place): \(error)")
    }
    return nil
  }

  /// What a replica has: its HEAD, with edits by plain git as they are going to be stamped.
  func state(_ replica: Replica, raw: Bool = false) throws -> [Key: Entry] {
    let store = try Store.open(from: replica.folder.description, replica.surroundings)
    let view = try raw ? store.view(at: "HEAD") : store.normalised(at: "HEAD")
    var state: [Key: Entry] = [:]
    for kind in try store.reader.kinds(in: view.snapshot) {
      guard let document = try view.document(kind) else {
        throw Violation(kind: "a document cannot be read", detail: "\(replica.name) \(kind.path)")
      }
      for (name, register) in document.registers {
        guard let key = kind.key(name) else { continue }
        guard let entry = Entry(register) else {
          throw Violation(kind: "a register has no stamp", detail: "\(replica.name) \(key)")
        }
        state[key] = entry
      }
    }
    return state
  }

  /// Looks at a replica after a command that ended well: everything begun there is done now.
  func look(at replica: Replica, _ intents: Set<Intent> = [], raw: Bool = false) throws {
    var intents = intents
    if model.waiting[replica.name]?.isEmpty == false {
      intents.insert(Intent(key: nil, wanted: .past))
    }
    try model.observe(state(replica, raw: raw), of: replica.name, intents)
    for (key, name) in byHand[replica.name] ?? [:] { model.require(name, in: key) }
    byHand[replica.name] = nil
    model.begun[replica.name] = nil
    unfinished.remove(replica.name)
  }

  /// A write with `slots`: what it acknowledges may be, and stands.
  /// - Returns: false when there was nothing to do.
  @discardableResult
  func write(
    _ replica: Replica, _ intents: Set<Intent>, _ body: () throws -> EditReport
  ) throws -> Bool {
    let report: EditReport
    do {
      report = try body()
    } catch let error as StoreError {
      switch error {
      case .emptySlot, .manyMissing, .nothingToUndo, .noVersion: return false
      default: throw error
      }
    }
    for changes in [report.taken, report.seeded, report.changes] {
      try model.acknowledge(changes, by: replica.name, intents)
    }
    try look(at: replica, intents)
    return true
  }

  func sync(_ replica: Replica) throws -> SyncReport {
    let report = try replica.sync(.take)
    tally.syncs += 1
    tally.contests += report.won.count + report.lost.count
    guard report.held.isEmpty else {
      throw Violation(kind: "a valid edit was held back", detail: "\(report.held)")
    }
    let isHere = try Files.status(world.hub) != nil
    guard [.upToDate, .synced].contains(report.result) == isHere else {
      throw Violation(
        kind: "a sync ended otherwise", detail: "\(report.result) \(report.reason ?? "")")
    }
    try model.acknowledge(report.taken, by: replica.name, [])
    try look(at: replica, raw: isHere)
    guard isHere else { return report }
    model.settleMoves(of: replica.name)
    let state = model.states[replica.name] ?? [:]
    for (key, entry) in hub where (state[key].map { $0 < entry }) ?? true {
      throw Violation(kind: "the remote lost a write", detail: "\(key): \(entry)")
    }
    hub = state
    return report
  }

  func upgrade(_ index: Int) throws {
    programs[index] = min(Self.versions.upperBound, programs[index] + 1)
    replicas[index].factory = Self.folder(world, programs[index])
    try write(replicas[index], []) { try replicas[index].open().seed() }
  }

  var away: Path { Path("\(world.hub).away") }

  func bringBack() throws {
    if try Files.status(away) != nil {
      try FileManager.default.moveItem(atPath: away.description, toPath: world.hub.description)
    }
  }

  /// Everybody syncs until nobody has anything to say; then all rules are looked at.
  private func settle() throws {
    try bringBack()
    world.step = 1000
    var rounds = 0
    while try !replicas.map({ try sync($0).result }).allSatisfy({ $0 == .upToDate }) {
      rounds += 1
      if rounds > 5 {
        throw Violation(kind: "it does not come to rest", detail: "\(rounds) rounds")
      }
    }
    let tip = try world.hubTip()
    for replica in replicas {
      guard try replica.head() == tip else {
        throw Violation(kind: "replicas differ", detail: replica.name)
      }
      let status = try replica.git("status", "--porcelain")
      guard status == "" else { throw Violation(kind: "the tree is not clean", detail: status) }
      let findings = try replica.open().validate([])
      guard findings == [] else { throw Violation(kind: "not valid", detail: "\(findings)") }
      let state = try state(replica, raw: true)
      try model.settle(state, top: programs.max() ?? 1)
      try expectNothingLeft(replica.folder)
    }
    try expectNothingLeft(world.hub)
    try expectHistory(replicas[0])
  }

  private func expectNothingLeft(_ folder: Path) throws {
    let left = try Listing.contents(of: folder).keys.filter { path in
      let name = Path(path).name
      if path.hasSuffix("/slots/advance.json") || path.contains("/slots/new/") { return true }
      return path.hasSuffix(".lock") && !Files.isTemporary(name)
        && !name.description.hasPrefix("pack_git2_")
    }
    guard left.isEmpty else { throw Violation(kind: "something is left", detail: "\(left)") }
    let damage = try git("fsck", "--strict", "--no-progress", "--no-dangling", in: folder)
    guard damage == "" else { throw Violation(kind: "git finds damage", detail: damage) }
  }

  /// All have one commit, so one history is everybody's.
  private func expectHistory(_ replica: Replica) throws {
    var everywhere: Set<String> = []
    for key in Set(model.lasting.keys).union(model.names.keys).sorted() {
      let versions = try replica.versions(key).compactMap { Entry($0.register) }
      let names = Set(versions.compactMap(\.name))
      everywhere.formUnion(names)
      let lost = model.lasting[key]?.subtracting(versions) ?? []
      let gone = model.names[key]?.subtracting(names) ?? []
      guard lost.isEmpty, gone.isEmpty else {
        throw Violation(kind: "history lost a write", detail: "\(key): \(lost) \(gone)")
      }
    }
    let gone = model.migrated.subtracting(everywhere)
    guard gone.isEmpty else { throw Violation(kind: "history lost a write", detail: "\(gone)") }
  }
}
