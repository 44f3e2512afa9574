import SlotsModel

/// Something that must not be, in one schedule.
struct Violation: Error, Hashable, CustomStringConvertible {
  /// Which rule was broken: two faults with one kind are taken for the same.
  let kind: String
  let detail: String
  var description: String { "\(kind): \(detail)" }
}

/// A register as the model has it, with an order of its own: nothing of the store's merge is used.
struct Entry: Hashable, Comparable, CustomStringConvertible {
  /// The value's canonical text; empty for none.
  let value: String
  /// The preset's name, nil for an empty slot and for what is no slot.
  let name: String?
  let isCleared: Bool
  let isOwned: Bool
  let time: Int64
  let counter: Int
  let replica: String
  let version: Int

  init?(_ register: Register) {
    guard let stamp = register.stamp else { return nil }
    let object = register.value?.object
    value = register.value?.compactText ?? ""
    name = object?["name"]?.text?.string
    isCleared = object?["cleared"] == true
    isOwned = object?["userOwned"] == true
    (time, counter) = (stamp.milliseconds, stamp.counter)
    (replica, version) = (stamp.replica.string, stamp.factoryVersion)
  }

  static func < (a: Entry, b: Entry) -> Bool {
    if (a.time, a.counter) != (b.time, b.counter) {
      return (a.time, a.counter) < (b.time, b.counter)
    }
    if a.replica != b.replica { return a.replica.utf8.lexicographicallyPrecedes(b.replica.utf8) }
    if a.version != b.version { return a.version < b.version }
    return a.value.utf8.lexicographicallyPrecedes(b.value.utf8)
  }

  func hasReading(of other: Entry) -> Bool {
    (time, counter, replica) == (other.time, other.counter, other.replica)
  }

  /// True for a default over nothing.
  var isOldest: Bool { (time, counter, replica) == (0, 0, "") }

  var description: String { "\(value) @\(time)/\(counter) \(replica) f\(version)" }
}

/// What a person may have written into a key.
struct Intent: Hashable {
  enum Wanted: Hashable {
    case named(String)
    case cleared(isOwned: Bool)
    case factory(Int)
    case pinned(Bool)
    case seedVersion(Int)
    /// Whatever the key had once, or nothing: of an undo, a redo, a restore and a revert.
    case past
  }

  /// Nil for every key.
  let key: Key?
  let wanted: Wanted
}

/// The rules, over what was seen to be written: the winner of a key is the latest of all writes to it, a factory
/// version fills only what is no person's, and what a person writes is later than all that was seen there.
struct RulesModel {
  /// A rule that is told wrong on purpose, to see that a fault is found and its schedule shrinks.
  enum Mistake { case unpinningNeverWins, clearingNeverWins }

  var mistake: Mistake?
  /// What the factory sets have, by version and slot.
  let presets: [Int: [Int: String]]
  /// Every write that may win, by key.
  private(set) var writes: [Key: Set<Entry>] = [:]
  /// Every write that history must have, by key, and the names of presets that it must have.
  private(set) var lasting: [Key: Set<Entry>] = [:]
  private(set) var names: [Key: Set<String>] = [:]
  /// Presets of migrations, which may stand in any slot.
  var migrated: Set<String> = []
  /// Names that were given to presets of migrations before those were sent: they move along.
  private(set) var renamed: Set<String> = []
  /// What each replica had when it was last looked at.
  private(set) var states: [String: [Key: Entry]] = [:]
  /// Slots that a migration filled and that were not sent yet.
  var waiting: [String: Set<Key>] = [:]
  /// What people began and nobody knows the end of: edits by hand, plain commits, killed runs.
  var begun: [String: Set<Intent>] = [:] {
    didSet { for intents in begun.values { everBegun.formUnion(intents) } }
  }
  /// All that was ever begun: others may see it before its replica is looked at, or after it was written over.
  private var everBegun: Set<Intent> = []

  init(presets: [Int: [Int: String]], mistake: Mistake? = nil) {
    (self.presets, self.mistake) = (presets, mistake)
  }

  /// Notes a name that history must have from now on.
  mutating func require(_ name: String, in key: Key) { names[key, default: []].insert(name) }

  /// Notes a name that a person wrote into a slot.
  mutating func named(_ name: String, in key: Key, by replica: String) {
    if waiting[replica]?.contains(key) == true { renamed.insert(name) }
  }

  /// Forgets, after a sync, what was written into presets of migrations that moved on with it.
  mutating func settleMoves(of replica: String) {
    let state = states[replica] ?? [:]
    for key in waiting[replica] ?? [] {
      guard let entry = state[key] else { continue }
      writes[key] = writes[key]?.filter { write in
        write <= entry || write.name.map(renamed.contains) != true
          || !state.contains { $0 != key && $1.value == write.value }
      }
    }
    waiting[replica] = nil
  }

  /// Notes what a report acknowledged, between two looks at a replica.
  mutating func acknowledge(
    _ changes: [KeyChange], by replica: String, _ intents: Set<Intent>
  ) throws {
    for change in changes {
      guard let entry = change.new.flatMap(Entry.init) else { continue }
      try judge(change.key, entry, by: replica, intents)
      note(change.key, entry)
    }
  }

  /// Looks at what a replica has after a step that did what `intents` say.
  mutating func observe(
    _ state: [Key: Entry], of replica: String, _ intents: Set<Intent>
  ) throws {
    let before = states[replica] ?? [:]
    for (key, entry) in state where before[key] != entry {
      if writes[key]?.contains(entry) != true {
        try judge(key, entry, by: replica, intents)
      }
      if let old = before[key], entry < old { try goBack(key, from: old, to: entry, in: replica) }
      note(key, entry)
    }
    for key in before.keys where state[key] == nil {
      throw Violation(kind: "a key went", detail: "\(replica) \(key)")
    }
    states[replica] = state
  }

