/// What a box's `/config.json` says (KitchenSync protocol, section 4.2). What is not there is not fitted or
/// not readable, and never off; members that are not known, and values of another type, are passed over.
package struct BoxConfig: Sendable, Hashable {
  /// The values by form key, as the tree has them: toggles as true or false.
  package private(set) var values: [Text: JSONValue] = [:]
  /// Whether a password is stored, by saved network.
  package private(set) var hasPassword: [Bool] = []
  /// How many outputs it has.
  package private(set) var outputs = 0
  /// Whether each network's name is what the box has. It writes them without escaping, so a name with a
  /// backslash comes out as another one, one with quotes may look like two networks, and bytes that are no
  /// UTF-8 are replaced.
  package private(set) var hasExactNetworks = true

  /// Reads an answer.
  /// - Throws: `Undecodable` for what is no JSON, as an SSID with a quote makes it, or no object.
  package init(_ bytes: [UInt8]) throws(Undecodable) {
    self.init(try Undecodable.object(in: bytes))
    if bytes.contains(UInt8(ascii: "\\")) { hasExactNetworks = false }
  }

  /// Reads a decoded answer; never fails.
  package init(_ object: JSONObject) {
    let clock = object["clock"]?.array ?? []
    let networks = object["wifi"]?.array ?? []
    outputs = clock.count
    hasPassword = networks.map { $0.object?["pass_set"]?.bool ?? false }
    hasExactNetworks = networks.allSatisfy {
      $0.object?["ssid"]?.text.map { !$0.string.contains("\u{FFFD}") } ?? false
    }
    for field in DeviceField.table {
      let found: JSONValue? =
        switch field.place {
        case .member(let name): object[name]
        case .output(let index, let name):
          clock.indices.contains(index) ? clock[index].object?[name] : nil
        case .network(let index):
          networks.indices.contains(index) ? networks[index].object?["ssid"] : nil
        case .unreadable: nil
        }
      guard let found else { continue }
      let value = field.plain(found)
      // A number in the place of a toggle is plain by now, so what is left of another type is odd.
      guard value.isAlike(field.standard) else { continue }
      values[field.key] = value
    }
  }

  /// What this product can be told of it: a Touch has `cable` and `follow` without a way to set them.
  package func values(for product: DeviceProduct) -> [Text: JSONValue] {
    values.filter { DeviceField.all[$0.key]?.parts[product] != nil }
  }
}

extension JSONValue {
  /// Whether two values are of one type.
  fileprivate func isAlike(_ other: JSONValue?) -> Bool {
    switch (self, other) {
    case (.bool, .bool), (.number, .number), (.string, .string): true
    default: false
    }
  }
}

/// A box answered, and what it said is no JSON object.
package struct Undecodable: Error, Sendable, Hashable {
  /// Why, and where in the answer.
  package let reason: String
  /// The bytes around that place, for a person.
  package let excerpt: String

  /// A failure of its parts.
  package init(reason: String, excerpt: String) { (self.reason, self.excerpt) = (reason, excerpt) }

  /// The object in an answer. Bytes that are not UTF-8, which an SSID may bring, count as U+FFFD.
  package static func object(in bytes: [UInt8]) throws(Undecodable) -> JSONObject {
    let repaired = Array(String(decoding: bytes, as: UTF8.self).utf8)
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue.read(repaired)
    } catch {
      let start = max(0, min(error.position.column - 20, repaired.count))
      let around = repaired[start..<min(repaired.count, start + 40)]
      throw Undecodable(
        reason: "\(error)",
        excerpt: error.position.line == 1
          ? Visible.short(String(decoding: around, as: UTF8.self)) : "")
    }
    guard case .object(let object) = value else {
      throw Undecodable(reason: "expected an object", excerpt: "")
    }
    return object
  }
}
