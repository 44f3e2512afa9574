/// The parts of a `multipart/form-data` body.
enum Multipart {
  struct Part {
    var name: [UInt8]
    var isFile: Bool
    var content: [UInt8]
  }

  /// Takes a body apart.
  /// - Returns: nil when the type is another one or has no boundary.
  static func parts(_ body: [UInt8], type: String) -> [Part]? {
    guard type.hasPrefix("multipart/"), let mark = range(of: "boundary=", in: Array(type.utf8))
    else { return nil }
    let boundary = Array(type.utf8)[mark.upperBound...]
      .prefix { $0 != UInt8(ascii: ";") }.filter { $0 != UInt8(ascii: "\"") }
    let delimiter = Array("\r\n--".utf8) + boundary
    var parts: [Part] = []
    var rest = ([13, 10] + body)[...]
    while let start = rest.firstRange(of: delimiter) {
      rest = rest[start.upperBound...]
      guard rest.starts(with: [13, 10]), let head = rest.firstRange(of: [13, 10, 13, 10]),
        let end = rest.firstRange(of: delimiter), head.upperBound <= end.lowerBound
      else { break }
      let fields = String(decoding: rest[..<head.lowerBound], as: UTF8.self)
      parts.append(
        Part(
          name: Array((quoted("name", in: fields) ?? "").utf8),
          isFile: quoted("filename", in: fields) != nil,
          content: Array(rest[head.upperBound..<end.lowerBound])))
    }
    return parts
  }

  private static func range(of text: String, in bytes: [UInt8]) -> Range<Int>? {
    bytes.firstRange(of: Array(text.utf8))
  }

  private static func quoted(_ name: String, in fields: String) -> String? {
    guard let start = fields.firstRange(of: " \(name)=\"") else { return nil }
    return String(fields[start.upperBound...].prefix { $0 != "\"" })
  }
}
