/// The parameters of a factory set: what each is, its range, default and unit.
package struct ParameterTable: Sendable, Hashable {
  /// What a parameter's value may be.
  package enum Kind: Sendable, Hashable {
    /// A number from `min` to `max`, where they are given.
    case number(min: JSONNumber?, max: JSONNumber?)
    /// A whole number from `min` to `max`, where they are given.
    case integer(min: JSONNumber?, max: JSONNumber?)
    /// True or false.
    case boolean
    /// One of these texts.
    case choice([Text])
    /// Any text.
    case text
  }

  /// One row of the table.
  package struct Parameter: Sendable, Hashable {
    /// What a value may be.
    package let kind: Kind
    /// What a preset that does not name it plays.
    package let standard: JSONValue?
    /// Printed after a value; empty where there is none.
    package let unit: Text
  }

  /// The rows by name.
  package var parameters: [Text: Parameter]

  /// An empty table, which allows any parameter.
  package init() { parameters = [:] }

  /// Reads the member `parameters` of a `factory.json`.
  /// - Throws: `DocumentError` at the row that is malformed.
  init(_ json: JSONObject, in bytes: [UInt8]) throws(DocumentError) {
    parameters = [:]
    for member in json.members {
      guard let row = member.value.object, let parameter = Parameter(row) else {
        let path: [JSONStep] = [.member("parameters"), .member(member.name)]
        throw DocumentError(
          position: JSONValue.position(of: path, in: bytes) ?? TextPosition(line: 1, column: 1),
          reason: "expected a parameter: kind number, integer, boolean, choice or text, with "
            + "min, max, values, default and unit")
      }
      parameters[member.name] = parameter
    }
  }

  /// Why `value` is not one for the parameter `name`; nil when it is, and for a parameter that the
  /// table does not name.
  package func objection(to value: JSONValue, for name: Text) -> String? {
    guard let parameter = parameters[name], !parameter.kind.allows(value) else { return nil }
    let shown =
      switch value {
      case .array: "a list"
      case .object: "an object"
      default: Visible.short(value.compactText)
      }
    return "\(name.string) is \(shown), must be \(parameter.kind)"
  }
}

extension ParameterTable.Parameter {
  fileprivate init?(_ row: JSONObject) {
    let (min, max) = (row["min"]?.number, row["max"]?.number)
    switch row["kind"]?.text {
    case "number"?: kind = .number(min: min, max: max)
    case "integer"?: kind = .integer(min: min, max: max)
    case "boolean"?: kind = .boolean
    case "text"?: kind = .text
    case "choice"?:
      guard let values = row["values"]?.array else { return nil }
      kind = .choice(values.compactMap(\.text))
    default: return nil
    }
    standard = row["default"]
    unit = row["unit"]?.text ?? ""
    if let standard, !kind.allows(standard) { return nil }
  }
}

extension ParameterTable.Kind: CustomStringConvertible {
  func allows(_ value: JSONValue) -> Bool {
    switch (self, value) {
    case (.number(let min, let max), .number(let number)): number.isBetween(min, max)
    case (.integer(let min, let max), .number(let number)):
      number.int != nil && number.isBetween(min, max)
    case (.boolean, .bool), (.text, .string): true
    case (.choice(let values), .string(let text)): values.contains(text)
    default: false
    }
  }

  /// `0 to 1`, `a whole number from 1 to 8`, `true or false`, `one of a, b`.
  package var description: String {
    switch self {
    case .number(let min, let max): Self.range("a number", min, max)
    case .integer(let min, let max): Self.range("a whole number", min, max)
    case .boolean: "true or false"
    case .choice(let values): "one of \(values.map(\.string).joined(separator: ", "))"
    case .text: "a text"
    }
  }

  private static func range(_ what: String, _ min: JSONNumber?, _ max: JSONNumber?) -> String {
    switch (min, max) {
    case (let min?, let max?): "\(what) from \(min.text) to \(max.text)"
    case (let min?, nil): "\(what) from \(min.text)"
    case (nil, let max?): "\(what) up to \(max.text)"
    case (nil, nil): what
    }
  }
}

extension JSONNumber {
  fileprivate func isBetween(_ min: JSONNumber?, _ max: JSONNumber?) -> Bool {
    (min.map { $0 <= self } ?? true) && (max.map { self <= $0 } ?? true)
  }
}
