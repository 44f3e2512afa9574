#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

// The output policy, whole. Nothing else in the program writes to a terminal.
//
// - Results go to standard output. Everything else goes to standard error: errors, warnings, hints,
//   notes, progress, questions.
// - `slots: error: …`, `slots: warning: …`, `slots: hint: …`, and `slots: …` for a note. A sentence is
//   lower case and has no full stop; each is one line.
// - --quiet silences everything but results, errors and questions.
// - With --json the results are one JSON document and nothing else is on standard output.
// - Colour only with --color always, or with auto where the stream is a terminal, TERM is neither
//   empty nor dumb, and NO_COLOR is empty or not set.
// - Nothing that came from outside can steer the terminal: control characters, bidirectional controls
//   and line separators are shown, never sent (Console+Line.swift). Only our own styles make escape
//   sequences. Exempt are the exact bytes of `write`, for output that another program reads.
// - Output is written in whole lines. Standard output is written before anything on standard error, so
//   the two keep their order.
// - A reader who went away (`slots log | head`) is no error: the rest is dropped, and no signal ends
//   the program in the middle of its work. Any other failure to write results is an error, status 1.
// - A question is asked only when standard input and standard error are terminals; --yes answers
//   before it is asked. What was typed before the question is no answer; the end of input is a no.
// - Progress is one line that is rewritten at most ten times a second and erased at the end; only on a
//   terminal.

/// Where results, messages and questions go. One for the program; not for use from several tasks.
package final class Console {
  /// What the person asked of the output.
  package struct Settings: Sendable {
    /// Whether to print only results, errors and questions.
    package var quiet: Bool
    /// Whether results are JSON.
    package var json: Bool
    /// Whether every question is answered yes.
    package var yes: Bool
    /// When to colour.
    package var color: GlobalOptions.Color

    package init(
      quiet: Bool = false, json: Bool = false, yes: Bool = false,
      color: GlobalOptions.Color = .auto
    ) {
      self.quiet = quiet
      self.json = json
      self.yes = yes
      self.color = color
    }

    /// The settings in the options of the command line.
    package init(_ options: GlobalOptions) {
      self.init(
        quiet: options.quiet, json: options.json, yes: options.yes, color: options.color)
    }
  }

  /// What the person asked of the output.
  package let settings: Settings
  let surroundings: Surroundings
  let input: Int32
  var output: Sink
  var errors: Sink
  /// Milliseconds of a clock that never goes back.
  let clock: () -> Int
  /// When the progress line was last written; nil while there is none.
  var progressShown: Int?

  /// - Parameters:
  ///   - input, output, errors: descriptors, which stay open
  ///   - surroundings: what is known of them
  ///   - clock: milliseconds, for the pace of progress
  package init(
    _ settings: Settings, surroundings: Surroundings, input: Int32 = 0, output: Int32 = 1,
    errors: Int32 = 2, clock: @escaping () -> Int = Console.monotonicMilliseconds
  ) {
    self.settings = settings
    self.surroundings = surroundings
    self.input = input
    self.output = Sink(descriptor: output)
    self.errors = Sink(descriptor: errors)
    self.clock = clock
  }

  /// The columns of the terminal that results go to; 80 where it is none.
  package var columns: Int { surroundings.outputColumns }

  /// Milliseconds of the machine's monotonic clock. Calls `clock_gettime`.
  package static func monotonicMilliseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }
}

// MARK: - Results

extension Console {
  /// Prints a line of results.
  package func print(_ line: Line) {
    print([line])
  }

  /// Prints lines of results.
  package func print(_ lines: [Line]) {
    let color = colors(surroundings.outputIsTerminal)
    send(lines.reduce(into: "") { $0 += $1.rendered(color: color) + "\n" })
  }

  /// Prints lines without style, such as a page of help.
  package func print(lines: [String]) {
    print(lines.map { Line($0) })
  }

  /// Prints a JSON document, which is to be the only result, and ends its last line.
  ///
  /// What a terminal would take for control is escaped, which does not change the document.
  package func print(json document: String) {
    let escaped = document.escapedForJSON
    send(escaped.hasSuffix("\n") ? escaped : escaped + "\n")
  }

  /// Writes exactly these bytes as the results, for output that another program reads.
  package func write(_ bytes: [UInt8]) {
    output.append(bytes)
  }

  func send(_ text: String) {
    if surroundings.outputIsTerminal { endProgress() }
    output.append(text.utf8)
    if surroundings.outputIsTerminal { output.flush() }
  }

  /// Sends what was printed so far, for results that arrive over time.
  package func flush() {
    output.flush()
  }

  /// Whether what was sent so far found its reader.
  package var isHeard: Bool { output.failure == nil }

  /// Sends the rest of the results and erases the progress line.
  ///
  /// - Returns: false if results could not be written; the error was printed, the status is 1
  package func finish() -> Bool {
    endProgress()
    output.flush()
    guard let failure = output.failure, failure != EPIPE else { return true }
    error("cannot write the results: \(Console.reason(failure))")
    return false
  }

  /// What an `errno` says, as a part of a sentence. Calls `strerror`.
  private static func reason(_ code: Int32) -> String {
    guard let text = strerror(code) else { return "error \(code)" }
    let words = String(cString: text)
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}
