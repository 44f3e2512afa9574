internal import CLibgit2
package import SlotsSystem

extension Repository {
  /// Opens a repository so that every object written goes to memory and is gone with this value:
  /// for saying what would happen. Calls `git_mempack_new` and `git_odb_add_backend`.
  package static func openInMemory(_ folder: Path) throws(GitError) -> Repository {
    let repository = try open(folder)
    let database = try repository.database()
    var backend: UnsafeMutablePointer<git_odb_backend>?
    try check("git_mempack_new", git_mempack_new(&backend))
    // Above loose objects (1) and packs (2), so that it is written to first.
    try check("git_odb_add_backend", git_odb_add_backend(database.pointer, backend, 999))
    repository.isInMemory = true
    return repository
  }

  /// The content of a tree object, names in git's order: folders as if they ended in a slash.
  static func content(ofTree entries: [TreeEntry]) -> [UInt8] {
    func order(_ entry: TreeEntry) -> [UInt8] {
      entry.name.bytes + (entry.item.mode.kind == .tree ? [UInt8(ascii: "/")] : [])
    }
    var content: [UInt8] = []
    for entry in entries.sorted(by: { order($0).lexicographicallyPrecedes(order($1)) }) {
      content += Array(String(entry.item.mode.kind.rawValue, radix: 8).utf8)
      content.append(UInt8(ascii: " "))
      content += entry.name.bytes
      content.append(0)
      entry.item.id.withOID { oid in
        withUnsafeBytes(of: oid.pointee) { content += $0 }
      }
    }
    return content
  }
}
