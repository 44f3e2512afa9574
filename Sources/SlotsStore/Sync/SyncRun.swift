internal import SlotsGit
internal import SlotsModel
internal import SlotsSystem

/// One sync under way.
struct SyncRun {
  let store: Store
  let missing: MissingPolicy
  let dryRun: Bool
  /// False to bring what the remote has and send nothing.
  let sends: Bool
  /// Edits that are held back: their files are not touched.
  var held: Set<Path> = []
  /// The commit this replica is at, or would be at in a dry run.
  var local: ObjectID?
  /// The commit it was at after its own edits.
  var start: ObjectID?
  /// Where this replica is, as far as this run moved it.
  private var place: Place?
  /// What arrived so far, as one operation of the person's.
  private var operation: Operation?

  init(store: Store, missing: MissingPolicy, dryRun: Bool, sends: Bool) {
    self.store = store
    self.missing = missing
    self.dryRun = dryRun
    self.sends = sends
  }

  mutating func takeEdits(_ report: inout SyncReport) throws {
    let store = store
    try store.locked(unless: dryRun) { try takeEditsNow(&report) }
  }

  private mutating func takeEditsNow(_ report: inout SyncReport) throws {
    // What arrived before another process wrote here is told, and not again.
    if !dryRun { try noteReceived(&report) }
    let edits: WorkingEdits
    if dryRun {
      edits = try store.workingEdits(keepsMissing: missing == .keep)
      try missing.check(edits.missing, total: edits.total, inRemote: false)
      local = try store.headCommit()?.id
      if !edits.snapshot.isPlain, let head = local {
        local = try store.commit(edits.snapshot, parents: [head], CommitText(subject: ""))
      }
    } else {
      edits = try store.takeWorkingEdits(missing)
      place = try store.place()
      local = place?.commit
    }
    start = local
    operation = nil
    held = edits.heldPaths
    report.held = edits.held
    report.held += edits.unreadable.map(\.finding)
    report.taken += edits.changes
    notePutBack(edits.missing, &report)
    for path in edits.hollow { report.notes.append("\(path): had no content, put back") }
    for path in edits.files { report.notes.append("\(path): edited here") }
    if !edits.colliding.isEmpty {
      report.notes.append(
        "\(edits.colliding.joined(separator: " and ")) differ by case alone, and this disk does "
          + "not tell them apart: both stay as they are in the repository")
    }
  }

  /// Tells which documents that went missing are there again.
  private func notePutBack(_ missing: Set<DocumentKind>, _ report: inout SyncReport) {
    guard self.missing == .keep, !missing.isEmpty else { return }
    let paths = missing.inPathOrder.map(\.path)
    let more = paths.count > 3 ? " and \(paths.count - 3) more" : ""
    report.notes.append("put back: \(paths.prefix(3).joined(separator: ", "))\(more)")
  }

  /// Where there is no remote: what is due is seeded, and the work stays here.
  mutating func finishAlone(_ report: inout SyncReport) throws {
    try seedAlone(&report)
    report.notes.append("this store has no remote, so nothing was sent")
    report.result = report.taken.isEmpty && report.seeded.isEmpty ? .upToDate : .synced
    if !report.held.isEmpty { report.result = .partial }
  }

  /// Thrown where git moved this replica in the middle of an exchange.
  private struct Moved: Error {}

  /// Moves this replica to `commit`.
  /// - Throws: `Moved` when it is no longer where `commit` was built.
  private mutating func advance(
    to commit: ObjectID, _ subject: String, receives: Bool = false
  ) throws {
    guard !dryRun, let place else {
      local = commit
      return
    }
    if receives, let start = place.commit {
      operation = try operation ?? store.operation(.sync, from: start, to: commit)
      operation?.to = commit
    }
    let moved = try store.advance(
      to: commit, from: place, seen: [:], held: held, message: subject,
      operations: receives ? operation.map { [$0] } ?? [] : [])
    guard moved else { throw Moved() }
    try store.rememberNormal(commit)
    local = commit
    self.place = Place(branch: place.branch, commit: commit)
  }

