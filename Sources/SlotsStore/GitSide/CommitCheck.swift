internal import SlotsGit
internal import SlotsModel
internal import SlotsSystem

/// Looks at what a commit changed.
struct CommitCheck {
  let reader: DocumentReader
  /// The limits are those of each commit's own `store.json`.
  let check: Check

  /// What is wrong with the files that a commit changed against its first parent.
  func findings(in commit: Commit) throws -> [Finding] {
    let repository = reader.repository
    let parent = try commit.parents.first.flatMap {
      try repository.contains($0) ? try repository.commit($0).tree : nil
    }
    var check = check
    check.format = StoreFormat(try reader.raw(.format, in: commit.tree)?.document)
    var findings: [Finding] = []
    for change in try repository.changes(from: parent, to: commit.tree) {
      guard let item = change.new, let path = change.path.text else { continue }
      if let kind = DocumentKind(change.path) {
        guard item.mode.kind == .file || item.mode.kind == .executable else {
          let start = TextPosition(line: 1, column: 1)
          findings.append(Finding(path, start, "not a plain file, expected one"))
          continue
        }
        // What plain git left without a stamp is stamped by the next sync, and is nothing wrong.
        findings += check.findings(in: try repository.blob(item.id), as: kind).filter {
          !$0.reason.hasSuffix("has no stamp that can be read")
        }
      } else if item.mode.kind != .commit, try repository.blobSize(item.id) <= Store.ownLimit {
        findings += Check.findings(inOwn: try repository.blob(item.id), at: path)
      }
    }
    return findings
  }
}
