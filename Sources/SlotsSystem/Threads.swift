internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Several things at once, for work that waits more than it computes.
package enum Threads {
  /// Runs `body` for each index on a thread of its own, `limit` at a time, and returns when all are done.
  ///
  /// Where the system gives no thread, the calling one does the rest.
  package static func each(
    _ count: Int, limit: Int = 32, _ body: @escaping @Sendable (Int) -> Void
  ) {
    guard count > 1 else {
      if count == 1 { body(0) }
      return
    }
    let next = Counter(count)
    var threads: [pthread_t] = []
    for _ in 0..<min(count, limit) {
      guard let thread = begin({ while let index = next.take() { body(index) } }) else { break }
      threads.append(thread)
    }
    if threads.isEmpty { while let index = next.take() { body(index) } }
    for thread in threads { pthread_join(thread, nil) }
  }

  /// Runs `body` on a thread that nobody waits for; on the calling one where the system gives none.
  package static func detach(_ body: @escaping @Sendable () -> Void) {
    guard let thread = begin(body) else { return body() }
    pthread_detach(thread)
  }

  private static func begin(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    let work = Unmanaged.passRetained(Work(body))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    guard pthread_create(&thread, nil, Threads.start, work.toOpaque()) == 0 else {
      work.release()
      return nil
    }
    return thread
  }

  #if canImport(Darwin)
    private static let start: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? =
      { run($0) }
  #else
    private static let start:
      @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
        { $0.flatMap { run($0) } }
  #endif

  private static func run(_ pointer: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body()
    return nil
  }

  private final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}

/// Hands out numbers, each once.
private final class Counter: Sendable {
  private let next = Atomic<Int>(0)
  private let count: Int

  init(_ count: Int) { self.count = count }

  func take() -> Int? {
    let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
    return index < count ? index : nil
  }
}
