extension DeviceField {
  /// Why a value in a device's file is not right: not a field of the product, in the wrong file, or out of
  /// its range; nil when it is, and for a field that is not known where the product is not either.
  package static func objection(
    to value: JSONValue, for key: Text, in part: DevicePart, of product: DeviceProduct?
  ) -> String? {
    guard let field = all[key] else {
      return product.map { "\(key.string) is no field of a \($0.rawValue)" }
    }
    if let product, field.parts[product] == nil {
      return "\(key.string) is no field of a \(product.rawValue)"
    }
    let right = product.map { [field.parts[$0]] } ?? field.parts.values.map { $0 }
    guard right.contains(part) else {
      return part == .live
        ? "\(key.string) restarts the box: it belongs in reboot.json, and never in live.json"
        : "\(key.string) takes effect at once: it belongs in live.json"
    }
    return field.objection(to: value)
  }

  /// Why it cannot have a value; nil when it can.
  package func objection(to value: JSONValue) -> String? {
    kind.allows(value)
      ? nil : "\(key.string) is \(Visible.short(value.compactText)), must be \(kind.words)"
  }

  /// A value as the tree has it: true for a box's 1, colours in capitals; as it is where it is none.
  package func plain(_ value: JSONValue) -> JSONValue {
    switch (kind, value) {
    case (.toggle, .number(let number)): number.int.map { .bool($0 != 0) } ?? value
    case (.colour, .string(let text)): .string(Text(text.string.uppercased()))
    default: value
    }
  }

  /// A value as a form carries it, before it is encoded: `1` for true, a point in any locale.
  package func formText(_ value: JSONValue) -> String {
    switch plain(value) {
    case .bool(let isOn): isOn ? "1" : "0"
    case .number(let number): number.text
    case .string(let text): text.string
    case let other: other.compactText
    }
  }

  /// A value for people: `on`, `wood`, `65 %`.
  package func shown(_ value: JSONValue?) -> String {
    guard let value else { return "nothing" }
    switch (kind, plain(value)) {
    case (.toggle, .bool(let isOn)): return isOn ? "on" : "off"
    case (.choice(let names), .number(let number)):
      return number.int.flatMap { names.indices.contains($0) ? names[$0] : nil } ?? number.text
    case (_, .number(let number)): return unit.isEmpty ? number.text : "\(number.text) \(unit)"
    case (_, .string(let text)): return Visible.short(text.string)
    case (_, let other): return Visible.short(other.compactText)
    }
  }

  /// Reads a value as a person types it: `on`, `wood` or `2`, `65`, `124.5`, `#2040FF`; nil when it is none.
  package func value(typed text: String) -> JSONValue? {
    let word = text.lowercased()
    let value: JSONValue?
    switch kind {
    case .toggle:
      value =
        ["on", "true", "yes", "1"].contains(word)
        ? true : ["off", "false", "no", "0"].contains(word) ? false : nil
    case .choice(let names):
      let index = names.firstIndex { $0.lowercased() == word }
      value = (index.map { JSONNumber($0) } ?? JSONNumber(text)).map { .number($0) }
    case .integer, .number, .oneOf: value = JSONNumber(text).map { .number($0) }
    case .colour:
      value = .string(Text(text.hasPrefix("#") ? text.uppercased() : "#\(text.uppercased())"))
    case .text: value = .string(Text(text))
    }
    return value.flatMap { kind.allows($0) ? $0 : nil }
  }
}

extension DeviceField.Kind {
  package func allows(_ value: JSONValue) -> Bool {
    switch (self, value) {
    case (.toggle, .bool): true
    case (.toggle, .number(let number)): number.int.map { (0...1).contains($0) } ?? false
    case (.integer(let range), .number(let number)):
      number.int.map(range.contains) ?? false
    case (.choice(let names), .number(let number)):
      number.int.map(names.indices.contains) ?? false
    case (.oneOf(let numbers), .number(let number)):
      number.int.map(numbers.contains) ?? false
    case (.number(let range), .number(let number)):
      JSONNumber(range.lowerBound) <= number && number <= JSONNumber(range.upperBound)
        && number.isInThousandths
    case (.colour, .string(let text)):
      text.string.utf8.count == 7 && text.string.hasPrefix("#")
        && text.string.utf8.dropFirst().allSatisfy { Self.isHex($0) }
    case (.text(let bytes), .string(let text)): text.string.utf8.count <= bytes
    default: false
    }
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
    default: false
    }
  }

  /// What a value must be: `a whole number from 0 to 100`.
  package var words: String {
    switch self {
    case .toggle: "true or false"
    case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .choice(let names):
      "a whole number from 0 to \(names.count - 1) ("
        + names.enumerated().map { "\($0) \($1)" }.joined(separator: ", ") + ")"
    case .oneOf(let numbers): numbers.map(String.init).joined(separator: " or ")
    case .number(let range):
      "a number from \(range.lowerBound) to \(range.upperBound), with at most three decimals"
    case .colour: "a colour, as \"#00B400\""
    case .text(let bytes): "a text of at most \(bytes) bytes"
    }
  }
}
