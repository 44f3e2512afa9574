import Foundation

/// Sockets on the loopback interface.
package enum Loopback {
  /// A port that nobody listens on.
  package static func freePort() throws -> Int { try Listener(listens: false).port }

  /// Whether somebody accepts connections there.
  package static func answers(_ port: Int) -> Bool {
    let socket = newSocket()
    defer { close(socket) }
    return withAddress(port) { connect(socket, $0, $1) } == 0
  }

  /// A port that takes every connection and never says a word.
  package final class Listener {
    /// The port.
    package let port: Int
    private let socket: Int32

    /// Takes a free port.
    package convenience init() throws { try self.init(listens: true) }

    init(listens: Bool) throws {
      let socket = newSocket()
      self.socket = socket
      guard withAddress(0, { bind(socket, $0, $1) }) == 0, !listens || listen(socket, 64) == 0
      else { throw Shell.Failure(description: "no port is free: errno \(errno)") }
      var address = sockaddr_in()
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      _ = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &size) }
      }
      port = Int(UInt16(bigEndian: address.sin_port))
    }

    deinit { close(socket) }
  }
}

private func newSocket() -> Int32 {
  #if canImport(Darwin)
    let made = socket(AF_INET, SOCK_STREAM, 0)
  #else
    let made = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  #endif
  _ = fcntl(made, F_SETFD, FD_CLOEXEC)
  return made
}

private func withAddress(
  _ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
) -> Int32 {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = UInt16(port).bigEndian
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  return withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
}
