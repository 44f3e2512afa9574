internal import SlotsModel
internal import SlotsStore
internal import SlotsSystem

/// What completion asks a store for. Whatever fails has no answer: an error would land in the line that
/// somebody types.
final class StoreWords {
  /// A slot that can be typed.
  struct Slot {
    let id: SlotID
    /// Nil when it is empty.
    let name: String?
    /// What an empty slot is called: `empty` or `stays empty`.
    let state: String
  }

  private let open: () -> Store?
  private lazy var store = open()
  private lazy var view = try? store?.view()

  /// - Parameter folder: what `-C` names; nil for this folder
  init(_ context: Context, in folder: String?) {
    open = {
      let globals = GlobalOptions()
      if let folder { try? globals.directory(context.expanded(folder)) }
      let here = Context(
        console: context.console, globals: globals, environment: context.environment,
        program: context.program)
      return try? here.store()
    }
  }

  /// Every slot of the store.
  func slots() -> [Slot] {
    guard let view, let ids = try? view.format().slotIDs else { return [] }
    return ids.map { id in
      let slot = (try? view.slot(id)) ?? nil
      let isFilled = slot.map { !$0.isCleared } ?? false
      return Slot(
        id: id, name: isFilled ? slot?.name.string : nil,
        state: SlotState(slot) == .keptEmpty ? "stays empty" : "empty")
    }
  }

  /// The keys that are no slots, with what tells the person more.
  func keys() -> [Candidate] {
    let keys = (try? view?.keys()) ?? []
    return keys.filter { !$0.isSlot }.map { key in
      guard case .pin(let id) = key, let slot = SlotID(id: id.string) else {
        return Candidate(key.description)
      }
      let name = (try? view?.filled(slot))?.name.string
      return Candidate(key.description, name.map { "the pin of \($0)" } ?? "the pin of \(slot)")
    }
  }

  /// The commits that have a name here, and the last ones with their subjects.
  func revisions() -> [Candidate] {
    guard let store else { return [] }
    let names = try? store.referenceNames()
    let log = (try? store.log(limit: 200)) ?? []
    var replicas: [String] = []
    for entry in log where entry.isReplica && !replicas.contains(entry.replica) {
      replicas.append(entry.replica)
    }
    let branches = names?.branches ?? []
    return (log.isEmpty ? [] : [Candidate("HEAD", "the last commit here")])
      + branches.map { Candidate($0, "branch") }
      + (names?.tags ?? []).map { Candidate($0, "tag") }
      + replicas.map { name in
        Candidate(branches.contains(name) ? "@\(name)" : name, "the last commit of a replica")
      }
      + log.prefix(10).map { Candidate(String($0.commit.prefix(10)), $0.subject) }
  }

  /// The devices of the store, with what each is.
  func devices() -> [Candidate] {
    ((try? view?.devices()) ?? []).map { Candidate($0.name.text.string, $0.product?.title ?? "") }
  }

  /// The fields of a device.
  func fields(of device: String) -> [DeviceField] {
    ((try? view?.device(device)) ?? nil)?.product.map(DeviceField.of) ?? []
  }

  /// The parameters of the factory set.
  func parameters() -> [Text: ParameterTable.Parameter] {
    (try? store?.factory())?.head.table.parameters ?? [:]
  }
}

extension LogEntry {
  /// Whether a replica made the commit, rather than the factory set or plain git.
  fileprivate var isReplica: Bool { replica != "factory" && !replica.hasPrefix("git:") }
}

extension GlobalOptions {
  /// Names the folder to work in.
  fileprivate func directory(_ folder: String) throws(WordProblem) { try $directory.take(folder) }
}

extension Context {
  /// A folder as the shell would have expanded it: a shell hands over `~` as it is typed.
  fileprivate func expanded(_ folder: String) -> String {
    guard folder == "~" || folder.hasPrefix("~/"), let home = environment["HOME"] else {
      return folder
    }
    return home + folder.dropFirst()
  }
}
