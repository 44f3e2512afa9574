import Foundation
import SlotsModel
import SlotsSystem
import TestSupport

@testable import SlotsStore

extension ScheduleRun {
  /// Does what one step says; what cannot be done there is nothing.
  func take(_ step: Step) async throws {
    guard let who = step.who else { return try turn(step) }
    guard replicas.indices.contains(who) else { return }
    let replica = replicas[who]
    let (slot, key) = (step.slot, try slotKey(step.slot))
    let version = programs[who]
    func intent(_ wanted: Intent.Wanted) -> Set<Intent> { [Intent(key: key, wanted: wanted)] }
    switch step.verb {
    case .save:
      try write(replica, intent(.named(step.name))) { try replica.save(slot, step.name) }
      try expect(key, in: replica) { $0.name == step.name && $0.isOwned }
    case .rename:
      model.named(step.name, in: key, by: replica.name)
      let isDone = try write(replica, intent(.named(step.name))) {
        try replica.rename(slot, step.name)
      }
      if isDone { try expect(key, in: replica) { $0.name == step.name && $0.isOwned } }
    case .clear, .stay:
      let stay = step.verb == .stay
      let isDone = try write(replica, intent(.cleared(isOwned: stay))) {
        try replica.clear(slot, stay: stay)
      }
      if isDone { try expect(key, in: replica) { $0.isCleared && $0.isOwned == stay } }
    case .pin, .unpin:
      let isPinned = step.verb == .pin
      let pin = Key.pin(Text(try slotID(slot).description))
      let isDone = try write(replica, [Intent(key: pin, wanted: .pinned(isPinned))]) {
        try replica.pin(slot, to: isPinned)
      }
      if isDone, model.states[replica.name]?[pin] != nil || isPinned {
        try expect(pin, in: replica) { ($0.value == "true") == isPinned }
      }
    case .reset:
      try write(replica, intent(.factory(version))) { try replica.reset(slot) }
      try expect(key, in: replica) { !$0.isOwned && $0.replica == replica.name }
    case .resetAll:
      if try write(replica, resetting(version), { try replica.reset() }) {
        for key in try (0..<24).map(slotKey) {
          try expect(key, in: replica) { !$0.isOwned && $0.replica == replica.name }
        }
      }
    case .restore:
      let versions = try replica.versions(key)
      guard !versions.isEmpty else { return }
      let version = versions[versions.count / 2]
      try write(replica, intent(.past)) { try replica.restore(key, from: version.commit) }
    case .undo: try undo(replica, isRedo: false)
    case .redo: try undo(replica, isRedo: true)
    case .migrate: try migrate(replica, step.name)
    case .upgrade: try upgrade(who)
    case .sync: _ = try sync(replica)
    case .hand: try edit(replica, key, step)
    case .commit, .remove, .revert: try plain(step, replica, key)
    case .killSave, .killSync, .killUndo, .killReset: try kill(step, replica, key)
    case .both: try await both(step, replica, key)
    case .clock: replica.skew = step.number
    case .away, .back, .pace: break
    }
  }

  /// What happens to the world.
  private func turn(_ step: Step) throws {
    switch step.verb {
    case .away where try Files.status(world.hub) != nil:
      try FileManager.default.moveItem(
        atPath: world.hub.description, toPath: away.description)
    case .back: try bringBack()
    case .pace: world.step = step.number
    default: break
    }
  }

  private func expect(_ key: Key, in replica: Replica, _ holds: (Entry) -> Bool) throws {
    let entry = model.states[replica.name]?[key]
    guard let entry, holds(entry) else {
      throw Violation(
        kind: "a command did not do it", detail: "\(key): \(entry.map { "\($0)" } ?? "none")")
    }
  }

  private func resetting(_ version: Int) -> Set<Intent> {
    [
      Intent(key: nil, wanted: .factory(version)), Intent(key: nil, wanted: .pinned(true)),
      Intent(key: nil, wanted: .pinned(false)), Intent(key: nil, wanted: .seedVersion(version)),
    ]
  }

  /// Takes back what the last operation wrote where that still stands, and nothing else.
  private func undo(_ replica: Replica, isRedo: Bool) throws {
    let store = try replica.open()
    guard let entry = try store.undoable(isRedo: isRedo, limit: 1).first else { return }
    // What a killed run began is completed by the undo itself, and may be what it takes back.
    let isUnfinished = unfinished.contains(replica.name)
    let isByHand = byHand[replica.name] != nil
    let before = try state(replica)
    var report = EditReport()
    try write(replica, [Intent(key: nil, wanted: .past)]) {
      report = try store.undo(isRedo: isRedo).edit
      return report
    }
    guard !isUnfinished else { return }
    let keys = Set(entry.changes.map(\.key))
    if let other = report.changes.first(where: { !keys.contains($0.key) }) {
      throw Violation(kind: "an undo changed what it had not done", detail: "\(other.key)")
    }
    guard !isRedo, !isByHand else { return }
    let after = model.states[replica.name] ?? [:]
    for change in entry.changes where change.isUndoable {
      guard let new = change.new.flatMap(Entry.init), before[change.key] == new else { continue }
      let old = change.old.flatMap(Entry.init)
      let now = after[change.key]
      let isBack =
        now?.value == old?.value || (old == nil && (now?.isCleared ?? true || now?.value == ""))
      guard isBack else {
        throw Violation(kind: "an undo left what still stood", detail: "\(change.key): \(new)")
      }
    }
  }

