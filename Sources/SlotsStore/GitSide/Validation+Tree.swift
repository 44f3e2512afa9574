internal import SlotsGit
package import SlotsModel
internal import SlotsSystem

/// What a validation found.
package struct ValidationReport: Sendable, Hashable {
  /// One thing that is wrong.
  package struct Item: Sendable, Hashable {
    /// Where, and what.
    package let finding: Finding
    /// The commit that has it; nil for the working tree.
    package let commit: String?

    /// `{"file","line","column","reason","commit"}`, the commit for a history alone.
    package var json: JSONValue {
      guard let commit, var object = finding.json.object else { return finding.json }
      object["commit"] = .string(Text(commit))
      return .object(object)
    }
  }

  /// Everything that is wrong.
  package var items: [Item] = []
  /// What is to be known and is nothing wrong.
  package var notes: [String] = []
  /// Files that were put right, or would be.
  package var fixed: [String] = []

  /// Some findings of the working tree.
  package init(_ findings: [Finding] = []) {
    items = findings.map { Item(finding: $0, commit: nil) }
  }
}

extension Store {
  /// Looks at the whole store as the working tree has it: every document, the names of all files,
  /// secrets in own files, the size, pins on empty slots.
  package func validateAll() throws -> ValidationReport {
    var report = ValidationReport()
    var findings = try validate([], clocks: true)
    let snapshot = try workingEdits().snapshot
    let start = TextPosition(line: 1, column: 1)
    var paths = try reader.kinds(in: snapshot).map(\.path)
    for path in Set(try reader.files(in: headCommit()?.tree).own.keys).union(try looseNames())
      .sorted()
    {
      if let text = path.text { paths.append(text) }
      findings += try validate(own: path)
    }
    let (bytes, limit) = try size(of: snapshot)
    if bytes > limit {
      findings.append(
        Finding("store.json", start, "the store has \(bytes) bytes, at most \(limit)"))
    }
    for path in Self.alike(paths) {
      findings.append(
        Finding(path, start, "differs from another name by upper and lower case alone"))
    }
    report.items += ValidationReport(findings).items
    let view = StoreView(self, snapshot)
    for id in try view.pins().sorted() where try view.filled(id) == nil {
      report.notes.append("\(id) is pinned and empty: the pin is kept, and not played")
    }
    return report
  }

  /// JSON files where documents belong, tracked by git or not.
  private func looseNames() throws -> [Path] {
    var names = try Files.list(workFolder) ?? []
    var folders: [Path] = ["devices"]
    while let folder = folders.popLast() {
      guard try Files.status(inTree(folder))?.kind == .folder else { continue }
      let inner = (try Files.list(inTree(folder)) ?? []).map { folder.appending($0) }
      names += inner
      folders += inner
    }
    return names.filter { path in
      path.text.map { Check.expectation(of: $0) != nil } ?? false
    }
  }

  /// Paths that are one, or lie in folders that are one, where upper and lower case are not told apart.
  private static func alike(_ paths: [String]) -> [String] {
    func steps(_ path: String) -> [String] {
      let parts = path.split(separator: "/")
      return parts.indices.map { parts[...$0].joined(separator: "/") }
    }
    let spellings = Dictionary(grouping: Set(paths.flatMap(steps))) { $0.lowercased() }
    return paths.filter { steps($0).contains { spellings[$0.lowercased()]?.count ?? 0 > 1 } }
      .sorted()
  }

  /// Looks at every document that commits changed, in the order of history.
  ///
  /// - Parameter range: `A..B`, or a commit for all that led to it.
  /// - Throws: `StoreError.noRevision`, `.badRange`.
  package func validateHistory(_ range: String) throws -> ValidationReport {
    let ends: (old: ObjectID?, new: ObjectID)
    switch try Comparison(range) {
    case .range(let old, let new): ends = (try commit(named: old), try commit(named: new))
    case .from(let name): ends = (nil, try commit(named: name))
    case .remote, .factory: throw StoreError.noRevision(range)
    }
    var report = ValidationReport()
    let commits = try repository.walk(from: [ends.new], hiding: ends.old.map { [$0] } ?? [])
    let check = CommitCheck(reader: reader, check: try committedCheck())
    for (number, id) in commits.reversed().enumerated() {
      surroundings.progress("looking at commit \(number + 1) of \(commits.count)")
      report.items += try check.findings(in: try repository.commit(id)).map {
        ValidationReport.Item(finding: $0, commit: id.hex)
      }
    }
    return report
  }

  /// Rewrites documents of the working tree that have one right form: canonical, with a stamp, not
  /// executable. What is not valid otherwise stays as it is.
  ///
  /// - Parameter paths: absolute; none for every document.
  /// - Returns: the paths of what was rewritten, or would be.
  /// - Throws: `StoreError.noDocument` for a path that is none of this store.
  package func fix(_ paths: [String] = [], dryRun: Bool) throws -> [String] {
    let named = try named(paths).kinds
    func body() throws -> [String] {
      let edits = try workingEdits()
      var fixed: [String] = []
      var folders: Set<Path> = []
      for kind in try reader.kinds(in: edits.snapshot) where !edits.heldKinds.contains(kind) {
        guard paths.isEmpty || named.contains(kind),
          case .file(let bytes) = try onDisk(kind, &folders),
          case .document(let document)? = try reader.reading(kind, in: edits.snapshot),
          let found = Reading(bytes, as: kind).document
        else { continue }
        let isWritten =
          found.canonicalBytes == bytes && found.registers.values.allSatisfy { $0.stamp != nil }
        guard try !isWritten || isRun(kind) else { continue }
        let isFixed =
          try dryRun
          || Files.replace(
            inTree(kind.treePath), with: .file(isWritten ? bytes : document.canonicalBytes),
            root: workFolder, temporaryIn: temporaryFolder, ifIs: { $0?.bytes == bytes })
        if isFixed { fixed.append(kind.path) }
      }
      return fixed
    }
    return try dryRun ? body() : exclusively(body)
  }

  /// Whether the file of a document can be run, where git looks at that.
  func isRun(_ kind: DocumentKind) throws -> Bool {
    guard try repository.config("core.filemode") != "false" else { return false }
    return try Files.status(inTree(kind.treePath))?.isExecutable == true
  }
}
