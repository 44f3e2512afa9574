/// What a path in a working tree holds, as far as git can keep it.
package enum Content: Sendable, Hashable {
  case file([UInt8], executable: Bool)
  /// A symbolic link with the bytes of what it points to.
  case symlink([UInt8])

  /// A file that cannot be run.
  package static func file(_ bytes: [UInt8]) -> Content { .file(bytes, executable: false) }

  /// The bytes git would keep.
  package var bytes: [UInt8] {
    switch self {
    case .file(let bytes, _), .symlink(let bytes): bytes
    }
  }
}
