/// One request as it was read.
struct Request: Sendable {
  var method = ""
  /// The target as it was sent, with its query.
  var target = ""
  /// Names in lower case.
  var headers: [(name: String, value: String)] = []
  /// The part of the body that was read and kept.
  var body: [UInt8] = []

  var path: String { String(target.prefix { $0 != "?" }) }

  /// What follows the first `?`; nil when there is none.
  var query: String? {
    target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) }
  }

  func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
  var contentLength: Int { header("content-length").flatMap { Int($0) } ?? 0 }
}

/// One answer, before any fault.
struct Reply: Sendable {
  /// What happens once it is sent.
  enum Effect: Sendable, Equatable {
    case none
    /// The box restarts, after `/save` or after `/update`.
    case restart(afterUpdate: Bool)
    /// The box crashes at once.
    case crash
  }

  var status = 200
  var type = "text/plain"
  var body: [UInt8]
  /// Whether the connection is closed although it could be kept.
  var closes = false
  var effect = Effect.none

  init(
    _ status: Int = 200, _ type: String = "text/plain", _ body: [UInt8], closes: Bool = false,
    effect: Effect = .none
  ) {
    self.status = status
    self.type = type
    self.body = body
    self.closes = closes
    self.effect = effect
  }

  init(
    _ status: Int = 200, _ type: String = "text/plain", _ body: String, closes: Bool = false,
    effect: Effect = .none
  ) {
    self.init(status, type, Array(body.utf8), closes: closes, effect: effect)
  }

  /// 200 and a plain text.
  init(_ text: String) { self.init(200, "text/plain", text) }

  /// The head as the two web servers write it.
  func head(closing: Bool, length: Int?, location: String? = nil) -> [UInt8] {
    var text = "HTTP/1.1 \(status) \(Self.reason(status))\r\nContent-Type: \(type)\r\n"
    if let location { text += "Location: \(location)\r\n" }
    if let length { text += "Content-Length: \(length)\r\n" }
    if closing { text += "Connection: close\r\n" }
    return Array((text + "\r\n").utf8)
  }

  static func reason(_ status: Int) -> String {
    let reasons = [
      200: "OK", 302: "Found", 400: "Bad Request", 404: "Not Found", 405: "Method Not Allowed",
      408: "Request Timeout", 414: "URI Too Long", 431: "Request Header Fields Too Large",
      500: "Internal Server Error", 503: "Service Unavailable",
    ]
    return reasons[status] ?? "Unknown"
  }
}

/// What the log of a box keeps of one request. It prints without its body, which may have passwords.
package struct RequestRecord: Sendable, CustomStringConvertible, CustomReflectable {
  /// `GET` or `POST`, or whatever was sent.
  package let method: String
  /// Path and query as sent.
  package let target: String
  /// The header fields as sent, names in lower case.
  package let headers: [(name: String, value: String)]
  /// The first 64 KiB of the body.
  package let body: [UInt8]
  /// When it had been read, in milliseconds of the box's clock.
  package let time: Int
  /// The number of its connection since the box was made, from 1.
  package let connection: Int
  /// Whether another request had come on another connection before this one was answered.
  package internal(set) var overlaps = false
  /// The status that was answered before any fault; nil while there is no answer.
  package internal(set) var status: Int?

  /// The path without query.
  package var path: String { String(target.prefix { $0 != "?" }) }
  /// The body as text.
  package var text: String { String(decoding: body, as: UTF8.self) }
  /// Method, target, and what was answered.
  package var description: String {
    "\(method) \(target) (\(body.count) bytes) \(status.map(String.init) ?? "-")"
  }
  /// Only what the description has.
  package var customMirror: Mirror { Mirror(self, children: ["request": description]) }
}
