internal import Dispatch
internal import SlotsModel
internal import Synchronization

/// A store of an app's presets, pins and device settings, in step with the person's other devices.
///
/// Its vocabulary is that of `NSUbiquitousKeyValueStore`. Reads come from memory and wait for nothing. A
/// write is durable when it returns. `synchronize` exchanges with the other side, and what that brings
/// arrives in `externalChanges`.
///
/// | key | value |
/// | --- | --- |
/// | `slot.00`, … | an object with `name`, `params`, `tagSignal`, `userOwned`; nil when the slot is empty |
/// | `pinned` | an array of slot ids in slot order, as `["slot-03"]` |
/// | `pinned/slot-03` | `true` when the slot is pinned, else nil |
/// | `seedVersion` | the factory version last seeded, a whole number; read only |
/// | `devices/NAME/live/FIELD`, `…/reboot/FIELD`, `…/device/FIELD` | one setting of a device |
public final class KeyValueStore: Sendable {
  struct State {
    /// What reads see: the local state at the last synchronize, with the own writes since.
    var content: StoreContent
    /// Who listens to external changes.
    var listeners: [Int: AsyncStream<ExternalChange>.Continuation] = [:]
    var nextListener = 0
  }

  let backend: any KeyValueBackend
  let state: Mutex<State>
  /// Held while the local state and what reads see change together, so that no own write is taken for
  /// somebody else's.
  let turn = Mutex(())
  /// Where a synchronize waits.
  let queue = DispatchQueue(label: "slots.synchronize")

  /// Opens a store: makes it where it is missing and fills what the factory set has due.
  /// - Throws: `KeyValueError.unreadable`, `.newerFormat` when what is there is not touched; `.busy`.
  public init(_ backend: any KeyValueBackend) throws(KeyValueError) {
    self.backend = backend
    try backend.prepare()
    state = Mutex(State(content: try backend.load().content))
  }

  deinit {
    for listener in state.withLock({ $0.listeners.values.map { $0 } }) { listener.finish() }
  }

  /// What reads see now.
  var content: StoreContent { state.withLock { $0.content } }

  /// What others changed, from now on: each change once and in order, after reads see it, and never an own
  /// write. Every call gives a stream of its own, which ends with the store; whoever consumes it on an
  /// actor gets the changes there. A stream that is let go is freed.
  public func externalChanges() -> AsyncStream<ExternalChange> {
    let (stream, continuation) = AsyncStream<ExternalChange>.makeStream()
    let number = state.withLock { state in
      state.nextListener += 1
      state.listeners[state.nextListener] = continuation
      return state.nextListener
    }
    continuation.onTermination = { [weak self] _ in self?.forget(number) }
    return stream
  }

  private func forget(_ number: Int) {
    // Let go of outside the lock: its end may call back.
    _ = state.withLock { $0.listeners.removeValue(forKey: number) }
  }

  /// Tells every listener.
  func deliver(_ change: ExternalChange) {
    for listener in state.withLock({ $0.listeners.values.map { $0 } }) { listener.yield(change) }
  }

  /// Exchanges with the other side: sends what was written here, and brings what others wrote.
  ///
  /// The caller's thread is free meanwhile, and no thread of the concurrency runtime waits. Own writes may
  /// go on. Two calls run one after the other.
  ///
  /// - Returns: true when this side is in step with the other one, and where there is none; false when it
  ///   was not reached: everything is kept, and goes out with a later call.
  /// - Throws: `KeyValueError.stopped` when the other side refuses or a person has to decide; what arrived
  ///   before is there and delivered.
  @discardableResult
  public func synchronize() async throws(KeyValueError) -> Bool {
    let result = await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: self.exchange()) }
    }
    return try result.get()
  }

  /// Runs `body` while reads and the local state are in step.
  func inTurn(_ body: () throws(KeyValueError) -> Void) throws(KeyValueError) {
    let result: Result<Void, KeyValueError> = turn.withLock { _ in
      do throws(KeyValueError) {
        return .success(try body())
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }

  private func exchange() -> Result<Bool, KeyValueError> {
    var result: Result<Bool, KeyValueError>
    var reason = ExternalChange.Reason.serverChange
    do throws(KeyValueError) {
      let exchange = try backend.synchronize()
      (result, reason) = (.success(exchange.isInStep), exchange.reason)
    } catch {
      result = .failure(error)
    }
    do throws(KeyValueError) {
      try takeIn(reason)
    } catch {
      if case .success = result { result = .failure(error) }
    }
    return result
  }

  /// Lets reads see the local state as it is, and tells what is different.
  private func takeIn(_ reason: ExternalChange.Reason) throws(KeyValueError) {
    func body() throws(KeyValueError) {
      let new = try backend.load().content
      let keys = state.withLock { state in
        defer { state.content = new }
        return state.content.changedKeys(to: new)
      }
      if !keys.isEmpty { deliver(ExternalChange(reason: reason, changedKeys: keys)) }
    }
    try inTurn(body)
  }
}
