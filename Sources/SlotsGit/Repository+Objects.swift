internal import CLibgit2
package import SlotsSystem

extension Repository {
  /// A commit. Calls `git_commit_lookup`.
  package func commit(_ id: ObjectID) throws(GitError) -> Commit {
    let commit = try lookUpCommit(id)
    guard let tree = git_commit_tree_id(commit.pointer) else {
      throw GitError(.other, "git_commit_tree_id", "\(id.short) has no tree")
    }
    let header = git_commit_raw_header(commit.pointer).map { String(cString: $0) } ?? ""
    func signature(_ role: String) -> Signature {
      let line = header.split(separator: "\n").first { $0.hasPrefix(role) }
      return Signature(line: line?.dropFirst(role.count) ?? "")
    }
    return Commit(
      id: id, tree: ObjectID(tree.pointee), parents: parents(of: commit),
      author: signature("author "),
      committer: signature("committer "),
      message: git_commit_message_raw(commit.pointer).map { String(cString: $0) } ?? "")
  }

  /// The content of a file. Calls `git_blob_lookup`.
  package func blob(_ id: ObjectID) throws(GitError) -> [UInt8] {
    try refuseCut(id)
    let blob = try Handle("git_blob_lookup", git_blob_free) { out in
      id.withOID { git_blob_lookup(&out, pointer, $0) }
    }
    let size = Int(git_blob_rawsize(blob.pointer))
    return Array(UnsafeRawBufferPointer(start: git_blob_rawcontent(blob.pointer), count: size))
  }

  /// The size of an object's content in bytes, without reading that. Calls `git_odb_read_header`.
  package func blobSize(_ id: ObjectID) throws(GitError) -> Int {
    try refuseCut(id)
    let database = try database()
    var size = 0
    var kind = GIT_OBJECT_BLOB
    let code = id.withOID { git_odb_read_header(&size, &kind, database.pointer, $0) }
    try check("git_odb_read_header", code)
    return size
  }

  /// Whether an object is here, whole as far as its header says, and a file's content.
  package func isBlob(_ id: ObjectID) throws(GitError) -> Bool {
    try refuseCut(id)
    let database = try database()
    var size = 0
    var kind = GIT_OBJECT_BLOB
    let code = id.withOID { git_odb_read_header(&size, &kind, database.pointer, $0) }
    return code >= 0 && kind == GIT_OBJECT_BLOB
  }

  /// - Throws: kind `damaged` for an object that is no file's content.
  func refuseOther(_ id: ObjectID) throws(GitError) {
    guard try isBlob(id) else {
      throw GitError(.damaged, "git_odb_read", "object \(id.short) is missing, or no file")
    }
  }

  /// Whether an object is here. Calls `git_odb_exists`.
  package func contains(_ id: ObjectID) throws(GitError) -> Bool {
    let database = try database()
    return id.withOID { git_odb_exists(database.pointer, $0) } == 1
  }

  /// Looks again for packs that other programs have written (`git_odb_refresh`).
  package func refreshObjects() throws(GitError) {
    let database = try database()
    try check("git_odb_refresh", git_odb_refresh(database.pointer))
  }

  /// Reads the objects of another repository too, for as long as this value lives; nothing is
  /// written. Calls `git_odb_add_disk_alternate`.
  package func borrowObjects(of other: Repository) throws(GitError) {
    try borrowObjects(in: other.commonFolder.appending("objects"))
  }

  /// Reads objects of a folder too, as of the one that git keeps a push in until it is accepted.
  package func borrowObjects(in folder: Path) throws(GitError) {
    let database = try database()
    borrowedFolders.append(folder)
    let code = folder.withCPath {
      git_odb_add_disk_alternate(database.pointer, $0)
    }
    try check("git_odb_add_disk_alternate", code)
  }

  /// Writes the content of a file; what exists is not written again. Calls `git_odb_write`.
  package func write(blob bytes: [UInt8]) throws(GitError) -> ObjectID {
    try write(bytes, GIT_OBJECT_BLOB)
  }

  /// Writes a commit whose tree and parents are here. Calls `git_odb_write`.
  /// - Parameter message: kept byte for byte.
  /// - Throws: kind `notFound` when the tree or a parent is missing.
  package func write(
    commit tree: ObjectID, parents: [ObjectID], author: Signature, committer: Signature,
    message: String
  ) throws(GitError) -> ObjectID {
    for id in [tree] + parents where try !contains(id) {
      throw GitError(.notFound, "git_odb_write", "\(id.short) is not in this repository")
    }
    var text = "tree \(tree.hex)\n"
    for parent in parents { text += "parent \(parent.hex)\n" }
    text += "author \(author.text)\ncommitter \(committer.text)\n\n\(message)"
    return try write(Array(text.utf8), GIT_OBJECT_COMMIT)
  }

