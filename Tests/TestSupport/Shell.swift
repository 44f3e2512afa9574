import Foundation
package import SlotsSystem

/// Runs real programs in an environment that has nothing of the machine or the person on it.
package enum Shell {
  /// A program that did not end with 0.
  package struct Failure: Error, CustomStringConvertible {
    /// All there is to know about the failure.
    package let description: String
  }

  /// The environment: PATH, a home folder that does not exist, no settings of git but a
  /// repository's own, a fixed name and date, and nobody to ask.
  /// - Parameter time: what author and committer date are, in seconds since 1970.
  package static func environment(at time: Int64 = firstMoment) -> [String: String?] {
    var environment: [String: String?] = [:]
    for name in ProcessInfo.processInfo.environment.keys {
      environment.updateValue(nil, forKey: name)
    }
    let fixed = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      "HOME": "/nonexistent", "LC_ALL": "C", "TZ": "UTC", "GIT_CONFIG_GLOBAL": "/dev/null",
      "GIT_CONFIG_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0", "GIT_AUTHOR_NAME": "Ada",
      "GIT_AUTHOR_EMAIL": "ada@example.org", "GIT_AUTHOR_DATE": "\(time) +0000",
      "GIT_COMMITTER_NAME": "Ada", "GIT_COMMITTER_EMAIL": "ada@example.org",
      "GIT_COMMITTER_DATE": "\(time) +0000",
    ]
    for (name, value) in fixed { environment[name] = value }
    return environment
  }

  /// 2026-01-01 00:00:00 UTC, in seconds since 1970.
  package static let firstMoment: Int64 = 1_767_225_600

  /// Runs a program to its end.
  /// - Parameter more: variables on top of `environment`.
  /// - Returns: what it wrote to standard output.
  /// - Throws: `Failure` with the command, the folder and what is in it, the status and both outputs.
  @discardableResult
  package static func run(
    _ program: Path, _ arguments: [String], in folder: Path, at time: Int64 = firstMoment,
    environment more: [String: String?] = [:], input: String? = nil
  ) throws -> String {
    let result = try Child.run(
      program, arguments, in: folder,
      environment: environment(at: time).merging(more) { $1 },
      input: input.map { Array($0.utf8) }, deadline: 60_000)
    guard result.succeeded else {
      let listing = try Files.list(folder)?.map(\.description).joined(separator: " ")
      throw Failure(
        description: """
          \(program) \(arguments.joined(separator: " "))
          in \(folder): \(listing ?? "no such folder")
          ended: \(result.status)
          output: \(result.outputText)
          errors: \(result.errorText)
          """)
    }
    return result.outputText
  }
}

/// Runs the real git as `Shell.run` does.
/// - Returns: what it wrote to standard output, without the last line's end.
@discardableResult
package func git(
  _ arguments: String..., in folder: Path, at time: Int64 = Shell.firstMoment,
  environment: [String: String?] = [:], input: String? = nil
) throws -> String {
  let output = try Shell.run(
    "git", arguments, in: folder, at: time, environment: environment, input: input)
  return output.hasSuffix("\n") ? String(output.dropLast()) : output
}
