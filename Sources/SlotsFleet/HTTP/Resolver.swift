internal import SlotsSystem
internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The addresses of a name, in a bounded time.
package enum Resolver {
  /// Asks the system, and for a name of the local network then Bonjour. IPv4 first: a box has no other, and a resolver that waits for an IPv6 answer costs five
  /// seconds. A thread of its own asks, which is left behind where the system does not answer.
  package static func addresses(of name: String, within milliseconds: Int64 = 4000) -> [String] {
    let box = Waiting()
    Threads.detach {
      let four = lookUp(name, AF_INET)
      box.set(four.isEmpty ? lookUp(name, AF_INET6) : four)
    }
    let found = box.wait(milliseconds) ?? []
    guard found.isEmpty, name.lowercased().hasSuffix(".local") else { return found }
    return Browser.addresses(of: name, within: 1500)
  }

  /// Calls `getaddrinfo`.
  private static func lookUp(_ name: String, _ family: Int32) -> [String] {
    var hints = addrinfo()
    hints.ai_family = family
    hints.ai_socktype = Int32(streamType)
    var first: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(name, nil, &hints, &first) == 0 else { return [] }
    defer { freeaddrinfo(first) }
    var found: [String] = []
    var next = first
    while let entry = next {
      var text = [CChar](repeating: 0, count: 128)
      let code = getnameinfo(
        entry.pointee.ai_addr, entry.pointee.ai_addrlen, &text, socklen_t(text.count), nil, 0,
        NI_NUMERICHOST)
      if code == 0 {
        found.append(
          String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
      }
      next = entry.pointee.ai_next
    }
    return found
  }

  #if canImport(Darwin)
    private static let streamType = SOCK_STREAM
  #else
    private static let streamType = SOCK_STREAM.rawValue
  #endif

  /// A result that another thread gives.
  private final class Waiting: Sendable {
    private let result = Mutex<[String]?>(nil)

    func set(_ addresses: [String]) { result.withLock { $0 = addresses } }

    func wait(_ milliseconds: Int64) -> [String]? {
      let end = Clock.monotonic() + milliseconds
      while Clock.monotonic() < end, !Interruption.isRequested {
        if let found = result.withLock({ $0 }) { return found }
        Clock.pause(milliseconds: 5)
      }
      return nil
    }
  }
}