  /// The id that a file with this content has in every repository; one that no object has, should
  /// the library not work at all. Calls `git_odb_hash`.
  package static func id(blob bytes: [UInt8]) -> ObjectID {
    guard (try? Library.ready()) != nil else { return .zero }
    var oid = git_oid()
    let code = bytes.withUnsafeBytes {
      git_odb_hash(&oid, $0.baseAddress, $0.count, GIT_OBJECT_BLOB)
    }
    return code < 0 ? .zero : ObjectID(oid)
  }

  /// Merges a file as `git merge-file` does. Calls `git_merge_file`.
  /// - Parameter base: what both sides came from; nil when they have nothing in common.
  /// - Returns: nil when both changed the same place, or one of them is no text.
  package static func mergeText(
    base: [UInt8]?, ours: [UInt8], theirs: [UInt8]
  ) throws(GitError) -> [UInt8]? {
    try Library.ready()
    if [base ?? [], ours, theirs].contains(where: { $0.prefix(8000).contains(0) }) { return nil }
    var result = git_merge_file_result()
    let code = withInput(base ?? []) { base in
      withInput(ours) { ours in
        withInput(theirs) { theirs in git_merge_file(&result, base, ours, theirs, nil) }
      }
    }
    try check("git_merge_file", code)
    defer { git_merge_file_result_free(&result) }
    guard result.automergeable == 1 else { return nil }
    return Array(UnsafeRawBufferPointer(start: result.ptr, count: result.len))
  }

  /// To be asked before an object is read: libgit2 1.5 never returns from one whose file is cut off, as
  /// a loss of power leaves it.
  /// - Throws: kind `damaged`.
  func refuseCut(_ id: ObjectID) throws(GitError) {
    guard !soundObjects.contains(id) else { return }
    let name = Path("\(id.hex.prefix(2))/\(id.hex.dropFirst(2))")
    for folder in [commonFolder.appending("objects")] + borrowedFolders {
      let file = folder.appending(name)
      let state = file.withCPath { loose_object_state($0) }
      if state == 0 || state == -2 {
        throw GitError(
          .damaged, "git_odb_read", "object \(id.short) is damaged: \(file) is cut off")
      }
    }
    soundObjects.insert(id)
  }

  func lookUpCommit(_ id: ObjectID) throws(GitError) -> Handle {
    try refuseCut(id)
    return try Handle("git_commit_lookup", git_commit_free) { out in
      id.withOID { git_commit_lookup(&out, pointer, $0) }
    }
  }

  func parents(of commit: borrowing Handle) -> [ObjectID] {
    let commit = commit.pointer
    return (0..<git_commit_parentcount(commit)).compactMap { number in
      git_commit_parent_id(commit, number).map { ObjectID($0.pointee) }
    }
  }

  func database() throws(GitError) -> Handle {
    try Handle("git_repository_odb", git_odb_free) { git_repository_odb(&$0, pointer) }
  }

  func write(_ bytes: [UInt8], _ kind: git_object_t) throws(GitError) -> ObjectID {
    var result: Result<ObjectID, GitError> = .success(.zero)
    bytes.withUnsafeBytes { raw in
      result = Result { () throws(GitError) in try write(raw, kind) }
    }
    return try result.get()
  }

  func write(_ bytes: UnsafeRawBufferPointer, _ kind: git_object_t) throws(GitError) -> ObjectID {
    let database = try database()
    var oid = git_oid()
    if isInMemory {
      // Writing what exists would renew its time on the medium.
      let code = git_odb_hash(&oid, bytes.baseAddress, bytes.count, kind)
      if code >= 0, git_odb_exists(database.pointer, &oid) == 1 { return ObjectID(oid) }
    }
    // Nothing has no address, and libgit2 insists on one.
    try writing("git_odb_write") {
      withUnsafePointer(to: UInt8(0)) { none in
        git_odb_write(
          &oid, database.pointer, bytes.baseAddress ?? UnsafeRawPointer(none), bytes.count, kind)
      }
    }
    return ObjectID(oid)
  }

  /// Runs a function that writes an object, and runs it again where the folder it made for it was gone
  /// before the object was in: `git prune-packed` removes those that packing has left empty, and
  /// libgit2 1.5 does not look again as git does.
  func writing(_ call: String, _ body: () -> Int32) throws(GitError) {
    for _ in 0..<100 {
      let code = body()
      if code >= 0 { return }
      let error = GitError(call, code)
      guard error.isOfMissingFile else { throw error }
    }
    try check(call, body())
  }

  private static func withInput(
    _ bytes: [UInt8], _ body: (UnsafePointer<git_merge_file_input>) -> Int32
  ) -> Int32 {
    var input = git_merge_file_input()
    git_merge_file_input_init(&input, UInt32(GIT_MERGE_FILE_INPUT_VERSION))
    return (bytes + [0]).withUnsafeBytes { raw in
      input.ptr = raw.baseAddress?.assumingMemoryBound(to: CChar.self)
      input.size = bytes.count
      return body(&input)
    }
  }
}
