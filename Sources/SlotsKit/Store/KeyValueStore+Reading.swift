public import SlotsModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension KeyValueStore {
  /// The value of a key in canonical JSON, each number to its last digit; nil where there is none, and for a
  /// key that no store has.
  public func data(forKey key: String) -> Data? { json(key).map { Data($0.canonicalBytes) } }

  /// The texts of an array, such as `pinned`; nil where the key has none.
  public func array(forKey key: String) -> [String]? {
    json(key)?.array.map { $0.compactMap { $0.text?.string } }
  }

  /// The truth value of a key; false where it has none.
  public func bool(forKey key: String) -> Bool { json(key)?.bool ?? false }

  /// The whole number of a key; 0 where it has none.
  public func longLong(forKey key: String) -> Int64 { Int64(json(key)?.number?.int ?? 0) }

  /// The number of a key; 0 where it has none.
  public func double(forKey key: String) -> Double {
    json(key)?.number.flatMap { Double($0.text) } ?? 0
  }

  /// The text of a key; nil where it has none.
  public func string(forKey key: String) -> String? { json(key)?.text?.string }

  /// The value of a key as a type of the app's own; nil where there is none.
  /// - Throws: `KeyValueError.invalid` when it is not one of these.
  public func value<T: Decodable>(
    _ type: T.Type, forKey key: String
  ) throws(KeyValueError) -> T? {
    guard let value = json(key) else { return nil }
    return try Coding.decode(type, from: value, key)
  }

  /// Every key that has a value, with that value in canonical JSON, all of one moment. A pin is in
  /// `pinned` and has no entry of its own.
  public var dictionaryRepresentation: [String: Data] {
    let content = content
    var values: [String: Data] = [:]
    for key in content.storeKeys {
      values[key.spelling] = key.value(in: content).map { Data($0.canonicalBytes) }
    }
    return values
  }

  /// The filled slots, in slot order.
  public func library<Params>(_ params: Params.Type) -> Library<Params> {
    Library(dictionaryRepresentation)
  }

  /// The slots of the store, filled or not, in order.
  public var slots: [SlotID] { content.format.slotIDs }

  private func json(_ key: String) -> JSONValue? { StoreKey(key)?.value(in: content) }
}
