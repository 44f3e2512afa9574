internal import CSystem

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Files and folders. What is absent is nil and not an error.
package enum Files {
  /// The content of a file, or nil when there is none.
  /// - Parameters:
  ///   - limit: how many bytes are wanted; one more is read when the file is longer, never more.
  ///   - following: whether a symbolic link is followed; refused otherwise.
  /// - Throws: also `SystemError.notAFile` for a folder, device, pipe or socket, without waiting.
  package static func read(
    _ path: Path, limit: Int? = nil, following: Bool = false
  ) throws(SystemError) -> [UInt8]? {
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | (following ? 0 : O_NOFOLLOW)
    let descriptor = path.call { open($0, flags) }
    if isAbsence(descriptor) { return nil }
    if descriptor == -ENXIO { throw SystemError("read", path, SystemError.notAFile) }
    guard descriptor >= 0 else { throw SystemError("open", path, -descriptor) }
    defer { close(descriptor) }
    let found = try status(of: descriptor, at: path)
    guard found.kind == .file else { throw SystemError("read", path, SystemError.notAFile) }
    return try bytes(of: descriptor, at: path, size: found.size, limit: limit)
  }

  /// All that comes from an open descriptor, such as standard input.
  /// - Parameter limit: how many bytes are wanted; one more is read when there are more.
  package static func readAll(
    descriptor: Int32, limit: Int? = nil
  ) throws(SystemError) -> [UInt8] {
    try bytes(of: descriptor, at: "standard input", size: 1 << 16, limit: limit)
  }

  /// What is at a path, or nil when nothing is.
  /// - Throws: also `SystemError.notAFile` for what git does not keep, such as a folder or a pipe.
  package static func content(_ path: Path) throws(SystemError) -> Content? {
    guard let found = try status(path) else { return nil }
    if found.kind == .symlink { return .symlink(try linkTarget(path)) }
    guard let bytes = try read(path) else { return nil }
    return .file(bytes, executable: found.isExecutable)
  }

  /// The names in a folder in the order of their bytes, without `.` and `..`; nil when there is no
  /// such folder.
  package static func list(_ folder: Path) throws(SystemError) -> [Path]? {
    let descriptor = folder.call { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    if isAbsence(descriptor) { return nil }
    guard descriptor >= 0 else { throw SystemError("open", folder, -descriptor) }
    guard let stream = fdopendir(descriptor) else {
      let code = errno
      close(descriptor)
      throw SystemError("list", folder, code)
    }
    defer { closedir(stream) }
    var names: [Path] = []
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        Path(bytes: bytes.prefix { $0 != 0 })
      }
      if name != "." && name != ".." { names.append(name) }
      errno = 0
    }
    if errno != 0 { throw SystemError("list", folder, errno) }
    return names.sorted()
  }

  /// What the file system tells about a path (`lstat`), or nil when nothing is there.
  package static func status(_ path: Path) throws(SystemError) -> FileStatus? {
    var status = system_status()
    let result = path.call { system_lstat($0, &status) }
    if isAbsence(result) { return nil }
    guard result >= 0 else { throw SystemError("look at", path, -result) }
    return FileStatus(status)
  }

  static func status(of descriptor: Int32, at path: Path) throws(SystemError) -> FileStatus {
    var status = system_status()
    let result = retried { system_fstat(descriptor, &status) }
    guard result >= 0 else { throw SystemError("look at", path, -result) }
    return FileStatus(status)
  }

  /// Whether a result of `Path.call` says that nothing is there.
  static func isAbsence(_ result: Int32) -> Bool { result == -ENOENT || result == -ENOTDIR }

  static func bytes(
    of descriptor: Int32, at path: Path, size: Int64, limit: Int? = nil
  ) throws(SystemError) -> [UInt8] {
    let most = limit.map { $0 == .max ? $0 : $0 + 1 } ?? .max
    var content: [UInt8] = []
    var chunk = min(Int(clamping: size) + 1, most)
    while content.count < most {
      chunk = max(1, min(max(chunk, 4096), most - content.count, 1 << 24))
      var code: Int32 = 0
      let part = [UInt8](unsafeUninitializedCapacity: chunk) { buffer, count in
        let got = retried { Int32(clamping: system_read(descriptor, buffer.baseAddress, chunk)) }
        code = min(got, 0)
        count = Int(max(got, 0))
      }
      if code < 0 { throw SystemError("read", path, -code) }
      if part.isEmpty { break }
      content = content.isEmpty ? part : content + part
    }
    return content
  }

  static func linkTarget(_ path: Path) throws(SystemError) -> [UInt8] {
    var target = [UInt8](repeating: 0, count: 4096)
    let count = path.call { system_readlink($0, &target, target.count) }
    guard count >= 0 else { throw SystemError("read", path, -count) }
    return Array(target.prefix(Int(count)))
  }
}
