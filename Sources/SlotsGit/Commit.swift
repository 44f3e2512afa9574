/// Who did something, and when.
package struct Signature: Sendable, Hashable {
  /// For people; in what git has stored it may be empty.
  package let name: String
  /// An address, or whatever stands between `<` and `>`.
  package let email: String
  /// Seconds since 1970.
  package let time: Int64
  /// The time zone, in minutes east of Greenwich.
  package let offsetMinutes: Int

  /// Milliseconds since 1970; the last that there are for a time beyond them.
  package var milliseconds: Int64 {
    let (value, isTooLarge) = time.multipliedReportingOverflow(by: 1000)
    return isTooLarge ? (time < 0 ? .min : .max) : value
  }

  /// What a person or a replica signs with.
  package init(name: String, email: String, time: Int64, offsetMinutes: Int) {
    self.name = name
    self.email = email
    self.time = time
    self.offsetMinutes = offsetMinutes
  }

  /// Reads a line of a commit as `text` gives it; what is missing is empty or 0. Our own, because
  /// libgit2 drops some characters from the ends of a name, and not the same in every version.
  init(line: some StringProtocol) {
    let start = line.firstIndex(of: "<") ?? line.endIndex
    let end = line.lastIndex(of: ">") ?? line.endIndex
    let rest = line[end...].dropFirst().split(separator: " ")
    let zone = rest.count > 1 ? Int(rest[1]) ?? 0 : 0
    name = String(line[..<start].hasSuffix(" ") ? line[..<start].dropLast() : line[..<start])
    email = start < end ? String(line[start..<end].dropFirst()) : ""
    time = rest.first.flatMap { Int64($0) } ?? 0
    offsetMinutes = zone / 100 * 60 + zone % 100
  }

  /// As commits and the reflog have it: `name <email> seconds +0100`. What would break that form is
  /// left out of the names.
  var text: String {
    let name = Self.clean(name)
    let minutes = abs(offsetMinutes)
    let zone = [minutes / 600, minutes / 60 % 10, minutes % 60 / 10, minutes % 10]
    let sign = offsetMinutes < 0 ? "-" : "+"
    let shown = name.isEmpty ? "unknown" : name
    return "\(shown) <\(Self.clean(email))> \(time) \(sign)\(zone.map(String.init).joined())"
  }

  private static func clean(_ text: String) -> String {
    let allowed = text.unicodeScalars.filter { $0.value >= 32 && $0 != "<" && $0 != ">" }
    let words = allowed.split(separator: " ", omittingEmptySubsequences: false)
    let trimmed = words.drop { $0.isEmpty }.reversed().drop { $0.isEmpty }.reversed()
    return trimmed.map { String($0) }.joined(separator: " ")
  }
}

/// A commit as a value.
package struct Commit: Sendable, Hashable {
  /// Its own id.
  package let id: ObjectID
  /// The id of the tree of its files.
  package let tree: ObjectID
  /// The commits it was made from: none for a first one, two or more for a merge.
  package let parents: [ObjectID]
  /// Who made the change, and when.
  package let author: Signature
  /// Who made this commit of it, and when.
  package let committer: Signature
  /// The whole message as it is in the commit.
  package let message: String
}

/// What a repository's HEAD is.
package enum Head: Sendable, Hashable {
  /// On a branch (`refs/heads/…`); nil while that has no commit.
  case branch(name: String, ObjectID?)
  /// On a commit and no branch.
  case detached(ObjectID)

  /// The commit, where there is one.
  package var commit: ObjectID? {
    switch self {
    case .branch(_, let id): id
    case .detached(let id): id
    }
  }
}
