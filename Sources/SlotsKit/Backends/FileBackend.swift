internal import SlotsModel
internal import SlotsSystem
internal import Synchronization

/// A store in one JSON file, without git.
///
/// Several processes may use one file: each write is made on what the file has then, under a lock beside
/// it, and appears to the others at their next synchronize. A file that cannot be read is never
/// overwritten.
public final class FileBackend: KeyValueBackend {
  /// What the file has: the store, and what a newer program put beside it.
  struct Held {
    var content: StoreContent
    var json: JSONObject
  }

  let path: Path
  private let writer: LocalWriter
  /// What the file had last, so that an older copy of it, or none, takes nothing away.
  private let last = Mutex<StoreContent?>(nil)

  /// A store in a file.
  ///
  /// - Parameters:
  ///   - path: the file; it and its folders are made at first use.
  ///   - replica: what this store is called in stamps; two machines have two names.
  ///   - factory: what it is seeded with; nil for an empty store.
  ///   - clock: the present time, in milliseconds since 1970.
  public init(
    path: String, replica: String, factory: FactorySet? = nil,
    clock: @escaping @Sendable () -> Int64 = SystemClock.now
  ) {
    self.path = Path(path)
    writer = LocalWriter(replica: Text(replica), factory: factory, clock: clock)
  }

  /// Makes the file where it is missing and fills what is due.
  public func prepare() throws(KeyValueError) { _ = try load() }

  /// What the file has.
  public func load() throws(KeyValueError) -> StoreState {
    func keep(_ content: StoreContent) throws(KeyValueError) -> StoreContent {
      writer.seeded(content)
    }
    return StoreState(try changing(keep))
  }

  /// Writes, as the protocol says.
  public func write(_ writes: StoreWrites) throws(KeyValueError) -> StoreState {
    func add(_ content: StoreContent) throws(KeyValueError) -> StoreContent {
      try writer.written(writes, over: content)
    }
    return StoreState(try changing(add).only(writes.writes.keys))
  }

  /// The file is all there is: in step as soon as it was read. What comes from it is always a
  /// `serverChange`.
  public func synchronize() throws(KeyValueError) -> Exchange {
    try prepare()
    return Exchange(isInStep: true, reason: .serverChange)
  }

  /// Reads the file, changes its content, and writes it where that is another one.
  private func changing(
    _ body: (StoreContent) throws(KeyValueError) -> StoreContent
  ) throws(KeyValueError) -> StoreContent {
    do {
      let lockPath = path.adding(suffix: ".lock")
      guard let lock = try ProcessLock.acquire(lockPath, waitingAtMost: 30_000) else {
        throw KeyValueError.busy(place: "\(path)")
      }
      defer { withExtendedLifetime(lock) {} }
      let held = try read()
      let found = held?.content ?? writer.empty
      let content = try body(last.withLock { $0.map { StoreContent.merged(found, $0) } ?? found })
      if content != held?.content { try write(content, keeping: held?.json ?? [:]) }
      last.withLock { $0 = content }
      return content
    } catch {
      throw KeyValueError(error, doing: "use", place: "\(path)")
    }
  }

  private func read() throws -> Held? {
    guard let bytes = try Files.read(path) else { return nil }
    return try Self.held(bytes, place: "\(path)")
  }

  /// Reads the bytes of such a file.
  static func held(_ bytes: [UInt8], place: String) throws -> Held {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue.read(bytes)
    } catch {
      throw DocumentError(position: error.position, reason: error.reason.message)
    }
    guard let object = value.object, StoreContent.isStore(object) else {
      throw KeyValueError.unreadable(place: place, reason: "it is JSON, but no store")
    }
    return Held(content: try StoreContent(json: object, in: bytes), json: object)
  }

  /// Writes the file; members that this program does not know stay as they are.
  private func write(_ content: StoreContent, keeping old: JSONObject) throws {
    var json = old
    for member in content.json.object?.members ?? [] { json[member.name] = member.value }
    var documents = json["documents"]?.object ?? [:]
    for member in old["documents"]?.object?.members ?? []
    where DocumentKind(path: member.name.string) == nil {
      documents[member.name] = member.value
    }
    json["documents"] = .object(documents)
    try Files.removeTemporary(in: path.parent, olderThan: 3_600_000)
    try Files.write(
      JSONValue.object(json).canonicalBytes, to: path, temporaryIn: path.parent)
  }
}
