#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension Console {
  /// What came of a question.
  package enum Answer: Sendable {
    case yes
    case no
    /// Standard input or standard error is no terminal, and --yes was not given.
    case nobodyToAsk
  }

  /// Asks a question that is no unless it is answered with y or yes.
  ///
  /// What was typed before is thrown away, so that no key hit twice answers a question that nobody has
  /// read. Calls `tcflush`.
  ///
  /// - Parameters:
  ///   - question: with its question mark, such as `replace slot-05 Aurora?`
  ///   - yesAnswers: whether --yes is an answer; false for what must be named, as boxes to restart
  package func ask(_ question: Line, yesAnswers: Bool = true) -> Answer {
    if settings.yes, yesAnswers { return .yes }
    guard canAsk else { return .nobodyToAsk }
    endProgress()
    tcflush(input, TCIFLUSH)
    sayNow("slots: \(question.rendered(color: false)) [y/N] ")
    guard let line = readLine() else {
      sayNow("\n")
      return .no
    }
    let answer = line.filter { $0 != " " && $0 != "\r" }.lowercased()
    return answer == "y" || answer == "yes" ? .yes : .no
  }

  /// The line that was typed; nil at the end of input. What follows the line is left for the next
  /// question. Calls `read`.
  private func readLine() -> String? {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      let count = read(input, &byte, 1)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return nil }
      if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
  }
}

// MARK: - Progress

extension Console {
  /// Shows how far long work has come, in place of what was shown before. Cheap to call often.
  package func progress(_ sentence: Line) {
    guard surroundings.errorsIsTerminal, surroundings.takesEscapes, !settings.quiet else { return }
    let now = clock()
    if let progressShown, now - progressShown < 100 { return }
    let line = "slots: \(sentence.rendered(color: false))".clipped(
      to: surroundings.errorsColumns - 1)
    sayNow("\r\(line)\u{1B}[K")
    progressShown = now
  }

  /// Erases the progress line. Everything else that is said does so by itself.
  package func endProgress() {
    guard progressShown != nil else { return }
    progressShown = nil
    errors.append("\r\u{1B}[K".utf8)
    errors.flush()
  }
}
