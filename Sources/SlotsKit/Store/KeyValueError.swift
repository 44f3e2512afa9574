/// Why a store did not do what an app asked for. Nothing has changed then, unless the case says so.
public enum KeyValueError: Error, Sendable, Hashable {
  /// A store has no key of this spelling.
  case unknownKey(String)
  /// The key cannot be written: `seedVersion` belongs to the store's own seeding.
  case readOnlyKey(String)
  /// The values of these keys are not what the keys hold; a reason for each thing that is wrong.
  case invalid(keys: [String], reasons: [String])
  /// With this write a slot, or the whole store, would be over its limit; both in bytes.
  case quota(keys: [String], bytes: Int, limit: Int)
  /// What is at the place is no store, or cannot be read. It is left as it is.
  case unreadable(place: String, reason: String)
  /// A newer program made what is at the place. It is left as it is.
  case newerFormat(place: String)
  /// Another program works on the local state and did not end in time.
  case busy(place: String)
  /// A person has to decide first. What was written here before is kept here.
  case stopped(place: String, reason: String, advice: String)
  /// The system or git refused something.
  case failed(doing: String, place: String, reason: String)
}

extension KeyValueError: CustomStringConvertible {
  /// What was being done, to what, why it failed, and what to do; a sentence for a person.
  public var description: String {
    switch self {
    case .unknownKey(let key):
      "cannot use the key \"\(key)\": there is none of this spelling; keys are spelled "
        + StoreKey.allSpellings
    case .readOnlyKey(let key):
      "cannot write \(key): seeding is the store's own; give it a newer factory set instead"
    case .invalid(let keys, let reasons):
      "cannot write \(Self.list(keys)): \(reasons.joined(separator: "; ")); nothing changed"
    case .quota(let keys, let bytes, let limit):
      "cannot write \(Self.list(keys)): it would have \(bytes) bytes, at most \(limit); nothing "
        + "changed, remove something or make the value smaller"
    case .unreadable(let place, let reason):
      "cannot read \(place): \(reason); it is left as it is, repair it or move it away"
    case .newerFormat(let place):
      "cannot use \(place): a newer program made it; it is left as it is, update this app"
    case .busy(let place):
      "cannot work on \(place): another program does; try again when it is done"
    case .stopped(let place, let reason, let advice):
      "cannot go on with \(place): \(reason); \(advice)"
    case .failed(let doing, let place, let reason):
      "cannot \(doing) \(place): \(reason); try again when that is put right"
    }
  }

  private static func list(_ keys: [String]) -> String {
    let shown = keys.prefix(3).joined(separator: ", ")
    return keys.count > 3 ? "\(shown) and \(keys.count - 3) more keys" : shown
  }
}
