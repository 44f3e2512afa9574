import SlotsGit
import SlotsSystem
import TestSupport
import Testing

@Suite struct GitProgramTests {
  let test: TestRepository

  init() throws { test = try TestRepository() }

  private func shown(
    _ program: GitProgram, _ script: String, environment: [String: String?] = [:],
    interactive: Bool = false
  ) throws -> String {
    try program.run(
      ["-c", "alias.show-all=!\(script)", "show-all"], in: test.path, environment: environment,
      interactive: interactive
    ).outputText
  }

  @Test func `git runs in the folder with rename detection off`() throws {
    let git = GitProgram(keepsSSH: false)
    let result = try git.run(["config", "merge.renames"], in: test.path)
    #expect(result.outputText == "false\n")
    let root = try git.run(["rev-parse", "--show-toplevel"], in: test.path)
    #expect(root.outputText == "\(test.path)\n")
    let failed = try git.run(["no-such-command"], in: test.path)
    #expect(failed.status == .exited(1))
    #expect(failed.errorText.contains("is not a git command"))
  }

  @Test(arguments: [
    (false, false, "0:ssh -o BatchMode=yes:C"), (true, false, "0::C"), (false, true, "::"),
  ]) func `nobody is asked unless someone can answer`(
    keepsSSH: Bool, interactive: Bool, expected: String
  ) throws {
    let program = GitProgram(keepsSSH: keepsSSH)
    let output = try shown(
      program, "echo \"$GIT_TERMINAL_PROMPT:$GIT_SSH_COMMAND:$A$LC_ALL\"",
      environment: interactive ? ["LC_ALL": nil] : [:], interactive: interactive)
    #expect(output == expected + "\n")
  }

  @Test func `another repository in the environment does not count`() throws {
    let other = try TestRepository()
    let git = GitProgram(keepsSSH: true)
    let plain = try git.run(
      ["rev-parse", "--absolute-git-dir"], in: test.path, environment: ["A": "b"])
    #expect(plain.outputText == "\(test.path)/.git\n")
    // What the caller asks for does count.
    let asked = try git.run(
      ["rev-parse", "--absolute-git-dir"], in: test.path,
      environment: ["GIT_DIR": "\(other.path)/.git"])
    #expect(asked.outputText == "\(other.path)/.git\n")
  }

  @Test func `input is given and a missing git is told`() throws {
    let result = try GitProgram(keepsSSH: true).run(
      ["hash-object", "--stdin"], in: test.path, input: Array("x".utf8))
    #expect(result.outputText == Repository.id(blob: Array("x".utf8)).hex + "\n")
    let error = #expect(throws: SystemError.self) {
      try GitProgram(program: "slots-no-git", keepsSSH: true).run([], in: test.path)
    }
    #expect(error?.description == "run slots-no-git: no such file or directory")
  }

  @Test func `a deadline ends it`() throws {
    let result = try GitProgram(keepsSSH: true).run(
      ["-c", "alias.wait=!sleep 600", "wait"], in: test.path, deadline: 200)
    #expect(result.status == .timedOut)
  }
}
