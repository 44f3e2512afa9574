internal import SlotsModel
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

  /// What the file holds now, without the lines that `mark` put there.
  func read() throws -> [UInt8] {
    let lines = (try Files.read(path, limit: 16 << 20) ?? []).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // No line of JSON begins with a hash: a line break within a text is written \n.
    let kept = lines.filter { line in
      line.first { $0 != UInt8(ascii: " ") } != UInt8(ascii: "#")
    }
    return Array(kept.joined(separator: [UInt8(ascii: "\n")]))
  }

  /// Puts what is wrong above the lines where it is.
  func mark(_ findings: [Finding]) throws {
    var lines = try read().split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    ).map { Array($0) }
    for finding in findings.sorted(by: { $0.position > $1.position }) {
      let place = min(max(finding.position.line - 1, 0), lines.count)
      lines.insert(Array("# \(finding.reason)".utf8), at: place)
    }
    try Files.write(
      Array(lines.joined(separator: [UInt8(ascii: "\n")])), to: path, temporaryIn: folder)
  }

  /// Leaves the file where it is, without marks.
  func keep() throws {
    try Files.write(try read(), to: path, temporaryIn: folder)
    isKept = true
  }

  /// Removes the file, unless it is kept.
  func remove() {
    guard !isKept else { return }
    try? Files.removeTree(folder)
  }
}
