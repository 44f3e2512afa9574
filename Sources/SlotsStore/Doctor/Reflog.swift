internal import SlotsGit
internal import SlotsSystem

/// Git's log of where a branch was, the oldest line first.
struct Reflog {
  /// One move.
  struct Entry {
    /// Nil where the branch began.
    let old: ObjectID?
    let new: ObjectID
    /// In seconds since 1970; 0 where the line does not tell.
    let time: Int64
    let message: Substring
  }

  let entries: [Entry]

  /// Reads `logs/BRANCH`; nil where git keeps none. Lines that are no moves are passed over.
  init?(_ branch: String, in repository: Repository) {
    let file: Path = "\(repository.commonFolder)/logs/\(branch)"
    guard let bytes = (try? Files.read(file, limit: 16 << 20)) ?? nil else { return nil }
    entries = String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "\t", maxSplits: 1)
      let words = parts.first?.split(separator: " ").map(String.init) ?? []
      let ids = words.prefix(2)
      guard ids.count == 2, let new = ObjectID(hex: ids[1]) else { return nil }
      let isFirst = ids[0].allSatisfy { $0 == "0" }
      return Entry(
        old: isFirst ? nil : ObjectID(hex: ids[0]), new: new,
        time: words.dropLast().last.flatMap { Int64($0) } ?? 0,
        message: parts.count > 1 ? parts[1] : "")
    }
  }
}
