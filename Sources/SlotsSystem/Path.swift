/// A path or a file name, byte for byte. Two spellings of the same letter are two paths, and a name
/// that is not UTF-8 keeps its bytes. Folders are separated by `/`; there is no final `/` except in
/// the root folder. A text in quotes is a path where one is wanted: `"\(folder)/slot.05.json"`.
package struct Path: Sendable, Hashable {
  /// The bytes as the file system and git see them.
  package let bytes: [UInt8]

  /// The path with these bytes; final slashes are dropped.
  package init(bytes: some Sequence<UInt8>) {
    var bytes = Array(bytes)
    while bytes.count > 1, bytes.last == slash { bytes.removeLast() }
    self.bytes = bytes
  }

  /// The path with just these bytes, for one from outside that is still to be judged.
  package init(exactly bytes: [UInt8]) { self.bytes = bytes }

  /// The path that is written like this in UTF-8; final slashes are dropped.
  package init(_ text: String) {
    self.init(bytes: text.utf8)
  }

  /// The path as text, or nil when it is not UTF-8.
  package var text: String? {
    let text = description
    return text.utf8.elementsEqual(bytes) ? text : nil
  }

  /// Whether it starts at the root folder.
  package var isAbsolute: Bool { bytes.first == slash }

  /// Its last part: the name in its folder.
  package var name: Path {
    Path(bytes: bytes.suffix(from: bytes.lastIndex(of: slash).map { $0 + 1 } ?? 0))
  }

  /// The folder it is in; empty for a single name, the root folder for itself.
  package var parent: Path {
    guard let cut = bytes.lastIndex(of: slash) else { return "" }
    return Path(bytes: bytes[..<max(cut, 1)])
  }

  /// Its parts from the outermost folder to the name, without the root folder.
  package var parts: [Path] {
    bytes.split(separator: slash).map { Path(bytes: $0) }
  }

  /// This folder's `other`: the two joined by one `/`. An absolute `other` is returned as it is, and
  /// an empty one adds nothing.
  package func appending(_ other: Path) -> Path {
    if other.isAbsolute || bytes.isEmpty { return other }
    if other.bytes.isEmpty { return self }
    return Path(bytes: bytes + (bytes.last == slash ? [] : [slash]) + other.bytes)
  }

  /// The rest of this path inside `folder`, or nil when it is not inside.
  package func inside(_ folder: Path) -> Path? {
    let start = folder.bytes == [slash] ? folder.bytes : folder.bytes + [slash]
    guard bytes.count > start.count, bytes.starts(with: start) else { return nil }
    return Path(bytes: bytes.dropFirst(start.count))
  }

  /// The path with its bytes followed by `suffix`, such as `.lock`.
  package func adding(suffix: String) -> Path {
    Path(bytes: bytes + Array(suffix.utf8))
  }

  /// Lends the path to C, ended by a zero byte, for the length of the closure. One with a zero byte
  /// in it is lent as the empty path, which names nothing, and not as the part before that byte.
  package func withCPath<R>(_ body: (UnsafePointer<CChar>) -> R) -> R {
    let text = bytes.contains(0) ? [0] : bytes.map { CChar(bitPattern: $0) } + [0]
    return text.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map(body) ?? body("")
    }
  }

  /// Makes a system call on the path, again when a signal interrupted it.
  /// - Returns: what it returned, or the negative error number where that was negative.
  func call(_ body: (UnsafePointer<CChar>) -> Int32) -> Int32 {
    withCPath { path in retried { body(path) } }
  }
}

extension Path: Comparable {
  /// Orders by bytes, as git orders the files of an index.
  package static func < (left: Path, right: Path) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

extension Path: CustomStringConvertible {
  /// The path for a person; bytes that are not UTF-8 show as replacement characters.
  package var description: String { String(decoding: bytes, as: UTF8.self) }
}

extension Path: ExpressibleByStringInterpolation {
  /// Collects the bytes of a path in quotes; a path inside keeps its bytes.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var bytes: [UInt8] = []

    /// Called by the compiler.
    package init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds the text between the values.
    package mutating func appendLiteral(_ literal: String) { bytes += literal.utf8 }

    /// Adds the bytes of a path.
    package mutating func appendInterpolation(_ path: Path) { bytes += path.bytes }

    /// Adds the text of a value.
    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      bytes += value.description.utf8
    }
  }

  /// A path in quotes.
  package init(stringLiteral text: String) { self.init(text) }

  /// A path in quotes with values in it.
  package init(stringInterpolation: StringInterpolation) {
    self.init(bytes: stringInterpolation.bytes)
  }
}

private let slash = UInt8(ascii: "/")
