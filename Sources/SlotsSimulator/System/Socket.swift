#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Raw sockets on the loopback interface, without blocking.
enum Socket {
  /// A call of the system that failed.
  struct Failure: Error { let call: String, code: Int32 }

  /// What a read had.
  enum Read {
    case bytes([UInt8])
    case end
    case nothing
  }

  #if canImport(Darwin)
    private static let stream = SOCK_STREAM
    static let sendFlags: Int32 = 0
  #else
    private static let stream = Int32(SOCK_STREAM.rawValue)
    static let sendFlags = Int32(MSG_NOSIGNAL)
  #endif

  /// A socket that is bound to a port of 127.0.0.1 and does not listen.
  /// - Parameter port: 0 for one that the system chooses.
  static func bound(to port: UInt16) throws -> Int32 {
    let descriptor = socket(AF_INET, stream, 0)
    guard descriptor >= 0 else { throw Failure(call: "socket", code: errno) }
    var yes: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, size)
    #if canImport(Darwin)
      setsockopt(descriptor, SOL_SOCKET, SO_REUSEPORT, &yes, size)
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, size)
    #endif
    setFlags(descriptor)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else {
      let failure = Failure(call: "bind", code: errno)
      close(descriptor)
      throw failure
    }
    return descriptor
  }

  /// The port that a socket is bound to.
  static func port(of descriptor: Int32) -> UInt16 {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) {
      _ = $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &size)
      }
    }
    return UInt16(bigEndian: address.sin_port)
  }

  /// Starts to listen at a port that another socket keeps.
  static func listening(at port: UInt16) throws -> Int32 {
    let descriptor = try bound(to: port)
    guard listen(descriptor, 64) == 0 else {
      let failure = Failure(call: "listen", code: errno)
      close(descriptor)
      throw failure
    }
    return descriptor
  }

  /// The next connection, if one is there.
  static func accepted(from listener: Int32) -> Int32? {
    let descriptor = accept(listener, nil, nil)
    guard descriptor >= 0 else { return nil }
    setFlags(descriptor)
    var yes: Int32 = 1
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    return descriptor
  }

  static func read(_ descriptor: Int32, upTo limit: Int = 65536) -> Read {
    var buffer = [UInt8](repeating: 0, count: limit)
    let count = recv(descriptor, &buffer, limit, 0)
    if count > 0 { return .bytes(Array(buffer.prefix(count))) }
    if count == 0 { return .end }
    return errno == EAGAIN || errno == EINTR ? .nothing : .end
  }

  /// Whether bytes are there that nobody has read.
  static func hasBytes(_ descriptor: Int32) -> Bool {
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, Int32(MSG_PEEK)) > 0
  }

  /// Whether the other end has closed, and everything before that was read.
  static func hasEnded(_ descriptor: Int32) -> Bool {
    var byte: UInt8 = 0
    let count = recv(descriptor, &byte, 1, Int32(MSG_PEEK))
    return count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)
  }

  /// - Returns: how many bytes were taken; nil when the connection is broken.
  static func write(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Int? {
    let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, sendFlags) }
    if count >= 0 { return count }
    return errno == EAGAIN || errno == EINTR ? 0 : nil
  }

  /// Says that nothing more comes; what the other end sends can still be read.
  static func endWriting(_ descriptor: Int32) { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Closes without a good-bye: the other end gets a reset.
  static func reset(_ descriptor: Int32) {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    close(descriptor)
  }

  private static func setFlags(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  /// Two ends of a pipe, the first to read from.
  static func pipe() -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    #if canImport(Darwin)
      let code = Darwin.pipe(&ends)
    #else
      let code = Glibc.pipe(&ends)
    #endif
    precondition(code == 0, "no descriptors are left")
    for end in ends { setFlags(end) }
    return (ends[0], ends[1])
  }

  /// Empties a pipe.
  static func drain(_ descriptor: Int32) {
    var buffer = [UInt8](repeating: 0, count: 256)
    #if canImport(Darwin)
      while Darwin.read(descriptor, &buffer, 256) > 0 {}
    #else
      while Glibc.read(descriptor, &buffer, 256) > 0 {}
    #endif
  }

  static func closeDescriptor(_ descriptor: Int32) { close(descriptor) }

  /// Waits until something can be done with one of these.
  /// - Parameter milliseconds: -1 for as long as it takes.
  static func wait(for descriptors: inout [pollfd], milliseconds: Int) {
    poll(&descriptors, nfds_t(descriptors.count), Int32(clamping: milliseconds))
  }

  static let readable = Int16(POLLIN)
  static let writable = Int16(POLLOUT)
}
