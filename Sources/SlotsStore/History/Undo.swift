internal import SlotsGit
package import SlotsModel
internal import SlotsSystem

/// What an undo or a redo did.
package struct UndoReport: Sendable, Hashable {
  /// What was taken back, or brought back.
  package var operation: OperationEntry
  /// What it wrote.
  package var edit = EditReport()
  /// What was left, because others wrote it since: from what the operation wrote to what stands.
  package var left: [KeyChange] = []
  /// The person's own files that the operation changed; an undo leaves them.
  package var files: [String] = []
}

/// An operation as a list shows it.
package struct OperationEntry: Sendable, Hashable {
  /// What it was.
  package let kind: OperationKind
  /// When, in milliseconds since 1970.
  package let time: Int64
  /// What it wrote, without what a factory version filled.
  package let changes: [KeyChange]

  /// An undo, as what a redo of it writes.
  fileprivate var reversed: OperationEntry {
    OperationEntry(
      kind: kind, time: time, changes: changes.map { KeyChange($0.key, from: $0.new, to: $0.old) })
  }
}

extension Store {
  /// Takes back what the person's last operation on this replica wrote, where that still stands; edits
  /// by hand that were not committed yet are the last operation. With `isRedo` it takes the last undo
  /// back.
  ///
  /// - Throws: `StoreError.nothingToUndo`; what `write` throws.
  package func undo(isRedo: Bool = false, dryRun: Bool = false) throws -> UndoReport {
    if dryRun { return try simulating { try $0.undoOnce(isRedo: isRedo) } }
    return try exclusively { try undoOnce(isRedo: isRedo) }
  }

  private func undoOnce(isRedo: Bool) throws -> UndoReport {
    var pending: OperationEntry?
    if isSimulated {
      let edits = try uncommitted()
      if !edits.isEmpty, !isRedo {
        pending = OperationEntry(kind: .edit, time: surroundings.now(), changes: edits)
      }
    } else {
      try takeWorkingEdits()
    }
    let log = try operationLog()
    let found = try pending.map { (operation: nil, entry: $0) } ?? next(in: log, isRedo: isRedo)
    var report = UndoReport(operation: found.entry)
    func plan(_ view: StoreView) throws -> [Key: Write] {
      let copies = try Copies(self, log)
      let plan = try UndoPlan(
        found.entry.changes, over: { try view.register($0) }, isSame: copies.isSame)
      report.left = plan.left
      return plan.writes
    }
    if let operation = found.operation {
      report.files = try ownFiles(of: operation)
    }
    if isSimulated {
      report.edit = try write(.undo, dryRun: true, plan)
    } else {
      let kind: OperationKind = isRedo ? .redo : .undo
      report.edit = try untilStill {
        try writeOnce(kind, target: found.operation?.id, plan)
      }
    }
    return report
  }

  /// The operations that could be undone or redone, the next one first.
  package func undoable(isRedo: Bool = false, limit: Int = .max) throws -> [OperationEntry] {
    let log = try operationLog()
    var entries: [OperationEntry] = []
    let edits = try uncommitted()
    if !isRedo, edits.contains(where: \.isUndoable) {
      entries.append(OperationEntry(kind: .edit, time: surroundings.now(), changes: edits))
    }
    for operation in try candidates(in: log, isRedo: isRedo) where entries.count < limit {
      guard let entry = try entry(operation, log) else { break }
      if !entry.changes.isEmpty { entries.append(isRedo ? entry.reversed : entry) }
    }
    return Array(entries.prefix(limit))
  }

  /// Edits by hand that are not committed; what plain git committed is no operation.
  private func uncommitted() throws -> [KeyChange] {
    guard let head = try headCommit() else { return [] }
    return try reader.changes(from: normal(head.id), to: workingEdits().snapshot)
  }

  private func candidates(in log: OperationLog, isRedo: Bool) throws -> [Operation] {
    let stacks = log.stacks(on: try branch())
    return (isRedo ? stacks.redo : stacks.undo).reversed()
  }

  private func next(
    in log: OperationLog, isRedo: Bool
  ) throws -> (operation: Operation?, entry: OperationEntry) {
    for operation in try candidates(in: log, isRedo: isRedo) {
      guard let entry = try entry(operation, log) else {
        let original = log.original(of: operation)
        throw StoreError.nothingToUndo(
          isRedo: isRedo,
          gone: "\(original.kind.rawValue) at \(CalendarTime(original.time).shortText) UTC")
      }
      if !entry.changes.isEmpty { return (operation, entry) }
    }
    throw StoreError.nothingToUndo(isRedo: isRedo, gone: nil)
  }

  /// An operation with what it wrote; nil where its commits are no longer here.
  private func entry(_ operation: Operation, _ log: OperationLog) throws -> OperationEntry? {
    guard let changes = try changes(of: operation) else { return nil }
    let original = log.original(of: operation)
    return OperationEntry(
      kind: original.kind, time: original.time, changes: changes.filter(\.isUndoable))
  }

  func changes(of operation: Operation) throws -> [KeyChange]? {
    if operation.from == operation.to { return [] }
    guard try repository.contains(operation.from), try repository.contains(operation.to) else {
      return nil
    }
    let (old, new) = (try normal(operation.from), try normal(operation.to))
    return try reader.changes(from: old, to: new)
  }

  private func normal(_ commit: ObjectID) throws -> Snapshot {
    var normaliser = Normaliser(reader, known: try knownNormal())
    return try normaliser.snapshot(of: commit)
  }

  private func ownFiles(of operation: Operation) throws -> [String] {
    let trees = try [operation.from, operation.to].map { try repository.commit($0).tree }
    return try repository.changes(from: trees[0], to: trees[1])
      .filter { DocumentKind($0.path) == nil }.map(\.path.description)
  }
}

/// Which registers are copies that an undo or a redo put back: written anew, they stand for what they
/// restored, so that a second undo on the same key goes one further back.
private struct Copies {
  private var originals: [Place: Register?] = [:]

  private struct Place: Hashable {
    let key: Key
    let register: Register
  }

  init(_ store: Store, _ log: OperationLog) throws {
    for operation in log.operations {
      guard operation.kind == .undo || operation.kind == .redo,
        let target = operation.target.flatMap({ log[$0] }),
        let changes = try store.changes(of: operation),
        let restored = try store.changes(of: target)
      else { continue }
      // What was the same before needed no write to be as it was.
      for change in restored where change.isSilent { note(change.new, as: change.old, change.key) }
      let before = Dictionary(restored.map { ($0.key, $0.old) }) { $1 }
      for change in changes {
        guard let old = before[change.key] else { continue }
        note(change.new, as: old, change.key)
      }
    }
  }

  /// Whether two registers are one write, or a copy of it.
  func isSame(_ key: Key, _ a: Register?, _ b: Register?) -> Bool {
    original(a, at: key) == original(b, at: key)
  }

  private mutating func note(_ copy: Register?, as register: Register?, _ key: Key) {
    guard let copy else { return }
    originals.updateValue(register, forKey: Place(key: key, register: copy))
  }

  /// Each copy is later than what it is a copy of, so this ends.
  private func original(_ register: Register?, at key: Key) -> Register? {
    var found = register
    while let copy = found, let next = originals[Place(key: key, register: copy)] { found = next }
    return found
  }
}
