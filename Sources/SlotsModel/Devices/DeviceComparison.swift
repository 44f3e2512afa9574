/// One field of a box: what the tree wants, what the box has, and what both had when they last agreed.
package struct FieldComparison: Sendable, Hashable {
  /// Who moved.
  package enum Side: Sendable, Hashable {
    /// Nobody.
    case same
    /// The tree: apply sends it.
    case tree
    /// The box: pull takes it.
    case box
    /// Both, or nobody can tell.
    case both
    /// The box started again and has what it had before the last apply, or what it came with.
    case lost
    /// The Link session: the value moves by itself.
    case link
    /// No box tells it back: it is to be sent, or was.
    case unread(isSent: Bool)
    /// The tree has it, and this box is not fitted with it, or its firmware does not have it.
    case notFitted
    /// A saved network: only set together with its password.
    case network
    /// A person took it out of the tree.
    case notKept
  }

  /// The field.
  package let field: DeviceField
  /// In which file this product has it.
  package let part: DevicePart
  /// What the tree has.
  package let tree: JSONValue?
  /// What the box has.
  package let box: JSONValue?
  /// Who moved.
  package let side: Side

  /// Compares all fields of a product, in the order of the table; those that neither side has are left out.
  ///
  /// - Parameters:
  ///   - config: what the box told of its settings.
  ///   - wasInTree: whether the tree once had a value, which then is the older one.
  package static func all(
    _ files: DeviceFiles, _ config: BoxConfig, _ status: BoxStatus?, _ memory: DeviceMemory,
    wasInTree: (DeviceField, JSONValue) throws -> Bool
  ) rethrows -> [FieldComparison] {
    guard let product = files.product else { return [] }
    let hasRestarted = status?.hasRestarted(since: memory.counters) ?? false
    return try DeviceField.of(product).compactMap { field in
      let register = files.register(field)
      let tree = (register?.value).map(field.plain)
      let box = config.values[field.key]
      guard let part = field.parts[product], register != nil || box != nil else { return nil }
      func comparison(_ side: Side) -> FieldComparison {
        FieldComparison(field: field, part: part, tree: tree, box: box, side: side)
      }
      if field.isNetwork { return comparison(tree == box ? .same : .network) }
      if register != nil, tree == nil { return box == nil ? nil : comparison(.notKept) }
      if field.place == .unreadable {
        return comparison(.unread(isSent: memory.sent[field.key] == tree))
      }
      guard let box else { return comparison(.notFitted) }
      if tree == box { return comparison(.same) }
      if field.key == "bpm", status?.isTempoOfLink == true { return comparison(.link) }
      guard let tree else { return comparison(.box) }
      if let seen = memory.seen[field.key] {
        if seen == box { return comparison(.tree) }
        guard seen == tree else { return comparison(.both) }
        let isOld = memory.before[field.key] == box || field.standard == box
        return comparison(hasRestarted && isOld ? .lost : .box)
      }
      return comparison(try wasInTree(field, box) ? .tree : .both)
    }
  }
}

/// Which fields an answer lacks that this box told of before: then it is short, and none of them is gone.
package func missingFields(in config: BoxConfig, _ memory: DeviceMemory) -> [Text] {
  memory.seen.keys.filter { config.values[$0] == nil }.sorted()
}
