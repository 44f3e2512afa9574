internal import CLibgit2

/// libgit2 as a whole, started once.
enum Library {
  /// A setting of the library, made before its first use.
  struct Setting {
    let name: String
    let apply: () -> Int32
  }

  /// Every file in a repository is put on the medium before it counts as written. Objects are not
  /// hashed again at each reading, which costs more than the reading: `git fsck` does that.
  static var settings: [Setting] {
    [
      Setting(name: "GIT_OPT_ENABLE_FSYNC_GITDIR = 1") { libgit2_enable_fsync(1) },
      Setting(name: "GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION = 0") {
        libgit2_enable_hash_verification(0)
      },
    ]
  }

  /// What starting returned: libgit2's code, or that of the first setting that it refused.
  private static let start: Int32 = {
    let started = git_libgit2_init()
    return settings.reduce(started) { code, setting in code < 0 ? code : setting.apply() }
  }()

  /// Starts the library unless it is. Calls `git_libgit2_init` and `git_libgit2_opts`.
  static func ready() throws(GitError) { try check("git_libgit2_init", start) }

  /// From now on reads no configuration but a repository's own, as git does with
  /// `GIT_CONFIG_GLOBAL=/dev/null` and `GIT_CONFIG_NOSYSTEM=1`. Calls `git_libgit2_opts`.
  static func ignoreUserConfiguration() throws(GitError) {
    try ready()
    let levels = [
      GIT_CONFIG_LEVEL_PROGRAMDATA, GIT_CONFIG_LEVEL_SYSTEM, GIT_CONFIG_LEVEL_XDG,
      GIT_CONFIG_LEVEL_GLOBAL,
    ]
    for level in levels {
      try check("git_libgit2_opts", libgit2_set_search_path(level.rawValue, ""))
    }
  }
}

extension Repository {
  /// The version of libgit2, as `1.5.1`. Calls `git_libgit2_version`.
  package static var libraryVersion: String {
    var (major, minor, revision): (Int32, Int32, Int32) = (0, 0, 0)
    git_libgit2_version(&major, &minor, &revision)
    return "\(major).\(minor).\(revision)"
  }

  /// From now on this process reads no configuration but a repository's own, as git does with
  /// `GIT_CONFIG_GLOBAL=/dev/null` and `GIT_CONFIG_NOSYSTEM=1`. For repositories opened after it.
  package static func ignoreUserConfiguration() throws(GitError) {
    try Library.ignoreUserConfiguration()
  }
}
