internal import CLibgit2
package import SlotsSystem

extension Repository {
  /// The value of a setting, from the repository, the user or the system, whichever is nearest; nil
  /// when it is set nowhere. Calls `git_config_get_string_buf`.
  package func config(_ key: String) throws(GitError) -> String? {
    let config = try configuration()
    return try found { () throws(GitError) in
      let value = try bytes("git_config_get_string_buf") {
        git_config_get_string_buf(&$0, config.pointer, key)
      }
      return String(decoding: value, as: UTF8.self)
    }
  }

  /// A setting that is a path, `~` being the user's folder. Calls `git_config_get_path`.
  package func configPath(_ key: String) throws(GitError) -> Path? {
    let config = try configuration()
    return try found { () throws(GitError) in
      Path(
        bytes: try bytes("git_config_get_path") { git_config_get_path(&$0, config.pointer, key) })
    }
  }

  /// Sets a value in the repository's own configuration; see `editConfig`.
  package func setConfig(_ key: String, _ value: String) throws(GitError) {
    try editConfig([(key, value)])
  }

  /// Changes the repository's own configuration in one step; nothing is written when it is so
  /// already. Calls `git_config_set_string` and `git_config_delete_entry` on a copy.
  /// - Parameter edits: a nil value removes the key.
  /// - Throws: kind `locked` or `invalidName` among others.
  package func editConfig(_ edits: [(key: String, value: String?)]) throws(GitError) {
    let file = try onFiles { () throws(SystemError) in
      // A link stays a link: what it points to is written.
      let plain = commonFolder.appending("config")
      return try Files.realPath(plain) ?? plain
    }
    var isSo = true
    for (key, value) in edits where try Self.value(key, in: file) != value { isSo = false }
    if isSo { return }
    try rewrite(file) { copy throws(GitError) in
      let config = try Self.configuration(in: copy)
      for (key, value) in edits {
        if let value {
          try check("git_config_set_string", git_config_set_string(config.pointer, key, value))
        } else {
          _ = try found { () throws(GitError) in
            try check("git_config_delete_entry", git_config_delete_entry(config.pointer, key))
          }
        }
      }
    }
  }

  /// Adds a remote whose branches are fetched to `refs/remotes/NAME/`.
  /// - Throws: kind `exists` when there is one of this name, `invalidName`.
  package func addRemote(_ name: String, url: String) throws(GitError) {
    var isValid: Int32 = 0
    try check("git_remote_name_is_valid", git_remote_name_is_valid(&isValid, name))
    guard isValid == 1 else {
      throw GitError(.invalidName, "git_remote_name_is_valid", "\(name) is no name for a remote")
    }
    if try rawRemoteURL(name) != nil {
      throw GitError(.exists, "addRemote", "the remote \(name) exists")
    }
    let fetch = "+refs/heads/*:refs/remotes/\(name)/*"
    try editConfig([("remote.\(name).url", url), ("remote.\(name).fetch", fetch)])
  }

  /// Changes the address of a remote.
  /// - Throws: kind `notFound` when there is none of this name.
  package func setRemoteURL(_ name: String, _ url: String) throws(GitError) {
    if try rawRemoteURL(name) == nil {
      throw GitError(.notFound, "setRemoteURL", "there is no remote \(name)")
    }
    try setConfig("remote.\(name).url", url)
  }

  /// Changes a file of the git folder under git's lock: `change` works on a copy, which then takes
  /// the file's place. Where the file is missing there is no copy, and `change` makes it.
  ///
  /// (libgit2's own writers of these files leave a lock behind when they are killed, and do not sync.)
  /// - Parameters:
  ///   - syncing: whether the file must outlive a loss of power.
  ///   - change: changes the copy.
  ///   - moving: runs when all that is left to do is to give the copy its name; false leaves the file as it is.
  /// - Returns: what `moving` returned.
  @discardableResult
  func rewrite(
    _ file: Path, syncing: Bool = true, moving: () throws(GitError) -> Bool = { true },
    _ change: (Path) throws(GitError) -> Void
  ) throws(GitError) -> Bool {
    var lock = try self.lock(file)
    let copy = lockFolder.appending(Files.temporaryName())
    defer { try? Files.remove(copy) }
    try onFiles { () throws(SystemError) in
      try Files.makeFolders(lockFolder)
      guard let bytes = try Files.read(file, following: true) else { return }
      try Files.append(bytes, to: copy, making: true)
    }
    try change(copy)
    try onFiles { () throws(SystemError) in try Files.copyPermissions(from: file, to: copy) }
    guard try moving() else { return false }
    do throws(SystemError) {
      try lock.commit(moving: copy, syncing: syncing)
    } catch {
      throw GitError(error)
    }
    return true
  }

  func configuration() throws(GitError) -> Handle {
    try Handle("git_repository_config", git_config_free) { git_repository_config(&$0, pointer) }
  }

  private static func configuration(in file: Path) throws(GitError) -> Handle {
    try Handle("git_config_open_ondisk", git_config_free) { out in
      file.withCPath { git_config_open_ondisk(&out, $0) }
    }
  }

  private static func value(_ key: String, in file: Path) throws(GitError) -> String? {
    let config = try configuration(in: file)
    return try found { () throws(GitError) in
      let value = try bytes("git_config_get_string_buf") {
        git_config_get_string_buf(&$0, config.pointer, key)
      }
      return String(decoding: value, as: UTF8.self)
    }
  }
}
