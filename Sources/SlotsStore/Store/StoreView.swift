internal import SlotsGit
package import SlotsModel
internal import SlotsSystem

/// The store at one moment, to look at.
package struct StoreView {
  let store: Store
  let snapshot: Snapshot

  init(_ store: Store, _ snapshot: Snapshot) {
    self.store = store
    self.snapshot = snapshot
  }

  /// The limits of the store.
  package func format() throws -> StoreFormat {
    StoreFormat(try store.reader.document(.format, in: snapshot))
  }

  /// The document `kind`; nil when there is none that can be read.
  package func document(_ kind: DocumentKind) throws -> Document? {
    try store.reader.document(kind, in: snapshot)
  }

  /// The register of a key.
  package func register(_ key: Key) throws -> Register? {
    try document(key.document)?.registers[key.registerName]
  }

  /// The slot at `id`; nil when it was never filled.
  package func slot(_ id: SlotID) throws -> Slot? { try document(.slot(id))?.slot }

  /// The slot at `id`; nil when it is empty.
  package func filled(_ id: SlotID) throws -> Slot? {
    try slot(id).flatMap { $0.isCleared ? nil : $0 }
  }

  /// The pinned slots, empty ones included.
  package func pins() throws -> Set<SlotID> {
    let registers = try document(.pins)?.registers ?? [:]
    return Set(
      registers.compactMap { id, register in
        register.value == nil ? nil : SlotID(id: id.string)
      })
  }

  /// What a player cycles through.
  package func rotation() throws -> Rotation {
    let filled = try format().slotIDs.filter { try self.filled($0) != nil }
    return Rotation(filled: Set(filled), pinned: try pins())
  }
}

extension Store {
  /// The store as the working tree has it: HEAD, and the edits by hand that are valid.
  package func view() throws -> StoreView { StoreView(self, try workingEdits().snapshot) }

  /// The store as the commit `revision` has it, or as the replica of this name last left it.
  /// - Throws: `StoreError.noRevision`.
  package func view(at revision: String) throws -> StoreView {
    let commit = try repository.commit(try commit(named: revision))
    return StoreView(self, Snapshot(tree: commit.tree))
  }

  /// The store that the commit `revision` means: as `view`, with edits made with plain git stamped.
  func normalised(at revision: String) throws -> StoreView {
    let id = try commit(named: revision)
    var normaliser = Normaliser(reader, known: try knownNormal())
    return StoreView(self, try normaliser.snapshot(of: id))
  }

  /// Which slot is selected on this replica; it is not synced.
  package func selected() throws -> SlotID? {
    try Files.read(stateFolder.appending("selected")).flatMap {
      SlotID(id: String(decoding: $0, as: UTF8.self).trimmedLine)
    }
  }

  /// Selects a slot on this replica.
  package func select(_ id: SlotID) throws {
    try Files.makeFolders(hookFolder)
    try Files.write(
      Array("\(id)\n".utf8), to: stateFolder.appending("selected"), temporaryIn: hookFolder)
  }
}
