import Foundation

@testable import SlotsCLI

/// Pipes in place of the standard streams.
final class ConsolePipes {
  private let outputPipe = Pipe()
  private let errorPipe = Pipe()
  private let joined: Bool
  /// The time that the console sees, in milliseconds.
  var time = 0

  /// - Parameter joined: whether results and messages go to one pipe
  init(joined: Bool = false) {
    self.joined = joined
  }

  func console(
    _ settings: Console.Settings = .init(), _ surroundings: Console.Surroundings = .init()
  ) -> Console {
    Console(
      settings, surroundings: surroundings, input: -1,
      output: outputPipe.fileHandleForWriting.fileDescriptor,
      errors: (joined ? outputPipe : errorPipe).fileHandleForWriting.fileDescriptor,
      clock: { self.time })
  }

  /// What was sent to standard output. Ends the pipe.
  var output: String { rest(of: outputPipe) }

  /// What was sent to standard error. Ends the pipe.
  var errors: String { rest(of: errorPipe) }

  private func rest(of pipe: Pipe) -> String {
    pipe.fileHandleForWriting.closeFile()
    return String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }

  func closeOutputReader() {
    outputPipe.fileHandleForReading.closeFile()
  }

  /// The end of the pipe that results go to.
  var outputDescriptor: Int32 { outputPipe.fileHandleForWriting.fileDescriptor }

  /// Has a thread copy standard output to a file, after a pause in which the pipe can fill up.
  ///
  /// - Returns: the read end of a pipe that ends when the copy is complete
  func copyOutput(to file: FileHandle) -> FileHandle {
    let source = FileHandle(
      fileDescriptor: dup(outputPipe.fileHandleForReading.fileDescriptor), closeOnDealloc: true)
    let done = Pipe()
    let end = done.fileHandleForWriting
    Thread.detachNewThread {
      usleep(50_000)
      while case let data = source.availableData, !data.isEmpty { file.write(data) }
      end.closeFile()
    }
    return done.fileHandleForReading
  }

  func closeOutput() {
    outputPipe.fileHandleForWriting.closeFile()
  }
}

extension Console.Surroundings {
  /// All three streams a terminal of so many columns.
  static func terminal(columns: Int = 80) -> Console.Surroundings {
    var all = Console.Surroundings()
    all.inputIsTerminal = true
    all.outputIsTerminal = true
    all.errorsIsTerminal = true
    all.outputColumns = columns
    all.errorsColumns = columns
    return all
  }
}
