/// One request to a box.
package struct HTTPRequest: Sendable, Hashable {
  /// With its query.
  package let path: String
  /// What a POST sends, urlencoded; nil for a GET.
  package let body: [UInt8]?
  /// When it is given up, in milliseconds.
  package var deadline: Int64 = 3000

  /// A GET.
  package static func get(_ path: String) -> HTTPRequest { HTTPRequest(path: path, body: nil) }
  /// A POST. A body without bytes is sent with a length too.
  package static func post(_ path: String, _ body: [UInt8] = []) -> HTTPRequest {
    HTTPRequest(path: path, body: body)
  }
}

/// What a box answered.
package struct HTTPResponse: Sendable, Hashable {
  package let status: Int
  package let body: [UInt8]

  /// The body as text, what is not UTF-8 replaced.
  package var text: String { String(decoding: body, as: UTF8.self) }
}

/// Why there is no answer.
package enum HTTPFailure: Error, Sendable, Hashable {
  /// The name has no address.
  case unresolved
  /// Nobody listens there.
  case refused
  /// No way leads there.
  case unreachable
  /// Nothing was said in time, or not all of it.
  case timedOut
  /// The connection broke.
  case broken(String)
  /// The answer is longer than any box's.
  case tooLong
  /// It is no HTTP, or malformed.
  case malformed(String)
  /// It sends elsewhere, which is never followed.
  case redirected
  /// The person asked to stop.
  case interrupted
}

/// Form bodies as the firmware reads them (KitchenSync protocol, section 2).
package enum FormBody {
  /// The longest body that `/live` reads, in bytes.
  package static let liveLimit = 1023
  /// The longest body that `/save` takes, in bytes.
  package static let saveLimit = 3071

  /// `key=value&key=value`, with everything but letters, digits, `-`, `.`, `_` and `~` as `%XX`.
  package static func bytes(_ pairs: [(key: String, value: String)]) -> [UInt8] {
    var bytes: [UInt8] = []
    for pair in pairs {
      if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
      bytes += encoded(pair.key)
      bytes.append(UInt8(ascii: "="))
      bytes += encoded(pair.value)
    }
    return bytes
  }

  /// The pairs in bodies of at most `limit` bytes, none of them cut.
  package static func bodies(
    _ pairs: [(key: String, value: String)], limit: Int = liveLimit
  ) -> [[UInt8]] {
    var bodies: [[UInt8]] = []
    for pair in pairs {
      let next = bytes([pair])
      if let last = bodies.last, last.count + 1 + next.count <= limit {
        bodies[bodies.count - 1] += [UInt8(ascii: "&")] + next
      } else {
        bodies.append(next)
      }
    }
    return bodies
  }

  private static func encoded(_ text: String) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return text.utf8.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        [byte]
      default: [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
  }
}
