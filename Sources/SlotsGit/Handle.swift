internal import CLibgit2
internal import SlotsSystem

/// Owns a short-lived object of libgit2 and frees it at the end of its scope.
struct Handle: ~Copyable {
  let pointer: OpaquePointer
  private let free: (OpaquePointer?) -> Void

  /// Takes what `open` puts into its parameter.
  /// - Parameters:
  ///   - call: the name of the function that `open` calls.
  ///   - free: the function that frees it.
  init(
    _ call: String, _ free: @escaping (OpaquePointer?) -> Void,
    _ open: (inout OpaquePointer?) -> Int32
  ) throws(GitError) {
    var pointer: OpaquePointer?
    let code = open(&pointer)
    guard code >= 0, let pointer else { throw GitError(call, min(code, -1)) }
    self.pointer = pointer
    self.free = free
  }

  deinit { free(pointer) }
}

/// Runs what may not find what it looks for.
/// - Returns: nil when it was not found.
func found<R>(_ body: () throws(GitError) -> R) throws(GitError) -> R? {
  do throws(GitError) {
    return try body()
  } catch {
    if error.kind == .notFound { return nil }
    throw error
  }
}

/// What a C function puts into a buffer of libgit2.
func bytes(_ call: String, _ fill: (inout git_buf) -> Int32) throws(GitError) -> [UInt8] {
  var buffer = git_buf()
  let code = fill(&buffer)
  defer { git_buf_dispose(&buffer) }
  try check(call, code)
  return Array(UnsafeRawBufferPointer(start: buffer.ptr, count: buffer.size))
}

extension Path {
  /// The path that a C string holds.
  init(cPath: UnsafePointer<CChar>) {
    self.init(
      bytes: UnsafeBufferPointer(start: cPath, count: length(cPath)).map(UInt8.init(bitPattern:)))
  }
}

extension Path {
  /// A name of a tree, byte for byte: a final slash too.
  init(rawName: UnsafePointer<CChar>) {
    self.init(exactly: (0..<length(rawName)).map { UInt8(bitPattern: rawName[$0]) })
  }
}

private func length(_ text: UnsafePointer<CChar>) -> Int {
  var count = 0
  while text[count] != 0 { count += 1 }
  return count
}
