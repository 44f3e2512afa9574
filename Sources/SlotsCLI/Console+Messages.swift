extension Console {
  /// Says what failed: what was being done, to what, and why. Never silenced.
  package func error(_ sentence: Line) {
    say(Line("error: ", .failure) + sentence, always: true)
  }

  /// Says what went on although something is wrong.
  package func warning(_ sentence: Line) {
    say(Line("warning: ", .caution) + sentence)
  }

  /// Says what to type next.
  package func hint(_ sentence: Line) {
    say(Line("hint: ", .accent) + sentence)
  }

  /// Says what happened, where it is not a result.
  package func note(_ sentence: Line) {
    say(sentence)
  }

  private func say(_ sentence: Line, always: Bool = false) {
    guard always || !settings.quiet else { return }
    endProgress()
    let line = Line("slots: ") + sentence
    sayNow(line.rendered(color: colors(surroundings.errorsIsTerminal)) + "\n")
  }

  /// Writes to standard error, after what was printed before.
  func sayNow(_ text: String) {
    output.flush()
    errors.append(text.utf8)
    errors.flush()
  }

  /// Whether a stream is coloured.
  func colors(_ isTerminal: Bool) -> Bool {
    switch settings.color {
    case .always: true
    case .never: false
    case .auto: isTerminal && surroundings.allowsColor
    }
  }
}
