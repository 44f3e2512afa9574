import SlotsSystem
import TestSupport

@testable import SlotsGit
@testable import SlotsStore

/// Makes objects that no git would make, in a bare repository.
struct Forge {
  typealias Entry = (mode: String, name: [UInt8], id: String)

  let hub: Path

  init(_ hub: Path) { self.hub = hub }

  /// Writes an object whatever it holds.
  func object(_ kind: String, _ bytes: [UInt8]) throws -> String {
    let result = try Child.run(
      "git", ["hash-object", "-t", kind, "-w", "--stdin", "--literally"], in: hub,
      environment: Shell.environment(), input: bytes, deadline: 60_000)
    guard result.succeeded else { throw Missing(what: result.summary) }
    return String(result.outputText.filter { !$0.isNewline })
  }

  func blob(_ text: String) throws -> String { try object("blob", Array(text.utf8)) }

  func tree(_ entries: [Entry]) throws -> String {
    let bytes = entries.flatMap { entry -> [UInt8] in
      let digits = Array(entry.id.utf8).map {
        UInt8(Character(Unicode.Scalar($0)).hexDigitValue ?? 0)
      }
      let id = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
      return Array("\(entry.mode) ".utf8) + entry.name + [0] + id
    }
    return try object("tree", bytes)
  }

  /// A tree with one file, in folders.
  func folder(_ names: [UInt8]..., file: String) throws -> String {
    var (mode, id) = ("100644", file)
    for name in names.reversed() { (mode, id) = ("40000", try tree([(mode, name, id)])) }
    return id
  }

  /// Moves the branch to a commit of the good tree with some entries other, as plain git's or with the
  /// mark of `slots`.
  @discardableResult
  func push(
    _ entries: [Entry], marked: Bool = false, author: String = "Eve <e@x> 1796126400 +0000",
    message: String = "evil\n"
  ) throws -> String {
    let names = Set(entries.map(\.name))
    let base = try git("ls-tree", "main", in: hub).split(separator: "\n").compactMap {
      line -> Entry? in
      let words = line.split(maxSplits: 3, whereSeparator: \.isWhitespace).map(String.init)
      let entry: Entry = (
        words[0].replacing("040000", with: "40000"), Array(words[3].utf8), words[2]
      )
      return names.contains(entry.name) ? nil : entry
    }
    let sorted = (base + entries).sorted { a, b in
      func key(_ entry: Entry) -> [UInt8] { entry.name + (entry.mode == "40000" ? [0x2F] : []) }
      return key(a).lexicographicallyPrecedes(key(b))
    }
    return try push(tree: try tree(sorted), marked: marked, author: author, message: message)
  }

  @discardableResult
  func push(
    tree: String, parents: [String]? = nil, marked: Bool = false,
    author: String = "Eve <e@x> 1796126400 +0000", message: String = "evil\n"
  ) throws -> String {
    let parents = try parents ?? [git("rev-parse", "main", in: hub)]
    var message = message
    if marked, let id = ObjectID(hex: tree) {
      let mark = CommitMark.mark(tree: id, parents: parents.compactMap { ObjectID(hex: $0) })
      message += "\n\(CommitMark.trailer)\(mark)\n"
    }
    let text =
      "tree \(tree)\n" + parents.map { "parent \($0)\n" }.joined()
      + "author \(author)\ncommitter \(author)\n\n\(message)"
    let commit = try object("commit", Array(text.utf8))
    try point(commit)
    return commit
  }

  /// Writes what the branch's file has.
  func point(_ text: String) throws {
    try Files.write(Array("\(text)\n".utf8), to: hub.appending("refs/heads/main"), temporaryIn: hub)
  }

  /// The file of a loose object.
  func file(of id: String) -> Path {
    hub.appending("objects/\(String(id.prefix(2)))/\(String(id.dropFirst(2)))")
  }

  /// Writes other bytes into the file of a loose object.
  func damage(_ id: String, _ change: ([UInt8]) -> [UInt8]) throws {
    let bytes = try Files.read(file(of: id)).orThrow(id)
    try Files.remove(file(of: id))
    try Files.write(change(bytes), to: file(of: id), temporaryIn: hub)
  }
}
