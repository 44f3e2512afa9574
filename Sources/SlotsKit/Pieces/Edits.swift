public import SlotsModel

/// What a person does to a store, before it is written: a list of writes, made by functions that touch
/// nothing, and written in one go by `KeyValueStore.apply`.
///
///     try store.apply(.save(preset, to: slot) + .pin([slot]))
public struct Edits: Sendable {
  enum Step: Sendable {
    case value(StoreKey, JSONValue)
    case remove(StoreKey)
    case save(SlotID, Slot)
    case clear(SlotID, stay: Bool)
    case pin(SlotID, Bool)
    case reset(SlotID?, FactorySet)
  }

  private(set) var steps: [Step]

  init(_ steps: [Step]) { self.steps = steps }

  /// No edits.
  public init() { steps = [] }

  /// A preset saved to a slot, as the person's own: no factory version changes it then.
  /// - Throws: `KeyValueError.invalid` when the preset's parameters cannot be spelled in JSON.
  public static func save<Params>(
    _ preset: Preset<Params>, to slot: SlotID
  ) throws(KeyValueError) -> Edits {
    var preset = preset
    preset.userOwned = true
    guard let value = Slot(.object(try preset.object())) else { return Edits() }
    return Edits([.save(slot, value)])
  }

  /// A slot emptied; an empty one is left alone.
  /// - Parameter staysEmpty: whether the next factory version leaves it empty.
  public static func clear(_ slot: SlotID, staysEmpty: Bool = false) -> Edits {
    Edits([.clear(slot, stay: staysEmpty)])
  }

  /// Slots taken into the rotation.
  public static func pin(_ slots: some Sequence<SlotID>) -> Edits {
    Edits(slots.map { .pin($0, true) })
  }

  /// Slots taken out of the rotation.
  public static func unpin(_ slots: some Sequence<SlotID>) -> Edits {
    Edits(slots.map { .pin($0, false) })
  }

  /// Every slot to its default, or empty where there is none, and the set's pins and version: ask the
  /// person first, because it wins everywhere over all that was written before.
  public static func resetAll(to factory: FactorySet) -> Edits { Edits([.reset(nil, factory)]) }

  /// One slot to its default, or empty where there is none.
  public static func reset(_ slot: SlotID, to factory: FactorySet) -> Edits {
    Edits([.reset(slot, factory)])
  }

  /// Both, in order: of two edits of one key the later one counts.
  public static func + (first: Edits, second: Edits) -> Edits {
    Edits(first.steps + second.steps)
  }
}

extension Edits {
  /// The writes that these edits are, made to a store that has `content`.
  /// - Throws: `KeyValueError.readOnlyKey`, and `.invalid` for what is no value of its key.
  func writes(over content: StoreContent) throws(KeyValueError) -> StoreWrites {
    var content = content
    var writes: [Key: Write] = [:]
    for step in steps {
      for (key, write) in try step.writes(over: content) {
        writes[key] = write
        content[key] = Register(write.value, content[key]?.stamp)
      }
    }
    return StoreWrites(writes)
  }
}

extension Edits.Step {
  fileprivate func writes(over content: StoreContent) throws(KeyValueError) -> [Key: Write] {
    switch self {
    case .save(let id, let slot): return [.slot(id): .saving(slot)]
    case .clear(let id, let stay):
      guard content.filled(id) == nil else { return [.slot(id): .clearing(stay: stay)] }
      let isKept = content.documents[.slot(id)]?.slot?.userOwned ?? false
      return stay && !isKept ? [.slot(id): .clearing(stay: true)] : [:]
    case .pin(let id, let isPinned):
      return [.pin(Text(id.description)): .pinning(isPinned)]
    case .reset(let id?, let factory): return [.slot(id): factory.content.reset(id)]
    case .reset(nil, let factory):
      return factory.content.reset(
        digest: factory.digest, slots: content.format.slotIDs,
        pinned: content.documents[.pins]?.registers.keys.map { $0 } ?? [])
    case .value(let key, let value): return try key.writes(value, over: content)
    case .remove(.register(.slot(let id))):
      return content.filled(id) == nil ? [:] : [.slot(id): .clearing(stay: false)]
    case .remove(let key): return try key.writes(nil, over: content)
    }
  }
}

extension StoreKey {
  /// The writes that give this key a value; nil removes what it has.
  fileprivate func writes(
    _ value: JSONValue?, over content: StoreContent
  ) throws(KeyValueError) -> [Key: Write] {
    func refuse(_ expected: String) -> KeyValueError {
      .invalid(keys: [spelling], reasons: ["\(spelling): expected \(expected)"])
    }
    switch self {
    case .pins:
      let ids = try value.map { value throws(KeyValueError) in
        let ids = value.array?.map(\.text) ?? [nil]
        guard !ids.contains(nil) else { throw refuse("a list of slots, as [\"slot-05\"]") }
        return Set(ids.compactMap { $0 })
      }
      let pinned = self.value(in: content)?.array?.compactMap(\.text) ?? []
      return StoreKey.differences(from: Set(pinned), to: ids ?? [])
    case .register(.pin(let id)):
      guard let isPinned = value.map(\.bool) ?? false else { throw refuse("true or false") }
      return [.pin(id): .pinning(isPinned)]
    case .register(.slot(let id)):
      guard var slot = Slot(value) else { throw refuse("an object with name and params") }
      slot.value["written"] = nil
      if slot.value["userOwned"] == nil { slot.userOwned = true }
      return [.slot(id): Write(.object(slot.value))]
    case .register(.seedVersion): throw .readOnlyKey(spelling)
    case .register(let key): return [key: Write(value)]
    }
  }

  private static func differences(from old: Set<Text>, to new: Set<Text>) -> [Key: Write] {
    var writes: [Key: Write] = [:]
    for id in new.subtracting(old) { writes[.pin(id)] = .pinning(true) }
    for id in old.subtracting(new) { writes[.pin(id)] = .pinning(false) }
    return writes
  }
}
