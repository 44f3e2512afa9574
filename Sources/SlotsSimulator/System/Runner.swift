#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// One thread of the system.
struct Runner: @unchecked Sendable {
  private let thread: pthread_t

  private final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts it.
  init(_ body: @escaping @Sendable () -> Void) {
    let work = Unmanaged.passRetained(Work(body)).toOpaque()
    #if canImport(Darwin)
      var started: pthread_t?
      let code = pthread_create(&started, nil, { Runner.run($0) }, work)
    #else
      var started: pthread_t? = pthread_t()
      let code = pthread_create(&started!, nil, { Runner.run($0!) }, work)
    #endif
    precondition(code == 0, "no thread can be started")
    thread = started!
  }

  private static func run(_ work: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
    return nil
  }

  /// Waits for its end.
  func join() { pthread_join(thread, nil) }
}
