/// What seeding a factory set into a store would write: a default into every slot that is due.
///
/// A slot is due when it is absent, or not user owned and stamped with an older factory version. A
/// default takes the time, counter and name of the register it replaces and its own version, so a
/// person's edit made elsewhere wins over it, even an earlier one.
package struct SeedPlan: Sendable, Hashable {
  /// The registers to write, by key; empty when nothing is due.
  package private(set) var changes: [Key: Register] = [:]
  /// The factory version that is seeded.
  package let version: Int

  /// Plans the seeding of `factory`, whose digest is `digest`.
  ///
  /// - Parameters:
  ///   - seeded: the register of the key `seedVersion`; nil in a store that was never seeded.
  ///   - slots: what each slot has.
  ///   - pins: the pins of the store, by id.
  package init(
    _ factory: Factory, digest: Text, seeded: Register?, slots: [SlotID: Register],
    pins: [Text: Register]
  ) {
    version = factory.version
    let had = SeedPlan.version(of: seeded)
    guard had <= version else { return }
    for (id, preset) in factory.presets {
      let old = slots[id]
      guard SeedPlan.isDue(old, version: version) else { continue }
      changes[.slot(id)] = Register(.object(preset.value), stamp(over: old))
    }
    if had < version {
      let value = JSONValue.object(factory.seedVersion(digest))
      changes[.seedVersion] = Register(value, stamp(over: seeded))
    }
    guard seeded == nil else { return }
    for id in factory.pins where pins[Text(id.description)] == nil {
      changes[.pin(Text(id.description))] = Register(true, .factory(version))
    }
  }

  /// The factory version that the key `seedVersion` holds; 0 for none.
  package static func version(of seeded: Register?) -> Int {
    seeded?.value?.object?["version"]?.number?.int ?? 0
  }

  /// Whether a default of `version` is due over `register`.
  package static func isDue(_ register: Register?, version: Int) -> Bool {
    guard let register, let slot = Slot(register.value) else { return true }
    return !slot.userOwned && (register.stamp?.factoryVersion ?? 0) < version
  }

  private func stamp(over old: Register?) -> Stamp {
    old?.stamp?.withFactoryVersion(version) ?? .factory(version)
  }
}
