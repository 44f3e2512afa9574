internal import CLibgit2
package import SlotsSystem

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Something that libgit2, or the file system below a repository, refused.
package struct GitError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The few reasons that callers treat differently.
  package enum Kind: Sendable, Hashable {
    case notFound
    case exists
    case ambiguous
    /// Another program holds a lock and did not give it back in time; `file` is its lock file.
    case locked
    /// The repository belongs to another user and is not in `safe.directory`.
    case untrustedOwner
    /// The repository needs an extension of git that libgit2 does not know, such as
    /// `refstorage`.
    case unsupportedExtension(String)
    case invalidName
    /// A tree that no working tree may have.
    case badTree
    /// An object that another repository needs is missing there, or damaged.
    case damaged
    /// An index that this program cannot read, though it is whole: a split or a sparse one.
    case unsupportedIndex
    case other
  }

  /// What callers switch on.
  package let kind: Kind
  /// The C function or system call that failed.
  package let call: String
  /// The code it returned: one of libgit2's `GIT_E…`, or an error number of the system.
  package let code: Int32
  /// Why, in libgit2's or the system's words.
  package let message: String
  /// The file it was about, where that is known.
  package let file: Path?

  /// The call and the reason, for a person.
  package var description: String { "\(call): \(message)" }

  /// Whether the system knew no file, or no folder for one, of the name that libgit2 gave it.
  var isOfMissingFile: Bool { SystemError.isReason(ENOENT, of: message) }

  init(_ kind: Kind, _ call: String, code: Int32 = 0, _ message: String, file: Path? = nil) {
    self.kind = kind
    self.call = call
    self.code = code
    self.message = message
    self.file = file
  }

  /// Reads the text of the call that has just failed on this thread.
  init(_ call: String, _ code: Int32) {
    let message = git_error_last()?.pointee.message.map { String(cString: $0) } ?? "code \(code)"
    // What libgit2 1.5 says of another user's repository when nobody has set `safe.directory`.
    if code == GIT_ENOTFOUND.rawValue, message == "config value 'safe.directory' was not found" {
      self.init(.untrustedOwner, call, code: code, "it is not owned by the current user")
      return
    }
    self.init(Self.kind(code, message), call, code: code, message)
  }

  init(_ error: SystemError) {
    self.init(.other, error.operation, code: error.code, error.description, file: error.path)
  }

  private static func kind(_ code: Int32, _ message: String) -> Kind {
    switch git_error_code(code) {
    case GIT_ENOTFOUND: return .notFound
    case GIT_EEXISTS: return .exists
    case GIT_EAMBIGUOUS: return .ambiguous
    case GIT_ELOCKED: return .locked
    case GIT_EOWNER: return .untrustedOwner
    case GIT_EINVALIDSPEC: return .invalidName
    default: break
    }
    // These two have no code of their own.
    let unknown = "unsupported extension name "
    if message.hasPrefix(unknown) {
      // Some versions of libgit2 say it with the section, some without.
      let name = message.dropFirst(unknown.count)
      let section = "extensions."
      return .unsupportedExtension(
        String(name.hasPrefix(section) ? name.dropFirst(section.count) : name))
    }
    let isIndex =
      message.hasPrefix("unsupported mandatory extension")
      || message.hasPrefix("unsupported index version")
    return isIndex ? .unsupportedIndex : .other
  }
}

/// Passes on what a C function returned, unless it tells of an error.
/// - Parameter call: the function's name.
@discardableResult
func check(_ call: String, _ result: Int32) throws(GitError) -> Int32 {
  guard result >= 0 else { throw GitError(call, result) }
  return result
}

/// Runs what works on files, its errors as git's.
func onFiles<R: ~Copyable>(_ body: () throws(SystemError) -> R) throws(GitError) -> R {
  do throws(SystemError) { return try body() } catch { throw GitError(error) }
}
