internal import SlotsGit
package import SlotsModel
internal import SlotsSystem

/// A factory set on disk. Most commands need its version, date and parameters alone; the presets are
/// read when a slot is due.
package struct FactoryFolder: Sendable {
  /// Where it is.
  package let folder: String
  /// What `factory.json` says.
  package let head: Factory

  /// Reads `factory.json` in `folder`; nil where there is none.
  /// - Throws: `StoreError.badFactory` at what cannot be read.
  package static func read(_ folder: String) throws -> FactoryFolder? {
    let path = folder + "/factory.json"
    guard let bytes = try Files.read(Path(path), following: true) else { return nil }
    do throws(DocumentError) {
      return FactoryFolder(folder: folder, head: try Factory(bytes))
    } catch {
      throw StoreError.badFactory(path: path, error)
    }
  }

  /// Reads the first set there is in `folders`.
  package static func find(_ folders: [String]) throws -> FactoryFolder? {
    for folder in folders {
      if let found = try read(folder) { return found }
    }
    return nil
  }

  /// The set with its presets, and what tells it from another set with the same version: the id git
  /// would give its canonical text.
  /// - Throws: `StoreError.badFactory` at the first preset that is not valid.
  package func complete() throws -> (set: Factory, digest: Text) {
    var set = head
    let check = Check(format: StoreFormat(slots: set.slots), table: set.table, stamps: false)
    for name in try Files.list(Path(folder)) ?? [] {
      let path: Path = "\(folder)/\(name)"
      guard case .slot(let id)? = DocumentKind(name),
        let bytes = try Files.read(path, following: true)
      else { continue }
      if let finding = check.findings(in: bytes, as: .slot(id)).first {
        throw StoreError.badFactory(
          path: path.description,
          DocumentError(position: finding.position, reason: finding.reason))
      }
      if let slot = Reading(bytes, as: .slot(id)).document?.slot { set.add(slot, at: id) }
    }
    return (set, Text(Repository.id(blob: set.canonicalBytes).hex))
  }
}

extension Store {
  /// The factory set of this program; nil where none is found.
  package func factory() throws -> FactoryFolder? {
    if let foundFactory { return foundFactory }
    let chosen = try repository.config("slots.factory").map { [$0] } ?? []
    if let chosenFactory {
      guard let found = try FactoryFolder.read(chosenFactory) else {
        throw StoreError.noFactory(tried: [chosenFactory])
      }
      foundFactory = found
      return found
    }
    foundFactory =
      try FactoryFolder.find(chosen) ?? FactoryFolder.find(surroundings.factoryFolders)
    return foundFactory
  }

  /// What seeding the factory set of this program would write into a state of the store; nil when
  /// nothing is due.
  ///
  /// - Parameters:
  ///   - changes: what arrived, where all the rest is known to be seeded; the presets are read only
  ///     when one of them, or a newer version, asks for it.
  ///   - thorough: whether the presets are read in any case.
  func seedPlan(
    for snapshot: Snapshot, after changes: [KeyChange], thorough: Bool = false
  ) throws -> SeedPlan? {
    guard let factory = try factory() else { return nil }
    let version = factory.head.version
    let seeded = try reader.document(.seedVersion, in: snapshot)?.register
    let arrived = changes.contains { change in
      guard case .slot = change.key else { return false }
      return SeedPlan.isDue(change.new, version: version)
    }
    guard SeedPlan.version(of: seeded) < version || arrived || thorough else { return nil }
    let (set, digest) = try factory.complete()
    var slots: [SlotID: Register] = [:]
    for id in set.presets.keys {
      guard let reading = try reader.reading(.slot(id), in: snapshot) else { continue }
      // What cannot be read is somebody's, until they say otherwise.
      slots[id] =
        reading.document?.register ?? Register(.object(Slot.cleared(stay: true).value), nil)
    }
    let plan = SeedPlan(
      set, digest: digest, seeded: seeded, slots: slots,
      pins: try reader.document(.pins, in: snapshot)?.registers ?? [:])
    return plan.changes.isEmpty ? nil : plan
  }

  /// Sets registers in a snapshot.
  func apply(_ changes: [Key: Register], to snapshot: inout Snapshot) throws {
    for (kind, keys) in Dictionary(grouping: changes.keys, by: \.document) {
      var document = try reader.document(kind, in: snapshot) ?? Document(kind)
      for key in keys { document.registers[key.registerName] = changes[key] }
      try reader.set(.document(document), as: kind, in: &snapshot)
    }
  }

  /// The commit that seeds what is due on top of `parent`; nil when nothing is.
  func seedCommit(
    on parent: ObjectID, after changes: [KeyChange] = [], thorough: Bool = false
  ) throws -> (commit: ObjectID, keys: [Key])? {
    var snapshot = Snapshot(tree: try repository.commit(parent).tree)
    guard let plan = try seedPlan(for: snapshot, after: changes, thorough: thorough)
    else { return nil }
    try apply(plan.changes, to: &snapshot)
    let keys = plan.changes.keys.sorted()
    return (try commit(snapshot, parents: [parent], try seedText(keys)), keys)
  }

  /// The words of a commit that seeds these keys.
  func seedText(_ keys: [Key]) throws -> CommitText {
    let version = try factory()?.head.version ?? 0
    let count = keys.count(where: \.isSlot)
    return CommitText(
      subject: "factory version \(version): \(count) \(count == 1 ? "slot" : "slots")",
      trailers: ["Factory-Version: \(version)"])
  }
}
