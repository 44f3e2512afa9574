internal import SlotsGit
package import SlotsModel
internal import SlotsSystem

/// What to compare with what.
package enum Comparison: Sendable, Hashable {
  /// What the working tree has that the remote, as it was last seen, has not; where there is no remote,
  /// the edits by hand.
  case remote
  /// A commit with the working tree.
  case from(String)
  /// Two commits.
  case range(String, String)
  /// The factory set of this program with a commit, or with the working tree.
  case factory(String?)

  /// Reads `REV` or `A..B`; an empty end is HEAD.
  /// - Throws: `StoreError.badRange` for three dots.
  package init(_ typed: String) throws(StoreError) {
    let bytes = Array(typed.utf8)
    let dot = UInt8(ascii: ".")
    let dots = bytes.indices.first { bytes[$0...].starts(with: [dot, dot]) }
    guard let dots else {
      self = .from(typed)
      return
    }
    guard !bytes[(dots + 2)...].starts(with: [dot]) else { throw .badRange(typed) }
    func end(_ part: ArraySlice<UInt8>) -> String {
      part.isEmpty ? "HEAD" : String(decoding: part, as: UTF8.self)
    }
    self = .range(end(bytes[..<dots]), end(bytes[(dots + 2)...]))
  }
}

extension Store {
  /// The keys whose values differ between two states, in key order: nothing about stamps.
  /// - Throws: `StoreError.noRevision`, `.noFactory`.
  package func differences(_ comparison: Comparison) throws -> [KeyChange] {
    let changes: [KeyChange]
    switch comparison {
    case .remote:
      changes = try exchanges(try workingEdits())
        .filter { $0.how != .incoming && $0.how != .losing }.map(\.change)
    case .from(let name):
      changes = try reader.changes(
        from: try view(at: name).snapshot, to: try workingEdits().snapshot)
    case .range(let old, let new):
      changes = try reader.changes(
        from: try view(at: old).snapshot, to: try view(at: new).snapshot)
    case .factory(let name):
      guard let set = try factory()?.complete().set else {
        throw StoreError.noFactory(tried: surroundings.factoryFolders)
      }
      changes = try differences(from: set, to: try name.map(view(at:)) ?? view())
    }
    return changes.filter { !$0.isSilent }
  }

  private func differences(from set: Factory, to view: StoreView) throws -> [KeyChange] {
    var standard = StoreContent()
    for (id, slot) in set.presets {
      standard[.slot(id)] = Register(.object(slot.value), .factory(set.version))
    }
    for id in set.pins { standard[.pin(Text(id.description))] = Register(true, nil) }
    var here = StoreContent()
    for kind in try reader.kinds(in: view.snapshot) {
      switch kind {
      case .slot, .pins: here.documents[kind] = try view.document(kind)
      case .seedVersion, .device, .format: break
      }
    }
    return standard.changes(to: here)
  }
}