  /// Fetches, merges and pushes until both sides have the same.
  mutating func exchange(with remote: any Remote, _ report: inout SyncReport) throws {
    let branch = try store.adoptBranch(of: remote, dryRun: dryRun)
    if !dryRun { place = Place(branch: branch, commit: local) }
    var tries = 0
    while true {
      do {
        if try tries == 0 && !dryRun && sends && sendFirst(to: remote, branch, &report) { break }
        let tip = try remote.fetch(branch)
        try takeIn(tip, of: remote, &report)
        guard sends else {
          if let tip { try store.noteSeen(tip, branch) }
          return try end(&report)
        }
        guard let local, local != tip else { break }
        store.surroundings.progress("sending to \(remote.address)")
        try noteSent(from: tip, to: local, &report)
        if try dryRun || push(local, to: remote, branch, over: tip) { break }
      } catch is Moved {
        // A person committed meanwhile: that is an edit like any other.
        guard try store.branch() == branch else { throw StoreError.busy(process: nil) }
        try takeEdits(&report)
      }
      tries += 1
      guard tries < 40 else { throw StoreError.raced(remote: remote.address, tries: tries) }
      Clock.pause(milliseconds: .random(in: 0...Int64(min(10 * tries * tries, 1000))))
    }
    if let local, !dryRun { try store.noteSeen(local, branch) }
    try end(&report)
  }

  private mutating func end(_ report: inout SyncReport) throws {
    report.notes += store.asides
    try noteReceived(&report)
    let isQuiet = report.sent.isEmpty && report.received.isEmpty && report.taken.isEmpty
    report.result = !report.held.isEmpty ? .partial : isQuiet && !moved ? .upToDate : .synced
  }

  private var moved = false

  /// Merges what was fetched and seeds what is due.
  /// - Throws: `Moved` where another process moved this replica.
  private mutating func takeIn(
    _ tip: ObjectID?, of remote: any Remote, _ report: inout SyncReport
  ) throws {
    let store = store
    try store.locked(unless: dryRun) {
      try receive(tip, of: remote, &report)
      try seed(&report)
      if !dryRun, try store.place() != place { throw Moved() }
    }
  }

  private mutating func seedAlone(_ report: inout SyncReport) throws {
    let store = store
    try store.locked(unless: dryRun) { try seed(&report) }
  }

  /// With something to send, and nothing to receive as far as is known, a distant remote is sent to
  /// without asking first: one connection, and only a refusal costs a fetch.
  private mutating func sendFirst(
    to remote: any Remote, _ branch: String, _ report: inout SyncReport
  ) throws -> Bool {
    guard remote.isDistant, let seen = try store.lastSeenThere(), local != seen,
      try local.map({ try store.repository.isAncestor(seen, of: $0) }) ?? false
    else { return false }
    try seedAlone(&report)
    guard let local else { return false }
    try noteSent(from: seen, to: local, &report)
    if try push(local, to: remote, branch, over: seen) { return true }
    report.sent = []
    return false
  }

  /// Pushes; when the remote refuses, what it has is remembered as seen.
  private func push(
    _ commit: ObjectID, to remote: any Remote, _ branch: String, over tip: ObjectID?
  ) throws -> Bool {
    do {
      return try remote.push(branch, from: tip, to: commit)
    } catch {
      if let tip { try store.noteSeen(tip, branch) }
      throw error
    }
  }

