/// A transcript: what was typed where, and all that came back; with the files that are there before.
///
///     # A sentence on what is shown.
///     phone$ slots show 99
///       slots: error: no slot 99, slots are 0 to 23
///       [2]
///
///     -- aurora.json --
///     {"name": "Aurora"}
///
/// The word before `$` is the replica: a folder, in which the rest of the line is typed into a shell.
/// The output is indented: standard output, then standard error, then the exit status unless it is 0.
struct Scenario {
  /// One command, and what it prints.
  struct Step {
    /// Comments and empty lines above it.
    let prose: [String]
    let replica: String
    let command: String
    /// What is expected, without the indent.
    var output: [String] = []
    /// Where it stands in the transcript, from 1.
    let line: Int
  }

  /// A line that belongs nowhere.
  struct Malformed: Error, CustomStringConvertible {
    let description: String
  }

  var steps: [Step] = []
  /// The lines below the last command.
  private var ending: [String] = []
  /// The files that are there before the first command; paths are relative to the scenario's folder.
  private(set) var files: [(path: String, text: String)] = []

  /// Reads a transcript.
  init(_ text: String) throws(Malformed) {
    var prose: [String] = []
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("-- "), line.hasSuffix(" --") {
        files.append((String(line.dropFirst(3).dropLast(3)), ""))
      } else if !files.isEmpty {
        files[files.count - 1].text += line + "\n"
      } else if line.isEmpty || line.hasPrefix("#") {
        prose.append(line)
      } else if line.hasPrefix("  "), !steps.isEmpty {
        // Empty lines between lines of output belong to it.
        steps[steps.count - 1].output += prose + [String(line.dropFirst(2))]
        prose = []
      } else if let dollar = line.firstRange(of: "$ "), !line.hasPrefix(" ") {
        steps.append(
          Step(
            prose: prose, replica: String(line[..<dollar.lowerBound]),
            command: String(line[dollar.upperBound...]), line: index + 1))
        prose = []
      } else {
        throw Malformed(description: "line \(index + 1) is no command, output or comment: \(line)")
      }
    }
    ending = prose
  }

  /// The transcript as it stands in its file.
  var text: String {
    var lines: [String] = []
    for step in steps {
      lines += step.prose + ["\(step.replica)$ \(step.command)"]
      lines += step.output.map { $0.isEmpty ? "" : "  \($0)" }
    }
    lines += ending
    for file in files {
      lines.append("-- \(file.path) --")
      if !file.text.isEmpty { lines.append(String(file.text.dropLast())) }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
