import SlotsGit
import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// The laws of the merge on random stores: in whatever order replicas sync, they end with one tree, and
/// in it is the latest write of each key.
@Suite struct MergeLawTests {
  /// Clocks that are right, a day off, in 1970 and in 2099.
  static let skews: [Int64] = [0, 86_400_000, -86_400_000, ClockTests.past, ClockTests.future]

  /// Checks what all replicas have against what was written.
  private func expectLatest(
    _ edits: RandomEdits, _ replica: Replica, _ comment: Comment,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let store = try replica.open()
    let view = try store.view(at: "HEAD")
    for (key, register) in edits.latest {
      #expect(try view.register(key) == register, comment, sourceLocation: sourceLocation)
    }
    for (key, registers) in edits.written {
      let versions = try store.versions(of: key)
      let lost = registers.subtracting(versions.map(\.register))
      #expect(lost.isEmpty, "\(comment) \(key): \(lost)", sourceLocation: sourceLocation)
      let beaten = versions.filter { $0.lostTo != nil }
      #expect(beaten.allSatisfy { !$0.isCurrent }, comment, sourceLocation: sourceLocation)
    }
    #expect(try store.validate([]) == [], comment, sourceLocation: sourceLocation)
  }

  @Test(arguments: Seeds.some)
  func `any interleaving of edits and syncs of several replicas ends in one tree`(seed: UInt64)
    throws
  {
    var edits = RandomEdits(seed: seed)
    let world = try World()
    // Some steps take no time, so that stamps are equal; two replicas may have one name.
    let count = 2 + edits.chance.below(3)
    let replicas = try (0..<count).map { index in
      let replica = Replica(
        world, "r\(index)", skew: edits.chance.one(of: Self.skews) ?? 0, factory: world.factory)
      let isNamesake = index == 1 && edits.chance.onceIn(2)
      try replica.initialise(remote: world.hub.description, replica: isNamesake ? "r0" : nil)
      return replica
    }
    for _ in 0..<30 {
      world.step = edits.chance.onceIn(2) ? 0 : Int64(edits.chance.below(100_000))
      let replica = replicas[edits.chance.below(replicas.count)]
      if edits.chance.onceIn(3) { try edits.sync(replica) } else { try edits.edit(replica) }
    }
    for _ in 0..<2 {
      for replica in replicas.shuffled(using: &edits.chance) { try edits.sync(replica) }
    }
    try world.expectInStep(replicas, "seed \(seed)")
    try expectLatest(edits, replicas[0], "seed \(seed)")
    let quiet = try replicas.map { try $0.sync() }
    #expect(quiet.allSatisfy { $0.result == .upToDate }, "seed \(seed)")
  }

  /// The same three replicas with the same edits, made anew, so that they can sync in another order.
  private func threeReplicas(
    _ seed: UInt64
  ) throws -> (world: World, replicas: [Replica], edits: RandomEdits) {
    var edits = RandomEdits(seed: seed)
    let world = try World()
    let replicas = try ["a", "b", "c"].map { name in
      try world.replica(name, skew: edits.chance.one(of: Self.skews) ?? 0)
    }
    world.step = Int64(edits.chance.below(2) * 1000)
    for replica in replicas {
      for _ in 0..<5 { try edits.edit(replica) }
      // Whatever was written by hand is taken now, by the clock of now, whatever the order after.
      let report = try replica.save(9 + edits.chance.below(3), "last of \(replica.name)")
      edits.note(report.taken + report.changes)
    }
    return (world, replicas, edits)
  }

  @Test(arguments: Seeds.few)
  func `all six orders of three replicas end in one tree`(seed: UInt64) throws {
    var trees: Set<String> = []
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      let (world, replicas, edits) = try threeReplicas(seed)
      let ordered = order.map { replicas[$0] }
      try world.settle(ordered)
      try world.expectInStep(replicas, "seed \(seed), order \(order)")
      try expectLatest(edits, replicas[0], "seed \(seed), order \(order)")
      trees.insert(try world.hubTree())
    }
    #expect(trees.count == 1, "seed \(seed)")
  }

  @Test(arguments: Seeds.few)
  func `merging is commutative, associative and idempotent on whole stores`(seed: UInt64) throws {
    let (_, replicas, _) = try threeReplicas(seed)
    let store = try replicas[0].open()
    for other in replicas.dropFirst() {
      try replicas[0].git("fetch", "--quiet", other.folder.description, "main:\(other.name)")
    }
    let states = try ["main", "b", "c"].map { branch in
      let id = try store.repository.reference("refs/heads/\(branch)").orThrow(branch)
      return Side(id, Snapshot(tree: try store.repository.commit(id).tree))
    }
    func merged(_ one: Side, _ other: Side) throws -> Side {
      let result = try store.merge(
        ours: (one.commit, one.state), theirs: (other.commit, other.state),
        base: Snapshot(tree: nil))
      return Side(one.commit, Snapshot(tree: try store.reader.write(result.snapshot)))
    }
    let (a, b, c) = (states[0], states[1], states[2])
    let all = try merged(merged(a, b), c).state.tree
    #expect(try merged(a, merged(b, c)).state.tree == all, "seed \(seed)")
    #expect(try merged(merged(c, a), b).state.tree == all, "seed \(seed)")
    #expect(try merged(b, merged(a, c)).state.tree == all, "seed \(seed)")
    for state in states {
      #expect(try merged(state, state).state.tree == state.state.tree, "seed \(seed)")
      let once = try merged(a, state)
      #expect(try merged(once, state).state.tree == once.state.tree, "seed \(seed)")
    }
  }

  private struct Side {
    let commit: ObjectID
    let state: Snapshot

    init(_ commit: ObjectID, _ state: Snapshot) { (self.commit, self.state) = (commit, state) }
  }

  @Test(arguments: Seeds.few)
  func `replicas without a common commit end in one tree as well`(seed: UInt64) throws {
    var edits = RandomEdits(seed: seed)
    let world = try World()
    let replicas = try ["a", "b", "c"].map { name in
      let replica = Replica(
        world, name, skew: edits.chance.one(of: Self.skews) ?? 0, factory: world.factory)
      try replica.initialise()
      try replica.git("commit", "--quiet", "--amend", "--no-verify", "--message", "root of \(name)")
      for _ in 0..<6 { try edits.edit(replica) }
      try replica.git("remote", "add", "origin", world.hub.description)
      return replica
    }
    for _ in 0..<2 {
      for replica in replicas.shuffled(using: &edits.chance) { try edits.sync(replica) }
    }
    try world.expectInStep(replicas, "seed \(seed)")
    try expectLatest(edits, replicas[2], "seed \(seed)")
  }

  @Test(arguments: Seeds.few)
  func `a remote that is forced back again and again loses nothing`(seed: UInt64) throws {
    var edits = RandomEdits(seed: seed)
    let world = try World()
    let replicas = try ["a", "b", "c"].map { try world.replica($0) }
    var tips: [String] = []
    for _ in 0..<24 {
      let replica = replicas[edits.chance.below(replicas.count)]
      if edits.chance.onceIn(2) {
        try edits.sync(replica)
        tips.append(try world.hubTip())
      } else {
        try edits.edit(replica)
      }
      if edits.chance.onceIn(4), let tip = edits.chance.one(of: tips) {
        try git("update-ref", "refs/heads/main", tip, in: world.hub)
      }
    }
    for _ in 0..<2 {
      for replica in replicas { try edits.sync(replica) }
    }
    try world.expectInStep(replicas, "seed \(seed)")
    try expectLatest(edits, replicas[1], "seed \(seed)")
  }
}
