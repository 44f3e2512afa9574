internal import SlotsModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension KeyValueStore {
  /// Gives a key the value that `json` spells. A slot without `userOwned` becomes the person's own.
  ///
  /// - Throws: `KeyValueError.invalid`, `.quota`, `.unknownKey`, `.readOnlyKey` and what the medium
  ///   refuses; nothing has changed then.
  public func set(_ json: Data, forKey key: String) throws(KeyValueError) {
    try apply(try Self.edit(json, key))
  }

  /// Gives a key the value of a type of the app's own; see `set(_:forKey:)` with data.
  public func set(_ value: some Encodable, forKey key: String) throws(KeyValueError) {
    try apply(Edits([.value(try Self.key(key), try Coding.encode(value, key))]))
  }

  /// Removes the value of a key: clears a slot, unpins, removes a field. What has no value is left alone.
  /// - Throws: as `set(_:forKey:)`.
  public func removeObject(forKey key: String) throws(KeyValueError) {
    try apply(Edits([.remove(try Self.key(key))]))
  }

  /// Gives several keys their values in one write, all or nothing; nil removes.
  /// - Throws: as `set(_:forKey:)`.
  public func setValues(_ values: [String: Data?]) throws(KeyValueError) {
    var edits = Edits()
    // Sorted, so that a pin of its own counts after `pinned`.
    for (key, json) in values.sorted(by: { $0.key < $1.key }) {
      let edit =
        if let json { try Self.edit(json, key) } else { Edits([.remove(try Self.key(key))]) }
      edits = edits + edit
    }
    try apply(edits)
  }

  /// Writes edits in one go, all or nothing, with one stamp. A key that has its value already is not written
  /// again, but by a reset.
  /// - Throws: as `set(_:forKey:)`.
  public func apply(_ edits: Edits) throws(KeyValueError) {
    func body() throws(KeyValueError) {
      let writes = try edits.writes(over: content)
      guard !writes.writes.isEmpty else { return }
      do throws(KeyValueError) {
        let written = try backend.write(writes).content
        state.withLock { state in
          for key in writes.writes.keys { state.content[key] = written[key] }
        }
      } catch {
        if case .quota(let keys, _, _) = error {
          deliver(ExternalChange(reason: .quotaViolationChange, changedKeys: keys))
        }
        throw error
      }
    }
    try inTurn(body)
  }

  private static func edit(_ json: Data, _ key: String) throws(KeyValueError) -> Edits {
    Edits([.value(try self.key(key), try Coding.read(json, key))])
  }

  private static func key(_ spelling: String) throws(KeyValueError) -> StoreKey {
    guard let key = StoreKey(spelling) else { throw .unknownKey(spelling) }
    return key
  }
}
