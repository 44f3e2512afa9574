import Foundation
import Testing

@testable import SlotsCLI

struct ConsoleTests {
  @Test func `results go to standard output and all else to standard error`() {
    let pipes = ConsolePipes()
    let console = pipes.console()
    console.print("slot-05 Aurora")
    console.error("slot.07.json: speed is 1.7, must be 0 to 1")
    console.warning("the clock is off by 12 minutes")
    console.hint("slots show 7")
    console.note("fetched 3 commits")
    #expect(console.finish())
    #expect(pipes.output == "slot-05 Aurora\n")
    #expect(
      pipes.errors == """
        slots: error: slot.07.json: speed is 1.7, must be 0 to 1
        slots: warning: the clock is off by 12 minutes
        slots: hint: slots show 7
        slots: fetched 3 commits

        """)
  }

  @Test func `quiet silences everything but results and errors`() {
    let pipes = ConsolePipes()
    let console = pipes.console(.init(quiet: true), .terminal())
    console.print("slot-05")
    console.warning("a")
    console.hint("b")
    console.note("c")
    console.progress("d")
    console.error("e")
    #expect(console.finish())
    #expect(pipes.output == "slot-05\n")
    #expect(pipes.errors == "slots: \u{1B}[1;31merror: \u{1B}[0me\n")
  }

  @Test func `results and messages keep their order in one place`() {
    let pipes = ConsolePipes(joined: true)
    let console = pipes.console()
    console.print("1")
    console.note("2")
    console.print("3")
    console.error("4")
    console.print(["5", "6"])
    #expect(console.finish())
    #expect(pipes.output == "1\nslots: 2\n3\nslots: error: 4\n5\n6\n")
  }

  struct ColorCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let setting: GlobalOptions.Color
    let terminal: Bool
    let environment: [String: String]
    let isColored: Bool
  }

  @Test(arguments: [
    ColorCase(
      testDescription: "auto on a terminal", setting: .auto, terminal: true,
      environment: ["TERM": "xterm"], isColored: true),
    ColorCase(
      testDescription: "auto in a pipe", setting: .auto, terminal: false,
      environment: ["TERM": "xterm"], isColored: false),
    ColorCase(
      testDescription: "auto with NO_COLOR", setting: .auto, terminal: true,
      environment: ["TERM": "xterm", "NO_COLOR": "1"], isColored: false),
    ColorCase(
      testDescription: "auto with an empty NO_COLOR", setting: .auto, terminal: true,
      environment: ["TERM": "xterm", "NO_COLOR": ""], isColored: true),
    ColorCase(
      testDescription: "auto on a dumb terminal", setting: .auto, terminal: true,
      environment: ["TERM": "dumb"], isColored: false),
    ColorCase(
      testDescription: "auto without TERM", setting: .auto, terminal: true, environment: [:],
      isColored: false),
    ColorCase(
      testDescription: "always in a pipe", setting: .always, terminal: false,
      environment: ["TERM": "dumb", "NO_COLOR": "1"], isColored: true),
    ColorCase(
      testDescription: "never on a terminal", setting: .never, terminal: true,
      environment: ["TERM": "xterm"], isColored: false),
  ])
  func `colour is used where it is welcome`(_ one: ColorCase) {
    let pipes = ConsolePipes()
    var surroundings = Console.Surroundings(environment: one.environment, input: -1, output: -1)
    surroundings.outputIsTerminal = one.terminal
    surroundings.errorsIsTerminal = one.terminal
    let console = pipes.console(.init(color: one.setting), surroundings)
    console.print("+ \("speed", .added)")
    console.error("no slot 99")
    #expect(console.finish())
    #expect(pipes.output == (one.isColored ? "+ \u{1B}[32mspeed\u{1B}[0m\n" : "+ speed\n"))
    #expect(pipes.errors.contains("\u{1B}") == one.isColored)
  }

  @Test func `pipes are no terminals and have 80 columns`() {
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    let seen = Console.Surroundings(
      environment: ["TERM": "xterm"], input: descriptor, output: descriptor, errors: descriptor)
    #expect(!seen.inputIsTerminal && !seen.outputIsTerminal && !seen.errorsIsTerminal)
    #expect(seen.outputColumns == 80)
    #expect(seen.takesEscapes)
  }

  @Test func `the settings are those of the command line`() throws {
    let globals = GlobalOptions()
    _ = try Sample.program.parse(["-qy", "--json", "--color", "never", "diff"], into: globals)
    let settings = Console.Settings(globals)
    #expect(settings.quiet && settings.json && settings.yes)
    #expect(settings.color == .never)
  }

  @Test func `a JSON document is passed on with a line's end`() {
    let pipes = ConsolePipes()
    let console = pipes.console(.init(json: true))
    console.print(json: "{\n  \"name\": \"夜\"\n}\n")
    console.print(json: "[\t]")
    #expect(console.finish())
    #expect(pipes.output == "{\n  \"name\": \"夜\"\n}\n[\t]\n")
  }

  @Test func `a JSON document stays the same and cannot steer the terminal`() throws {
    let value = "a\u{7F}\u{9B}31m\u{202E}b\u{2066}\u{FEFF}"
    let pipes = ConsolePipes()
    let console = pipes.console(.init(json: true))
    console.print(json: "[\"\(value)\"]")
    #expect(console.finish())
    let output = pipes.output
    #expect(output == "[\"a\\u007f\\u009b31m\\u202eb\\u2066\\ufeff\"]\n")
    #expect(try JSONDecoder().decode([String].self, from: Data(output.utf8)) == [value])
  }

  @Test func `exact bytes stay exact`() {
    let pipes = ConsolePipes()
    let console = pipes.console()
    console.write([0x1B, 0x5B, 0x41])
    #expect(console.finish())
    #expect(pipes.output == "\u{1B}[A")
  }

  @Test func `a pipe gets whole lines, and only when they are due`() {
    let pipes = ConsolePipes()
    let console = pipes.console()
    console.print("1")
    #expect(console.output.pending == 2)
    console.flush()
    #expect(console.output.pending == 0)
    console.print("2")
    #expect(console.finish())
    #expect(pipes.output == "1\n2\n")
  }

  @Test func `a terminal gets each line at once`() {
    let pipes = ConsolePipes()
    let console = pipes.console(.init(), .terminal())
    console.print("1")
    #expect(console.output.pending == 0)
    #expect(pipes.output == "1\n")
  }
}