  private mutating func receive(
    _ tip: ObjectID?, of remote: any Remote, _ report: inout SyncReport
  ) throws {
    guard let tip, tip != local else { return }
    moved = true
    let repository = store.repository
    if let local, try repository.isAncestor(tip, of: local) { return }
    try store.refuseNewerFormat(try repository.commit(tip).tree)
    var normaliser = Normaliser(
      store.reader, known: try store.knownNormal(), keepsMissing: missing == .keep)
    let theirs = try normaliser.snapshot(of: tip)
    guard try store.reader.reading(.format, in: theirs) != nil else {
      throw StoreError.foreignRemote(remote.address)
    }
    try missing.check(normaliser.missing, total: normaliser.total, inRemote: true)
    report.held += normaliser.unreadable.map(\.finding)
    notePutBack(normaliser.missing, &report)
    var target: ObjectID
    var subject = "receive \(tip.short)"
    if let local, try !repository.isAncestor(local, of: tip) {
      var ours = try normaliser.snapshot(of: local)
      report.notes += try store.moveMigrated(in: &ours, apartFrom: theirs)
      let base = try repository.mergeBase(local, tip).map { try normaliser.snapshot(of: $0) }
      let merged = try store.merge(
        ours: (local, ours), theirs: (tip, theirs), base: base ?? Snapshot(tree: nil))
      replace(&report.won, with: merged.won)
      replace(&report.lost, with: merged.lost)
      report.notes += merged.notes
      let changes = try store.reader.changes(from: ours, to: merged.snapshot)
      subject = "merge: \(changes.isEmpty ? "nothing new here" : ChangeText.subject(changes))"
      let contests = (merged.won + merged.lost).map {
        "\($0.key): \($0.winner.replica) over \($0.loser.replica), \($0.rule)"
      }
      target = try store.commit(
        merged.snapshot, parents: [local, tip], CommitText(subject: subject, body: contests))
    } else if theirs.isPlain {
      target = tip
    } else {
      let changes = try store.reader.changes(
        from: Snapshot(tree: try repository.commit(tip).tree), to: theirs)
      let text = CommitText.repair(changes)
      target = try store.commit(theirs, parents: [tip], text)
    }
    let arrived = try store.reader.changes(
      from: Snapshot(tree: try local.map { try repository.commit($0).tree }),
      to: Snapshot(tree: try repository.commit(target).tree))
    if let seed = try store.seedCommit(on: target, after: arrived) {
      target = seed.commit
      report.seeded = Array(Set(report.seeded + seed.keys)).sorted()
    }
    try advance(to: target, subject, receives: true)
  }

  /// Seeds what a newer program brings, also when nothing arrived; and what an undo here, or plain git,
  /// brought back of an older version.
  private mutating func seed(_ report: inout SyncReport) throws {
    guard let local, let seed = try store.seedCommit(on: local, thorough: true) else { return }
    report.seeded = Array(Set(report.seeded + seed.keys)).sorted()
    try advance(to: seed.commit, "factory version")
  }

  private func replace(_ list: inout [Contest], with new: [Contest]) {
    let keys = Set(new.map(\.key))
    list = (list.filter { !keys.contains($0.key) } + new).sorted { $0.key < $1.key }
  }

  /// The keys that the remote gets, against what it means: stamps that plain git left out are not sent.
  private func noteSent(
    from tip: ObjectID?, to local: ObjectID, _ report: inout SyncReport
  ) throws {
    var normaliser = Normaliser(
      store.reader, known: try store.knownNormal(), keepsMissing: missing == .keep)
    let old = try tip.map { try normaliser.snapshot(of: $0) } ?? Snapshot(tree: nil)
    let new = Snapshot(tree: try store.repository.commit(local).tree)
    report.sent = try store.reader.changes(from: old, to: new)
  }

  /// The keys that this replica got since its own edits.
  func noteReceived(_ report: inout SyncReport) throws {
    guard let local, start != local else { return }
    let old = Snapshot(tree: try start.map { try store.repository.commit($0).tree })
    let new = Snapshot(tree: try store.repository.commit(local).tree)
    let seeded = Set(report.seeded)
    let changes = try store.reader.changes(from: old, to: new)
    var received = Dictionary(report.received.map { ($0.change.key, $0.change) }) { $1 }
    for change in changes where !seeded.contains(change.key) {
      let old = received[change.key] ?? change
      received[change.key] = KeyChange(change.key, from: old.old, to: change.new)
    }
    report.received = received.values.sorted { $0.key < $1.key }
      .map { SyncReport.Received(change: $0) }
    report.notes += ClockNote.notes(
      report.received.compactMap { $0.change.new?.stamp }, now: store.surroundings.now())
    for change in try store.repository.changes(from: old.tree, to: new.tree)
    where DocumentKind(change.path) == nil && start != nil {
      report.notes.append("\(change.path): changed by the remote")
    }
    let paths = try store.reader.kinds(in: new).map(\.path)
    let colliding = Store.colliding(paths)
    if !colliding.isEmpty, !report.notes.contains(where: { $0.contains(colliding[0]) }) {
      report.notes.append(
        "\(colliding.joined(separator: " and ")) differ by case alone: a disk that does not tell "
          + "them apart shows one of them; rename one with git mv")
    }
  }
}
