import Foundation
import Testing

@testable import SlotsCLI

struct ConsoleTerminalTests {
  @Test(arguments: [
    ("y\n", Console.Answer.yes), ("Y\n", .yes), ("yes\n", .yes), (" YES \n", .yes), ("\n", .no),
    ("n\n", .no), ("no\n", .no), ("yess\n", .no), ("\u{4}", .no), ("日\n", .no),
  ])
  func `a question on a terminal is answered by a line`(
    _ typed: String, _ answer: Console.Answer
  ) throws {
    let terminal = try PseudoTerminal(answers: [typed])
    #expect(terminal.console().ask("replace \("slot-05", .strong)?") == answer)
    #expect(terminal.screen().contains("slots: replace slot-05? [y/N] "))
  }

  @Test func `the end of input ends the line of the question`() throws {
    let terminal = try PseudoTerminal(answers: ["\u{4}"])
    #expect(terminal.console().ask("replace it?") == .no)
    #expect(terminal.screen().hasSuffix("[y/N] \r\n"))
  }

  @Test func `each question has its own answer`() throws {
    let terminal = try PseudoTerminal(answers: ["y\n", "n\n", "y\n"])
    let console = terminal.console()
    #expect(console.ask("one?") == .yes)
    #expect(console.ask("two?") == .no)
    #expect(console.ask("three?") == .yes)
  }

  @Test func `what was typed before the question is no answer`() throws {
    let terminal = try PseudoTerminal(answers: ["y\ny\n", "n\n"])
    let console = terminal.console()
    #expect(console.ask("one?") == .yes)
    #expect(console.ask("two?") == .no)
  }

  @Test func `results are on the screen before the question`() throws {
    let terminal = try PseudoTerminal(answers: ["y\n"])
    let console = terminal.console()
    console.print("slot-05 Aurora")
    #expect(console.ask("replace it?") == .yes)
    let screen = terminal.screen()
    let result = try #require(screen.range(of: "slot-05 Aurora\r\n"))
    let question = try #require(screen.range(of: "replace it?"))
    #expect(result.upperBound <= question.lowerBound)
  }

  @Test func `a terminal is seen, and its width`() throws {
    let terminal = try PseudoTerminal(answers: [], columns: 123)
    let seen = terminal.surroundings
    #expect(seen.inputIsTerminal && seen.outputIsTerminal && seen.errorsIsTerminal)
    #expect(seen.outputColumns == 123)
    #expect(seen.errorsColumns == 123)
  }

  @Test func `yes answers before it is asked, except for what must be named`() {
    let pipes = ConsolePipes()
    let console = pipes.console(.init(yes: true))
    #expect(console.ask("replace it?") == .yes)
    #expect(console.ask("restart kitchen?", yesAnswers: false) == .nobodyToAsk)
    #expect(pipes.errors == "")
  }

  @Test(arguments: [
    (false, true), (true, false), (false, false),
  ])
  func `without a terminal nobody is asked`(_ input: Bool, _ errors: Bool) {
    let pipes = ConsolePipes()
    var surroundings = Console.Surroundings()
    surroundings.inputIsTerminal = input
    surroundings.errorsIsTerminal = errors
    #expect(pipes.console(.init(), surroundings).ask("replace it?") == .nobodyToAsk)
    #expect(pipes.errors == "")
  }
}

// MARK: - Progress

extension ConsoleTerminalTests {
  @Test func `progress is rewritten in place, not too often, and erased`() {
    let pipes = ConsolePipes()
    let console = pipes.console(.init(), .terminal())
    for time in 0..<250 {
      pipes.time = time
      console.progress("file \(time)")
    }
    #expect(console.finish())
    let erase = "\u{1B}[K"
    #expect(
      pipes.errors == "\rslots: file 0\(erase)\rslots: file 100\(erase)\rslots: file 200\(erase)"
        + "\r\(erase)")
  }

  @Test func `progress makes room for messages and results`() {
    let pipes = ConsolePipes(joined: true)
    let console = pipes.console(.init(color: .never), .terminal())
    console.progress("a")
    console.note("b")
    console.progress("c")
    console.print("d")
    #expect(console.finish())
    let erase = "\u{1B}[K"
    #expect(
      pipes.output == "\rslots: a\(erase)\r\(erase)slots: b\n\rslots: c\(erase)\r\(erase)d\n")
  }

  @Test func `progress fits into the line`() {
    let pipes = ConsolePipes()
    let console = pipes.console(.init(), .terminal(columns: 12))
    console.progress("夜想曲夜想曲")
    #expect(console.finish())
    #expect(pipes.errors == "\rslots: 夜…\u{1B}[K\r\u{1B}[K")
  }

  @Test(arguments: ["pipe", "dumb", "quiet"])
  func `progress is silent elsewhere`(_ place: String) {
    let pipes = ConsolePipes()
    var surroundings = Console.Surroundings.terminal()
    surroundings.errorsIsTerminal = place != "pipe"
    surroundings.takesEscapes = place != "dumb"
    let console = pipes.console(.init(quiet: place == "quiet"), surroundings)
    console.progress("a")
    #expect(console.finish())
    #expect(pipes.errors == "")
  }
}
