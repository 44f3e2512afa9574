internal import SlotsModel
internal import Synchronization

/// The other side of memory backends: what each of them is in step with after a synchronize. For tests and
/// previews.
public final class MemoryHub: Sendable {
  private let content = Mutex<StoreContent?>(nil)
  private let offline = Mutex(false)

  /// An empty hub.
  public init() {}

  /// Whether it cannot be reached: a synchronize is then false and changes nothing.
  public var isOffline: Bool {
    get { offline.withLock { $0 } }
    set { offline.withLock { $0 = newValue } }
  }

  /// Merges content in; nil when it cannot be reached.
  func exchange(_ mine: StoreContent) -> StoreContent? {
    guard !isOffline else { return nil }
    return content.withLock { theirs in
      let merged = theirs.map { StoreContent.merged($0, mine) } ?? mine
      theirs = merged
      return merged
    }
  }
}

/// A store in memory, in step with others through a hub. What it holds lives as long as it does.
public final class MemoryBackend: KeyValueBackend {
  private struct Local {
    var content: StoreContent
    var hasMet = false
  }

  private let hub: MemoryHub
  private let writer: LocalWriter
  private let local: Mutex<Local>

  /// A new store.
  ///
  /// - Parameters:
  ///   - hub: the other side.
  ///   - replica: what this store is called in stamps.
  ///   - factory: what it is seeded with; nil for an empty store.
  ///   - clock: the present time, in milliseconds since 1970.
  public init(
    hub: MemoryHub = MemoryHub(), replica: String, factory: FactorySet? = nil,
    clock: @escaping @Sendable () -> Int64 = SystemClock.now
  ) {
    self.hub = hub
    writer = LocalWriter(replica: Text(replica), factory: factory, clock: clock)
    local = Mutex(Local(content: writer.seeded(writer.empty)))
  }

  /// Does nothing: a store is made and seeded at its beginning.
  public func prepare() {}

  /// What it holds.
  public func load() -> StoreState { StoreState(local.withLock { $0.content }) }

  /// Writes, as the protocol says.
  public func write(_ writes: StoreWrites) throws(KeyValueError) -> StoreState {
    let written: Result<StoreState, KeyValueError> = local.withLock { local in
      do throws(KeyValueError) {
        local.content = try writer.written(writes, over: local.content)
        return .success(StoreState(local.content.only(writes.writes.keys)))
      } catch {
        return .failure(error)
      }
    }
    return try written.get()
  }

  /// Exchanges with the hub.
  public func synchronize() -> Exchange {
    local.withLock { local in
      guard let merged = hub.exchange(local.content) else {
        return Exchange(isInStep: false, reason: .serverChange)
      }
      local.content = writer.seeded(merged)
      if local.content != merged { _ = hub.exchange(local.content) }
      defer { local.hasMet = true }
      return Exchange(isInStep: true, reason: local.hasMet ? .serverChange : .initialSyncChange)
    }
  }
}
