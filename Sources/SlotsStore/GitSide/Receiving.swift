internal import SlotsGit
package import SlotsModel
internal import SlotsSystem

/// Why a push to a shared repository is refused.
package enum PushRefusal: Sendable, Hashable {
  /// The branch would be gone, with what others sent.
  case deletes(branch: String)
  /// These commits would no longer be in the branch.
  case loses(branch: String, commits: Int)
  /// The branch holds no store.
  case noStore(branch: String)
  /// A commit has a file that is not valid.
  case invalid(branch: String, commit: String, Finding)
}

extension Store {
  /// Looks at a push before a bare repository takes it: every new commit is validated, and nothing that
  /// others sent may go.
  ///
  /// - Parameters:
  ///   - lines: what git tells the hook, `OLD NEW REF` each.
  ///   - folder: the bare repository.
  ///   - objects: where git keeps the objects of the push until it is accepted.
  /// - Returns: empty where the push may be taken.
  package static func refusals(
    of lines: [String], in folder: String, objects: String?, now: Int64
  ) throws -> [PushRefusal] {
    let repository = try Repository.open(Path(folder))
    if let objects { try repository.borrowObjects(in: Path(objects)) }
    let reader = DocumentReader(repository)
    var check = Check(format: StoreFormat(), table: ParameterTable(), stamps: true)
    check.now = now
    let known = try repository.references("refs/*").map(\.id)
    var refusals: [PushRefusal] = []
    for line in lines {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 3, words[2].hasPrefix("refs/heads/") else { continue }
      let branch = String(words[2].dropFirst("refs/heads/".count))
      let (old, new) = (pushed(words[0]), pushed(words[1]))
      guard let new else {
        refusals.append(.deletes(branch: branch))
        continue
      }
      if let old, try !repository.isAncestor(old, of: new) {
        let lost = try repository.walk(from: [old], hiding: [new]).count
        refusals.append(.loses(branch: branch, commits: lost))
        continue
      }
      guard try reader.raw(.format, in: repository.commit(new).tree)?.document != nil else {
        refusals.append(.noStore(branch: branch))
        continue
      }
      let commits = CommitCheck(reader: reader, check: check)
      for id in try repository.walk(from: [new], hiding: known).reversed() {
        refusals += try commits.findings(in: try repository.commit(id)).map {
          .invalid(branch: branch, commit: id.short, $0)
        }
      }
    }
    return refusals
  }

  /// Nil for the id of nothing, which is all zeros.
  private static func pushed(_ id: String) -> ObjectID? {
    id.allSatisfy { $0 == "0" } ? nil : ObjectID(hex: id)
  }
}
