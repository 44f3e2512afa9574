internal import SlotsModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Between an app's own types and JSON.
enum Coding {
  /// Reads JSON, exactly.
  static func read(_ data: Data, _ key: String) throws(KeyValueError) -> JSONValue {
    do throws(JSONError) {
      return try JSONValue.read(Array(data))
    } catch {
      let place = "line \(error.position.line), column \(error.position.column)"
      throw .invalid(keys: [key], reasons: ["not JSON at \(place): \(error.reason.message)"])
    }
  }

  static func decode<T: Decodable>(
    _ type: T.Type, from value: JSONValue, _ key: String
  ) throws(KeyValueError) -> T {
    do {
      return try JSONDecoder().decode(type, from: Data(value.canonicalBytes))
    } catch {
      throw .invalid(keys: [key], reasons: ["it cannot be read as \(type): \(reason(error))"])
    }
  }

  static func encode(_ value: some Encodable, _ key: String) throws(KeyValueError) -> JSONValue {
    let data: Data
    do {
      data = try JSONEncoder().encode(value)
    } catch {
      throw .invalid(keys: [key], reasons: ["it cannot be spelled in JSON: \(reason(error))"])
    }
    return try read(data, key)
  }

  /// Where in the value, and what is wrong there.
  private static func reason(_ error: any Error) -> String {
    let context: DecodingError.Context
    switch error {
    case DecodingError.keyNotFound(_, let found), DecodingError.valueNotFound(_, let found),
      DecodingError.typeMismatch(_, let found), DecodingError.dataCorrupted(let found):
      context = found
    case EncodingError.invalidValue(let value, _): return "\(value) is no JSON value"
    default: return "\(error)"
    }
    let path = context.codingPath.map(\.stringValue).joined(separator: ".")
    return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
  }
}
