internal import SlotsModel
internal import SlotsStore

/// `slots diff`.
struct DiffCommand: SlotsCommand {
  static let name = "diff"
  static let summary = "Show what changed, a line a parameter"
  static let discussion = """
    Without REV: what this replica has that the remote, as it was last seen, has not (slots status \
    --fetch shows what is on its way here). With one REV: \
    what changed from there to the working tree. With A..B: what changed from A to B. A REV is a \
    commit, a branch, or the name of a replica, which stands for its last commit; @NAME is always a \
    replica. With --factory: what is other here, or in REV, than in the factory set. Nothing about \
    stamps or the order of members.
    """
  static let examples = [
    "slots diff", "slots diff 5", "slots diff 5 HEAD~3..HEAD", "slots diff phone..tablet",
    "slots diff --factory --stat",
  ]
  static let effect = Effect.reads

  @Arguments("word", value: "NN|KEY|REV", help: "slots to look at, and a commit or a range A..B")
  var words: [String]
  @Flag("factory", help: "compare with the factory set") var factory: Bool
  @Flag("stat", help: "count the changes of each key") var stat: Bool
  var parameters: [Parameter] { [$words, $factory, $stat] }

  func run(in context: Context) throws -> ExitStatus {
    let store = try context.store()
    let view = try store.view()
    var (keys, ranges): ([Key], [String]) = ([], [])
    for word in words {
      // A slot's number comes before a commit, and a commit before a slot's name.
      if try Key(typed: word) == nil && (word.contains("..") || store.isRevision(word)) {
        ranges.append(word)
      } else {
        keys.append(try key(word, view))
      }
    }
    let chosen = Set(keys.map(\.place))
    let changes = try store.differences(
      try comparison(ranges)
    ).filter {
      keys.isEmpty || keys.contains($0.key) || chosen.contains($0.key.place) && $0.key.isPin
    }
    let table = try store.factory()?.head.table ?? ParameterTable()
    if context.globals.json {
      context.print(["changes": .array(changes.map { json($0, table) })])
      return .done
    }
    let blocks = Dictionary(grouping: changes, by: \.key.place)
    let lines = try blocks.sorted { $0.value[0].key < $1.value[0].key }.map {
      try Block($0.value, table, view)
    }
    for block in lines { context.console.print(stat ? [block.count] : block.lines) }
    if stat, !lines.isEmpty {
      let total = lines.reduce(0) { $0 + $1.items.count }
      context.console.print(
        "\(Words.count(total, "change")) in \(Words.count(lines.count, "place"))")
    }
    return .done
  }

  private func key(_ word: String, _ view: StoreView) throws -> Key {
    do {
      return try view.key(word)
    } catch StoreError.noKey {
      throw StoreError.noRevision(word)
    }
  }

  private func comparison(_ ranges: [String]) throws -> Comparison {
    if factory {
      guard ranges.count <= 1, let range = ranges.first else {
        if ranges.isEmpty { return .factory(nil) }
        throw tooMany(ranges[1])
      }
      guard case .from(let name) = try Comparison(range) else {
        throw CommandError(
          "diff: --factory takes one commit, not a range", hint: "slots diff --factory REV",
          status: .usage)
      }
      return .factory(name)
    }
    guard ranges.count <= 2 else { throw tooMany(ranges[2]) }
    guard let first = ranges.first else { return .remote }
    guard ranges.count == 2 else { return try Comparison(first) }
    guard case .from(let old) = try Comparison(first),
      case .from(let new) = try Comparison(ranges[1])
    else { throw tooMany(ranges[1]) }
    return .range(old, new)
  }

  private func tooMany(_ word: String) -> CommandError {
    CommandError(
      "diff: \(word) is one commit or range too many", hint: "slots diff 5 HEAD~1..HEAD",
      status: .usage)
  }

  private func json(_ change: KeyChange, _ table: ParameterTable) -> JSONValue {
    let text = ChangeText(change, table: table, isFull: true)
    return [
      "key": .string(Text(change.key.description)), "old": change.old?.value ?? .null,
      "new": change.new?.value ?? .null, "title": .string(Text(text.title)),
      "changes": .array(text.items.map { .string(Text($0.text)) }),
    ]
  }
}

/// What changed in one slot, its pin included, or in one device file.
private struct Block {
  let title: String
  let items: [ChangeItem]

  init(_ changes: [KeyChange], _ table: ParameterTable, _ view: StoreView) throws {
    let texts = changes.map { ChangeText($0, table: table, isFull: true) }
    var title = texts[0].title
    if case .pin(let id) = changes[0].key, let slot = SlotID(id: id.string) {
      title += try view.filled(slot).map { " \($0.name.string)" } ?? ""
    }
    self.title = title
    items = texts.flatMap(\.items)
  }

  var count: Line { "\(title, .strong): \(Words.count(items.count, "change"))" }

  var lines: [Line] {
    ["\(title, .strong)"]
      + items.map { item in
        switch (item.old, item.new) {
        case (let old?, let new?): "  \(item.name) \(old, .removed) → \(new, .added)"
        case (nil, let new?): "  \(item.name) \(new, .added)"
        case (let old?, nil): "  \(item.name) \(old, .removed) removed"
        case (nil, nil): "  \(item.text)"
        }
      }
  }
}

extension Key {
  /// What a key belongs to: a slot and its pin, a file of a device, the store.
  fileprivate var place: String {
    switch self {
    case .slot(let id): id.description
    case .pin(let id): id.string
    case .seedVersion: description
    case .field(let device, let part, _): "devices/\(device.text.string)/\(part.rawValue)"
    }
  }
}
