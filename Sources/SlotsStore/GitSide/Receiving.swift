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
  /// A commit of a branch, or of a tag, has a file that is not valid.
  case invalid(name: String, commit: String, Finding)
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
    of lines: [String], in folder: String, objects: String?
  ) throws -> [PushRefusal] {
    let repository = try Repository.open(Path(folder))
    if let objects { try repository.borrowObjects(in: Path(objects)) }
    let reader = DocumentReader(repository)
    let check = Check(format: StoreFormat(), table: ParameterTable(), stamps: true)
    let known = try repository.references("refs/*").compactMap {
      try repository.resolve($0.id.hex)
    }
    var refusals: [PushRefusal] = []
    for line in lines {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 3 else { continue }
      let (old, pushed) = (pushed(words[0]), pushed(words[1]))
      let heads = "refs/heads/"
      let branch = words[2].hasPrefix(heads) ? String(words[2].dropFirst(heads.count)) : nil
      if let branch {
        let refusal = try refusal(of: branch, from: old, to: pushed, reader)
        if let refusal {
          refusals.append(refusal)
          continue
        }
      }
      // What a tag names is in the repository too; one that names no commit has no document.
      guard let tip = try pushed.flatMap({ try repository.resolve($0.hex) }) else { continue }
      let commits = CommitCheck(reader: reader, check: check, looksAtNames: false)
      for id in try repository.walk(from: [tip], hiding: known).reversed() {
        refusals += try commits.findings(in: try repository.commit(id)).map {
          .invalid(name: branch ?? words[2], commit: id.short, $0)
        }
      }
    }
    return refusals
  }

  /// Why a branch may not move so, whatever the commits have in them.
  private static func refusal(
    of branch: String, from old: ObjectID?, to new: ObjectID?, _ reader: DocumentReader
  ) throws -> PushRefusal? {
    let repository = reader.repository
    guard let new else { return .deletes(branch: branch) }
    if let old, try !repository.isAncestor(old, of: new) {
      let lost = try repository.walk(from: [old], hiding: [new]).count
      return .loses(branch: branch, commits: lost)
    }
    let isStore = try reader.raw(.format, in: repository.commit(new).tree)?.document != nil
    return isStore ? nil : .noStore(branch: branch)
  }

  /// Nil for the id of nothing, which is all zeros.
  private static func pushed(_ id: String) -> ObjectID? {
    id.allSatisfy { $0 == "0" } ? nil : ObjectID(hex: id)
  }
}
