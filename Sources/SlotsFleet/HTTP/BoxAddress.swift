#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Where a box answers: a host name or an IP address, and a port.
package struct BoxAddress: Sendable, Hashable, CustomStringConvertible {
  /// A name, an IPv4 address, or an IPv6 address without brackets.
  package let host: String
  /// 80 unless it says otherwise.
  package let port: Int

  /// Reads `10.0.0.5`, `kitchensync-7c1e.local:8080`, `[fe80::1%eth0]:80` or `http://10.0.0.5/`; nil for
  /// anything else, also with a path, a user or another scheme.
  package init?(_ text: String) {
    var rest = Substring(text)
    if rest.lowercased().hasPrefix("http://") { rest = rest.dropFirst(7) }
    if rest.hasSuffix("/") { rest.removeLast() }
    var port: Substring = "80"
    if rest.hasPrefix("[") {
      guard let end = rest.firstIndex(of: "]") else { return nil }
      let after = rest[rest.index(after: end)...]
      if !after.isEmpty {
        guard after.hasPrefix(":") else { return nil }
        port = after.dropFirst()
      }
      rest = rest[rest.index(after: rest.startIndex)..<end]
      guard rest.contains(":") else { return nil }
    } else if let colon = rest.lastIndex(of: ":"), rest.firstIndex(of: ":") == colon {
      port = rest[rest.index(after: colon)...]
      rest = rest[..<colon]
    }
    guard port.allSatisfy(\.isNumber), let number = Int(port), (1...65_535).contains(number),
      Self.isHost(rest)
    else { return nil }
    (host, self.port) = (String(rest), number)
  }

  private static func isHost(_ text: Substring) -> Bool {
    guard !text.isEmpty, text.utf8.count <= 253 else { return false }
    if text.contains(":") {
      var address = in6_addr()
      let plain = text.prefix { $0 != "%" }
      return inet_pton(AF_INET6, String(plain), &address) == 1
    }
    return !text.hasPrefix("-") && !text.hasPrefix(".")
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
          UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }

  /// Whether the host is a number, which needs no resolver.
  var isNumeric: Bool {
    var four = in_addr()
    return host.contains(":") || inet_pton(AF_INET, host, &four) == 1
  }

  /// The host as a URL has it.
  var urlHost: String { host.contains(":") ? "[\(host)]" : host }

  /// `10.0.0.5`, or with the port where it is not 80.
  package var description: String { port == 80 ? urlHost : "\(urlHost):\(port)" }
}
