extension BoxServer {
  /// Milliseconds that a client may be silent (section 2.2).
  static let patience = 5000

  /// Reads more from a connection.
  func readMore(_ connection: Connection, patience: Int? = patience) throws(Interruption) {
    while true {
      switch Socket.read(connection.descriptor) {
      case .bytes(let bytes):
        connection.buffer += bytes
        connection.lastRead = shared.withLock {
          $0.box.bytesRead += bytes.count
          return clock.now
        }
        return
      case .end: throw .gone
      case .nothing:
        let ready = try wait(
          for: [(connection.descriptor, Socket.readable)],
          until: patience.map { connection.lastRead + $0 })
        if ready.isEmpty { throw .late }
      }
    }
  }

  /// Reads a body of a known length.
  /// - Parameter limit: how many of its bytes are kept.
  func readBody(
    _ connection: Connection, length: Int, keeping limit: Int
  ) throws(Interruption) -> [UInt8] {
    var body: [UInt8] = []
    var rest = length
    while rest > 0 {
      if connection.buffer.isEmpty { try readMore(connection) }
      let count = min(rest, connection.buffer.count)
      body += connection.buffer.prefix(min(count, limit - body.count))
      connection.buffer.removeFirst(count)
      rest -= count
    }
    return body
  }

  /// What became of a head.
  enum Head {
    case request(Request)
    /// It is refused, and the connection with it.
    case refused(Reply)
  }

  /// Reads the head of a request.
  /// - Parameter limit: bytes of the target, and of the fields; nil for no limit.
  func readHead(_ connection: Connection, limit: Int?) throws(Interruption) -> Head {
    let end: [UInt8] = [13, 10, 13, 10]
    while true {
      let buffer = connection.buffer
      if let first = buffer.first, !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) {
        return .refused(Reply(400, "text/html", "Bad request syntax", closes: true))
      }
      let found = buffer.firstRange(of: end)
      if let limit {
        let line = buffer.firstRange(of: [13, 10])?.lowerBound ?? buffer.count
        let target = buffer[..<line].split(separator: 32, omittingEmptySubsequences: false)
        if target.count > 1, target[1].count > limit {
          return .refused(Reply(414, "text/html", "URI is too long", closes: true))
        }
        if (found?.upperBound ?? buffer.count) - line > limit + 2 {
          return .refused(Reply(431, "text/html", "Header fields are too long", closes: true))
        }
      }
      if let found {
        connection.buffer.removeFirst(found.upperBound)
        guard let request = Self.request(buffer[..<found.lowerBound]) else {
          return .refused(Reply(400, "text/html", "Bad request syntax", closes: true))
        }
        return .request(request)
      }
      do throws(Interruption) {
        try readMore(connection)
      } catch {
        guard error == .late, limit != nil, !connection.buffer.isEmpty else { throw error }
        return .refused(
          Reply(408, "text/html", "Server closed this connection", closes: true))
      }
    }
  }

  private static func request(_ head: ArraySlice<UInt8>) -> Request? {
    let methods = ["GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "CONNECT", "TRACE"]
    let lines = String(decoding: head, as: UTF8.self)
      .split(separator: "\r\n", omittingEmptySubsequences: false)
    let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, methods.contains(String(words[0])), words[1].hasPrefix("/"),
      words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0"
    else { return nil }
    var request = Request(method: String(words[0]), target: String(words[1]))
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":"), colon > line.startIndex else { return nil }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      request.headers.append((line[..<colon].lowercased(), String(value)))
    }
    if let length = request.header("content-length") {
      guard let count = Int(length), count >= 0 else { return nil }
    }
    return request
  }
}
