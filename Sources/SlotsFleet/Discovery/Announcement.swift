package import SlotsDevices
package import SlotsModel

/// What Bonjour tells of one service.
package struct Announcement: Sendable, Hashable {
  /// The name in browsers; it is no identity, because every KitchenSync has the same.
  package let instance: String
  /// The SRV record's target without the dot at its end: `kitchensync-7c1e.local`.
  package let target: String
  package let port: Int
  /// The TXT record, its keys in small letters.
  package let txt: [String: String]
  /// IPv4 first.
  package var addresses: [String]

  /// What was told, in parts.
  package init(
    instance: String, target: String, port: Int, txt: [String: String], addresses: [String]
  ) {
    (self.instance, self.target, self.port) = (instance, target, port)
    (self.txt, self.addresses) = (txt, addresses)
  }

  /// The host name, by which a box is known.
  package var host: String {
    let lower = target.lowercased()
    return lower.hasSuffix(".local") ? String(lower.dropLast(6)) : lower
  }

  /// Whether it is a box of ours (KitchenSync protocol, section 10): the record's `dev` decides where it is;
  /// without it a name that begins as ours do is a guess.
  package func certainty(includingX32Link: Bool) -> FoundBox.Certainty? {
    if let device = txt["dev"] {
      if device == "kitchensync" { return .declared }
      return includingX32Link && device == "x32link" ? .declared : nil
    }
    let prefixes = ["kitchensync", "kstouch"] + (includingX32Link ? ["x32link"] : [])
    let names = [host, instance.lowercased()]
    return names.contains { name in prefixes.contains { name.hasPrefix($0) } } ? .guessed : nil
  }

  /// What it is: the record's `model`, and without a record what the host name begins with.
  package var product: DeviceProduct? {
    if let model = txt["model"] { return DeviceProduct(rawValue: model) }
    if host.hasPrefix("kitchensync") { return .p4 }
    if host.hasPrefix("kstouch") { return .touch }
    return host.hasPrefix("x32link") ? .x32link : nil
  }

  /// As a box.
  func box(_ certainty: FoundBox.Certainty) -> FoundBox {
    FoundBox(
      instance: instance, host: host, port: port, addresses: addresses, product: product,
      target: txt["target"], firmware: txt["fw"], certainty: certainty)
  }

  /// One announcement for each host and port: a box is told of once for each interface and name.
  package static func merged(_ all: [Announcement]) -> [Announcement] {
    var found: [String: Announcement] = [:]
    for one in all.sorted(by: { $0.instance < $1.instance }) {
      let key = "\(one.host) \(one.port)"
      guard let other = found[key] else {
        found[key] = one
        continue
      }
      let rest = one.addresses.filter { !other.addresses.contains($0) }
      let txt = other.txt.isEmpty ? one.txt : other.txt
      found[key] = Announcement(
        instance: other.instance, target: other.target, port: other.port, txt: txt,
        addresses: other.addresses + rest)
    }
    return found.values.map { one in
      var one = one
      one.addresses.sort { (left: String, right: String) in
        (left.contains(":") ? 1 : 0, left) < (right.contains(":") ? 1 : 0, right)
      }
      return one
    }.sorted { ($0.host, $0.port) < ($1.host, $1.port) }
  }
}

/// The TXT record of a service (RFC 6763, section 6): strings with their lengths, `key=value` each.
package enum TXTRecord {
  /// Reads it; what is cut off or has no key is passed over, and of two with one key the first counts.
  package static func read(_ bytes: [UInt8]) -> [String: String] {
    var found: [String: String] = [:]
    var rest = bytes[...]
    while let length = rest.popFirst().map(Int.init), length <= rest.count {
      let entry = rest.prefix(length)
      rest = rest.dropFirst(length)
      let parts = entry.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let key = parts.first, !key.isEmpty else { continue }
      let name = String(decoding: key, as: UTF8.self).lowercased()
      let value = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : ""
      if found[name] == nil { found[name] = value }
    }
    return found
  }
}
