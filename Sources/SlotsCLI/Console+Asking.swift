extension Console {
  /// Whether there is somebody to ask: standard input and standard error are terminals.
  var canAsk: Bool { surroundings.inputIsTerminal && surroundings.errorsIsTerminal }
}
