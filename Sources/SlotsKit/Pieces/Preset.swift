internal import SlotsModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What a slot holds: a name, parameters of the app's own type, and a tag signal.
///
/// What `Params` does not know survives: members of a preset or of its parameters that a newer version of
/// the app wrote are kept when an older one changes a preset and saves it, and so is each number that
/// was not changed, to its last digit. Two presets are equal when that is equal, too.
public struct Preset<Params: Codable & Sendable>: Sendable {
  /// The name.
  public var name: String
  /// The parameters.
  public var params: Params
  /// The tag signal, where there is one.
  public var tagSignal: String?
  /// True when a person saved it: no factory version changes it then.
  public var userOwned: Bool
  /// What it was read from; empty for a new one.
  private let source: JSONObject

  /// A new preset.
  public init(name: String, params: Params, tagSignal: String? = nil, userOwned: Bool = true) {
    self.name = name
    self.params = params
    self.tagSignal = tagSignal
    self.userOwned = userOwned
    source = [:]
  }

  /// Reads the value of a slot's key, or a file that holds a preset; without an owner it is the person's.
  /// - Throws: `KeyValueError.invalid` when it is no preset, or `Params` cannot be read from it.
  public init(json: Data) throws(KeyValueError) {
    try self.init(try Coding.read(json, "a preset"))
  }

  init(_ value: JSONValue, key: String = "a preset") throws(KeyValueError) {
    guard let object = value.object, let name = object["name"]?.text,
      let params = object["params"]
    else {
      throw .invalid(keys: [key], reasons: ["expected an object with name and params"])
    }
    self.name = name.string
    self.params = try Coding.decode(Params.self, from: params, key)
    tagSignal = object["tagSignal"]?.text?.string
    userOwned = object["userOwned"]?.bool ?? true
    source = object
  }

  /// The preset as the value of a slot's key, in canonical JSON.
  /// - Throws: `KeyValueError.invalid` when the parameters cannot be spelled in JSON.
  public func json() throws(KeyValueError) -> Data {
    Data(JSONValue.object(try object()).canonicalBytes)
  }

  func object() throws(KeyValueError) -> JSONObject {
    var object = source
    if object["name"]?.text?.string != name { object["name"] = .string(Text(name)) }
    object["params"] = try spelledParams()
    if object["tagSignal"]?.text?.string != tagSignal {
      object["tagSignal"] = tagSignal.map { .string(Text($0)) }
    }
    object["userOwned"] = .bool(userOwned)
    return object
  }

  /// The parameters laid over those that were read: only what was changed is another.
  private func spelledParams() throws(KeyValueError) -> JSONValue {
    let new = try Coding.encode(params, name)
    guard let read = source["params"] else { return new }
    let known = try Coding.encode(try Coding.decode(Params.self, from: read, name), name)
    return new.laid(over: read, known: known)
  }
}

extension Preset: Equatable where Params: Equatable {}
extension Preset: Hashable where Params: Hashable {}

extension JSONValue {
  /// This value over `source`, where what was read of `source` was `known`: what is as it was known stays as
  /// it was written, and what was not known stays.
  fileprivate func laid(over source: JSONValue, known: JSONValue) -> JSONValue {
    if self == known { return source }
    guard let new = object, let known = known.object, var result = source.object else {
      return self
    }
    for member in known.members where new[member.name] == nil { result[member.name] = nil }
    for member in new.members {
      guard let before = known[member.name] else {
        result[member.name] = member.value
        continue
      }
      if let written = result[member.name] {
        result[member.name] = member.value.laid(over: written, known: before)
      } else if member.value != before {
        result[member.name] = member.value
      }
    }
    return .object(result)
  }
}
