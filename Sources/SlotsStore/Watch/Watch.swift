internal import SlotsGit
internal import SlotsSystem

/// A sync that goes on until the process is asked to stop: at each edit here, and when the remote has
/// something new. Each look opens the store anew and takes the replica's lock only while it changes
/// something, so other commands work beside it.
package struct Watch {
  private let folder: String
  private let surroundings: Surroundings
  private let request: WatchRequest
  private let listener: (WatchEvent) -> Bool
  private var changes: FolderWatch?
  /// False once nobody listens.
  private var isHeard = true
  /// How often in a row a look failed.
  private var failures = 0
  /// What was told last of a look that failed.
  private var toldFailure: String?
  private var isAway = false
  /// What was told of edits that are held back, and of what else there is to know.
  private var told: Set<String> = []
  /// The address that was exchanged with last.
  private var address: String?

  private init(
    _ folder: String, _ surroundings: Surroundings, _ request: WatchRequest,
    _ listener: @escaping (WatchEvent) -> Bool
  ) {
    self.folder = folder
    self.surroundings = surroundings
    self.request = request
    self.listener = listener
  }

  /// Watches the replica that `folder` is in until `Interruption.isRequested`.
  ///
  /// - Parameter listener: is told what happens; false ends the watch.
  /// - Throws: `StoreError.notAStore` and others where the replica cannot be opened at the beginning, or
  ///   is gone; `.watched` where another process watches it. Later errors are told.
  package static func run(
    _ folder: String, _ surroundings: Surroundings, _ request: WatchRequest,
    listener: @escaping (WatchEvent) -> Bool
  ) throws {
    let store = try Store.open(from: folder, surroundings)
    let path = store.stateFolder.appending("watch")
    guard let lock = try ProcessLock.acquire(path, waitingAtMost: 0) else {
      throw StoreError.watched(process: ProcessLock.holder(path).map(Int.init))
    }
    defer { withExtendedLifetime(lock) {} }
    var watch = Watch(store.folder, surroundings, request, listener)
    watch.tell(.began(remote: try store.repository.remoteURL(Store.remoteName)))
    do {
      watch.changes = try FolderWatch()
    } catch {
      watch.tell(.slow(error))
    }
    while watch.goesOn {
      let delay = try watch.look()
      if watch.wait(atMost: delay) { watch.settle() }
    }
  }

  private var goesOn: Bool { isHeard && !Interruption.isRequested }

  private mutating func tell(_ event: WatchEvent) {
    if isHeard { isHeard = listener(event) }
  }

  // MARK: - Waiting

  /// Waits for an edit.
  /// - Returns: false where the time is over, or the process is asked to stop.
  private func wait(atMost milliseconds: Int64) -> Bool {
    let end = Clock.uptime() + milliseconds
    while goesOn {
      let left = end - Clock.uptime()
      if left <= 0 { return false }
      // In parts, because the time that a machine sleeps is not counted while it waits.
      let part = min(left, 5000)
      if let changes { changes.wait(atMost: part) } else { Interruption.wait(atMost: part) }
      if changes?.drain() == true { return true }
    }
    return false
  }

  /// Waits until a burst of edits is over, so that it becomes one.
  private func settle() {
    guard let changes else { return }
    let end = Clock.uptime() + request.longest
    while goesOn {
      let left = min(request.quiet, end - Clock.uptime())
      if left <= 0 { return }
      changes.wait(atMost: left)
      if !changes.drain() { return }
    }
  }

  // MARK: - Looking

  /// Looks at both sides, and syncs where they differ.
  /// - Returns: milliseconds until the next look.
  /// - Throws: `StoreError.notAStore` where the replica is gone.
  private mutating func look() throws -> Int64 {
    do {
      let store = try Store.open(from: folder, surroundings)
      // Watched before it is looked at: what is edited from here on is told.
      watchFolders(of: store)
      let interval = try request.interval ?? store.usualInterval()
      guard try store.hasWork(told: told) else {
        noteReached()
        return interval
      }
      let reason = try reason(store)
      var report = try store.sync(request.missing)
      guard let failure = report.failure else {
        address = report.remote
        noteReached()
        tell(report, reason)
        return interval
      }
      // What happened before the exchange ended is told all the same.
      report.failure = nil
      tell(report, reason)
      return note(failure)
    } catch StoreError.notAStore(let folder) {
      throw StoreError.notAStore(folder: folder)
    } catch {
      return note(error)
    }
  }

  /// Watches every folder that has files of the store, and where branches are.
  private mutating func watchFolders(of store: Store) {
    do {
      try changes?.watch(store.watchedFolders())
    } catch {
      changes = nil
      tell(.slow(error))
    }
  }

  private func reason(_ store: Store) throws -> ArrivalReason {
    if try store.lastSeen() == nil { return .initial }
    let now = try store.repository.remoteURL(Store.remoteName)
    return address == nil || address == now ? .server : .remote
  }

  private mutating func tell(_ report: SyncReport, _ reason: ArrivalReason) {
    var report = report
    let before = told
    told = Set(report.held.map(\.text) + report.notes)
    report.held.removeAll { before.contains($0.text) }
    report.notes.removeAll(where: before.contains)
    if report.saysSomething { tell(.synced(report, reason)) }
  }

  private mutating func noteReached() {
    failures = 0
    toldFailure = nil
    if isAway { tell(.back) }
    isAway = false
  }

  /// Tells of an error, once until it changes, and waits longer from time to time: twice the last time,
  /// five minutes at most, a little by chance, so that not everybody comes back in one moment.
  private mutating func note(_ error: any Error) -> Int64 {
    failures += 1
    let first = request.interval ?? 5000
    let longest = min(300_000, max(first, 1000) << min(failures - 1, 16))
    let delay = Int64.random(in: longest * 9 / 10...longest)
    let words = "\(error)"
    // What was asked to stop did not fail.
    guard goesOn, toldFailure != words else { return delay }
    toldFailure = words
    if let error = error as? StoreError, error.isOfRemote {
      isAway = true
      tell(.away(error, retryIn: delay))
    } else {
      tell(.failed(error, retryIn: delay))
    }
    return delay
  }
}
