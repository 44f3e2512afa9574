/// Looks at the bytes of one document before they enter a store: shape, types, ranges, sizes.
///
/// Only an edit is checked. What arrives in a merge is carried as it is, so that an old program
/// never erases what a newer one wrote.
package struct Check: Sendable {
  /// The limits of the store.
  package var format: StoreFormat
  /// The parameters that presets have.
  package let table: ParameterTable
  /// Whether stamps are looked at: they are in a commit, not in an edit that is yet to be stamped.
  package let stamps: Bool

  /// A check against these limits and parameters.
  package init(format: StoreFormat, table: ParameterTable, stamps: Bool) {
    self.format = format
    self.table = table
    self.stamps = stamps
  }

  /// Everything that is wrong with `bytes` as the document `kind`; empty when nothing is.
  package func findings(in bytes: [UInt8], as kind: DocumentKind) -> [Finding] {
    let reading = Reading(bytes, as: kind)
    guard let document = reading.document else {
      return reading.error.map { [Finding(kind.path, $0.position, $0.reason)] } ?? []
    }
    var run = CheckRun(check: self, bytes: bytes, kind: kind)
    run.look(at: document)
    return run.findings.sorted { ($0.position, $0.reason) < ($1.position, $1.reason) }
  }
}

/// One document being checked.
struct CheckRun {
  let check: Check
  let bytes: [UInt8]
  let kind: DocumentKind
  var findings: [Finding] = []

  init(check: Check, bytes: [UInt8], kind: DocumentKind) {
    self.check = check
    self.bytes = bytes
    self.kind = kind
  }

  /// Notes what is wrong with the value at `path`.
  mutating func note(_ path: [JSONStep], _ reason: String) {
    let position = JSONValue.position(of: path, in: bytes) ?? TextPosition(line: 1, column: 1)
    findings.append(Finding(kind.path, position, reason))
  }

  mutating func look(at document: Document) {
    switch kind {
    case .slot(let id): look(at: id, document)
    case .pins: lookAtPins()
    case .device(let name, _): lookAtDevice(name, document)
    case .seedVersion:
      if SeedPlan.version(of: document.register) < 1 {
        note([.member("version")], "version: expected a whole number from 1")
      }
    case .format:
      for name: Text in ["format", "slots", "maxSlotBytes", "maxStoreBytes"] {
        if (document.rest[name]?.number?.int ?? 0) < 1 {
          note([.member(name)], "\(name.string): expected a whole number from 1")
        }
      }
    }
    if check.stamps { lookAtStamps(document) }
    if let value = try? JSONValue.read(bytes) { lookForSecrets(value, []) }
  }

  private mutating func lookAtPins() {
    let list = (try? JSONValue.read(bytes))?.object?["slots"]?.array ?? []
    for (index, id) in list.compactMap(\.text).enumerated()
    where SlotID(id: id.string).map({ $0.index >= check.format.slots }) ?? true {
      note(
        [.member("slots"), .index(index)],
        "\"\(id.string)\" is no slot, slots are slot-00 to slot-\(lastSlot)")
    }
  }

  var lastSlot: String { SlotID(check.format.slots - 1)?.number ?? "99" }

  private mutating func lookAtStamps(_ document: Document) {
    for (name, register) in document.registers.sorted(by: { $0.key < $1.key })
    where register.stamp == nil {
      let path: [JSONStep] = [.member("written")] + (name == "" ? [] : [.member(name)])
      note(path, "\(name == "" ? "the document" : name.string) has no stamp that can be read")
    }
  }

  private mutating func lookForSecrets(_ value: JSONValue, _ path: [JSONStep]) {
    switch value {
    case .object(let object):
      for member in object.members {
        let inner = path + [.member(member.name)]
        if Secret.isSecretName(member.name.string), Secret.isFilled(member.value) {
          note(inner, "\(member.name.string) looks like a secret, and a store keeps none")
        } else {
          lookForSecrets(member.value, inner)
        }
      }
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        lookForSecrets(element, path + [.index(index)])
      }
    default: break
    }
  }
}

/// What must not enter the tree.
enum Secret {
  private static let words = [
    "password", "passwd", "passphrase", "psk", "token", "secret", "wifipass", "userpass",
  ]
  /// Secrets as the last word of a name: `tokens_per_bar` is a number of beats.
  private static let plurals = ["passwords", "tokens", "secrets"]
  /// What makes a secret of a `pass` behind it; at the start it is one, and `low_pass` is a filter.
  private static let owners = ["wifi", "user", "admin", "ap", "web", "network"]

  /// Whether a line of a text that cannot be read has a name of a secret in it.
  static func isNamed(in bytes: [UInt8], atLine line: Int) -> Bool {
    let lines = bytes.split(separator: 10, maxSplits: line, omittingEmptySubsequences: false)
    guard line >= 1, line <= lines.count else { return false }
    let text = String(decoding: lines[line - 1], as: UTF8.self)
    return text.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "-" }
      .contains { isSecretName(String($0)) }
  }

  /// Whether a member with this name holds a secret, in any spelling: `wifi_pass1`, `apiToken`, `PSK`.
  static func isSecretName(_ name: String) -> Bool {
    var word = ""
    var found: [String] = []
    let scalars = Array(name.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let isLetter = scalar.properties.isAlphabetic
      // A capital begins a word after a small letter, and the last capital of several does.
      let next = index + 1 < scalars.count ? scalars[index + 1].properties.isLowercase : false
      let isStart = scalar.properties.isUppercase && (next || word.last?.isLowercase == true)
      if !isLetter || isStart {
        found.append(word)
        word = ""
      }
      if isLetter { word.unicodeScalars.append(scalar) }
    }
    found.append(word)
    let lower = found.map { $0.lowercased() }.filter { !$0.isEmpty }
    let isPass = lower.indices.contains { index in
      lower[index] == "pass" && (index == 0 || owners.contains(lower[index - 1]))
    }
    let isPlural = lower.last.map(plurals.contains) ?? false
    return isPass || isPlural || lower.contains { words.contains($0) || $0.hasSuffix("password") }
  }

  /// Whether there is anything in it: a text, a number. `pass_set: true` is none.
  static func isFilled(_ value: JSONValue) -> Bool {
    switch value {
    case .null, .bool: false
    case .string(let text): text != ""
    case .number, .array, .object: true
    }
  }
}
