internal import SlotsGit
internal import SlotsModel
internal import SlotsSystem

/// What a person did on this replica, as one thing that can be undone.
package enum OperationKind: String, Sendable, Hashable, CaseIterable {
  case save, set, clear, pin, unpin, restore, reset
  case bringIn = "import"
  /// Presets from before there was a store, put into empty slots.
  case migrate
  /// Settings taken from a box, and those that were turned on it during a show.
  case pull, tweak
  /// Edits by hand that another command took along.
  case edit
  /// What a sync brought here.
  case sync
  case undo, redo
}

/// One line of the replica's log of operations.
struct Operation: Hashable {
  /// Counts up; an operation with the id of the last one continues it.
  var id: Int
  var kind: OperationKind
  /// When it was done, in milliseconds since 1970.
  var time: Int64
  var branch: String
  /// What it was done on, and what came of it: two commits, equal where nothing was written.
  var from: ObjectID
  var to: ObjectID
  /// For an undo or a redo: the operation that it took back.
  var target: Int?
}

/// The log of operations, and what can be undone and redone by it.
struct OperationLog {
  /// How many operations are kept.
  static let capacity = 200

  private(set) var operations: [Operation] = []

  init() {}

  /// The id that the next operation gets.
  var nextID: Int { (operations.last?.id ?? 0) + 1 }

  /// Adds operations; one with the id of the last one takes its place, so that adding twice is adding
  /// once.
  mutating func add(_ new: [Operation]) {
    for operation in new {
      if let last = operations.last, operation.id <= last.id {
        guard operation.id == last.id, operation != last else { continue }
        operations.removeLast()
      }
      operations.append(operation)
    }
    operations = operations.suffix(Self.capacity)
  }

  subscript(id: Int) -> Operation? { operations.last { $0.id == id } }

  /// What can be undone on a branch and what can be redone, the next one last.
  func stacks(on branch: String) -> (undo: [Operation], redo: [Operation]) {
    var (undo, redo): ([Operation], [Operation]) = ([], [])
    for operation in operations where operation.branch == branch {
      switch operation.kind {
      case .undo:
        undo.removeAll { $0.id == operation.target }
        redo.append(operation)
      case .redo:
        redo.removeAll { $0.id == operation.target }
        undo.append(operation)
      default:
        redo = []
        undo.append(operation)
      }
    }
    return (undo, redo)
  }

  /// The operation whose effect a redo brought back, for its name.
  func original(of operation: Operation) -> Operation {
    var found = operation
    while let target = found.target.flatMap({ self[$0] }) { found = target }
    return found
  }
}

extension OperationLog {
  /// Reads what `json` made; what cannot be read is passed over.
  init(_ value: JSONValue?) {
    operations = (value?.array ?? []).compactMap { Operation($0.object ?? [:]) }
  }

  var json: JSONValue { .array(operations.map(\.json)) }
}

extension Operation {
  init?(_ object: JSONObject) {
    guard let id = object["id"]?.number?.int,
      let kind = object["kind"]?.text.flatMap({ OperationKind(rawValue: $0.string) }),
      let time = object["time"]?.number?.int, let branch = object["branch"]?.text,
      let from = object["from"]?.text.flatMap({ ObjectID(hex: $0.string) }),
      let to = object["to"]?.text.flatMap({ ObjectID(hex: $0.string) })
    else { return nil }
    self.init(
      id: id, kind: kind, time: Int64(time), branch: branch.string, from: from, to: to,
      target: object["target"]?.number?.int)
  }

  var json: JSONValue {
    var object: JSONObject = [
      "id": .number(JSONNumber(id)), "kind": .string(Text(kind.rawValue)),
      "time": .number(JSONNumber(Int(time))), "branch": .string(Text(branch)),
      "from": .string(Text(from.hex)), "to": .string(Text(to.hex)),
    ]
    object["target"] = target.map { .number(JSONNumber($0)) }
    return .object(object)
  }
}

extension Store {
  private var operationsPath: Path { stateFolder.appending("operations.json") }

  func operationLog() throws -> OperationLog {
    guard let bytes = try Files.read(operationsPath) else { return OperationLog() }
    return OperationLog(try? JSONValue.read(bytes))
  }

  /// Remembers operations that are done.
  func remember(_ operations: [Operation]) throws {
    guard !operations.isEmpty else { return }
    var log = try operationLog()
    let before = log.operations
    log.add(operations)
    guard log.operations != before else { return }
    try Files.write(
      log.json.canonicalBytes, to: operationsPath, temporaryIn: temporaryFolder)
  }

  /// An operation that begins at a commit, to be remembered when the replica is at `to`.
  func operation(
    _ kind: OperationKind, from: ObjectID, to: ObjectID, target: Int? = nil, after others: Int = 0
  ) throws -> Operation {
    Operation(
      id: try operationLog().nextID + others, kind: kind, time: surroundings.now(),
      branch: try branch(), from: from, to: to, target: target)
  }
}
