package import SlotsModel

extension StoreView {
  /// The filled slots with their names, in order.
  package func names() throws -> [(id: SlotID, name: String)] {
    try format().slotIDs.compactMap { id in
      try filled(id).map { (id, $0.name.string) }
    }
  }

  /// Every key that was ever written, in order.
  package func keys() throws -> [Key] {
    try store.reader.kinds(in: snapshot).flatMap { kind in
      (try document(kind)?.registers ?? [:]).keys.compactMap(kind.key)
    }.sorted()
  }

  /// Reads a slot as a person types it: by number, else by the name of one filled slot, exactly or
  /// but for upper and lower case.
  /// - Throws: `StoreError.noSlot` for anything that is none of this store, `.ambiguousSlot` for a
  ///   name that several slots have.
  package func slotID(_ typed: String) throws -> SlotID {
    let count = try format().slots
    if let id = SlotID(typed: typed), id.index < count { return id }
    let names = try names()
    if let id = try named(typed, among: names) { return id }
    throw StoreError.noSlot(typed: typed, count: count, names: names.map(\.name))
  }

  /// Reads a key as it is spelled, or a slot as a person types it.
  /// - Throws: `StoreError.noKey` for anything that is no key; as `slotID` for a slot.
  package func key(_ typed: String) throws -> Key {
    switch Key(typed: typed) {
    case .slot?: return .slot(try slotID(typed))
    case let key?: return key
    case nil:
      if let id = try named(typed, among: try names()) { return .slot(id) }
      throw StoreError.noKey(typed)
    }
  }

  private func named(
    _ typed: String, among names: [(id: SlotID, name: String)]
  ) throws -> SlotID? {
    let exact = names.filter { $0.name == typed }
    let lower = typed.lowercased()
    let found = exact.isEmpty ? names.filter { $0.name.lowercased() == lower } : exact
    guard found.count < 2 else {
      throw StoreError.ambiguousSlot(typed: typed, slots: found.map(\.id))
    }
    return found.first?.id
  }
}

extension Store {
  /// The branches and the tags, by their short names.
  package func referenceNames() throws -> (branches: [String], tags: [String]) {
    func names(_ prefix: String) throws -> [String] {
      try repository.references(prefix + "*").map { String($0.name.dropFirst(prefix.count)) }
    }
    return (try names("refs/heads/"), try names("refs/tags/"))
  }
}
