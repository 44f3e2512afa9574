import SlotsModel
import Testing

/// What the oracle says that a register is.
struct OracleRegister: Hashable {
  let value: JSONValue
  let owned: Bool
  let stamp: Stamp

  init?(_ parts: [JSONValue]) {
    guard parts.count == 6, let owned = parts[1].bool, let time = parts[2].number?.int,
      let counter = parts[3].number?.int, let replica = parts[4].text,
      let version = parts[5].number?.int
    else { return nil }
    value = parts[0] == false ? .null : parts[0]
    self.owned = owned
    stamp = Stamp(
      milliseconds: Int64(time), counter: counter, replica: replica, factoryVersion: version)
  }

  /// One of our registers as the oracle has it.
  init?(_ register: Register, _ key: Key) {
    guard let stamp = register.stamp else { return nil }
    self.stamp = stamp
    switch key {
    case .slot:
      guard let slot = Slot(register.value) else { return nil }
      value = slot.isCleared ? .null : .string(slot.name)
      owned = slot.userOwned
    case .seedVersion:
      value = .number(JSONNumber(SeedPlan.version(of: register)))
      owned = false
    case .pin, .field:
      value = register.value ?? .null
      owned = false
    }
  }
}

/// Our rules, doing what the oracle tells.
struct OracleReplay {
  let factories: [Factory]
  let twins: [Factory]
  private var hub = MemoryStore()
  private var stores: [Int: MemoryStore] = [:]
  private var readings: [Int: Stamp] = [:]
  private var expected: [Int: [Key: OracleRegister]] = [:]
  private var histories: [Int: History] = [:]

  /// What one replica can undo and redo.
  private struct History {
    struct Place: Hashable {
      let key: Key
      let register: Register?
    }

    var done: [[KeyChange]] = []
    var undone: [[KeyChange]] = []
    var copies: [Place: Register?] = [:]
    /// Slots that a migration filled and that were not sent yet, with what they had before.
    var waiting: [SlotID: Register?] = [:]

    func original(_ key: Key, _ register: Register?) -> Register? {
      var found = register
      while found != nil, let next = copies[Place(key: key, register: found)] { found = next }
      return found
    }

    mutating func forget(_ slots: [SlotID]) {
      for id in slots { waiting[id] = nil }
    }

    mutating func did(_ changes: [KeyChange]) {
      done.append(changes)
      undone = []
    }
  }

  init(factories: [Factory], twins: [Factory]) {
    self.factories = factories
    self.twins = twins
  }

  /// Does what the line tells; false when a replica is not as the oracle has it then.
  mutating func run(_ line: JSONObject) throws -> Bool {
    let who = try #require(line["who"]?.number?.int)
    let before = stores[who] ?? MemoryStore()
    var store = before
    switch line["do"]?.text {
    case let kind? where ["write", "migrate", "hand"].contains(kind):
      try write(line, who, &store, byHand: kind == "hand")
      let written = changes(from: before, to: store)
      histories[who, default: History()].did(written)
      if kind == "migrate" {
        for change in written {
          guard case .slot(let id) = change.key else { continue }
          histories[who]?.waiting.updateValue(change.old, forKey: id)
        }
      }
      if kind == "write" { histories[who]?.forget(Self.slots(of: written)) }
    case "undo"?: try undo(line, who, &store, isRedo: false)
    case "redo"?: try undo(line, who, &store, isRedo: true)
    case "seed"?:
      let program = try #require(line["program"]?.number?.int)
      store.seed((line["twin"]?.bool == true ? twins : factories)[program - 1])
    default:
      try makeRoom(line, who, &store)
      hub.merge(store)
      store = hub
      let brought = changes(from: before, to: store)
      if brought.contains(where: \.isUndoable) { histories[who, default: History()].did(brought) }
    }
    stores[who] = store
    var keys: Set<Key> = []
    for member in line["now"]?.object?.members ?? [] {
      let key = try #require(Key(typed: member.name.string))
      expected[who, default: [:]][key] = OracleRegister(member.value.array ?? [])
      keys.insert(key)
    }
    // What neither side changed is as it was compared before.
    for (kind, document) in store.documents where document != before.documents[kind] {
      keys.formUnion(document.registers.keys.compactMap { kind.key($0) })
    }
    return keys.allSatisfy { key in
      store[key].flatMap { OracleRegister($0, key) } == expected[who]?[key]
    }
  }

  private func changes(from old: MemoryStore, to new: MemoryStore) -> [KeyChange] {
    StoreContent(old.documents).changes(to: StoreContent(new.documents))
  }

