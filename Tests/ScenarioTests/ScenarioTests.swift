import Foundation
import SlotsSystem
import TestSupport
import Testing

/// Runs every transcript in `Scenarios` with the real program. `SLOTS_RECORD=1` writes what came into
/// the transcripts, to be looked at as a diff.
struct ScenarioTests {
  private static let folder = Path(#filePath).parent.appending("Scenarios")
  private static let project = Path(#filePath).parent.parent.parent
  private static let isRecording = ProcessInfo.processInfo.environment["SLOTS_RECORD"] == "1"

  /// The names of the transcripts, without `.txtar`.
  static var names: [String] {
    let files = try? Files.list(folder)
    return ((files ?? nil) ?? []).map(\.description).filter { $0.hasSuffix(".txtar") }
      .map { String($0.dropLast(".txtar".count)) }.sorted()
  }

  @Test func `every command that people type is in a scenario`() throws {
    let page = try #require(try Files.read(Self.project.appending("docs/commands.md")))
    let sections = String(decoding: page, as: UTF8.self).components(separatedBy: "\n### slots ")
      .dropFirst().filter { !$0.contains("Called by git") }
    let commands = sections.map { String($0.prefix { $0 != "\n" }) }
    let typed = try Self.names.flatMap { try Scenario(Self.text($0)).steps }
      .map { Set($0.command.split(separator: " ")) }.filter { $0.contains("slots") }
    #expect(!commands.isEmpty)
    #expect(
      commands.filter { command in
        !typed.contains { $0.isSuperset(of: command.split(separator: " ")) }
      } == [])
  }

  @Test(arguments: names)
  func `the program prints what the transcript says`(_ name: String) throws {
    let text = try Self.text(name)
    var scenario = try Scenario(text)
    let program = try #require(Self.program, "the program slots is not beside the tests")
    let replay = try Replay(scenario, project: Self.project, program: program)
    for (index, step) in scenario.steps.enumerated() {
      let outcome = try replay.run(step)
      if !Self.isRecording, outcome.lines != step.output {
        Issue.record(Self.explanation(name, step, outcome, replay.listing(step.replica)))
        return
      }
      scenario.steps[index].output = outcome.lines
    }
    if Self.isRecording {
      try Files.write(Array(scenario.text.utf8), to: Self.file(name), temporaryIn: Self.folder)
    } else {
      #expect(scenario.text == text, "the transcript is not in its usual form; record it again")
    }
  }

  private static func file(_ name: String) -> Path { folder.appending(Path(name + ".txtar")) }

  private static func text(_ name: String) throws -> String {
    String(decoding: try #require(try Files.read(file(name))), as: UTF8.self)
  }

  private static func explanation(
    _ name: String, _ step: Scenario.Step, _ outcome: Replay.Outcome, _ listing: String
  ) -> Comment {
    """
    \(name).txtar:\(step.line): the output differs (- the transcript, + the program)
    \(step.replica)$ \(step.command)
    \(differences(from: step.output, to: outcome.lines).joined(separator: "\n"))
    folder: \(step.replica), with \(listing)
    status: \(outcome.status)
    standard output:
    \(outcome.output)
    standard error:
    \(outcome.errors)
    """
  }

  /// The lines of both, those of one alone marked with `-` or `+`.
  static func differences(from old: [String], to new: [String]) -> [String] {
    let changes = new.difference(from: old)
    let removed = Set(changes.removals.map(\.offset))
    let inserted = Set(changes.insertions.map(\.offset))
    var lines: [String] = []
    var (before, after) = (0, 0)
    while before < old.count || after < new.count {
      if removed.contains(before) {
        lines.append("- \(old[before])")
        before += 1
      } else if inserted.contains(after) {
        lines.append("+ \(new[after])")
        after += 1
      } else {
        lines.append("  \(new[after])")
        before += 1
        after += 1
      }
    }
    return lines
  }

  /// The program, in the folder that the tests were built into.
  private static var program: Path? {
    let here = CommandLine.arguments.compactMap { argument in
      argument.firstRange(of: ".xctest").map { Path(String(argument[..<$0.lowerBound])).parent }
    }
    let folders = here + [Path(CommandLine.arguments[0]).parent]
    return folders.map { $0.appending("slots") }.first {
      (try? Files.status($0))??.kind == .file
    }
  }
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