  private func migrate(_ replica: Replica, _ name: String) throws {
    let names = ["\(name).a", "\(name).b"]
    model.migrated.formUnion(names)
    let intents = Set(names.map { Intent(key: nil, wanted: .named($0)) })
    let folder = world.folder.path.description
    var report: MigrationReport?
    let isDone = try write(replica, intents) {
      let done = try replica.open().migrate(names.map { try preset($0) }, overflowInto: folder)
      report = done
      return done.edit
    }
    let placed = Set(report?.placed.map(\.preset.name.string) ?? [])
    model.migrated.subtract(Set(names).subtracting(placed))
    guard isDone else { return }
    let keys = report?.edit.changes.map(\.key).filter(\.isSlot) ?? []
    model.waiting[replica.name, default: []].formUnion(keys)
  }

  private func edit(_ replica: Replica, _ key: Key, _ step: Step) throws {
    try replica.write(slotFile(step.slot), "{\"name\": \"\(step.name)\", \"params\": {}}\n")
    byHand[replica.name, default: [:]][key] = step.name
    model.named(step.name, in: key, by: replica.name)
    model.begun[replica.name, default: []].insert(Intent(key: key, wanted: .named(step.name)))
  }

  /// What plain git does, by the author Ada; a refusal of git's is nothing.
  private func plain(_ step: Step, _ replica: Replica, _ key: Key) throws {
    let file = slotFile(step.slot)
    do {
      switch step.verb {
      case .commit:
        try edit(replica, key, step)
        try replica.commit()
        for (key, name) in byHand[replica.name] ?? [:] { model.require(name, in: key) }
        byHand[replica.name] = nil
      case .remove:
        try replica.git("rm", "--quiet", "--force", file)
        byHand[replica.name]?[key] = nil
        model.begun[replica.name, default: []].insert(
          Intent(key: key, wanted: .cleared(isOwned: false)))
        try replica.git("commit", "--quiet", "--no-verify", "--message", "remove", "--", file)
      default:
        let files = try replica.git("diff", "--name-only", "HEAD^", "HEAD").split(separator: "\n")
        guard files.count <= 2, !files.contains("seedVersion.json") else { return }
        model.begun[replica.name, default: []].insert(Intent(key: nil, wanted: .past))
        do {
          try replica.git("revert", "--no-edit", "HEAD")
        } catch is Shell.Failure {
          _ = try? replica.git("revert", "--abort")
        }
      }
    } catch is Shell.Failure {}
  }

  /// Runs the real program and kills it, unless it was faster. What it did is seen later.
  private func kill(_ step: Step, _ replica: Replica, _ key: Key) throws {
    let arguments: [String]
    switch step.verb {
    case .killSave:
      let file = world.folder.path.appending("preset.json")
      try world.folder.write("preset.json", "{\"name\": \"\(step.name)\", \"params\": {}}\n")
      arguments = ["save", "\(step.slot)", "--file", file.description, "--yes"]
    case .killUndo: arguments = ["undo"]
    case .killReset: arguments = ["reset", "--yes"]
    default: arguments = ["sync", "--yes"]
    }
    var begun: Set<Intent> = []
    switch step.verb {
    case .killSave: begun = [Intent(key: key, wanted: .named(step.name))]
    case .killUndo: begun = [Intent(key: nil, wanted: .past)]
    case .killReset:
      begun = resetting(replicas.firstIndex { $0 === replica }.map { programs[$0] } ?? 1)
    default:
      if model.waiting[replica.name] != nil { begun = [Intent(key: nil, wanted: .past)] }
    }
    model.begun[replica.name, default: []].formUnion(begun)
    unfinished.insert(replica.name)
    let end = try Killing.run(replica, arguments, at: step.number)
    switch end {
    case .killed: tally.kills += 1
    case .ended(0): if step.verb == .killSave { model.require(step.name, in: key) }
    case .ended(70), .crashed: throw Violation(kind: "the program crashed", detail: "\(end)")
    case .ended: break
    }
  }

  /// A save and a sync at once in one replica.
  private func both(_ step: Step, _ replica: Replica, _ key: Key) async throws {
    let place = ConcurrencyTests.Place(
      folder: replica.folder.description, factory: replica.factory.description, name: replica.name)
    let (now, name, slot) = (replica.clock + 1000, step.name, step.slot)
    world.now += 2000
    let failures = await onThreads(2) { number in
      let store = try place.open(at: now + Int64(number))
      if number == 0 {
        _ = try store.sync(.take)
      } else {
        _ = try store.save(preset(name), into: "\(slot)", overwrites: true)
      }
    }
    guard failures.isEmpty else {
      if failures.allSatisfy({ $0.contains("manyMissing") }) { return }
      throw Violation(kind: "two at once failed", detail: "\(failures)")
    }
    model.require(name, in: key)
    try look(at: replica, [Intent(key: key, wanted: .named(name))])
  }
}
