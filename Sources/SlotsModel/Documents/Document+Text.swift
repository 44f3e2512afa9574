extension Document {
  /// Reads a document: UTF-8 JSON as people write it, in any order and spacing.
  ///
  /// A stamp that is malformed reads as none, because the value beside it is still a person's work.
  /// - Throws: `DocumentError` where the bytes are no JSON object, or no register can be read.
  package init(_ bytes: [UInt8], as kind: DocumentKind) throws(DocumentError) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue.read(bytes)
    } catch {
      // What stands where a value should may be a secret, and an error is printed.
      let isSecret = Secret.isNamed(in: bytes, atLine: error.position.line)
      throw DocumentError(
        position: error.position,
        reason: isSecret ? "not JSON here, beside what looks like a secret" : error.reason.message)
    }
    func expect<T>(_ found: T?, _ path: [JSONStep], _ what: String) throws(DocumentError) -> T {
      if let found { return found }
      let position = JSONValue.position(of: path, in: bytes)
      throw DocumentError(
        position: position ?? TextPosition(line: 1, column: 1), reason: "expected \(what)")
    }
    var rest = try expect(value.object, [], "an object { … }")
    self.init(kind)
    switch kind {
    case .format: break
    case .slot, .seedVersion:
      let stamp = rest["written"]?.text.flatMap { Stamp($0.string) }
      rest["written"] = nil
      register = Register(.object(rest), stamp)
      rest = [:]
    case .pins:
      let list = try expect((rest["slots"] ?? []).array, [.member("slots")], "a list [ … ]")
      for (index, element) in list.enumerated() {
        let path: [JSONStep] = [.member("slots"), .index(index)]
        let id = try expect(element.text, path, "the id of a slot, as \"slot-05\"")
        registers[id] = Register(true, nil)
      }
      rest["slots"] = nil
      try readStamps(from: &rest, expect)
    case .device:
      let values = try expect(
        (rest["values"] ?? [:]).object, [.member("values")], "an object { … }")
      for member in values.members { registers[member.name] = Register(member.value, nil) }
      rest["values"] = nil
      try readStamps(from: &rest, expect)
    }
    self.rest = rest
  }

  private mutating func readStamps(
    from rest: inout JSONObject,
    _ expect: (JSONObject?, [JSONStep], String) throws(DocumentError) -> JSONObject
  ) throws(DocumentError) {
    let path: [JSONStep] = [.member("written")]
    let written = try expect((rest["written"] ?? [:]).object, path, "an object { … }")
    for member in written.members {
      guard let stamp = member.value.text.flatMap({ Stamp($0.string) }) else { continue }
      registers[member.name] = Register(registers[member.name]?.value, stamp)
    }
    rest["written"] = nil
  }

  /// The document as JSON, bookkeeping included.
  package var json: JSONObject {
    var object = rest
    switch kind {
    case .format: break
    case .slot, .seedVersion:
      if case .object(let value)? = register?.value { object = value }
      object["written"] = register?.stamp.map { .string(Text($0.description)) }
    case .pins:
      let pinned = registers.filter { $0.value.value == true }.keys.sorted()
      object["slots"] = .array(pinned.map { .string($0) })
      object["written"] = .object(stamps)
    case .device:
      object["values"] = .object(JSONObject(registers.compactMapValues(\.value)))
      object["written"] = .object(stamps)
    }
    return object
  }

  private var stamps: JSONObject {
    JSONObject(
      registers.compactMapValues { register in
        register.stamp.map { .string(Text($0.description)) }
      })
  }

  /// The one spelling of this document on disk.
  package var canonicalBytes: [UInt8] { JSONValue.object(json).canonicalBytes }
}
