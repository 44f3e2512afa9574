internal import SlotsGit
internal import SlotsModel
internal import SlotsSystem

/// The look at this replica's name.
extension Doctor {
  /// How many commits are looked at.
  private static let reach = 2000

  /// A name that is valid, and that no other machine has.
  ///
  /// Another machine is known by its commits: those that carry our mark and our name, arrived since git
  /// began the log of this branch, and were not made here. Which were made here git's log tells, whatever
  /// clocks say: what a move put on top of the commit before, or on top of the one that it received.
  static func replica(_ store: Store) throws -> Checkup {
    let name = store.replica.string
    do throws(StoreError) {
      try Store.refuseBadReplica(name)
    } catch {
      return Checkup(
        "replica", .error, "\(name) cannot be a name", advice: "slots init --replica NAME")
    }
    let repository = store.repository
    guard case .branch(let branch, let head) = try repository.head() else {
      return Checkup(
        "replica", .note, "\(name); another machine of that name is looked for on a branch alone",
        advice: "git switch returns to a branch")
    }
    guard let head else { return Checkup("replica", .ok, name) }
    guard let first = Reflog(branch, in: repository)?.entries.first?.new else {
      return Checkup(
        "replica", .note,
        "\(name); git keeps no log of this branch, so another machine of that name would not show",
        advice: "git config core.logAllRefUpdates true keeps one")
    }
    let branches = try repository.references("refs/heads/*").map(\.name)
    var own: Set<ObjectID> = []
    for entry in branches.compactMap({ Reflog($0, in: repository) }).flatMap(\.entries) {
      own.formUnion(made(by: entry, repository))
    }
    var strange = 0
    for id in try repository.walk(from: [head], hiding: [first]).prefix(reach)
    where !own.contains(id) {
      let commit = try repository.commit(id)
      let author = CommitMark.value(of: "Slots-Replica: ", in: commit)
      if CommitMark.isOurs(commit), author == name[...] { strange += 1 }
    }
    guard strange == 0 else {
      let commits =
        strange == 1 ? "one of its commits is here" : "\(strange) of its commits are here"
      return Checkup(
        "replica", .warning, "another machine is called \(name) too: \(commits)",
        advice: "slots init --replica NAME gives this one another name")
    }
    return Checkup("replica", .ok, name)
  }

  /// The commits that a move of a branch added here: by first parents from where it went, down to where it
  /// was or to what it received. A move that takes a branch as others left it adds none.
  private static func made(by entry: Reflog.Entry, _ repository: Repository) -> Set<ObjectID> {
    let arrivals = ["slots: join", "clone:", "reset:", "pull", "fetch", "merge ", "branch:"]
    guard !arrivals.contains(where: entry.message.hasPrefix) else { return [] }
    let receive = "slots: receive "
    let tip =
      entry.message.hasPrefix(receive)
      ? (try? repository.resolve(String(entry.message.dropFirst(receive.count)))) ?? nil : nil
    var made: Set<ObjectID> = []
    var next: ObjectID? = entry.new
    while let id = next, id != entry.old, id != tip, made.count < 16 {
      made.insert(id)
      next = (try? repository.commit(id))?.parents.first
    }
    return made
  }
}
