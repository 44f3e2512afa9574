internal import SlotsSystem

/// A text that a person edits in an editor of their own, in a temporary folder.
final class Draft {
  let folder: Path
  let path: Path
  private var isKept = false

  /// Writes `bytes` to a file with this name in a new folder in `parent`.
  init(_ bytes: [UInt8], called name: String, in parent: Path) throws {
    folder = "\(parent)/slots-\(Random.name())"
    path = "\(folder)/\(name)"
    try Files.makeFolders(folder)
    try Files.write(bytes, to: path, temporaryIn: folder)
  }

  /// Opens the editor on the file and waits for its end.
  func open(_ editor: String) throws {
    // An editor's command may carry options of its own, as `code --wait`: the shell splits them.
    let status = try Child.interactive(
      "/bin/sh", ["-c", "\(editor) \"$1\"", "sh", path.description])
    guard status == .exited(0) else {
      throw CommandError(
        "the editor \(editor) failed", hint: "EDITOR names another one, as EDITOR=nano")
    }
  }

  /// What the file holds now.
  func read() throws -> [UInt8] { try Files.read(path, limit: 16 << 20) ?? [] }

  /// Leaves the file where it is.
  func keep() { isKept = true }

  /// Removes the file, unless it is kept.
  func remove() {
    guard !isKept else { return }
    try? Files.removeTree(folder)
  }
}
