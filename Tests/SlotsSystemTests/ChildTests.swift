import Foundation
import SlotsSystem
import TestSupport
import Testing

@Suite struct ChildTests {
  private func sh(
    _ script: String, environment: [String: String?] = [:], input: [UInt8]? = nil,
    limit: Int = 1 << 26, deadline: Int64? = nil
  ) throws -> Child.Result {
    try Child.run(
      "sh", ["-c", script], environment: environment, input: input, limit: limit,
      deadline: deadline)
  }

  @Test func `outputs and status come back`() throws {
    let result = try sh("echo out; echo err >&2; exit 3")
    #expect(result.outputText == "out\n")
    #expect(result.errorText == "err\n")
    #expect(result.status == .exited(3))
    #expect(!result.succeeded)
    #expect(try sh("kill -TERM $$").status == .signalled(SIGTERM))
    #expect(try sh("").succeeded)
  }

  @Test func `arguments reach the program as they are`() throws {
    let arguments = ["%s|", "", "a b", "$HOME", "*", "é", "\"'\\"]
    let result = try Child.run("printf", arguments)
    #expect(result.outputText == "|a b|$HOME|*|é|\"'\\|")
  }

  @Test func `input longer than a pipe comes back as output`() throws {
    var chance = Chance(seed: 1)
    let input = chance.bytes(3_000_000)
    #expect(try Child.run("cat", [], input: input).output == input)
    #expect(try Child.run("cat", []).output == [])
    #expect(try Child.run("cat", [], input: []).output == [])
  }

  @Test func `a program that does not read its input does no harm`() throws {
    let input = [UInt8](repeating: 65, count: 1_000_000)
    let result = try sh("exec 0<&-; exit 5", input: input)
    #expect(result.status == .exited(5))
  }

  @Test func `outputs at the same time are read at the same time, up to the limit`() throws {
    let script = "yes out | head -c 400000; yes err | head -c 300000 >&2"
    let whole = try sh(script)
    #expect(whole.output.count == 400_000 && whole.errors.count == 300_000 && !whole.isCut)
    let cut = try sh(script, limit: 1000)
    #expect(cut.output.count == 1000 && cut.errors.count == 1000 && cut.isCut)
    #expect(cut.succeeded)
  }

  @Test func `folder and environment are as asked`() throws {
    let folder = try TemporaryFolder()
    let result = try Child.run(
      "sh", ["-c", "pwd -P; echo \"$A:${HOME-none}:${PATH:+path}\""], in: folder.path,
      environment: ["A": "x=y", "HOME": nil as String?])
    #expect(result.outputText == "\(folder.path)\nx=y:none:path\n")
  }

  @Test func `a missing program and a missing folder are told apart`() throws {
    let program = #expect(throws: SystemError.self) { try Child.run("slots-no-such-program", []) }
    #expect(program?.description == "run slots-no-such-program: no such file or directory")
    let folder = #expect(throws: SystemError.self) { try Child.run("true", [], in: "/no/such") }
    #expect(folder?.description == "run true in /no/such: no such file or directory")
    let refused = #expect(throws: SystemError.self) { try Child.run("/dev/null", []) }
    #expect(refused?.code == EACCES)
  }

  @Test(arguments: ["trap '' TERM", ""])
  func `a deadline ends the program and what it started`(trap: String) throws {
    let folder = try TemporaryFolder()
    let script = """
      \(trap)
      (trap '' TERM; while :; do sleep 0.1; done) & echo $! > '\(folder.path)/pid'
      echo started
      while :; do sleep 0.1; done
      """
    let result = try sh(script, deadline: 300)
    #expect(result.status == .timedOut)
    #expect(result.outputText == "started\n")
    let text = try #require(try folder.text("pid")).dropLast()
    let process = try #require(pid_t(text))
    // The orphan is waited for by the system, some time.
    var tries = 0
    while kill(process, 0) == 0, tries < 2000 {
      Clock.pause(milliseconds: 5)
      tries += 1
    }
    #expect(kill(process, 0) == -1)
  }

  @Test func `within its deadline a program is left alone`() throws {
    let result = try sh("echo done", deadline: 60_000)
    #expect(result.status == .exited(0))
    #expect(result.outputText == "done\n")
  }

  @Test func `what a program leaves running is not waited for`() throws {
    let result = try sh("sleep 600 & echo $!")
    let process = try #require(pid_t(result.outputText.dropLast()))
    #expect(kill(process, SIGKILL) == 0)
  }

  @Test func `no file of ours is open in a program`() throws {
    let folder = try TemporaryFolder()
    guard let lock = try ProcessLock.acquire(folder.path.appending("lock"), waitingAtMost: 0) else {
      throw Missing()
    }
    defer { lock.release() }
    let many = try (0..<4).map { _ in try sh("ls /dev/fd | sort -n | tail -n 1") }
    for result in many { #expect(result.outputText == "3\n") }
  }

  @Test func `many programs at once are all waited for`() async throws {
    try await withThrowingTaskGroup(of: Child.Result.self) { group in
      for number in 0..<20 {
        group.addTask {
          try Child.run("sh", ["-c", "cat; exit \(number)"], input: [UInt8(number)])
        }
      }
      for try await result in group {
        #expect(result.status == .exited(Int32(result.output.first ?? 255)))
      }
    }
  }

  @Test func `a program on the terminal tells how it ended`() throws {
    #expect(try Child.interactive("sh", ["-c", "exit 4"]) == .exited(4))
    #expect(try Child.interactive("sh", ["-c", "kill -KILL $$"]) == .signalled(SIGKILL))
    #expect(throws: SystemError.self) { try Child.interactive("slots-no-such-program", []) }
  }

  @Test func `chance gives another name each time`() {
    let names = Set((0..<1000).map { _ in Random.name() })
    #expect(names.count == 1000)
    #expect(names.allSatisfy { $0.count == 16 })
  }
}
