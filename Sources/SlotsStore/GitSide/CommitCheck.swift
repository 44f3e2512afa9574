internal import SlotsGit
internal import SlotsModel
internal import SlotsSystem

/// Looks at what a commit changed.
struct CommitCheck {
  let reader: DocumentReader
  /// The limits are those of each commit's own `store.json`.
  let check: Check
  /// Whether a name that is nearly a document's is a finding.
  var looksAtNames = true

  /// What is wrong with the files that a commit changed: those that none of its parents has so.
  func findings(in commit: Commit) throws -> [Finding] {
    let repository = reader.repository
    let parents = try commit.parents.filter { try repository.contains($0) }
      .map { try repository.commit($0).tree }
    var check = check
    check.mayLackStamps = true
    check.format = StoreFormat(try reader.raw(.format, in: commit.tree)?.document)
    var findings: [Finding] = []
    for change in try repository.changes(from: parents.first, to: commit.tree) {
      guard let item = change.new, let path = change.path.text,
        try !parents.dropFirst().contains(where: {
          try repository.entry(at: change.path, in: $0) == item
        })
      else { continue }
      if let kind = DocumentKind(change.path) {
        if case .device(let name, _) = kind {
          check.products[name] = try reader.raw(.device(name, .device), in: commit.tree)?.document?
            .product
        }
        guard item.mode.kind == .file || item.mode.kind == .executable else {
          let start = TextPosition(line: 1, column: 1)
          findings.append(Finding(path, start, "not a plain file, expected one"))
          continue
        }
        findings += check.findings(in: try repository.blob(item.id), as: kind)
      } else if item.mode.kind != .commit, try repository.blobSize(item.id) <= Store.ownLimit {
        let bytes = try repository.blob(item.id)
        findings +=
          looksAtNames
          ? Check.findings(inOwn: bytes, at: path) : Check.secrets(inOwn: bytes, at: path)
      }
    }
    return findings
  }
}