  private mutating func note(_ key: Key, _ entry: Entry) {
    writes[key, default: []].insert(entry)
    if !entry.replica.hasPrefix("git:") { lasting[key, default: []].insert(entry) }
  }

  /// A migrated preset makes room for what others wrote; nothing else gives way to something earlier.
  private mutating func goBack(
    _ key: Key, from old: Entry, to new: Entry, in replica: String
  ) throws {
    guard waiting[replica]?.contains(key) == true else {
      throw Violation(
        kind: "an earlier write came back", detail: "\(replica) \(key): \(old) gave way to \(new)")
    }
    writes[key] = writes[key]?.filter { write in
      write <= new || write.name.map(migrated.union(renamed).contains) != true
    }
  }

  /// Whether a write that was not seen before may be: a default of a factory version, or a person's.
  private func judge(
    _ key: Key, _ entry: Entry, by replica: String, _ intents: Set<Intent>
  ) throws {
    let known = writes[key] ?? []
    if known.contains(entry) { return }
    let state = states[replica] ?? [:]
    if isDefault(key, entry) {
      let replaced = known.filter { $0.hasReading(of: entry) && $0.version < entry.version }
      if !replaced.isEmpty, replaced.allSatisfy(\.isOwned) {
        throw Violation(
          kind: "a default over a person's slot", detail: "\(replica) \(key): \(entry)")
      }
      if !replaced.isEmpty || entry.isOldest { return }
      // Over what a killed run or plain git put there, which was never seen.
      let may: [Intent.Wanted] =
        [.past, .cleared(isOwned: false)] + presets.keys.map { .factory($0) }
      if everBegun.contains(where: { may.contains($0.wanted) && ($0.key ?? key) == key }) { return }
    }
    let isGit = entry.replica == "git:Ada"
    let isBegun = everBegun.contains { allows($0, key, entry) }
    guard isGit || entry.replica == replica || isBegun else {
      throw Violation(kind: "a write from nowhere", detail: "\(replica) \(key): \(entry)")
    }
    if isBegun { return }
    let seen = isGit ? state[key].map { [$0] } ?? [] : Array(state.values)
    if let later = seen.first(where: { ($0.time, $0.counter) >= (entry.time, entry.counter) }) {
      throw Violation(
        kind: "a write is not later than what was seen", detail: "\(key): \(entry) after \(later)")
    }
    guard intents.contains(where: { allows($0, key, entry) }) else {
      throw Violation(
        kind: "nobody wrote this", detail: "\(replica) \(key): \(entry) of \(intents)")
    }
  }

  private func isDefault(_ key: Key, _ entry: Entry) -> Bool {
    switch key {
    case .slot(let id): !entry.isOwned && presets[entry.version]?[id.index] == entry.name
    case .pin: entry.isOldest && entry.value == "true"
    case .seedVersion, .field: entry.value.contains("\"version\": \(entry.version)")
    }
  }

  private func allows(_ intent: Intent, _ key: Key, _ entry: Entry) -> Bool {
    guard intent.key == nil || intent.key == key else { return false }
    switch intent.wanted {
    case .named(let name): return entry.name == name && entry.isOwned
    case .cleared(let isOwned):
      return key.isSlot && entry.isCleared && entry.isOwned == isOwned
    case .factory(let version):
      guard case .slot(let id) = key, !entry.isOwned else { return false }
      guard let name = presets[version]?[id.index] else { return entry.isCleared }
      return entry.name == name
    case .pinned(let isPinned): return key.isPin && (entry.value == "true") == isPinned
    case .seedVersion(let version):
      return key == .seedVersion && entry.value.contains("\"version\": \(version)")
    case .past:
      if entry.isCleared || entry.value.isEmpty { return true }
      return (writes[key] ?? []).contains { $0.value == entry.value || $0.name == entry.name }
        || entry.name.map {
          names[key]?.contains($0) == true || migrated.union(renamed).contains($0)
        } == true
    }
  }

  /// The write that stands in the end.
  func winner(_ key: Key) -> Entry? {
    let all = writes[key] ?? []
    switch mistake {
    case .unpinningNeverWins? where key.isPin:
      return all.filter { !$0.value.isEmpty }.max() ?? all.max()
    case .clearingNeverWins?: return all.filter { !$0.isCleared }.max() ?? all.max()
    default: return all.max()
    }
  }

  /// Checks what all replicas have once all is still; `top` is the newest factory version.
  func settle(_ state: [Key: Entry], top: Int) throws {
    for key in Set(writes.keys).union(state.keys).sorted() where state[key] != winner(key) {
      let (found, right) = (state[key], winner(key))
      throw Violation(
        kind: "not the latest write stands",
        detail: "\(key): \(found.map { "\($0)" } ?? "none"), not \(right.map { "\($0)" } ?? "none")"
      )
    }
    for (slot, name) in presets[top] ?? [:] {
      guard let id = SlotID(slot) else { continue }
      let entry = state[.slot(id)]
      if entry.map({ !$0.isOwned && $0.version < top }) ?? true {
        throw Violation(kind: "a due slot was not seeded", detail: "\(id) \(name)")
      }
    }
    guard state[.seedVersion]?.value.contains("\"version\": \(top)") == true else {
      throw Violation(kind: "not the newest version is seeded", detail: "f\(top)")
    }
  }
}
