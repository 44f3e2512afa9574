package import SlotsModel

/// Where a `KeyValueStore` keeps what it holds, and how that meets the other side.
///
/// There are three: `GitBackend`, `FileBackend` and `MemoryBackend`. What passes between a store and its
/// backend is opaque; a backend of an app's own can stand before one of the three, to log or to delay.
/// Every function may be called on any thread and may take as long as the medium does.
public protocol KeyValueBackend: Sendable {
  /// Makes the local state where it is missing and fills what the factory set has due there. It waits
  /// for no other side.
  func prepare() throws(KeyValueError)

  /// The local state as it is now, with what other programs wrote into it.
  func load() throws(KeyValueError) -> StoreState

  /// Stamps writes, checks them and makes them durable, all or nothing.
  /// - Returns: what the written keys have now.
  /// - Throws: `KeyValueError.invalid`, `.quota` and what the medium refuses; nothing has changed then.
  func write(_ writes: StoreWrites) throws(KeyValueError) -> StoreState

  /// Exchanges the local state with the other side.
  func synchronize() throws(KeyValueError) -> Exchange
}

/// The keys of a store with their values and stamps, or some of them.
public struct StoreState: Sendable {
  /// The documents.
  package let content: StoreContent

  /// A state of its documents.
  package init(_ content: StoreContent) { self.content = content }
}

/// What keys are to have, before it is stamped.
public struct StoreWrites: Sendable {
  /// By key; one write for each.
  package let writes: [Key: Write]

  /// Some writes.
  package init(_ writes: [Key: Write]) { self.writes = writes }

  /// The keys as an app spells them.
  package var keys: [String] { StoreKey.spellings(of: writes.keys) }
}

/// How a synchronize ended.
public struct Exchange: Sendable, Hashable {
  /// True when this side and the other one have the same now, and where there is no other side; false
  /// when it was not reached.
  public let isInStep: Bool
  /// Why keys changed here, where they did.
  public let reason: ExternalChange.Reason

  /// An end of its parts.
  public init(isInStep: Bool, reason: ExternalChange.Reason) {
    self.isInStep = isInStep
    self.reason = reason
  }
}
