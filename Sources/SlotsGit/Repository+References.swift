internal import CLibgit2
internal import SlotsSystem

extension Repository {
  /// What HEAD is. Calls `git_reference_lookup`.
  package func head() throws(GitError) -> Head {
    if let branch = try symbolicTarget("HEAD") {
      return .branch(name: branch, try reference(branch))
    }
    guard let id = try reference("HEAD") else {
      throw GitError(.notFound, "git_reference_lookup", "HEAD is missing")
    }
    return .detached(id)
  }

  /// The object a reference stands for, symbolic ones followed; nil when there is none. Calls
  /// `git_reference_name_to_id`.
  /// - Parameter name: whole, such as `refs/heads/main`.
  package func reference(_ name: String) throws(GitError) -> ObjectID? {
    try found { () throws(GitError) in
      var oid = git_oid()
      try check("git_reference_name_to_id", git_reference_name_to_id(&oid, pointer, name))
      return ObjectID(oid)
    }
  }

  /// The reference that a symbolic one points to, such as `HEAD`'s branch; nil when it is not
  /// symbolic or there is none. Calls `git_reference_symbolic_target`.
  package func symbolicTarget(_ name: String) throws(GitError) -> String? {
    let target = try found { () throws(GitError) -> String? in
      let reference = try Handle("git_reference_lookup", git_reference_free) {
        git_reference_lookup(&$0, pointer, name)
      }
      return git_reference_symbolic_target(reference.pointer).map { String(cString: $0) }
    }
    return target ?? nil
  }

  /// The references whose whole names match, in the order of their names, symbolic ones followed;
  /// those that lead nowhere are left out. Calls `git_reference_iterator_glob_new`.
  /// - Parameter glob: such as `refs/remotes/origin/*`; `*` stands for slashes too.
  package func references(_ glob: String) throws(GitError) -> [(name: String, id: ObjectID)] {
    let iterator = try Handle("git_reference_iterator_glob_new", git_reference_iterator_free) {
      git_reference_iterator_glob_new(&$0, pointer, glob)
    }
    var names: [String] = []
    var name: UnsafePointer<CChar>?
    while true {
      let code = git_reference_next_name(&name, iterator.pointer)
      if code == GIT_ITEROVER.rawValue { break }
      try check("git_reference_next_name", code)
      if let name { names.append(String(cString: name)) }
    }
    var result: [(name: String, id: ObjectID)] = []
    for name in names.sorted() {
      if let id = try reference(name) { result.append((name, id)) }
    }
    return result
  }

  /// The commit that a revision as git writes it (`HEAD~2`, `main@{upstream}`, a short id, a tag)
  /// stands for; nil when there is none. Calls `git_revparse_single`.
  /// - Throws: kind `ambiguous` for a short id that several objects have.
  package func resolve(_ revision: String) throws(GitError) -> ObjectID? {
    do throws(GitError) {
      let object = try Handle("git_revparse_single", git_object_free) {
        git_revparse_single(&$0, pointer, revision)
      }
      let commit = try Handle("git_object_peel", git_object_free) {
        git_object_peel(&$0, object.pointer, GIT_OBJECT_COMMIT)
      }
      return git_object_id(commit.pointer).map { ObjectID($0.pointee) }
    } catch {
      switch error.kind {
      case .notFound, .invalidName: return nil
      default:
        if error.code == GIT_EPEEL.rawValue { return nil }
        // Git takes no id of fewer than four digits, and `ab` may be somebody's name.
        if error.code == GIT_EAMBIGUOUS.rawValue, revision.utf8.count < 4 { return nil }
        throw error
      }
    }
  }

  /// Puts HEAD on a branch, which need not exist, and touches neither index nor files.
  /// - Parameter branch: the whole name, `refs/heads/…`.
  /// - Throws: kind `locked` or `invalidName` among others.
  package func setSymbolicHead(to branch: String) throws(GitError) {
    try checkName(branch)
    guard branch.hasPrefix("refs/heads/") else {
      throw GitError(.invalidName, "setSymbolicHead", "\(branch) is not the name of a branch")
    }
    if try symbolicTarget("HEAD") == branch { return }
    var lock = try self.lock(gitFolder.appending("HEAD"))
    try commit(&lock, Array("ref: \(branch)\n".utf8))
  }
}
