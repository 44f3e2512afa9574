internal import CLibgit2
internal import SlotsSystem

/// Copies history between two repositories on this machine.
package enum Transfer {
  /// Copies what `to` lacks of the history of some commits: commits, trees, files. An object is
  /// written after those it refers to, so what a killed copy leaves is complete in itself; moving a
  /// reference is up to the caller. Few objects are written one by one, many as one pack.
  ///
  /// A commit that `to` has is taken to be there with all its history.
  /// - Parameter progress: called before the first object and after each step with the number of
  ///   objects that are done and of all; it may throw to stop.
  /// - Returns: how many objects were written.
  /// - Throws: kind `damaged` when `from` lacks what it refers to, is shallow or broken; `badTree`.
  @discardableResult
  package static func copy(
    _ tips: [ObjectID], from: Repository, to: Repository,
    progress: (_ done: Int, _ total: Int) throws(GitError) -> Void = { _, _ in }
  ) throws(GitError) -> Int {
    var missing = try Missing(from: from, to: to)
    try missing.collect(commits: tips)
    let ids = missing.ids
    try progress(0, ids.count)
    if ids.count > fewObjects, try to.hasPackFolder() {
      try pack(ids, from: from, to: to)
      try progress(ids.count, ids.count)
      return ids.count
    }
    let source = try from.database()
    for (number, id) in ids.enumerated() {
      let object = try reading(from) { () throws(GitError) in
        try Handle("git_odb_read", git_odb_object_free) { out in
          id.withOID { git_odb_read(&out, source.pointer, $0) }
        }
      }
      let bytes = UnsafeRawBufferPointer(
        start: git_odb_object_data(object.pointer), count: git_odb_object_size(object.pointer))
      let written = try to.write(bytes, git_odb_object_type(object.pointer))
      guard written == id else {
        throw GitError(.damaged, "git_odb_read", "object \(id.short) is not what it says it is")
      }
      try progress(number + 1, ids.count)
    }
    return ids.count
  }

  /// Beyond this a pack, two files, is quicker to write than the objects, a file each.
  static let fewObjects = 8

  /// Writes a pack with its index. Calls `git_packbuilder_write`.
  private static func pack(
    _ ids: [ObjectID], from: Repository, to: Repository
  ) throws(GitError) {
    let builder = try Handle("git_packbuilder_new", git_packbuilder_free) {
      git_packbuilder_new(&$0, from.pointer)
    }
    for id in ids {
      let code = id.withOID { git_packbuilder_insert(builder.pointer, $0, nil) }
      try check("git_packbuilder_insert", code)
    }
    let folder = to.commonFolder.appending("objects/pack")
    let code = folder.withCPath { git_packbuilder_write(builder.pointer, $0, 0o444, nil, nil) }
    try check("git_packbuilder_write", code)
    let database = try to.database()
    try check("git_odb_refresh", git_odb_refresh(database.pointer))
  }
}

/// Collects what one repository lacks of another, every object after those it refers to.
private struct Missing {
  private(set) var ids: [ObjectID] = []
  private var seen: Set<ObjectID> = []
  private let from: Repository
  private let to: Repository

  init(from: Repository, to: Repository) throws(GitError) {
    self.from = from
    self.to = to
    let database = try to.database()
    try check("git_odb_refresh", git_odb_refresh(database.pointer))
  }

  mutating func collect(commits tips: [ObjectID]) throws(GitError) {
    var stack = tips.map { (id: $0, tree: ObjectID?.none) }
    while let (id, tree) = stack.popLast() {
      if let tree {
        try collect(tree: tree, depth: 0)
        ids.append(id)
        continue
      }
      guard try isNew(id) else { continue }
      let commit = try reading(from) { () throws(GitError) in try from.commit(id) }
      stack.append((id, commit.tree))
      stack += commit.parents.reversed().map { ($0, nil) }
    }
  }

  private mutating func collect(tree id: ObjectID, depth: Int) throws(GitError) {
    guard try isNew(id) else { return }
    if depth > 256 {
      throw GitError(.badTree, "git_tree_lookup", "tree \(id.short) is more than 256 folders deep")
    }
    let entries = try reading(from) { () throws(GitError) in try from.tree(id) }
    for entry in entries {
      switch entry.item.mode.kind {
      case .tree: try collect(tree: entry.item.id, depth: depth + 1)
      case .commit: continue
      default:
        guard try isNew(entry.item.id) else { continue }
        try reading(from) { () throws(GitError) in try from.refuseOther(entry.item.id) }
        ids.append(entry.item.id)
      }
    }
    ids.append(id)
  }

  private mutating func isNew(_ id: ObjectID) throws(GitError) -> Bool {
    guard seen.insert(id).inserted else { return false }
    let database = try to.database()
    let flags = GIT_ODB_LOOKUP_NO_REFRESH.rawValue
    return id.withOID { git_odb_exists_ext(database.pointer, $0, flags) } == 0
  }
}

/// Runs what reads the other repository: what goes wrong is its damage.
private func reading<R: ~Copyable>(
  _ other: Repository, _ body: () throws(GitError) -> R
) throws(GitError) -> R {
  do throws(GitError) {
    return try body()
  } catch {
    switch error.kind {
    case .badTree, .damaged: throw error
    default: throw GitError(.damaged, error.call, code: error.code, error.message)
    }
  }
}
