internal import CLibgit2

/// The part of a history that a question needs, painted from both sides, newest commits first.
///
/// It is our own because libgit2 1.5 stops with an error at the end of a shallow history.
struct History {
  struct Marks: OptionSet {
    let rawValue: UInt8
    /// Reachable from the one side, and from the other.
    static let one = Marks(rawValue: 1)
    static let other = Marks(rawValue: 2)
    /// Behind a commit that both sides have.
    static let behind = Marks(rawValue: 4)
  }

  struct Node {
    let time: Int64
    let parents: [ObjectID]
    let isMissing: Bool
    var marks: Marks = []
    var isQueued = false
  }

  private(set) var nodes: [ObjectID: Node] = [:]
  private let repository: Repository
  private let isShallow: Bool
  /// Sorted by time, the newest last.
  private var queue: [(time: Int64, id: ObjectID)] = []
  /// How many in the queue may still tell something new.
  private var open = 0

  /// Paints what is reachable from both sides, until the rest of the queue is behind common commits.
  /// - Throws: kind `notFound` for a commit that is missing, unless it is one of `other` or beyond
  ///   the end of a shallow history.
  init(_ repository: Repository, one: [ObjectID], other: [ObjectID]) throws(GitError) {
    self.repository = repository
    isShallow = repository.isShallow
    for id in one { try mark(id, .one, mayMiss: false) }
    for id in other { try mark(id, .other, mayMiss: true) }
    // A clock that was wrong may have put commits in the wrong order: look a little further.
    var patience = 64
    while let id = queue.popLast()?.id, var node = nodes[id] {
      node.isQueued = false
      nodes[id] = node
      if node.marks.contains(.behind) { patience -= open == 0 ? 1 : 0 } else { open -= 1 }
      if patience < 0 { break }
      let isCommon = node.marks.isSuperset(of: [.one, .other])
      let marks = isCommon ? node.marks.union(.behind) : node.marks
      for parent in node.parents { try mark(parent, marks, mayMiss: isShallow) }
    }
  }

  private mutating func mark(
    _ id: ObjectID, _ marks: Marks, mayMiss: Bool
  ) throws(GitError) {
    var node: Node
    if let known = nodes[id] { node = known } else { node = try load(id, mayMiss: mayMiss) }
    let union = node.marks.union(marks)
    if union != node.marks {
      let wasOpen = node.isQueued && !node.marks.contains(.behind)
      let isOpen = !union.contains(.behind)
      open += (isOpen ? 1 : 0) - (wasOpen ? 1 : 0)
      node.marks = union
      if !node.isQueued {
        node.isQueued = true
        insert(node.time, id)
      }
    }
    nodes[id] = node
  }

  private func load(_ id: ObjectID, mayMiss: Bool) throws(GitError) -> Node {
    do throws(GitError) {
      let commit = try repository.lookUpCommit(id)
      let time = git_commit_time(commit.pointer)
      return Node(time: time, parents: repository.parents(of: commit), isMissing: false)
    } catch {
      guard mayMiss, error.kind == .notFound else { throw error }
      return Node(time: 0, parents: [], isMissing: true)
    }
  }

  private mutating func insert(_ time: Int64, _ id: ObjectID) {
    var low = 0
    var high = queue.count
    while low < high {
      let middle = (low + high) / 2
      if (queue[middle].time, queue[middle].id) < (time, id) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    queue.insert((time, id), at: low)
  }
}

extension Repository {
  /// The best common ancestor of two commits; of several equally good ones the newest. Nil when they
  /// have none.
  package func mergeBase(_ one: ObjectID, _ other: ObjectID) throws(GitError) -> ObjectID? {
    let history = try History(self, one: [one], other: [other])
    let common = history.nodes.filter { $0.value.marks == [.one, .other] && !$0.value.isMissing }
    var bases = common.map { (time: $0.value.time, id: $0.key) }.sorted { $0 > $1 }
    // Where clocks were wrong, a common ancestor of a common ancestor can be among them.
    for base in bases {
      for other in bases where other.id != base.id {
        if try isAncestor(base.id, of: other.id) { bases.removeAll { $0.id == base.id } }
      }
    }
    return bases.first?.id
  }

  /// Whether a commit is another's ancestor, or the same.
  package func isAncestor(_ old: ObjectID, of new: ObjectID) throws(GitError) -> Bool {
    if old == new { return true }
    let history = try History(self, one: [new], other: [old])
    return history.nodes[old]?.marks.contains(.one) ?? false
  }

  /// The commits reachable from some and not from others, every commit before its parents, the newest
  /// first. It ends where a shallow history ends; a hidden commit that is missing hides nothing.
  ///
  /// Where clocks were very wrong it may name a few commits that are hidden, never too few.
  package func walk(from tips: [ObjectID], hiding hidden: [ObjectID]) throws(GitError) -> [ObjectID]
  {
    let history = try History(self, one: tips, other: hidden)
    let shown = history.nodes.filter { $0.value.marks == [.one] && !$0.value.isMissing }
    var children: [ObjectID: Int] = [:]
    for node in shown.values { for parent in node.parents { children[parent, default: 0] += 1 } }
    var ready = shown.filter { children[$0.key] == nil }.map { (time: $0.value.time, id: $0.key) }
    var result: [ObjectID] = []
    while let next = ready.indices.max(by: { ready[$0] < ready[$1] }) {
      let id = ready.remove(at: next).id
      result.append(id)
      for parent in shown[id]?.parents ?? [] {
        children[parent, default: 1] -= 1
        if children[parent] == 0, let node = shown[parent] { ready.append((node.time, parent)) }
      }
    }
    return result
  }
}
