internal import SlotsGit
internal import SlotsModel

/// Normalises commits: what a history means, as a store in which every register has its own stamp.
///
/// A commit that `slots` made is normalised already. From others it walks back to those, and applies
/// `Normalised` along each edge. Cost follows the commits that are new and what they changed.
struct Normaliser {
  let reader: DocumentReader
  /// A commit that is known to be normalised although plain git made it.
  let known: ObjectID?
  /// True when documents that went missing are put back.
  var keepsMissing = false
  /// Documents that went missing by plain deletion and are still missing, with their number before.
  private(set) var missing: Set<DocumentKind> = []
  /// How many documents there were where the first one went missing.
  private(set) var total = 0
  /// Documents of commits that cannot be read.
  private(set) var unreadable: [Unreadable] = []
  /// The commits that were walked, newest last.
  private(set) var walked: [Commit] = []
  private var memo: [ObjectID: Snapshot] = [:]

  /// A document that cannot be read, and the commit that has it.
  struct Unreadable: Hashable {
    let path: String
    let error: DocumentError
    let commit: ObjectID

    /// The document as a report names it, with where to read it.
    var finding: Finding {
      Finding(
        path, error.position,
        "\(error.reason) (in commit \(commit.short); see git show \(commit.short):\(path))")
    }
  }

  init(_ reader: DocumentReader, known: ObjectID?, keepsMissing: Bool = false) {
    self.reader = reader
    self.known = known
    self.keepsMissing = keepsMissing
  }

  /// The normalised state at `commit`.
  mutating func snapshot(of commit: ObjectID) throws -> Snapshot {
    var stack = [commit]
    while let id = stack.last {
      if memo[id] != nil {
        stack.removeLast()
        continue
      }
      let commit = try reader.repository.commit(id)
      if id == known || CommitMark.isOurs(commit) {
        memo[id] = Snapshot(tree: commit.tree)
        continue
      }
      let parents = try commit.parents.filter { try reader.repository.contains($0) }
      let waiting = parents.filter { memo[$0] == nil }
      if waiting.isEmpty {
        walked.append(commit)
        memo[id] = try normalise(commit, parents: parents)
      } else {
        stack.append(contentsOf: waiting)
      }
    }
    return memo[commit] ?? Snapshot(tree: nil)
  }

  /// The slots of some trees by their content.
  private func slotBlobs(in trees: [ObjectID]) throws -> [ObjectID: Set<DocumentKind>] {
    var result: [ObjectID: Set<DocumentKind>] = [:]
    for entry in try trees.flatMap({ try reader.repository.tree($0) }) {
      guard let kind = DocumentKind(entry.name), case .slot = kind else { continue }
      result[entry.item.id, default: []].insert(kind)
    }
    return result
  }

  private mutating func normalise(_ commit: Commit, parents: [ObjectID]) throws -> Snapshot {
    let normal = parents.compactMap { memo[$0] }
    let trees = try parents.map { try reader.repository.commit($0).tree }
    let raw = Snapshot(tree: commit.tree)
    var result = raw
    var edit = Edit(
      now: commit.author.milliseconds,
      replica: Text("git:\(commit.author.name)"), factoryVersion: 0, trustsStamps: true)
    for parent in normal {
      let seeded = try reader.document(.seedVersion, in: parent)?.register
      edit.factoryVersion = max(edit.factoryVersion, SeedPlan.version(of: seeded))
    }
    edit.keepsMissing = keepsMissing
    var kinds: Set<DocumentKind> = []
    for (parent, tree) in zip(normal, trees) {
      kinds.formUnion(try reader.changedKinds(from: Snapshot(tree: tree), to: raw))
      kinds.formUnion(parent.edits.keys)
    }
    if parents.isEmpty { kinds.formUnion(try reader.kinds(in: raw)) }
    let slots = try slotBlobs(in: trees)
    for kind in kinds.inPathOrder {
      let child = try reader.raw(kind, in: commit.tree)
      // A copy of another slot carries that slot's stamp, which says nothing of this one.
      let others = try reader.entry(kind, in: commit.tree).flatMap { slots[$0.id] } ?? []
      edit.trustsStamps = others.isEmpty || others.contains(kind)
      let outcome: Normalised
      if normal.count > 1 {
        let sides = try normal.map { try reader.reading(kind, in: $0) }
        outcome = Normalised.merge(kind, child: child, parents: sides, edit: edit)
      } else {
        outcome = Normalised.edge(
          kind, child: child, raw: try reader.raw(kind, in: trees.first),
          parent: try normal.first.flatMap { try reader.reading(kind, in: $0) }, edit: edit)
      }
      if let error = outcome.error {
        unreadable.append(Unreadable(path: kind.path, error: error, commit: commit.id))
      }
      if outcome.wentMissing {
        if missing.isEmpty, let parent = normal.first {
          total = try reader.kinds(in: parent).count
        }
        missing.insert(kind)
      } else if child != nil {
        missing.remove(kind)
      }
      try reader.set(outcome.reading, as: kind, in: &result)
    }
    return result
  }
}
