/// What must not enter the tree.
package enum Secret {
  private static let words = [
    "password", "passwd", "passphrase", "passcode", "pwd", "psk", "token", "secret", "credential",
    "credentials", "apikey",
  ]
  /// Secrets as the last word of a name: `tokens_per_bar` is a number of beats.
  private static let plurals = ["passwords", "tokens", "secrets"]
  /// What makes a secret of a `pass` behind it; at the start it is one, and `low_pass` is a filter.
  private static let owners: Set = [
    "wifi", "wlan", "wpa", "sta", "ap", "network", "user", "admin", "root", "login", "web", "http",
    "ftp", "ssh", "vpn", "ota", "mqtt", "smtp", "mail", "email", "server", "host", "db",
  ]
  /// What makes a secret of a `key` behind it: alone it is one of a piano.
  private static let keyOwners: Set = [
    "api", "private", "access", "auth", "encryption", "wifi", "wpa", "network", "ssh",
  ]

  /// Whether a line of a text that cannot be read has a name of a secret in it.
  static func isNamed(in bytes: [UInt8], atLine line: Int) -> Bool {
    let lines = bytes.split(separator: 10, maxSplits: line, omittingEmptySubsequences: false)
    guard line >= 1, line <= lines.count else { return false }
    let text = String(decoding: lines[line - 1], as: UTF8.self)
    return text.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "-" }
      .contains { isSecretName(String($0)) }
  }

  /// Whether a member with this name holds a secret, in any spelling: `wifi_pass1`, `apiToken`, `PSK`.
  package static func isSecretName(_ name: String) -> Bool {
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
        || lower[index].hasSuffix("pass") && owners.contains(String(lower[index].dropLast(4)))
        || lower[index] == "key" && index > 0 && keyOwners.contains(lower[index - 1])
    }
    let isPlural = lower.last.map(plurals.contains) ?? false
    return isPass || isPlural || lower.contains { words.contains($0) || $0.hasSuffix("password") }
  }

  /// Whether there is anything in it: a text, a number. `pass_set: true` is none, and neither is the
  /// stamp of a field that was removed.
  static func isFilled(_ value: JSONValue) -> Bool {
    switch value {
    case .null, .bool: false
    case .string(let text): text != "" && Stamp(text.string) == nil
    case .number, .array, .object: true
    }
  }

  /// The members of a document that hold secrets, each with why it is none of a store; no value is told.
  static func found(in value: JSONValue, at path: [JSONStep] = []) -> [([JSONStep], String)] {
    switch value {
    case .object(let object):
      object.members.flatMap { member in
        let inner = path + [.member(member.name)]
        guard isSecretName(member.name.string), isFilled(member.value) else {
          return found(in: member.value, at: inner)
        }
        return [(inner, "\(spelled(inner)) looks like a secret, and a store keeps none")]
      }
    case .array(let elements):
      elements.enumerated().flatMap { found(in: $1, at: path + [.index($0)]) }
    default: []
    }
  }

  /// `values.wifi[0].psk`.
  private static func spelled(_ path: [JSONStep]) -> String {
    path.reduce(into: "") { text, step in
      switch step {
      case .member(let name): text += (text.isEmpty ? "" : ".") + name.string
      case .index(let index): text += "[\(index)]"
      }
    }
  }
}
