internal import CSystem

/// Tells when something in some folders changed; what it was, a look has to find out.
package final class FolderWatch {
  private var descriptor: Int32

  /// Watches nothing yet.
  /// - Throws: `SystemError` where the system has no more watches (`inotify_init1`, `kqueue`).
  package init() throws(SystemError) { descriptor = try Self.opened() }

  deinit { system_watch_close(descriptor) }

  /// Watches these folders from now on, and on systems that need it the files in them; folders that are
  /// not there, or are links, are passed over.
  /// - Throws: `SystemError` where there are more than the system watches (`inotify_add_watch`: `ENOSPC`
  ///   stands for `fs.inotify.max_user_watches`).
  package func watch(_ folders: [Path]) throws(SystemError) {
    let wantsFiles = system_watch_wants_files() != 0
    if wantsFiles {
      // Its descriptors are of files that may have been replaced.
      system_watch_close(descriptor)
      descriptor = try Self.opened()
    }
    for folder in folders {
      try add(folder)
      guard wantsFiles else { continue }
      for name in try Files.list(folder) ?? [] { try add(folder.appending(name)) }
    }
  }

  /// Whether something changed since the last call, or since it is watched.
  package func drain() -> Bool { system_watch_drain(descriptor) != 0 }

  /// Waits until something changes, this process is asked to stop, or the time is over.
  /// - Parameter milliseconds: a part of them may be slept through by the machine.
  package func wait(atMost milliseconds: Int64) {
    Interruption.wait(atMost: milliseconds, or: descriptor)
  }

  private static func opened() throws(SystemError) -> Int32 {
    let descriptor = retried { system_watch_open() }
    guard descriptor >= 0 else { throw SystemError("watch", ".", -descriptor) }
    return descriptor
  }

  private func add(_ path: Path) throws(SystemError) {
    let result = path.call { system_watch_add(descriptor, $0) }
    guard result < 0 else { return }
    let isPassedOver = [ENOENT, ENOTDIR, ELOOP].contains(-result)
    if !isPassedOver { throw SystemError("watch", path, -result) }
  }
}
