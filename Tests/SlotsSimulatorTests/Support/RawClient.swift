import Foundation

/// A connection to a port of this machine, byte for byte.
final class RawClient {
  struct Failure: Error, CustomStringConvertible { let description: String }

  /// How a connection came to its end.
  enum Ending: Equatable { case closed, reset, silent }

  /// An answer, taken apart.
  struct Answer {
    var head: String
    var body: [UInt8]
    var status: Int { Int(head.split(separator: " ")[1]) ?? 0 }
    var text: String { String(decoding: body, as: UTF8.self) }
    func header(_ name: String) -> String? {
      head.split(separator: "\r\n").dropFirst().first {
        $0.lowercased().hasPrefix(name.lowercased() + ": ")
      }.map { String($0.dropFirst(name.count + 2)) }
    }
  }

  private let descriptor: Int32
  private var buffer: [UInt8] = []

  /// Connects.
  /// - Throws: with the words of the system when that fails.
  init(_ port: UInt16) throws {
    #if canImport(Darwin)
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else { throw Failure(description: String(cString: strerror(errno))) }
    patience(seconds: 10)
  }

  deinit { close(descriptor) }

  /// How long a read waits.
  func patience(seconds: Int = 0, milliseconds: Int = 0) {
    var time = timeval()
    time.tv_sec = .init(seconds)
    time.tv_usec = .init(milliseconds * 1000)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
  }

  func send(_ text: String) { send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      #if canImport(Darwin)
        let flags: Int32 = 0
      #else
        let flags = Int32(MSG_NOSIGNAL)
      #endif
      let count = rest.withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress, $0.count, flags)
      }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Says that nothing more comes.
  func endWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

  private func more() -> Ending? {
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    if count > 0 {
      buffer += bytes.prefix(count)
      return nil
    }
    if count == 0 { return .closed }
    return errno == EAGAIN ? .silent : .reset
  }

  /// Everything until the end, or until enough bytes are there.
  func rest(atMost limit: Int = .max) -> (bytes: [UInt8], ending: Ending?) {
    while buffer.count < limit {
      if let ending = more() {
        defer { buffer = [] }
        return (buffer, ending)
      }
    }
    defer { buffer = [] }
    return (buffer, nil)
  }

  /// One answer with its declared length.
  func answer() throws -> Answer {
    while true {
      if let end = buffer.firstRange(of: Array("\r\n\r\n".utf8)) {
        var answer = Answer(
          head: String(decoding: buffer[..<end.lowerBound], as: UTF8.self), body: [])
        let length = answer.header("content-length").flatMap { Int($0) } ?? 0
        if buffer.count >= end.upperBound + length {
          answer.body = Array(buffer[end.upperBound..<end.upperBound + length])
          buffer.removeFirst(end.upperBound + length)
          return answer
        }
      }
      if let ending = more() {
        let got = String(decoding: buffer, as: UTF8.self)
        throw Failure(description: "no answer but \(ending) after: \(got)")
      }
    }
  }

  func get(_ target: String) throws -> Answer {
    send("GET \(target) HTTP/1.1\r\nHost: box.local\r\n\r\n")
    return try answer()
  }

  func post(_ target: String, _ body: [UInt8], type: String? = form) throws -> Answer {
    send(Self.head("POST", target, length: body.count, type: type) + body)
    return try answer()
  }

  func post(_ target: String, _ body: String = "", type: String? = form) throws -> Answer {
    try post(target, Array(body.utf8), type: type)
  }

  static let form = "application/x-www-form-urlencoded"

  static func head(
    _ method: String, _ target: String, length: Int, type: String? = form
  ) -> [UInt8] {
    let field = type.map { "Content-Type: \($0)\r\n" } ?? ""
    return Array(
      ("\(method) \(target) HTTP/1.1\r\nHost: box.local\r\n\(field)"
        + "Content-Length: \(length)\r\n\r\n").utf8)
  }
}
