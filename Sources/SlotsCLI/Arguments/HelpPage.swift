extension Parameter {
  /// As in a usage line: `NN`, `[NN…]`, `--from REV`, `[--dry-run]`.
  var usage: String {
    let core =
      switch kind {
      case .argument: isList ? "\(value)…" : value
      case .option: "\(label) \(value)"
      case .flag: label
      }
    return (minimum == 0 ? "[\(core)]" : core) + (kind == .option && isList ? "…" : "")
  }

  /// As in the left column of help: `-f, --file FILE`.
  var heading: String {
    if kind == .argument { return value }
    let names = [short.map { "-\($0)" }, name.map { "--\($0)" }].compactMap { $0 }
    return names.joined(by: ", ") + (kind == .option ? " \(value)" : "")
  }

  /// The help, with what is taken where the value's name does not say it, and the default.
  var explanation: String {
    let saysChoices = choices.isEmpty || value == choices.joined(by: "|")
    let taken =
      range.map { "\($0.lowerBound) to \($0.upperBound)" }
      ?? (saysChoices ? nil : choices.joinedWithOr)
    return help + (taken.map { ": \($0)" } ?? "") + (byDefault.map { "; default \($0)" } ?? "")
  }
}

extension Program {
  /// The words of a usage line; what belongs together is one word.
  func usage(_ path: [String]) -> [String] {
    let start = ([name] + path).spaced
    guard let command = command(at: path), command.children.isEmpty else {
      return [start, "COMMAND …"]
    }
    let parameters = command.init().parameters
    return [start] + parameters.filter { $0.kind == .argument }.map(\.usage)
      + parameters.filter { $0.kind != .argument && $0.minimum > 0 }.map(\.usage)
      + parameters.filter { $0.kind != .argument && $0.minimum == 0 }.map(\.usage)
  }

  /// The help of the command at a path, or the overview, as lines.
  ///
  /// - Parameter width: the columns of the terminal; 80 where there is none
  package func help(_ path: [String], width: Int = 80) -> [String] {
    let width = max(40, min(width, 100))
    guard let command = command(at: path) else { return overview(width) }
    var page = [command.summary, ""] + usageLines(path, width)
    if !command.children.isEmpty {
      page += ["", "Commands"] + table(rows(command.children), width)
    }
    let parameters = command.init().parameters
    for (title, kinds) in [
      ("Arguments", [Parameter.Kind.argument]), ("Options", [.option, .flag]),
    ] {
      let chosen = parameters.filter { kinds.contains($0.kind) }
      if !chosen.isEmpty {
        page += ["", title] + table(chosen.map { ($0.heading, $0.explanation) }, width)
      }
    }
    for paragraph in paragraphs(command.discussion, width) { page += [""] + paragraph }
    if !command.examples.isEmpty { page += ["", "Examples"] + command.examples.map { "  \($0)" } }
    let last =
      command.children.isEmpty
      ? command.effect.sentence : "\(name) help \(path.spaced) COMMAND shows one of them."
    return page + [""] + last.wrapped(to: width)
      + "\(name) help shows the options of every command.".wrapped(to: width)
  }

  private func overview(_ width: Int) -> [String] {
    var page = "\(name): \(summary)".wrapped(to: width) + [""] + usageLines([], width)
    for topic in topics + [Topic("Help", [Help.self])] {
      let shown = topic.commands.filter { $0.effect != .plumbing }
      if !shown.isEmpty { page += ["", topic.title] + table(rows(shown), width) }
    }
    let globals = GlobalOptions().parameters.map { ($0.heading, $0.explanation) }
    page += ["", "Options of every command"] + table(globals, width)
    return page + [""] + "\(name) help COMMAND shows one command.".wrapped(to: width)
  }

  private func rows(_ commands: [any Command.Type]) -> [(String, String)] {
    commands.map { command in
      let names = command.children.map { $0.name }.joined(by: ", ")
      return (command.name, command.summary + (names.isEmpty ? "" : ": \(names)"))
    }
  }

  private func usageLines(_ path: [String], _ width: Int) -> [String] {
    let lines = wrap(usage(path), to: width - 7)
    return lines.enumerated().map { ($0 == 0 ? "usage: " : "       ") + $1 }
  }

  /// Two columns, the right one wrapped.
  private func table(_ rows: [(String, String)], _ width: Int) -> [String] {
    let left = min(24, rows.map(\.0.columns).max() ?? 0)
    let margin = String(repeating: " ", count: left + 4)
    return rows.flatMap { row -> [String] in
      let lines = row.1.wrapped(to: width - left - 4)
      if row.0.columns > left { return ["  \(row.0)"] + lines.map { margin + $0 } }
      let first = "  \(row.0.padded(to: left))  \(lines.first ?? "")"
      return [first] + lines.dropFirst().map { margin + $0 }
    }
  }

  /// Paragraphs as lines, wrapped unless they are indented.
  private func paragraphs(_ text: String, _ width: Int) -> [[String]] {
    splitParagraphs(text).map { lines in
      lines.allSatisfy { $0.hasPrefix("  ") }
        ? lines : lines.spaced.wrapped(to: width)
    }
  }
}

/// The paragraphs of a text, each as its lines.
func splitParagraphs(_ text: String) -> [[String]] {
  text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    .split { $0.allSatisfy { $0 == " " } }.map(Array.init)
}
