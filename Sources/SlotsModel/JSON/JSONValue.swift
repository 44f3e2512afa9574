/// A JSON value. Members of objects have no order, and numbers are exact.
package enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(Text)
  case array([JSONValue])
  case object(JSONObject)

  /// The greatest number of arrays and objects inside each other that is read.
  package static let deepest = 64
}

extension JSONValue {
  /// The truth value, or nil when this is none.
  package var bool: Bool? {
    if case .bool(let bool) = self { bool } else { nil }
  }

  /// The number, or nil when this is none.
  package var number: JSONNumber? {
    if case .number(let number) = self { number } else { nil }
  }

  /// The string, or nil when this is none.
  package var text: Text? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The elements, or nil when this is no array.
  package var array: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The object, or nil when this is none.
  package var object: JSONObject? {
    if case .object(let object) = self { object } else { nil }
  }
}

extension JSONValue: ExpressibleByStringLiteral {
  /// A string.
  package init(stringLiteral value: String) {
    self = .string(Text(value))
  }
}

extension JSONValue: ExpressibleByIntegerLiteral {
  /// A number.
  package init(integerLiteral value: Int) {
    self = .number(JSONNumber(value))
  }
}

extension JSONValue: ExpressibleByBooleanLiteral {
  /// A truth value.
  package init(booleanLiteral value: Bool) {
    self = .bool(value)
  }
}

extension JSONValue: ExpressibleByArrayLiteral {
  /// An array.
  package init(arrayLiteral elements: JSONValue...) {
    self = .array(elements)
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// An object; of two members with one name the later stays.
  package init(dictionaryLiteral elements: (Text, JSONValue)...) {
    self = .object(JSONObject(elements))
  }
}
