internal import SlotsGit
internal import SlotsModel
internal import SlotsSystem

extension Store {
  /// Exchanges edits with the remote: takes edits by hand, fetches, merges, seeds what is due, moves
  /// the working tree and pushes; begins again when another replica pushed in between.
  ///
  /// The replica's lock is held while something changes here, and not while the remote is waited for.
  ///
  /// - Parameter dryRun: nothing changes anywhere; the report says what would.
  /// - Throws: `StoreError.manyMissing`, `.refused`, `.raced` and what `exclusively` throws. What was
  ///   committed here stays committed.
  package func sync(_ missing: MissingPolicy = .refuse, dryRun: Bool = false) throws -> SyncReport {
    guard !dryRun else {
      return try simulating { try $0.syncOnce(missing, dryRun: true) }
    }
    return try syncOnce(missing, dryRun: false)
  }

  /// Brings what the remote has, and sends nothing; where it is not reached, the report says so.
  func receive() throws -> SyncReport { try syncOnce(.refuse, dryRun: false, sends: false) }

  private func syncOnce(
    _ missing: MissingPolicy, dryRun: Bool, sends: Bool = true
  ) throws -> SyncReport {
    var report = SyncReport()
    var run = SyncRun(store: self, missing: missing, dryRun: dryRun, sends: sends)
    try run.takeEdits(&report)
    guard let remote = try remote() else {
      try run.finishAlone(&report)
      return report
    }
    report.remote = remote.address
    do {
      do {
        try run.exchange(with: remote, &report)
      } catch let error as GitError where error.kind == .badTree {
        // What git fetched, and what is here came through this.
        throw StoreError.damagedRemote(remote: remote.address, reason: error.message)
      }
    } catch let error as StoreError {
      switch error {
      case .unreachable(_, let reason, let trouble):
        report.result = trouble.isLasting ? .stopped : .offline
        (report.reason, report.kind) = (reason, trouble.rawValue)
      case .raced(_, let tries):
        (report.result, report.reason, report.kind) = (.offline, "\(tries) tries", "raced")
      case .refused(_, let reason):
        (report.result, report.reason, report.kind) = (.stopped, reason, "refused")
      case .damagedRemote(_, let reason):
        (report.result, report.reason, report.kind) = (.stopped, reason, "damaged")
      case .unsafe(let path, let reason):
        (report.result, report.reason, report.kind) = (.stopped, "\(path): \(reason)", "unsafe")
      default: throw error
      }
      report.failure = error
      report.sent = []
      try run.noteReceived(&report)
    }
    if !dryRun, sends, report.failure == nil { report.notes += try keepHouse() }
    // A race begins again, and would tell everything twice.
    var told: Set<String> = []
    report.notes = report.notes.filter { told.insert($0).inserted }
    var found: Set<Finding> = []
    report.held = report.held.filter { found.insert($0).inserted }
    return report
  }
}
