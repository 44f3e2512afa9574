internal import SlotsGit
internal import SlotsModel
internal import SlotsSystem

/// The one place that decides what may come into a working tree. Names that reach outside of it never
/// get here: `Repository.tree` refuses them.
extension Store {
  /// - Throws: `StoreError.unsafe` for what cannot be written, or must not be: nothing has changed then,
  ///   and no journal tells a later run to try it again.
  func refuseUnsafe(_ changes: [TreeChange]) throws {
    for change in changes {
      guard let item = change.new, let objection = try objection(to: item, at: change.path) else {
        continue
      }
      throw StoreError.unsafe(path: change.path.description, reason: objection)
    }
  }

  private func objection(to item: TreeItem, at path: Path) throws -> String? {
    // What file systems take; a little is left for the names of unfinished files.
    if let part = path.parts.first(where: { $0.bytes.count > 255 }) {
      return "a name of \(part.bytes.count) bytes, at most 255"
    }
    if inTree(path).bytes.count > 4000 {
      return "\(path.bytes.count) bytes in all, which is more than a path may have"
    }
    if item.mode.kind == .commit { return DocumentKind(path) == nil ? nil : "a submodule" }
    guard try repository.isBlob(item.id) else { return "its content is missing or is no file" }
    if DocumentKind(path) != nil { return try reader.objection(to: item) }
    guard item.mode.kind == .symlink else { return nil }
    if path.name.bytes.starts(with: ".gitmodules".utf8) { return "a symbolic link" }
    let size = try repository.blobSize(item.id)
    return (1..<4096).contains(size) ? nil : "a symbolic link of \(size) bytes"
  }

  /// What the file system tells about an own file; nil where nothing is, and where a folder above it is a
  /// link: what is behind that is no part of the store.
  func ownStatus(_ path: Path) throws -> FileStatus? {
    try link(above: path) == nil ? Files.status(inTree(path)) : nil
  }

  /// The outermost folder above a file of the working tree that is a symbolic link.
  func link(above path: Path) throws -> Path? {
    var folder: Path = ""
    for part in path.parts.dropLast() {
      folder = folder.appending(part)
      if try Files.status(inTree(folder))?.kind == .symlink { return folder }
    }
    return nil
  }
}
