internal import SlotsGit
internal import SlotsModel
internal import SlotsStore
internal import SlotsSystem

/// A store in a git repository: the same replica that the `slots` program works on, with history, diffs and
/// undo, in step with others through any git remote.
///
/// What another program writes into the replica appears at the next synchronize.
public struct GitBackend: KeyValueBackend {
  private let folder: String
  private let remote: String?
  private let replica: String
  private let factory: FactorySet?
  private let clock: @Sendable () -> Int64

  /// A replica in a folder.
  ///
  /// - Parameters:
  ///   - folder: the folder of the replica; made at first use.
  ///   - remote: the address of the other side as git has it, a folder by its absolute path; nil to keep
  ///     the one that the replica has, or none.
  ///   - replica: what a new replica is called; one that is there keeps its name.
  ///   - factory: what the store is seeded with. Without one a new replica has to come from the remote, and
  ///     its first use waits for it; with one nothing waits.
  ///   - clock: the present time, in milliseconds since 1970.
  public init(
    folder: String, remote: String? = nil, replica: String, factory: FactorySet? = nil,
    clock: @escaping @Sendable () -> Int64 = SystemClock.now
  ) {
    self.folder = folder
    self.remote = remote
    self.replica = replica
    self.factory = factory
    self.clock = clock
  }

  /// Makes the replica where it is missing, names its remote, and fills what is due.
  public func prepare() throws(KeyValueError) {
    try attempt("open") {
      try makeMissing()
      let meeting = try Meeting(folder)
      if let remote { try meeting.name(remote) }
      try meeting.noteKnown()
      if factory != nil { _ = try store().seed() }
    }
  }

  /// What the replica has, edits by hand that are valid included.
  public func load() throws(KeyValueError) -> StoreState {
    try attempt("read") { StoreState(try store().content()) }
  }

  /// Writes a commit, as the protocol says.
  public func write(_ writes: StoreWrites) throws(KeyValueError) -> StoreState {
    var state = StoreContent()
    do {
      let report = try store().write(writes.kind) { view in
        for key in writes.writes.keys { state[key] = try view.register(key) }
        return writes.writes
      }
      for change in report.changes { state[change.key] = change.new }
      return StoreState(state.only(writes.writes.keys))
    } catch StoreError.invalid(let findings) {
      // A slot over its limit is a finding among others there, and a quota here.
      _ = try localWriter.written(writes, over: load().content)
      throw .invalid(keys: writes.keys, reasons: findings.map(\.reason))
    } catch {
      throw KeyValueError(error, doing: "write", place: folder, keys: writes.keys)
    }
  }

  /// Exchanges with the remote, as `slots sync` does.
  /// - Throws: `KeyValueError.stopped` when the remote refuses, or a person has to decide.
  public func synchronize() throws(KeyValueError) -> Exchange {
    try attempt("synchronize") {
      let meeting = try Meeting(folder)
      let reason = try meeting.reason()
      let report = try store().sync()
      if report.result == .stopped {
        throw report.failure
          ?? StoreError.refused(remote: report.remote ?? "", reason: report.reason ?? "")
      }
      let isInStep = report.result != .offline
      if isInStep { try meeting.note() }
      return Exchange(isInStep: isInStep, reason: reason)
    }
  }

  /// Takes in what a file backend kept, stamps included: per key the later write wins, as in a sync. The
  /// file stays as it is, and taking it in twice is taking it in once.
  ///
  /// - Throws: `KeyValueError.unreadable` when the file cannot be read, `.quota` when the store would be
  ///   too large.
  public func take(_ file: FileBackend) throws(KeyValueError) {
    try prepare()
    let state = try file.load()
    try attempt("take \(file.path) into") { _ = try store().merge(state.content) }
  }

  private func makeMissing() throws {
    do {
      _ = try store()
    } catch StoreError.notAStore {
      // With a factory set nobody is waited for: replicas that start alone share their first commit.
      let request = InitRequest(
        folder: folder, remote: factory == nil ? remote : nil, replica: replica, factory: nil)
      do {
        _ = try Store.initialise(request, surroundings)
      } catch StoreError.noFactory where request.remote != nil {
        throw KeyValueError.failed(
          doing: "join the store at", place: request.remote ?? "",
          reason: "it is empty, and there is no factory set to begin with")
      }
    }
  }

  /// A store is for one thread, so each operation opens one.
  private func store() throws -> Store { try Store.open(from: folder, surroundings) }

  private var surroundings: Surroundings {
    Surroundings(
      now: clock, hostName: replica, program: "slots",
      factoryFolders: factory.map { [$0.folder] } ?? [])
  }

  private var localWriter: LocalWriter {
    LocalWriter(replica: Text(replica), factory: factory, clock: clock)
  }

  private func attempt<T>(_ doing: String, _ body: () throws -> T) throws(KeyValueError) -> T {
    do {
      return try body()
    } catch {
      throw KeyValueError(error, doing: doing, place: folder)
    }
  }
}

extension StoreWrites {
  /// What the replica's log calls them.
  fileprivate var kind: OperationKind {
    guard let (key, write) = writes.first else { return .edit }
    if writes.values.contains(where: \.isForced) { return .reset }
    if writes.keys.allSatisfy(\.isPin) { return write.value == nil ? .unpin : .pin }
    guard writes.count == 1, key.isSlot else { return .edit }
    return Slot(write.value)?.isCleared == true ? .clear : .save
  }
}
