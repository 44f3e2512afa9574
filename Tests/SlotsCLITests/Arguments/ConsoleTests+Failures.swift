import Foundation
import Testing

@testable import SlotsCLI

extension ConsoleTests {
  // A signal that is not held back would end the tests.
  @Test func `a reader who went away is no error`() {
    let pipes = ConsolePipes()
    let console = pipes.console()
    pipes.closeOutputReader()
    for number in 0..<20_000 { console.print("line \(number)") }
    #expect(console.output.failure == EPIPE)
    console.note("done")
    #expect(console.finish())
    #expect(pipes.errors == "slots: done\n")
  }

  @Test func `a reader who went away leaves no signal behind`() {
    var pipe = sigset_t()
    var before = sigset_t()
    var pending = sigset_t()
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &pipe, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let pipes = ConsolePipes()
    let console = pipes.console()
    pipes.closeOutputReader()
    console.print("line")
    #expect(console.finish())
    sigpending(&pending)
    #expect(sigismember(&pending, SIGPIPE) == 0)
  }

  @Test func `a closed standard error stops nothing`() {
    let pipes = ConsolePipes()
    let console = Console(
      .init(), surroundings: .init(), input: -1, output: pipes.outputDescriptor, errors: -1)
    console.error("a")
    console.print("b")
    #expect(console.finish())
    #expect(pipes.output == "b\n")
  }

  @Test func `a closed standard output is an error`() {
    let pipes = ConsolePipes()
    let errors = Pipe()
    let console = Console(
      .init(quiet: true), surroundings: .init(), input: -1, output: -1,
      errors: errors.fileHandleForWriting.fileDescriptor)
    console.print("a")
    #expect(!console.finish())
    errors.fileHandleForWriting.closeFile()
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(said.hasPrefix("slots: error: cannot write the results: "))
    #expect(pipes.output == "")
  }

  @Test func `no results are no failure, wherever they would have gone`() {
    let console = Console(.init(), surroundings: .init(), input: -1, output: -1, errors: -1)
    #expect(console.finish())
  }

  #if os(Linux)
    @Test func `a full disk is an error`() {
      let pipes = ConsolePipes()
      let full = open("/dev/full", O_WRONLY)
      defer { close(full) }
      let errors = Pipe()
      let console = Console(
        .init(), surroundings: .init(), input: -1, output: full,
        errors: errors.fileHandleForWriting.fileDescriptor)
      console.print("a")
      #expect(!console.finish())
      errors.fileHandleForWriting.closeFile()
      let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      #expect(said == "slots: error: cannot write the results: no space left on device\n")
      #expect(pipes.output == "")
    }
  #endif

  @Test func `a pipe that does not block gets everything`() throws {
    let pipes = ConsolePipes()
    let descriptor = pipes.outputDescriptor
    #expect(fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0)
    let path = NSTemporaryDirectory() + "console-\(UUID().uuidString)"
    defer { unlink(path) }
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    let copied = pipes.copyOutput(to: try #require(FileHandle(forWritingAtPath: path)))
    let console = pipes.console()
    let wanted = (0..<60_000).map { "line \($0)\n" }.joined()
    console.write(Array(wanted.utf8))
    #expect(console.finish())
    pipes.closeOutput()
    #expect(copied.readDataToEndOfFile().isEmpty)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == wanted)
  }
}
