internal import CLibgit2
package import SlotsSystem

extension Repository {
  /// The names in a tree, in git's order. Calls `git_tree_lookup`.
  /// - Throws: kind `badTree` for a tree that no working tree may have: a name twice, or as
  ///   `EntryName` says.
  package func tree(_ id: ObjectID) throws(GitError) -> [TreeEntry] {
    try refuseCut(id)
    let tree = try Handle("git_tree_lookup", git_tree_free) { out in
      id.withOID { git_tree_lookup(&out, pointer, $0) }
    }
    let entries: [TreeEntry] = (0..<git_tree_entrycount(tree.pointer)).compactMap { number in
      guard let entry = git_tree_entry_byindex(tree.pointer, number),
        let name = git_tree_entry_name(entry), let id = git_tree_entry_id(entry)
      else { return nil }
      let mode = FileMode(rawValue: git_tree_entry_filemode_raw(entry).rawValue)
      return TreeEntry(Path(rawName: name), TreeItem(mode, ObjectID(id.pointee)))
    }
    var seen: Set<Path> = []
    for name in entries.map(\.name) {
      let objection =
        EntryName.objection(to: name.bytes) ?? (seen.insert(name).inserted ? nil : "a name twice")
      guard let objection else { continue }
      throw GitError(.badTree, "git_tree_lookup", "tree \(id.short) has \(objection): \(name)")
    }
    return entries
  }

  /// What a path in a tree stands for, or nil. The empty path is the tree itself.
  package func entry(at path: Path, in tree: ObjectID) throws(GitError) -> TreeItem? {
    var item = TreeItem(.tree, tree)
    for part in path.parts {
      guard item.mode.kind == .tree, let entry = try items(of: item.id)[part] else { return nil }
      item = entry
    }
    return item
  }

  /// The names in a tree, those of the last few kept: a large one is asked for every file in it.
  private func items(of id: ObjectID) throws(GitError) -> [Path: TreeItem] {
    if let known = knownTrees[id] { return known }
    let items = Dictionary(try tree(id).map { ($0.name, $0.item) }) { first, _ in first }
    if knownTrees.count >= 16 { knownTrees.removeAll() }
    knownTrees[id] = items
    return items
  }

  /// Writes a tree of these names. Calls `git_treebuilder_write`.
  /// - Throws: for a name that git forbids (`.git`, `..`, one with a slash), kind `exists` for a name
  ///   given twice, and for an object that is not here.
  package func write(tree entries: [TreeEntry]) throws(GitError) -> ObjectID {
    guard Set(entries.map(\.name)).count == entries.count else {
      throw GitError(.exists, "git_treebuilder_insert", "a name is there twice")
    }
    if isInMemory { return try write(Repository.content(ofTree: entries), GIT_OBJECT_TREE) }
    let builder = try Handle("git_treebuilder_new", git_treebuilder_free) {
      git_treebuilder_new(&$0, pointer, nil)
    }
    for entry in entries {
      let code = entry.item.id.withOID { id in
        entry.name.withCPath { name in
          git_treebuilder_insert(
            nil, builder.pointer, name, id, git_filemode_t(entry.item.mode.kind.rawValue))
        }
      }
      try check("git_treebuilder_insert", code)
    }
    var oid = git_oid()
    try writing("git_treebuilder_write") { git_treebuilder_write(&oid, builder.pointer) }
    return ObjectID(oid)
  }

  /// Writes the tree that comes of `base` by some edits, in folders too. Only trees that change are
  /// written; one that becomes empty is left out.
  /// - Parameters:
  ///   - edits: what each path is to stand for; nil removes it, a folder with all in it.
  ///   - base: nil for the empty tree.
  /// - Returns: the tree; that of no files when nothing is left.
  /// - Throws: kind `exists` where a path would be a file and a folder, and as `write(tree:)`.
  package func write(
    tree edits: [Path: TreeItem?], on base: ObjectID?
  ) throws(GitError) -> ObjectID {
    let parts = edits.map { (path: $0.key.parts[...], item: $0.value) }
    if let tree = try edited(base, parts, at: "") { return tree }
    return try write(tree: [])
  }

