import Foundation
import Testing

@testable import SlotsCLI

/// A terminal at which somebody answers every question as soon as it is on the screen.
final class PseudoTerminal {
  private var terminal: Int32 = -1
  private let seen = Pipe()

  /// - Parameter answers: the keys to type, an element a question
  init(answers: [String], columns: UInt16 = 80) throws {
    var keyboard: Int32 = -1
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    try #require(openpty(&keyboard, &terminal, nil, nil, &size) == 0)
    let side = keyboard
    let screen = seen.fileHandleForWriting
    Thread.detachNewThread { PseudoTerminal.watch(side, answers, screen) }
  }

  // The watching thread writes to our pipe until the terminal is closed, so its end is awaited.
  deinit {
    if terminal >= 0 { _ = screen() }
  }

  /// Types an answer after each question, and copies the screen until the terminal is closed.
  private static func watch(_ keyboard: Int32, _ answers: [String], _ screen: FileHandle) {
    var answers = answers[...]
    var line = ""
    var bytes = [UInt8](repeating: 0, count: 4096)
    while case let count = read(keyboard, &bytes, bytes.count), count > 0 {
      screen.write(Data(bytes[..<count]))
      line += String(decoding: bytes[..<count], as: UTF8.self)
      if line.contains("[y/N] "), let answer = answers.popFirst() {
        line = ""
        _ = write(keyboard, answer, answer.utf8.count)
      }
    }
    screen.closeFile()
    close(keyboard)
  }

  var surroundings: Console.Surroundings {
    .init(
      environment: ["TERM": "xterm", "NO_COLOR": "1"], input: terminal, output: terminal,
      errors: terminal)
  }

  func console() -> Console {
    Console(
      .init(), surroundings: surroundings, input: terminal, output: terminal, errors: terminal)
  }

  /// Everything that was shown. Closes the terminal.
  func screen() -> String {
    close(terminal)
    terminal = -1
    return String(decoding: seen.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }
}
