internal import CSystem

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Signals that ask a program to stop (SIGINT, SIGTERM, SIGHUP), for one that runs until then: it ends
/// what it is at and leaves in order. A second signal ends it at once.
package enum Interruption {
  /// From now on signals ask. Programs that are run by then are ended with the first one.
  /// - Throws: `SystemError` when there is no descriptor left.
  package static func install() throws(SystemError) {
    let descriptor = retried { system_stop_install() }
    guard descriptor >= 0 else { throw SystemError("listen to signals of", ".", -descriptor) }
  }

  /// Whether signals ask.
  static var isInstalled: Bool { descriptor >= 0 }

  /// Whether one came.
  package static var isRequested: Bool { system_stop_signal() != 0 }

  /// The descriptor that is ready to read once one came; -1 where signals do not ask.
  static var descriptor: Int32 { system_stop_descriptor() }

  /// Waits until one comes, a descriptor is ready to read, or the time is over.
  package static func wait(atMost milliseconds: Int64, or other: Int32 = -1) {
    var waiting = [descriptor, other].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    _ = poll(&waiting, nfds_t(waiting.count), Int32(clamping: max(0, milliseconds)))
  }
}