  private typealias Edit = (path: ArraySlice<Path>, item: TreeItem?)

  /// - Returns: nil when nothing is left.
  private func edited(
    _ base: ObjectID?, _ edits: [Edit], at folder: Path
  ) throws(GitError) -> ObjectID? {
    try checkDepth(folder)
    let before = try base.map { id throws(GitError) in try tree(id) } ?? []
    var items = Dictionary(before.map { ($0.name, $0.item) }) { first, _ in first }
    let byName = Dictionary(grouping: edits) { $0.path.first ?? "" }
    for (name, edits) in byName.sorted(by: { $0.key < $1.key }) {
      let path = folder.appending(name)
      let inner = edits.compactMap { $0.path.count > 1 ? ($0.path.dropFirst(), $0.item) : nil }
      var old = items[name]
      let whole = edits.first { $0.path.count == 1 }
      if let whole, whole.item == nil { old = nil }
      if !inner.isEmpty {
        let isTree = old.map { $0.mode.kind == .tree } ?? true
        guard isTree || inner.allSatisfy({ $0.1 == nil }) else {
          throw GitError(.exists, "write(tree:)", "\(path) is a file and would be a folder")
        }
        if isTree {
          old = try edited(old?.id, inner, at: path).map { TreeItem(.tree, $0) }
        }
      }
      if let new = whole?.item {
        guard old?.mode.kind != .tree || new.mode.kind == .tree && inner.isEmpty else {
          throw GitError(.exists, "write(tree:)", "\(path) is a folder and would be a file")
        }
        old = new
      }
      items[name] = old
    }
    if items.isEmpty { return nil }
    if let base, items == Dictionary(before.map { ($0.name, $0.item) }, uniquingKeysWith: { $1 }) {
      return base
    }
    return try write(tree: items.map { TreeEntry($0.key, $0.value) })
  }

  /// What differs between two trees, by path. The cost follows what differs; nothing is taken for
  /// renamed.
  /// - Parameters: nil stands for the empty tree.
  package func changes(from old: ObjectID?, to new: ObjectID?) throws(GitError) -> [TreeChange] {
    var changes: [TreeChange] = []
    try compare(old, new, at: "", into: &changes)
    return changes.sorted { $0.path < $1.path }
  }

  private func compare(
    _ old: ObjectID?, _ new: ObjectID?, at folder: Path, into changes: inout [TreeChange]
  ) throws(GitError) {
    if old == new { return }
    try checkDepth(folder)
    let before = try old.map { id throws(GitError) in try tree(id) } ?? []
    let after = try new.map { id throws(GitError) in try tree(id) } ?? []
    let olds = Dictionary(before.map { ($0.name, $0.item) }) { first, _ in first }
    let news = Dictionary(after.map { ($0.name, $0.item) }) { first, _ in first }
    for name in Set(olds.keys).union(news.keys) where olds[name] != news[name] {
      let path = folder.appending(name)
      let old = olds[name]
      let new = news[name]
      let oldTree = old?.mode.kind == .tree ? old?.id : nil
      let newTree = new?.mode.kind == .tree ? new?.id : nil
      if oldTree != nil || newTree != nil {
        try compare(oldTree, newTree, at: path, into: &changes)
      }
      let oldFile = oldTree == nil ? old : nil
      let newFile = newTree == nil ? new : nil
      if oldFile != newFile {
        changes.append(TreeChange(path: path, old: oldFile, new: newFile))
      }
    }
  }

  /// Folders in folders without end would end the program.
  private func checkDepth(_ folder: Path) throws(GitError) {
    if folder.parts.count > 256 {
      throw GitError(
        .badTree, "git_tree_lookup",
        "folders more than 256 deep, such as \(Path(bytes: folder.bytes.prefix(40)))…")
    }
  }
}
