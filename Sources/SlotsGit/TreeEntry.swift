package import SlotsSystem

/// What git keeps of a file's permissions, with its kind: the mode of a tree entry.
package struct FileMode: Sendable, Hashable {
  /// The number as it is in the tree, so that one that git no longer writes survives.
  package let rawValue: UInt32

  /// The mode of this number, whether or not git writes it.
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A file that cannot be run.
  package static let file = FileMode(rawValue: 0o100644)
  /// A file that can be run.
  package static let executable = FileMode(rawValue: 0o100755)
  /// A symbolic link; its content is what it points to.
  package static let symlink = FileMode(rawValue: 0o120000)
  /// A folder.
  package static let tree = FileMode(rawValue: 0o040000)
  /// A commit of another repository (a submodule).
  package static let commit = FileMode(rawValue: 0o160000)

  /// One of the five above: what this mode is treated as.
  package var kind: FileMode {
    switch rawValue & 0o170000 {
    case 0o040000: .tree
    case 0o120000: .symlink
    case 0o160000: .commit
    default: rawValue & 0o100 == 0 ? .file : .executable
    }
  }
}

/// What a name in a tree stands for.
package struct TreeItem: Sendable, Hashable {
  /// Its kind and permissions.
  package let mode: FileMode
  /// Its content: of a file a blob, of a folder a tree, of a submodule a commit.
  package let id: ObjectID

  /// See the properties.
  package init(_ mode: FileMode, _ id: ObjectID) {
    self.mode = mode
    self.id = id
  }
}

/// One name in a tree.
package struct TreeEntry: Sendable, Hashable {
  /// A single name, byte for byte.
  package let name: Path
  /// What it stands for.
  package let item: TreeItem

  /// See the properties.
  package init(_ name: Path, _ item: TreeItem) {
    self.name = name
    self.item = item
  }
}

/// A file, link or submodule that two trees have differently. Never a folder.
package struct TreeChange: Sendable, Hashable {
  /// From the root of the trees.
  package let path: Path
  /// Nil where it is not in the old tree.
  package let old: TreeItem?
  /// Nil where it is not in the new tree.
  package let new: TreeItem?
}
