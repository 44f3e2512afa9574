import SlotsGit
import SlotsSystem

/// Everything in a folder, to see whether anything changed.
enum Listing {
  /// The content of each file and link, by path.
  static func contents(of folder: Path, except hidden: Set<String> = []) throws -> [String: String]
  {
    try entries(folder, "", hidden).compactMapValues { path, status in
      status.kind == .folder ? nil : try content(path)
    }
  }

  /// The content of each file, and the times of each file and folder.
  static func everything(in folder: Path) throws -> [String: String] {
    try entries(folder, "", []).mapValues { path, status in
      let content = status.kind == .folder ? "" : try content(path)
      return "\(content) \(status.size) \(status.permissions) \(status.modified) \(status.changed)"
    }
  }

  private static func content(_ path: Path) throws -> String {
    switch try Files.content(path) {
    case .file(let bytes, _)?: Repository.id(blob: bytes).hex
    case .symlink(let bytes)?: "-> \(String(decoding: bytes, as: UTF8.self))"
    case nil: ""
    }
  }

  private static func entries(
    _ folder: Path, _ name: String, _ hidden: Set<String>
  ) throws -> [String: (Path, FileStatus)] {
    guard let status = try Files.status(folder) else { return [:] }
    var found = [name: (folder, status)]
    guard status.kind == .folder else { return found }
    for child in try Files.list(folder) ?? [] where !hidden.contains(child.description) {
      let inner = "\(name)/\(child)"
      found.merge(try entries(folder.appending(child), inner, hidden)) { $1 }
    }
    return found
  }
}

extension Listing {
  /// Runs `body` and lists what it changed in a folder, times included; nothing when it is all as before.
  static func changes(in folder: Path, _ body: () throws -> Void) throws -> [String] {
    let before = try everything(in: folder)
    try body()
    let after = try everything(in: folder)
    return Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
  }
}
