internal import CLibgit2

// Not by `git_remote_lookup`: it looks for `url.….insteadOf` with regular expressions, and each that does
// not match leaks 20 KB (libgit2 1.5.1, `git_regexp_match` with PCRE2).

extension Repository {
  /// The address that a remote is fetched from, after `url.….insteadOf`; nil when there is no such
  /// remote.
  package func remoteURL(_ name: String) throws(GitError) -> String? {
    guard let url = try rawRemoteURL(name) else { return nil }
    return try rewritten(url)
  }

  /// The address that a remote is pushed to, if it has one of its own: `remote.NAME.pushurl`, or by
  /// `url.….pushInsteadOf`.
  package func remotePushURL(_ name: String) throws(GitError) -> String? {
    if let url = try config("remote.\(name).pushurl") {
      return try rewritten(url)
    }
    guard let url = try rawRemoteURL(name) else { return nil }
    return try rewritten(url, by: "pushinsteadof")
  }

  /// What an address means for fetching, after `url.….insteadOf`.
  package func rewritten(_ url: String) throws(GitError) -> String {
    try rewritten(url, by: "insteadof") ?? url
  }

  /// The address of a remote as it is written in the configuration.
  package func rawRemoteURL(_ name: String) throws(GitError) -> String? {
    try config("remote.\(name).url")
  }

  /// An address whose beginning another one stands for, the longest that fits as git does it; nil where
  /// none does. Calls `git_config_iterator_new` and `git_config_next`.
  private func rewritten(_ url: String, by rule: String) throws(GitError) -> String? {
    let config = try configuration()
    var iterator: OpaquePointer?
    try check("git_config_iterator_new", git_config_iterator_new(&iterator, config.pointer))
    defer { git_config_iterator_free(iterator) }
    var best: (prefix: String, base: Substring)?
    var entry: UnsafeMutablePointer<git_config_entry>?
    while git_config_next(&entry, iterator) == 0, let found = entry?.pointee {
      let name = String(cString: found.name)
      guard name.hasPrefix("url."), name.hasSuffix(".\(rule)"), let value = found.value else {
        continue
      }
      let prefix = String(cString: value)
      if url.utf8.starts(with: prefix.utf8), prefix.utf8.count > best?.prefix.utf8.count ?? -1 {
        best = (prefix, name.dropFirst("url.".count).dropLast(rule.count + 1))
      }
    }
    return best.map {
      $0.base + String(decoding: url.utf8.dropFirst($0.prefix.utf8.count), as: UTF8.self)
    }
  }
}
