extension Check {
  /// What is wrong with a file of a commit: as `findings`, and whether it is in its canonical form.
  package func findings(inCommitted bytes: [UInt8], as kind: DocumentKind) -> [Finding] {
    let found = findings(in: bytes, as: kind)
    guard found.isEmpty, let canonical = Reading(bytes, as: kind).document?.canonicalBytes,
      canonical != bytes
    else { return found }
    let line = zip(Self.lines(bytes), Self.lines(canonical)).prefix { $0 == $1 }.count + 1
    return [
      Finding(
        kind.path, TextPosition(line: line, column: 1),
        "not in canonical form, slots validate --fix rewrites it")
    ]
  }

  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  }

  /// What is wrong with a file that is no document: a name that is nearly one's, a secret in JSON.
  package static func findings(inOwn bytes: [UInt8], at path: String) -> [Finding] {
    let start = TextPosition(line: 1, column: 1)
    let names = expectation(of: path).map { [Finding(path, start, $0)] } ?? []
    return names + secrets(inOwn: bytes, at: path)
  }

  /// The secrets in a file that is no document, where it is JSON.
  package static func secrets(inOwn bytes: [UInt8], at path: String) -> [Finding] {
    guard isJSON(path), let value = try? JSONValue.read(bytes) else { return [] }
    return Secret.found(in: value).map { steps, reason in
      let position = JSONValue.position(of: steps, in: bytes)
      return Finding(path, position ?? TextPosition(line: 1, column: 1), reason)
    }
  }

  /// Whether a file is JSON by its name.
  package static func isJSON(_ path: String) -> Bool { path.lowercased().hasSuffix(".json") }

  /// What the name of a file that is no document is nearly; nil for any other name.
  package static func expectation(of path: String) -> String? {
    guard DocumentKind(path: path) == nil else { return nil }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map {
      $0.lowercased()
    }
    let name = parts.last ?? ""
    guard name.hasSuffix(".json") else { return nil }
    if parts.count == 1 {
      for known in ["pinned.json", "seedVersion.json", "store.json"]
      where name == known.lowercased() {
        return "looks like a document and is none: expected \(known)"
      }
      let digits = name.dropFirst(4).contains { $0.isNumber }
      if name.hasPrefix("slot"), digits {
        return "looks like a slot and is none: expected two digits, as slot.05.json"
      }
      return nil
    }
    guard parts[0] == "devices" else { return nil }
    return parts.count == 3
      ? "looks like a file of a device: expected live.json, reboot.json or device.json"
      : "looks like a file of a device: expected devices/NAME/live.json"
  }
}
