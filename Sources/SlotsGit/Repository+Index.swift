internal import CLibgit2
package import SlotsSystem

extension Repository {
  /// The index as it is now; one without a file is empty. Calls `git_index_open`.
  /// - Parameter file: nil for the one of this working tree.
  /// - Throws: kind `unsupportedIndex` for a split or sparse one.
  package func index(at file: Path? = nil) throws(GitError) -> IndexSnapshot {
    let file = file ?? gitFolder.appending("index")
    // Looked at before it is read: should it be replaced in between, it only counts as older.
    let status = try onFiles { () throws(SystemError) in try Files.status(file) }
    let index = try Self.index(in: file)
    let entries = (0..<git_index_entrycount(index.pointer)).compactMap { number in
      git_index_get_byindex(index.pointer, number).map { IndexEntry($0.pointee) }
    }
    return IndexSnapshot(entries: entries, written: status?.modified)
  }

  /// Sets and removes entries of the index and leaves the others; a conflict of these paths ends.
  /// Under git's lock, in one step. Calls `git_index_add` and `git_index_remove` on a copy.
  ///
  /// An entry that was noted in the same second as the old index was written is compared with its
  /// file once more, so that a change in that second stays visible.
  /// - Parameters:
  ///   - edits: nil removes the path.
  ///   - file: nil for the one of this working tree.
  ///   - tree: what the index is made of when it is missing or damaged; nil for the empty tree.
  ///   - moving: runs while git's lock is held and the new index is ready; false drops that. A branch
  ///     that is moved here never meets an index of before, which a commit would bring back.
  /// - Returns: what `moving` returned.
  /// - Throws: kind `locked` or `unsupportedIndex` among others.
  @discardableResult
  package func updateIndex(
    _ edits: [Path: IndexEdit?], at file: Path? = nil, fallback tree: ObjectID?,
    moving: () throws(GitError) -> Bool = { true }
  ) throws(GitError) -> Bool {
    let file = file ?? gitFolder.appending("index")
    let written = try onFiles { () throws(SystemError) in try Files.status(file)?.modified }
    // A damaged one is made again from the tree, so the disk need not be waited for.
    return try rewrite(file, syncing: false, moving: moving) { copy throws(GitError) in
      let index = try indexOrNew(in: copy, from: tree)
      if let written { try markRacy(index, since: written, except: edits) }
      for (path, edit) in edits.sorted(by: { $0.key < $1.key }) {
        for stage in Int32(edit == nil ? 0 : 1)...3 {
          let code = path.withCPath { git_index_remove(index.pointer, $0, stage) }
          if code != GIT_ENOTFOUND.rawValue { try check("git_index_remove", code) }
        }
        guard let edit else { continue }
        let code = path.withCPath { path in
          var entry = git_index_entry(edit)
          entry.path = path
          return git_index_add(index.pointer, &entry)
        }
        try check("git_index_add", code)
      }
      try check("git_index_write", git_index_write(index.pointer))
    }
  }

  /// The index that a file holds, or a new one of `tree` when it is missing or damaged.
  private func indexOrNew(in file: Path, from tree: ObjectID?) throws(GitError) -> Handle {
    do throws(GitError) {
      let isThere = try onFiles { () throws(SystemError) in try Files.status(file) != nil }
      if isThere { return try Self.index(in: file) }
    } catch {
      if error.kind == .unsupportedIndex { throw error }
      try onFiles { () throws(SystemError) in try Files.remove(file) }
    }
    let index = try Self.index(in: file)
    if let tree {
      let tree = try Handle("git_tree_lookup", git_tree_free) { out in
        tree.withOID { git_tree_lookup(&out, pointer, $0) }
      }
      try check("git_index_read_tree", git_index_read_tree(index.pointer, tree.pointer))
    }
    return index
  }

  /// Sets the size of entries to unknown whose status does not prove their content.
  private func markRacy(
    _ index: borrowing Handle, since written: Int64, except edits: [Path: IndexEdit?]
  ) throws(GitError) {
    for number in 0..<git_index_entrycount(index.pointer) {
      guard let found = git_index_get_byindex(index.pointer, number) else { continue }
      let entry = IndexEntry(found.pointee)
      guard entry.stage == 0, entry.size > 0, second(entry.modified) >= second(written),
        edits[entry.path] == nil, !isProven(entry)
      else { continue }
      var changed = found.pointee
      changed.file_size = 0
      let code = entry.path.withCPath { path in
        changed.path = path
        return git_index_add(index.pointer, &changed)
      }
      try check("git_index_add", code)
    }
  }

  /// Whether the file of an entry has its content, bit for bit.
  private func isProven(_ entry: IndexEntry) -> Bool {
    guard let path = workFolder?.appending(entry.path), let before = try? Files.status(path),
      entry.modified == before.modified, entry.changed == before.changed,
      let bytes = try? Files.content(path)?.bytes,
      FileMode(of: before) == entry.item.mode.kind
    else { return false }
    return Repository.id(blob: bytes) == entry.item.id
  }

  private static func index(in file: Path) throws(GitError) -> Handle {
    try Handle("git_index_open", git_index_free) { out in
      file.withCPath { git_index_open(&out, $0) }
    }
  }
}

extension IndexEntry {
  init(_ entry: git_index_entry) {
    path = Path(cPath: entry.path)
    item = TreeItem(FileMode(rawValue: entry.mode), ObjectID(entry.id))
    stage = Int(entry.flags & 0x3000) >> 12
    size = entry.file_size
    modified = entry.mtime.inNanoseconds
    changed = entry.ctime.inNanoseconds
    inode = entry.ino
    device = entry.dev
    owner = entry.uid
    group = entry.gid
    isAssumedUnchanged = entry.flags & 0x8000 != 0
    isSkipped = UInt32(entry.flags_extended) & GIT_INDEX_ENTRY_SKIP_WORKTREE.rawValue != 0
  }
}

extension git_index_entry {
  /// An entry of stage 0; its path is still to be set.
  fileprivate init(_ edit: IndexEdit) {
    self.init()
    mode = edit.item.mode.kind.rawValue
    id = edit.item.id.withOID { $0.pointee }
    guard let status = edit.status else { return }
    mtime = git_index_time(status.modified)
    ctime = git_index_time(status.changed)
    file_size = UInt32(truncatingIfNeeded: status.size)
    ino = UInt32(truncatingIfNeeded: status.inode)
    dev = UInt32(truncatingIfNeeded: status.device)
    uid = status.owner
    gid = status.group
  }
}

extension git_index_time {
  /// Git keeps 32 bits without a sign, which is enough until 2106.
  fileprivate var inNanoseconds: Int64 {
    Int64(UInt32(bitPattern: seconds)) * 1_000_000_000 + Int64(nanoseconds)
  }

  fileprivate init(_ nanoseconds: Int64) {
    let seconds = second(nanoseconds)
    self.init(
      seconds: Int32(truncatingIfNeeded: seconds),
      nanoseconds: UInt32(truncatingIfNeeded: nanoseconds - seconds * 1_000_000_000))
  }
}
