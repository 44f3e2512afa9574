package import SlotsSystem

/// One entry of an index.
package struct IndexEntry: Sendable, Hashable {
  /// From the root of the working tree, byte for byte.
  package let path: Path
  /// What the file is to be in the next tree.
  package let item: TreeItem
  /// 0, or in a conflict 1 for the base, 2 for ours, 3 for theirs.
  package let stage: Int
  /// The low 32 bits of the file's size when it was added; 0 can also mean: not known.
  package let size: UInt32
  /// When the content of the file last changed, in nanoseconds since 1970 (in whole seconds where
  /// another program wrote the entry).
  package let modified: Int64
  /// When the status of the file last changed, likewise.
  package let changed: Int64
  /// The low 32 bits of the file's number.
  package let inode: UInt32
  /// The low 32 bits of the number of its file system.
  package let device: UInt32
  /// The user it belongs to, as a number.
  package let owner: UInt32
  /// The group it belongs to, as a number.
  package let group: UInt32
  /// Git is told not to look for changes (`--assume-unchanged`).
  package let isAssumedUnchanged: Bool
  /// Git is told that the file is not to be in the working tree (`--skip-worktree`).
  package let isSkipped: Bool

  /// Whether a file surely has the content of this entry, so that it need not be read: its status is
  /// the one noted, and older than the index. A file that changed in the same second as the index
  /// was written may have changed again unseen.
  /// - Parameters:
  ///   - status: the file now; nil when it is not there.
  ///   - written: when the index was, as in `IndexSnapshot`.
  package func isUntouched(_ status: FileStatus?, since written: Int64?) -> Bool {
    guard let status, let written, stage == 0, second(modified) < second(written) else {
      return false
    }
    return modified == status.modified && changed == status.changed
      && size == UInt32(truncatingIfNeeded: status.size)
      && inode == UInt32(truncatingIfNeeded: status.inode)
      && item.mode.kind == FileMode(of: status)
  }
}

/// An index as it was at one moment.
package struct IndexSnapshot: Sendable {
  /// In the order of paths and stages.
  package let entries: [IndexEntry]
  /// When the index file was last written, in nanoseconds since 1970; nil when there is none.
  package let written: Int64?

  /// The entry of a path that is not in conflict.
  package func entry(at path: Path) -> IndexEntry? {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].path < path { low = middle + 1 } else { high = middle }
    }
    guard low < entries.count, entries[low].path == path, entries[low].stage == 0 else {
      return nil
    }
    return entries[low]
  }

}

/// What an index is to hold for a path.
package struct IndexEdit: Sendable {
  /// What the file is to be in the next tree.
  package let item: TreeItem
  /// The file as it was when it had the content of `item`; nil for not known, so that git reads it.
  package let status: FileStatus?

  /// See the properties.
  package init(item: TreeItem, status: FileStatus?) {
    self.item = item
    self.status = status
  }
}

extension FileMode {
  /// The mode git gives a file with this status; nil for what git does not keep.
  package init?(of status: FileStatus) {
    switch status.kind {
    case .file: self = status.isExecutable ? .executable : .file
    case .symlink: self = .symlink
    case .folder, .other: return nil
    }
  }
}

/// The whole second that a time in nanoseconds is in.
func second(_ nanoseconds: Int64) -> Int64 {
  let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
  return remainder < 0 ? quotient - 1 : quotient
}
