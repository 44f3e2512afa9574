package import SlotsSystem

/// The user's own git: for what goes over a network, and where hooks must run.
package struct GitProgram: Sendable {
  /// The program; looked up in PATH when it has no slash.
  package let program: Path
  /// Whether the user chose an ssh command (`GIT_SSH_COMMAND`, `GIT_SSH`, `core.sshCommand`), which
  /// is then left alone; otherwise ssh is told not to ask, unless someone can answer.
  package let keepsSSH: Bool
  /// Further words for an ssh command that the user did not choose, as the shell reads them.
  package var options = ""

  /// A git to run; see the properties.
  package init(program: Path = "git", keepsSSH: Bool) {
    self.program = program
    self.keepsSSH = keepsSSH
  }

  /// Runs a command of git to its end. Rename detection is off. What the environment says about some
  /// other repository does not count. Git's messages are in English.
  /// - Parameters:
  ///   - folder: the repository.
  ///   - changes: further variables; nil removes one.
  ///   - input: its standard input; nil for none.
  ///   - interactive: whether git and ssh may ask on the terminal. Otherwise they, and what they ask
  ///     for credentials, fail where they would ask.
  ///   - deadline: milliseconds until it is ended; not for interactive runs, since it takes the
  ///     terminal away from the program.
  ///   - silence: milliseconds that it may say nothing; not for interactive runs either.
  /// - Throws: only when git could not be started; what it returned is in the result.
  package func run(
    _ arguments: [String], in folder: Path, environment changes: [String: String?] = [:],
    input: [UInt8]? = nil, interactive: Bool = false, deadline: Int64? = nil,
    silence: Int64? = nil
  ) throws(SystemError) -> Child.Result {
    var environment: [String: String?] = [:]
    for name in repositoryVariables { environment.updateValue(nil, forKey: name) }
    environment["LANGUAGE"] = "C"
    if !interactive { environment.merge(silent) { $1 } }
    let words = interactive ? options : "-o BatchMode=yes\(options)"
    if !keepsSSH, !words.isEmpty { environment["GIT_SSH_COMMAND"] = "ssh \(words)" }
    environment.merge(changes) { $1 }
    return try Child.run(
      program, settings + arguments, in: folder,
      environment: environment, input: input, deadline: deadline, silence: silence)
  }
}

/// Rename detection off; no `git gc` behind our back, which in time removes what no branch leads to; and loose
/// objects are on the medium before they count, for which git does not wait by default.
private let settings = [
  "merge.renames=false", "diff.renames=false", "gc.auto=0", "maintenance.auto=false",
  "core.fsync=committed,loose-object",
].flatMap { ["-c", $0] }

/// What keeps git, ssh and the Git Credential Manager from asking. A program that the user names to
/// answer for git (`GIT_ASKPASS`, `core.askPass`) stays; ssh's, which is a window, does not, and ssh
/// does not turn to the terminal instead.
private let silent: [String: String?] = [
  "GIT_TERMINAL_PROMPT": "0", "SSH_ASKPASS": "false", "SSH_ASKPASS_REQUIRE": "force",
  "GCM_INTERACTIVE": "never", "LC_ALL": "C",
]

/// The variables that bind git to one repository (`git rev-parse --local-env-vars`), without those
/// that carry settings.
private let repositoryVariables = [
  "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_OBJECT_DIRECTORY", "GIT_DIR", "GIT_WORK_TREE",
  "GIT_IMPLICIT_WORK_TREE", "GIT_GRAFT_FILE", "GIT_INDEX_FILE", "GIT_NO_REPLACE_OBJECTS",
  "GIT_REPLACE_REF_BASE", "GIT_PREFIX", "GIT_SHALLOW_FILE", "GIT_COMMON_DIR", "GIT_NAMESPACE",
  "GIT_INTERNAL_SUPER_PREFIX",
]
