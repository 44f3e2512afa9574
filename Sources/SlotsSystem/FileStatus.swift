internal import CSystem

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// What the file system tells about a path, the path itself being looked at and not what a symbolic
/// link points to (`lstat`).
package struct FileStatus: Sendable, Hashable {
  /// `other` is a device, a pipe or a socket.
  package enum Kind: Sendable { case file, folder, symlink, other }

  /// What it is.
  package let kind: Kind
  /// The length of the content in bytes.
  package let size: Int64
  /// The permission bits, 0 to 0o7777.
  package let permissions: UInt32
  /// When the content last changed, in nanoseconds since 1970.
  package let modified: Int64
  /// When the content or the status last changed, in nanoseconds since 1970.
  package let changed: Int64
  /// The number of the file on its file system.
  package let inode: UInt64
  /// The number of its file system.
  package let device: UInt64
  /// How many names the file has.
  package let links: UInt64
  /// The user it belongs to, as a number.
  package let owner: UInt32
  /// The group it belongs to, as a number.
  package let group: UInt32

  /// Whether its owner may run it: what git calls an executable file.
  package var isExecutable: Bool { kind == .file && permissions & 0o100 != 0 }

  /// Whether both are the same file under whatever name.
  package func isSameFile(as other: FileStatus) -> Bool {
    inode == other.inode && device == other.device
  }

  init(_ status: system_status) {
    switch mode_t(status.mode) & S_IFMT {
    case S_IFREG: kind = .file
    case S_IFDIR: kind = .folder
    case S_IFLNK: kind = .symlink
    default: kind = .other
    }
    size = status.size
    permissions = status.mode & 0o7777
    modified = status.modified
    changed = status.changed
    inode = status.inode
    device = status.device
    links = status.links
    owner = status.owner
    group = status.group
  }
}
