internal import SlotsGit
internal import SlotsModel
internal import SlotsSystem

/// The words of a commit.
struct CommitText {
  var subject: String
  var body: [String] = []
  var trailers: [String] = []

  /// The words for changes made on this replica; an operation on many keys is named.
  static func changes(
    _ changes: [KeyChange], files: [Path] = [], by kind: OperationKind = .edit
  ) -> CommitText {
    let isForced = kind == .reset
    let changes = isForced ? changes.filter { !$0.isSilent } : changes
    var lines = changes.map { ChangeText($0).line }
    if isForced, lines.isEmpty { return CommitText(subject: "reset: it was so already") }
    lines += files.map { "\($0): edited" }
    if lines.isEmpty { return CommitText(subject: "canonical form of what git brought") }
    var subject =
      changes.isEmpty
      ? (files.count == 1 ? lines.first ?? "" : "\(files.count) files edited")
      : ChangeText.subject(changes)
    if [.undo, .redo, .reset, .restore, .bringIn, .migrate, .pull, .tweak].contains(kind) {
      subject = "\(kind.rawValue): \(subject)"
    }
    return CommitText(subject: subject, body: lines.count > 1 ? lines : [])
  }
}

extension CommitText {
  /// The words for a commit that puts right what plain git left.
  static func repair(_ changes: [KeyChange]) -> CommitText {
    var text = CommitText.changes(changes)
    if !changes.isEmpty { text.subject = "stamped: \(text.subject)" }
    return text
  }
}

extension Store {
  /// Writes a commit that is marked as ours; moves nothing.
  func commit(
    _ snapshot: Snapshot, parents: [ObjectID], _ text: CommitText
  ) throws -> ObjectID {
    let tree = try reader.write(snapshot)
    let signature = try self.signature()
    return try repository.write(
      commit: tree, parents: parents, author: signature, committer: signature,
      message: CommitMark.message(
        subject: text.subject, body: text.body,
        trailers: text.trailers + ["Slots-Replica: \(replica.string)"], tree: tree,
        parents: parents))
  }

  /// The person's name for git, or the replica's where none is configured.
  func signature() throws -> Signature {
    func clean(_ text: String?) -> String? {
      let kept = (text ?? "").unicodeScalars.filter {
        $0.value >= 0x20 && $0 != "<" && $0 != ">"
      }
      return kept.isEmpty ? nil : String(String.UnicodeScalarView(kept))
    }
    let name = clean(try repository.config("user.name")) ?? clean(replica.string) ?? "slots"
    let email = clean(try repository.config("user.email")) ?? "slots@localhost"
    return Signature(
      name: name, email: email, time: surroundings.now() / 1000, offsetMinutes: 0)
  }

  /// The commit that is known to be normalised although plain git made it.
  func knownNormal() throws -> ObjectID? {
    try Files.read(stateFolder.appending("normal")).flatMap {
      ObjectID(hex: String(decoding: $0, as: UTF8.self).trimmedLine)
    }
  }

  /// Remembers that `commit` is normalised, where its mark does not say so.
  func rememberNormal(_ commit: ObjectID) throws {
    guard try !CommitMark.isOurs(repository.commit(commit)), try knownNormal() != commit else {
      return
    }
    try Files.write(
      Array((commit.hex + "\n").utf8), to: stateFolder.appending("normal"),
      temporaryIn: temporaryFolder)
  }

  /// Commits what the working tree has that HEAD does not, so that nothing that follows can
  /// overwrite an edit; the result's `snapshot` is then what HEAD has.
  ///
  /// - Parameter missing: what is done when many documents went missing at once.
  @discardableResult
  func takeWorkingEdits(_ missing: MissingPolicy = .refuse) throws -> WorkingEdits {
    try untilStill { try takeOnce(missing) }
  }

  private func takeOnce(_ missing: MissingPolicy) throws -> WorkingEdits? {
    let place = try place()
    var edits = try workingEdits(keepsMissing: missing == .keep, writing: true)
    try missing.check(edits.missing, total: edits.total, inRemote: false)
    guard let head = place.commit else { return edits }
    let tree = try repository.commit(head).tree
    if !edits.stale.isEmpty { try refresh(edits.stale, tree) }
    let held = edits.heldPaths
    if edits.snapshot.isPlain {
      // Files that only need rewriting (line ends, a stamp put back) hold no edit.
      if !edits.seen.keys.allSatisfy(held.contains) {
        let moved = try advance(
          to: head, from: place, seen: edits.seen, held: held, message: "canonical files")
        guard moved else { return nil }
      }
      try rememberNormal(head)
      return edits
    }
    let text = CommitText.changes(edits.changes, files: edits.files)
    let id = try commit(edits.snapshot, parents: [head], text)
    let moved = try advance(
      to: id, from: place, seen: edits.seen, held: held, message: text.subject,
      operations: [try operation(.edit, from: head, to: id)])
    guard moved else { return nil }
    edits.snapshot = Snapshot(tree: try repository.commit(id).tree)
    return edits
  }
}

/// What is done when at least three and more than half of the documents went missing by plain
/// deletion.
package enum MissingPolicy: Sendable, Hashable {
  /// Stop and ask.
  case refuse
  /// They are cleared, as a person asked.
  case take
  /// They are put back.
  case keep

  func check(_ missing: Set<DocumentKind>, total: Int, inRemote: Bool) throws(StoreError) {
    guard self == .refuse, missing.count >= 3, missing.count * 2 > total else { return }
    throw .manyMissing(paths: missing.inPathOrder.map(\.path), total: total, inRemote: inRemote)
  }
}
