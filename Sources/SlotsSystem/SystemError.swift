internal import CSystem

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A system call that failed.
package struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was being done, as a verb: "open", "rename".
  package let operation: String
  /// To which file, folder or program.
  package let path: Path
  /// The error number (`errno`), or one of the negative codes below.
  package let code: Int32

  /// A file was wanted and this is a folder, a device, a pipe or a socket.
  package static let notAFile: Int32 = -1
  /// One of the folders above it is a symbolic link.
  package static let behindLink: Int32 = -2
  /// It changed again and again while it was being replaced.
  package static let restless: Int32 = -3

  /// See the properties.
  package init(_ operation: String, _ path: Path, _ code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
  }

  /// Why, in the system's words (`strerror`), lower case.
  package var reason: String {
    switch code {
    case Self.notAFile: "not a regular file"
    case Self.behindLink: "a folder above it is a symbolic link"
    case Self.restless: "it keeps changing"
    default: String(cString: strerror(code)).lowercased()
    }
  }

  /// Whether a sentence ends in the system's words for an error number: libgit2 puts them at the end of its
  /// own and has no code for them.
  package static func isReason(_ code: Int32, of sentence: String) -> Bool {
    sentence.hasSuffix(String(cString: strerror(code)))
  }

  /// What was being done, to which file and why it failed.
  package var description: String { "\(operation) \(path): \(reason)" }
}

/// Makes a system call, again when a signal interrupted it.
/// - Returns: what it returned, or the negative error number where that was negative.
func retried(_ body: () -> Int32) -> Int32 {
  while true {
    let result = body()
    if result >= 0 { return result }
    let code = errno
    if code != EINTR { return -code }
  }
}