  private mutating func undo(
    _ line: JSONObject, _ who: Int, _ store: inout MemoryStore, isRedo: Bool
  ) throws {
    var history = histories[who] ?? History()
    let popped = isRedo ? history.undone.popLast() : history.done.popLast()
    let operation = try #require(popped)
    func isSame(_ key: Key, _ a: Register?, _ b: Register?) -> Bool {
      history.original(key, a) == history.original(key, b)
    }
    let plan = UndoPlan(operation, over: { store[$0] }, isSame: isSame)
    let edit = Edit(
      now: Int64(try #require(line["clock"]?.number?.int)), replica: Text("r\(who)"),
      factoryVersion: store.seeded,
      seen: [readings[who], store.latestStamp].compactMap { $0 }.max(), trustsStamps: false)
    let before = store
    for (key, register) in Write.registers(plan.writes, by: edit, over: { before[$0] }) {
      store[key] = register
      readings[who] = register.stamp
    }
    let written = changes(from: before, to: store)
    let restored = Dictionary(operation.map { ($0.key, $0.old) }) { $1 }
    for change in operation where plan.writes[change.key] != nil {
      let copy = store[change.key]
      if copy == before[change.key], copy == nil { continue }
      history.copies.updateValue(
        restored[change.key] ?? nil, forKey: .init(key: change.key, register: copy))
    }
    if isRedo { history.done.append(written) } else { history.undone.append(written) }
    history.forget(Self.slots(of: written))
    histories[who] = history
  }

  private static func slots(of changes: [KeyChange]) -> [SlotID] {
    changes.compactMap { if case .slot(let id) = $0.key { id } else { nil } }
  }

  /// Migrated presets that were not sent yet make room for what the hub has.
  private mutating func makeRoom(
    _ line: JSONObject, _ who: Int, _ store: inout MemoryStore
  ) throws {
    let (before, hub) = (store, hub)
    var waiting: [SlotID: Slot] = [:]
    for (id, old) in histories[who]?.waiting ?? [:] {
      if let slot = before.slots[id].flatMap({ Slot($0.value) }), !slot.isCleared,
        MigrationMove.isDue(hub[.slot(id)], over: old)
      {
        waiting[id] = slot
      }
    }
    histories[who]?.waiting = [:]
    let moves = MigrationMove.plan(
      waiting, slots: Array(SlotID.all.prefix(6)), ours: { Slot(before[.slot($0)]?.value) },
      theirs: { Slot(hub[.slot($0)]?.value) })
    for move in moves {
      guard let free = move.to else { continue }
      let seen = [readings[who], store.latestStamp, hub.latestStamp].compactMap { $0 }.max()
      let stamp = Stamp.next(
        now: Int64(try #require(line["clock"]?.number?.int)), after: seen,
        replica: Text("r\(who)"), factoryVersion: store.seeded)
      readings[who] = stamp
      store[.slot(free)] = Register(.object(move.preset.value), stamp)
      store[.slot(move.from)] = hub[.slot(move.from)]
    }
  }

  private mutating func write(
    _ line: JSONObject, _ who: Int, _ store: inout MemoryStore, byHand: Bool
  ) throws {
    let seen = [readings[who], store.latestStamp].compactMap { $0 }.max()
    let stamp = Stamp.next(
      now: Int64(try #require(line["clock"]?.number?.int)), after: seen,
      replica: try #require(line["name"]?.text),
      factoryVersion: try #require(line["version"]?.number?.int))
    readings[who] = stamp
    for member in line["changes"]?.object?.members ?? [] {
      let key = try #require(Key(typed: member.name.string))
      let change = try #require(member.value.array)
      let value: JSONValue? =
        switch key {
        case .slot: .object(Slot.named(change[0].text, owned: change[1] == true).value)
        case .seedVersion: ["version": change[0]]
        case .pin, .field: change[0] == true ? true : nil
        }
      store[key] = byHand ? try Self.byHand(value, key, over: store, stamp) : Register(value, stamp)
    }
  }

  /// What an edit of a file by hand becomes, which has neither an owner nor a stamp.
  private static func byHand(
    _ value: JSONValue?, _ key: Key, over store: MemoryStore, _ stamp: Stamp
  ) throws -> Register? {
    var object = try #require(value?.object)
    object["userOwned"] = nil
    let child = Document(key.document, ["": Register(.object(object), nil)])
    let edit = Edit(
      now: stamp.milliseconds, replica: stamp.replica, factoryVersion: stamp.factoryVersion,
      seen: stamp.counter == 0
        ? nil
        : Stamp(
          milliseconds: stamp.milliseconds, counter: stamp.counter - 1, replica: stamp.replica,
          factoryVersion: stamp.factoryVersion), trustsStamps: false)
    let old = store.documents[key.document].map { Reading.document($0) }
    let outcome = Normalised.edge(
      key.document, child: .document(child), raw: old, parent: old, edit: edit)
    return outcome.reading?.document?.register
  }
}

extension Factory {
  /// A set as the oracle tells it.
  init(oracle set: JSONObject) throws {
    var presets: [SlotID: Text] = [:]
    for member in set["presets"]?.object?.members ?? [] {
      presets[try #require(SlotID(id: member.name.string))] = member.value.text
    }
    try self.init(
      version: try #require(set["version"]?.number?.int), presets: presets,
      pins: (set["pins"]?.array ?? []).compactMap { $0.text.flatMap { SlotID(id: $0.string) } })
  }
}
