internal import SlotsGit

/// The mark of a commit that `slots` made: a trailer that names its content and its parents, so that
/// a commit made from it by `git cherry-pick`, `rebase` or `commit --amend` does not pass as ours.
enum CommitMark {
  static let trailer = "Slots-Mark: "

  /// The mark of a commit with this tree and these parents: the id that git would give a blob that
  /// lists them.
  static func mark(tree: ObjectID, parents: [ObjectID]) -> String {
    let text = ([tree] + parents).map { "\($0.hex)\n" }.joined()
    return Repository.id(blob: Array(text.utf8)).hex
  }

  /// True when `slots` made this commit as it is: its documents are normalised.
  static func isOurs(_ commit: Commit) -> Bool {
    guard let value = value(of: trailer, in: commit) else { return false }
    return value == mark(tree: commit.tree, parents: commit.parents)
  }

  /// The value of the last trailer `name` in the message.
  static func value(of name: String, in commit: Commit) -> Substring? {
    let lines = commit.message.split(separator: "\n")
    return lines.last { $0.hasPrefix(name) }.map { $0.dropFirst(name.count) }
  }

  /// A message with its trailers.
  static func message(
    subject: String, body: [String], trailers: [String], tree: ObjectID, parents: [ObjectID]
  ) -> String {
    let bodyText = body.isEmpty ? "" : body.joined(separator: "\n") + "\n\n"
    let marks = trailers + [trailer + mark(tree: tree, parents: parents)]
    return "\(subject)\n\n\(bodyText)\(marks.joined(separator: "\n"))\n"
  }
}
