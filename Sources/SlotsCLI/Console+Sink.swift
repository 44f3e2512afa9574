#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension Console {
  /// A descriptor that is written in large pieces, each ending where the caller's piece ends.
  struct Sink {
    let descriptor: Int32
    /// The bytes that wait to be written.
    var pending: Int { buffer.count }
    /// The `errno` of the first write that failed; nothing is written after it.
    private(set) var failure: Int32?
    private var buffer: [UInt8] = []

    init(descriptor: Int32) {
      self.descriptor = descriptor
    }

    mutating func append(_ bytes: some Sequence<UInt8>) {
      buffer.append(contentsOf: bytes)
      if buffer.count >= 1 << 16 { flush() }
    }

    mutating func flush() {
      guard !buffer.isEmpty else { return }
      if failure == nil { failure = Sink.write(buffer, to: descriptor) }
      buffer.removeAll(keepingCapacity: true)
    }

    /// Writes all bytes, also to a descriptor that does not block.
    ///
    /// A broken pipe is reported and raises no signal: SIGPIPE waits while we write, and is taken away
    /// if our write raised it. The disposition, which child processes inherit, is not touched. Calls
    /// `write`, `poll`, `pthread_sigmask`, `sigpending`, `sigwait`.
    ///
    /// - Returns: the `errno` of what failed, nil if all was written
    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
      var pipe = sigset_t()
      var before = sigset_t()
      sigemptyset(&pipe)
      sigaddset(&pipe, SIGPIPE)
      let wasPending = isPending(SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &pipe, &before)
      defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
      let failure = writeBlocked(bytes, to: descriptor)
      if failure == EPIPE, !wasPending, isPending(SIGPIPE) {
        var taken: Int32 = 0
        sigwait(&pipe, &taken)
      }
      return failure
    }

    private static func writeBlocked(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
      bytes.withUnsafeBytes { all in
        var rest = all[...]
        while !rest.isEmpty {
          let part = UnsafeRawBufferPointer(rebasing: rest)
          #if canImport(Darwin)
            let count = Darwin.write(descriptor, part.baseAddress, part.count)
          #else
            let count = Glibc.write(descriptor, part.baseAddress, part.count)
          #endif
          if count >= 0 {
            rest = rest.dropFirst(count)
            continue
          }
          switch errno {
          case EINTR: continue
          case EAGAIN:
            var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            poll(&ready, 1, -1)
          default: return errno
          }
        }
        return nil
      }
    }

    private static func isPending(_ signal: Int32) -> Bool {
      var pending = sigset_t()
      sigpending(&pending)
      return sigismember(&pending, signal) == 1
    }
  }
}
