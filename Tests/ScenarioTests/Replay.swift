import Foundation
import SlotsSystem
import TestSupport

/// Types the commands of a scenario, in a temporary folder that is the home of whoever types.
final class Replay {
  /// What came of one command.
  struct Outcome {
    let status: Int32
    let output: String
    let errors: String

    /// The lines as a transcript has them: standard output, standard error, the status.
    var lines: [String] {
      var lines = Self.lines(output) + Self.lines(errors)
      if status != 0 { lines.append("[\(status)]") }
      return lines
    }

    private static func lines(_ text: String) -> [String] {
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      while lines.last?.isEmpty == true { lines.removeLast() }
      return lines
    }
  }

  /// 2026-12-01 10:00:00 UTC, in seconds since 1970: the first command. Each is a second later.
  private static let firstMoment: Int64 = 1_796_119_200

  private let home: TemporaryFolder
  private let factory: Path
  private let program: Path
  private var moment = Replay.firstMoment
  private var ids = CommitIDs()

  /// - Parameters:
  ///   - project: the folder with our `factory`.
  ///   - program: the program's file.
  init(_ scenario: Scenario, project: Path, program: Path) throws {
    home = try TemporaryFolder()
    self.program = program
    for file in scenario.files {
      try Files.makeFolders(home.path.appending(Path(file.path)).parent)
      try home.write(Path(file.path), file.text)
    }
    let own = home.path.appending("factory")
    factory = try Files.status(own) == nil ? project.appending("factory") : own
  }

  /// Runs a command in the folder of its replica, which is made when it is first named.
  func run(_ step: Scenario.Step) throws -> Outcome {
    let folder = home.path.appending(Path(step.replica))
    try Files.makeFolders(folder)
    let result = try Child.run(
      "/bin/sh", ["-c", ids.shown(in: step.command)], in: folder, environment: environment(),
      deadline: 60_000)
    moment += 1
    let status: Int32 =
      switch result.status {
      case .exited(let code): code
      case .signalled(let signal): 128 + signal
      case .timedOut: 124
      }
    let output = hidden(result.outputText)
    return Outcome(status: status, output: output, errors: hidden(result.errorText))
  }

  /// What a folder holds, for a failure.
  func listing(_ replica: String) -> String {
    let names = try? Files.list(home.path.appending(Path(replica)))
    return (names ?? nil)?.map(\.description).sorted().joined(separator: " ") ?? "nothing"
  }

  private func environment() -> [String: String?] {
    let now = Date(timeIntervalSince1970: TimeInterval(moment)).formatted(.iso8601)
    return Shell.environment(at: moment).merging([
      "PATH": "\(program.parent):"
        + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"),
      "HOME": home.path.description, "TMPDIR": home.path.description, "LC_ALL": "C.UTF-8",
      "SLOTS_FACTORY": factory.description, "SLOTS_NOW": now, "GIT_PAGER": "cat",
      "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "init.defaultBranch",
      "GIT_CONFIG_VALUE_0": "main",
    ]) { $1 }
  }

  /// Output with what differs from run to run replaced.
  private func hidden(_ text: String) -> String {
    ids.hidden(in: text.replacing(home.path.description, with: "~"))
  }
}

/// The ids of commits, as `<id1>`, `<id2>` in the order in which they were printed: a transcript does
/// not change with the words of a commit.
struct CommitIDs {
  private var known: [String] = []

  /// The text with a placeholder for each id: a word of 7 to 64 hexadecimal digits that is no number.
  mutating func hidden(in text: String) -> String {
    text.replacing(/\b[0-9a-f]{7,64}\b/.wordBoundaryKind(.simple)) { match in
      let id = String(match.output)
      guard id.count >= 10 || id.contains(where: \.isLetter) else { return id }
      if let index = known.firstIndex(where: { $0.hasPrefix(id) || id.hasPrefix($0) }) {
        if id.count > known[index].count { known[index] = id }
        return "<id\(index + 1)>"
      }
      known.append(id)
      return "<id\(known.count)>"
    }
  }

  /// The command with the ids that placeholders stand for.
  func shown(in command: String) -> String {
    known.enumerated().reduce(command) { $0.replacing("<id\($1.offset + 1)>", with: $1.element) }
  }
}
