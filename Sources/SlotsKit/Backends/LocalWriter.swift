internal import SlotsModel

/// Seeds and writes content that is no git repository, by the rules of the store.
struct LocalWriter: Sendable {
  /// The name that goes into stamps.
  let replica: Text
  let factory: FactorySet?
  /// Milliseconds since 1970.
  let clock: @Sendable () -> Int64

  /// The content of a new store, not seeded yet.
  var empty: StoreContent {
    let format = factory.map { StoreFormat(slots: $0.content.slots) } ?? StoreFormat()
    return StoreContent([.format: format.document])
  }

  /// The content with what the factory set has due.
  func seeded(_ content: StoreContent) -> StoreContent {
    guard let factory, let plan = content.seedPlan(factory.content, digest: factory.digest) else {
      return content
    }
    return content.setting(plan.changes)
  }

  /// The content with what is due, then with writes, stamped with one reading of the clock.
  /// - Throws: `KeyValueError.invalid`, `.quota`.
  func written(
    _ writes: StoreWrites, over content: StoreContent
  ) throws(KeyValueError) -> StoreContent {
    let old = seeded(content)
    let edit = Edit(
      now: max(clock(), factory?.content.date ?? 0), replica: replica,
      factoryVersion: SeedPlan.version(of: old[.seedVersion]), seen: old.latestStamp,
      trustsStamps: false)
    let registers = Write.registers(writes.writes, by: edit) { old[$0] }
    let new = old.setting(registers)
    try refuseInvalid(Set(registers.keys.map(\.document)), in: new, before: old, writes)
    return new
  }

  /// What was wrong before is not this write's fault.
  private func refuseInvalid(
    _ kinds: Set<DocumentKind>, in new: StoreContent, before old: StoreContent,
    _ writes: StoreWrites
  ) throws(KeyValueError) {
    let check = Check(
      format: new.format, table: factory?.content.table ?? ParameterTable(), stamps: true)
    func problems(_ kind: DocumentKind, _ content: StoreContent) -> [String] {
      let bytes = content.documents[kind]?.canonicalBytes
      return bytes.map { check.findings(in: $0, as: kind).map(\.reason) } ?? []
    }
    var reasons: [String] = []
    for kind in kinds.sorted(by: { Text($0.path) < Text($1.path) }) {
      let bytes = new.documents[kind]?.canonicalBytes.count ?? 0
      if case .slot(let id) = kind, bytes > new.format.maxSlotBytes {
        throw .quota(
          keys: StoreKey.spellings(of: [.slot(id)]), bytes: bytes, limit: new.format.maxSlotBytes)
      }
      let known = Set(problems(kind, old))
      reasons += problems(kind, new).filter { !known.contains($0) }
    }
    guard reasons.isEmpty else { throw .invalid(keys: writes.keys, reasons: reasons) }
    if new.size > new.format.maxStoreBytes, new.size > old.size {
      throw .quota(keys: writes.keys, bytes: new.size, limit: new.format.maxStoreBytes)
    }
  }
}

extension StoreContent {
  /// The content with these registers.
  func setting(_ registers: [Key: Register]) -> StoreContent {
    var content = self
    for (key, register) in registers { content[key] = register }
    return content
  }

  /// The registers of some keys alone.
  func only(_ keys: some Sequence<Key>) -> StoreContent {
    var content = StoreContent()
    for key in keys { content[key] = self[key] }
    return content
  }
}
