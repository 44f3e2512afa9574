extension Document {
  /// The one merge. A store is a map from key to register, and merging two stores is, per key, the
  /// later register:
  ///
  ///     ours ──┐
  ///            ├── per key the later
  ///     theirs ┘
  ///
  /// It needs no common ancestor. It is commutative, associative and idempotent, because `max` is.
  /// Members without a stamp merge by the greater value.
  package static func merged(_ a: Document, _ b: Document) -> Document {
    if a == b { return a }
    var result = a
    result.registers.merge(b.registers) { max($0, $1) }
    for member in b.rest.members {
      result.rest[member.name] =
        result.rest[member.name].map { greater($0, member.value) }
        ?? member.value
    }
    return result
  }

  private static func greater(_ a: JSONValue, _ b: JSONValue) -> JSONValue {
    if case .number(let first) = a, case .number(let second) = b { return first < second ? b : a }
    return a.canonicalBytes.lexicographicallyPrecedes(b.canonicalBytes) ? b : a
  }
}

extension Reading {
  /// Merges what two stores have at one path; absent loses to anything, what cannot be read loses
  /// to a document, and of two that cannot be read the greater bytes stay.
  package static func merged(_ a: Reading?, _ b: Reading?) -> Reading? {
    guard let a else { return b }
    guard let b else { return a }
    switch (a, b) {
    case (.document(let first), .document(let second)):
      return .document(Document.merged(first, second))
    case (.document, .unreadable): return a
    case (.unreadable, .document): return b
    case (.unreadable(_, let error), .unreadable) where error.isNoFile: return b
    case (.unreadable, .unreadable(_, let error)) where error.isNoFile: return a
    case (.unreadable(let first, _), .unreadable(let second, _)):
      return first.lexicographicallyPrecedes(second) ? b : a
    }
  }
}

extension Document {
  /// The keys that differ between two states of one document, in key order.
  package static func changes(
    _ kind: DocumentKind, from old: Document?, to new: Document?
  ) -> [KeyChange] {
    let names = Set(old?.registers.keys.map { $0 } ?? [])
      .union(new?.registers.keys.map { $0 } ?? [])
    return names.compactMap { name in
      let (before, after) = (old?.registers[name], new?.registers[name])
      guard before != after, let key = kind.key(name) else { return nil }
      return KeyChange(key, from: before, to: after)
    }.sorted { $0.key < $1.key }
  }
}
