internal import CSystem

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Programs that are run: an array of arguments and never a shell. They inherit the environment and
/// no file but standard input, output and error.
package enum Child {
  /// How a program ended.
  package enum Status: Sendable, Hashable {
    /// By itself, with a code from 0 to 255.
    case exited(Int32)
    /// By a signal of this number.
    case signalled(Int32)
    /// It was ended because its time was over.
    case timedOut

    init(_ code: Int32) { self = code < 0 ? .signalled(-code) : .exited(code) }

    /// How it ended, after the program's name.
    package var words: String {
      switch self {
      case .exited(let code): "ended with status \(code)"
      case .signalled(let number): "was ended by signal \(number)"
      case .timedOut: "did not end in time"
      }
    }
  }

  /// What a program left.
  package struct Result: Sendable, Hashable {
    /// How it ended.
    package let status: Status
    /// What it wrote to standard output, up to the limit.
    package let output: [UInt8]
    /// What it wrote to standard error, up to the limit.
    package let errors: [UInt8]
    /// Whether one of them was longer than the limit and lost its end.
    package let isCut: Bool

    /// Whether it exited with 0.
    package var succeeded: Bool { status == .exited(0) }
    /// The output as text; bytes that are not UTF-8 become replacement characters.
    package var outputText: String { String(decoding: output, as: UTF8.self) }
    /// The errors as text, in the same way.
    package var errorText: String { String(decoding: errors, as: UTF8.self) }
  }

  /// Runs a program to its end and keeps what it writes.
  /// - Parameters:
  ///   - program: looked up in PATH when it has no slash.
  ///   - folder: where it runs; nil for here.
  ///   - environment: what differs from our own environment; nil removes a variable.
  ///   - input: its standard input; nil for none (`/dev/null`).
  ///   - limit: how many bytes of output, and of errors, are kept; the rest is read and dropped.
  ///   - deadline: milliseconds after which it and what it started get SIGTERM, and a second later
  ///     SIGKILL. With a deadline it has a process group of its own, so keys do not interrupt it and
  ///     it cannot ask on the terminal.
  ///   - silence: milliseconds without a word from it after which it is ended in the same way; what
  ///     it writes begins the time anew.
  /// - Throws: when it could not be started; `ENOENT` when there is no such program.
  package static func run(
    _ program: Path, _ arguments: [String], in folder: Path? = nil,
    environment: [String: String?] = [:], input: [UInt8]? = nil, limit: Int = 1 << 26,
    deadline: Int64? = nil, silence: Int64? = nil
  ) throws(SystemError) -> Result {
    let null = ("/dev/null" as Path).call { open($0, O_RDONLY | O_CLOEXEC) }
    guard null >= 0 else { throw SystemError("open", "/dev/null", -null) }
    defer { close(null) }
    let output = try Pipe(for: program)
    let errors = try Pipe(for: program)
    let feed = try input.map { _ throws(SystemError) in try Pipe(for: program) }

    var process: pid_t = 0
    // Whoever may have to end it has to end what it starts, too.
    let hasOwnGroup = deadline != nil || silence != nil || Interruption.isInstalled
    let code = withRequest(program, arguments, in: folder, environment) { request in
      request.input = feed?.reading ?? null
      request.output = output.writing
      request.error = errors.writing
      request.own_group = hasOwnGroup ? 1 : 0
      return system_spawn(&request, &process)
    }
    guard code == 0 else { throw failure(program, folder, code) }
    output.closeWriting()
    errors.closeWriting()
    feed?.closeReading()

    var talk = Talk(
      process: process, output: output, errors: errors, feed: feed, input: input ?? [],
      limit: limit, end: deadline.map { Clock.monotonic() + $0 }, silence: silence,
      hasOwnGroup: hasOwnGroup)
    return talk.finish()
  }

  /// Runs a program on this terminal, such as an editor, and waits for its end. Meanwhile a key that
  /// interrupts is the program's alone.
  /// - Throws: as `run`.
  package static func interactive(
    _ program: Path, _ arguments: [String], in folder: Path? = nil,
    environment: [String: String?] = [:]
  ) throws(SystemError) -> Status {
    var status: Int32 = 0
    let code = withRequest(program, arguments, in: folder, environment) { request in
      request.interruptible = 1
      return system_run_on_terminal(&request, &status)
    }
    guard code == 0 else { throw failure(program, folder, code) }
    return Status(status)
  }

  /// A missing folder and a missing program are one error number; tell which.
  private static func failure(_ program: Path, _ folder: Path?, _ code: Int32) -> SystemError {
    if let folder, (try? Files.status(folder))??.kind != .folder {
      return SystemError("run \(program) in", folder, code)
    }
    return SystemError("run", program, code)
  }

  private static func withRequest(
    _ program: Path, _ arguments: [String], in folder: Path?, _ changes: [String: String?],
    _ body: (inout system_spawn_request) -> Int32
  ) -> Int32 {
    var variables: [String] = []
    var next = system_environment()
    while let entry = next?.pointee {
      let text = String(cString: entry)
      if changes[String(text.prefix { $0 != "=" })] == nil { variables.append(text) }
      next = next?.successor()
    }
    for (name, value) in changes.sorted(by: { $0.key < $1.key }) {
      if let value { variables.append("\(name)=\(value)") }
    }
    return withStrings([program.bytes] + arguments.map { Array($0.utf8) }) { arguments in
      withStrings(variables.map { Array($0.utf8) }) { variables in
        program.withCPath { program in
          (folder ?? ".").withCPath { folder in
            var request = system_spawn_request(
              program: program, arguments: arguments, environment: variables, folder: folder,
              input: -1, output: -1, error: -1, own_group: 0, interruptible: 0)
            return body(&request)
          }
        }
      }
    }
  }

  /// Lends an array of C strings that ends with NULL.
  private static func withStrings<R>(
    _ strings: [[UInt8]], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>?) -> R
  ) -> R {
    var bytes: [CChar] = []
    for string in strings { bytes += string.map { CChar(bitPattern: $0) } + [0] }
    return bytes.withUnsafeMutableBufferPointer { buffer in
      var start = buffer.baseAddress
      var pointers: [UnsafeMutablePointer<CChar>?] = []
      for string in strings {
        pointers.append(start)
        start = start.map { $0 + string.count + 1 }
      }
      pointers.append(nil)
      return pointers.withUnsafeBufferPointer { pointers in
        body(pointers.baseAddress)
      }
    }
  }
}
