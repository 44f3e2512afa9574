import Foundation
package import SlotsSystem

/// A folder for one test, removed with all in it at the end of the value.
package final class TemporaryFolder {
  /// Its absolute path without symbolic links.
  package let path: Path

  /// Makes an empty folder among the system's temporary ones.
  package init() throws(SystemError) {
    let name = Path("slots-test-\(Random.name())")
    let base = Path(NSTemporaryDirectory())
    let folder = (try Files.realPath(base) ?? base).appending(name)
    try Files.makeFolders(folder)
    path = folder
  }

  deinit { try? Files.removeTree(path) }

  /// Writes a file in the folder, and the folders it needs.
  /// - Returns: the file's path.
  @discardableResult
  package func write(_ name: Path, _ text: String) throws(SystemError) -> Path {
    let file = path.appending(name)
    try Files.write(Array(text.utf8), to: file, temporaryIn: path)
    return file
  }

  /// The text of a file in the folder; nil when it is not there.
  package func text(_ name: Path) throws(SystemError) -> String? {
    try Files.read(path.appending(name)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The paths of all files and links in the folder, relative to it, sorted.
  /// - Parameter hidden: the names of folders that are left out.
  package func files(except hidden: Set<Path> = [".git"]) throws(SystemError) -> [Path] {
    try Self.files(in: path, hidden).compactMap { $0.inside(path) }.sorted()
  }

  private static func files(
    in folder: Path, _ hidden: Set<Path>
  ) throws(SystemError) -> [Path] {
    var found: [Path] = []
    for name in try Files.list(folder) ?? [] where !hidden.contains(name) {
      let path = folder.appending(name)
      let isFolder = try Files.status(path)?.kind == .folder
      found += isFolder ? try files(in: path, hidden) : [path]
    }
    return found
  }
}
