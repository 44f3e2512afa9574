internal import CSystem

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A pipe to or from a program. Its ends are closed when asked, at the latest with the last owner.
final class Pipe {
  private(set) var reading: Int32
  private(set) var writing: Int32

  init(for program: Path) throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    let result = retried { system_pipe(&ends) }
    guard result >= 0 else { throw SystemError("run", program, -result) }
    reading = ends[0]
    writing = ends[1]
  }

  deinit {
    closeReading()
    closeWriting()
  }

  func closeReading() {
    if reading >= 0 { close(reading) }
    reading = -1
  }

  func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }
}

/// The talk with a running program until it has ended and is waited for.
struct Talk {
  let process: pid_t
  let output: Pipe
  let errors: Pipe
  let feed: Pipe?
  let input: [UInt8]
  let limit: Int
  /// When its time is over, on the monotonic clock.
  let end: Int64?
  /// How many milliseconds it may say nothing.
  let silence: Int64?
  /// Whether it leads a process group of its own.
  private let hasOwnGroup: Bool

  private var sent = 0
  private var collected: [[UInt8]] = [[], []]
  private var isCut = false
  private var signals = 0
  /// When it was told to end, and when it last said something.
  private var ending: Int64 = 0
  private var heard = Clock.monotonic()

  init(
    process: pid_t, output: Pipe, errors: Pipe, feed: Pipe?, input: [UInt8], limit: Int,
    end: Int64?, silence: Int64?, hasOwnGroup: Bool
  ) {
    self.process = process
    self.output = output
    self.errors = errors
    self.feed = feed
    self.input = input
    self.limit = limit
    self.end = end
    self.silence = silence
    self.hasOwnGroup = hasOwnGroup
    for descriptor in [output.reading, errors.reading, feed?.writing ?? -1] where descriptor >= 0 {
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }
  }

  /// Feeds and reads until the program has ended. What it started and left running may keep the
  /// pipes open: that is not waited for.
  mutating func finish() -> Child.Result {
    if input.isEmpty { feed?.closeWriting() }
    var pause: Int32 = 1
    while retried({ system_has_ended(process) }) == 0 {
      let isOpen = output.reading >= 0 || errors.reading >= 0 || (feed?.writing ?? -1) >= 0
      // With a pipe open its end wakes us; without, the program is about to end.
      exchange(atMost: isOpen ? 50 : pause)
      if !isOpen { pause = min(pause * 2, 50) }
      enforceEnd()
    }
    // As long as it is not waited for, its process group cannot be anyone else's.
    if signals > 0, hasOwnGroup { kill(group, SIGKILL) }
    let status = ended()
    exchange(atMost: 0)
    return Child.Result(
      status: signals > 0 ? .timedOut : Child.Status(system_exit(status)),
      output: collected[0], errors: collected[1], isCut: isCut)
  }

  /// What signals go to: the program, with what it started where that is a group.
  private var group: pid_t { hasOwnGroup ? -process : process }

  private func ended() -> Int32 {
    var status: Int32 = 0
    let result = retried { waitpid(process, &status, 0) }
    // Whoever ignores SIGCHLD never learns how a program ended: take it for a failure.
    return result < 0 ? 127 << 8 : status
  }

  private mutating func enforceEnd() {
    let now = Clock.monotonic()
    // Who is asked to stop waits for nobody.
    let last =
      Interruption.isRequested ? now : min(end ?? .max, silence.map { heard + $0 } ?? .max)
    if signals == 0, now >= last {
      kill(group, SIGTERM)
      signals = 1
      ending = now
    } else if signals == 1, now >= ending + 1000 {
      kill(group, SIGKILL)
      signals = 2
    }
  }

  private mutating func exchange(atMost milliseconds: Int32) {
    var waiting = [
      pollfd(fd: output.reading, events: Int16(POLLIN), revents: 0),
      pollfd(fd: errors.reading, events: Int16(POLLIN), revents: 0),
      pollfd(fd: feed?.writing ?? -1, events: Int16(POLLOUT), revents: 0),
    ]
    guard poll(&waiting, nfds_t(waiting.count), milliseconds) > 0 else { return }
    if waiting[0].revents != 0, !collect(0, output.reading) { output.closeReading() }
    if waiting[1].revents != 0, !collect(1, errors.reading) { errors.closeReading() }
    if waiting[2].revents != 0, let feed, !send(to: feed.writing) { feed.closeWriting() }
  }

  /// Reads what is there. Returns false at the end.
  private mutating func collect(_ number: Int, _ descriptor: Int32) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = retried { Int32(clamping: system_read(descriptor, &chunk, chunk.count)) }
      if count == -EAGAIN { return true }
      if count <= 0 { return false }
      heard = Clock.monotonic()
      let room = limit - collected[number].count
      if count > room { isCut = true }
      collected[number] += chunk.prefix(min(room, Int(count)))
    }
  }

  /// Writes what fits. Returns false when all is sent or nobody reads.
  private mutating func send(to descriptor: Int32) -> Bool {
    while sent < input.count {
      let result = input.withUnsafeBytes { buffer in
        retried {
          Int32(
            clamping: system_write_pipe(
              descriptor, buffer.baseAddress.map { $0 + sent }, min(buffer.count - sent, 1 << 16)))
        }
      }
      if result == -EAGAIN { return true }
      if result < 0 { return false }
      sent += Int(result)
    }
    return false
  }
}
