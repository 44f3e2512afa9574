extension JSONValue {
  /// The one spelling of this value in files: the same bytes for the same value, everywhere.
  ///
  /// UTF-8, LF, two spaces, members sorted by code point, one element per line, a final newline.
  package var canonicalBytes: [UInt8] {
    var writer = JSONWriter(isIndented: true)
    writer.write(self, depth: 0)
    writer.bytes.append(Byte.lineFeed)
    return writer.bytes
  }

  /// The value on one line: `{"a": 1, "b": [1, 2]}`.
  package var compactText: String {
    var writer = JSONWriter(isIndented: false)
    writer.write(self, depth: 0)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

/// Spells values, on one line or indented.
private struct JSONWriter {
  let isIndented: Bool
  var bytes: [UInt8] = []

  init(isIndented: Bool) {
    self.isIndented = isIndented
    bytes.reserveCapacity(512)
  }

  mutating func write(_ value: JSONValue, depth: Int) {
    switch value {
    case .null: write("null")
    case .bool(let bool): write(bool ? "true" : "false")
    case .number(let number): write(number.text)
    case .string(let text): write(text)
    case .array(let elements):
      write(elements, between: "[", "]", depth: depth) { writer, element in
        writer.write(element, depth: depth + 1)
      }
    case .object(let object):
      write(object.members, between: "{", "}", depth: depth) { writer, member in
        writer.write(member.name)
        writer.write(": ")
        writer.write(member.value, depth: depth + 1)
      }
    }
  }

  private mutating func write<Item>(
    _ items: [Item], between opening: String, _ closing: String, depth: Int,
    each: (inout JSONWriter, Item) -> Void
  ) {
    write(opening)
    for (index, item) in items.enumerated() {
      if index > 0 { write(isIndented ? "," : ", ") }
      breakLine(depth: depth + 1)
      each(&self, item)
    }
    if !items.isEmpty { breakLine(depth: depth) }
    write(closing)
  }

  private mutating func breakLine(depth: Int) {
    guard isIndented else { return }
    bytes.append(Byte.lineFeed)
    bytes.append(contentsOf: repeatElement(Byte.space, count: 2 * depth))
  }

  private mutating func write(_ text: Text) {
    bytes.append(Byte.quote)
    text.withBytes { characters in
      var start = 0
      for (index, byte) in characters.enumerated() {
        guard byte < 0x20 || byte == Byte.quote || byte == Byte.backslash else { continue }
        bytes.append(contentsOf: characters[start..<index])
        write(Self.escape(byte))
        start = index + 1
      }
      bytes.append(contentsOf: characters[start...])
    }
    bytes.append(Byte.quote)
  }

  private mutating func write(_ string: String) {
    bytes.append(contentsOf: string.utf8)
  }

  private static func escape(_ byte: UInt8) -> String {
    switch byte {
    case Byte.quote: "\\\""
    case Byte.backslash: "\\\\"
    case 0x08: "\\b"
    case Byte.tab: "\\t"
    case Byte.lineFeed: "\\n"
    case 0x0C: "\\f"
    case Byte.carriageReturn: "\\r"
    default: (byte < 0x10 ? "\\u000" : "\\u00") + String(byte, radix: 16)
    }
  }
}
