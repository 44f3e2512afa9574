import SlotsSystem
import TestSupport
import Testing

@testable import SlotsCLI

/// The scripts in the shells that they are for.
struct ShellTests {
  // MARK: - bash

  private static let bash = #"""
    eval "$(slots completions bash)"
    COMP_LINE=$1 COMP_POINT=${#1} COMP_TYPE=$2 COMP_WORDBREAKS=$' \t\n"\'@><=;|&(:'
    compopt() { echo "compopt $*"; }
    _slots
    [[ ${#COMPREPLY[@]} == 0 ]] || printf '%s\n' "${COMPREPLY[@]}"
    """#

  static let bashRows: [(line: String, type: String, lines: [String])] = [
    (line: "slots sho", type: "9", lines: ["show"]),
    (line: "slots show 05", type: "63", lines: ["05  (Sun's glow)"]),
    (line: "slots show 05", type: "9", lines: ["05"]),
    (line: "slots show Sun", type: "9", lines: ["Sun\\'s\\ glow"]),
    (line: "slots show \"Sun", type: "9", lines: ["Sun's glow"]),
    (line: "slots show a:b", type: "9", lines: ["b\\ \\\"c\\\""]),
    (line: "slots set 5 sp", type: "9", lines: ["compopt -o nospace", "speed="]),
    (line: "slots set 5 mirror=", type: "9", lines: ["true", "false"]),
    (line: "slots save 5 --fi", type: "9", lines: ["--file"]),
    (line: "slots save 5 --file=", type: "9", lines: ["compopt -o default"]),
    (line: "slots -C ", type: "9", lines: ["compopt -o dirnames"]),
    (line: "slots -C ../outside show ", type: "9", lines: []),
    (line: "slots -C ../store show 05", type: "9", lines: ["05"]),
    (line: "slots list > ", type: "9", lines: ["compopt -o default"]),
    (line: "slots show 'no such", type: "9", lines: []),
  ]

  @Test(.enabled(if: CompletionStore.has("bash")))
  func `bash is answered`() throws {
    let store = try CompletionStore()
    for row in Self.bashRows {
      let output = try store.run(
        "bash", ["-c", Self.bash, "bash", row.line, row.type], in: store.folder)
      #expect(output.split(separator: "\n").map(String.init) == row.lines, "\(row.line)")
    }
  }

  // MARK: - fish

  static let fishRows: [(line: String, lines: [String])] = [
    (line: "slots sho", lines: ["show\tShow what a slot holds"]),
    (line: "slots show 05", lines: ["05\tSun's glow"]),
    (line: "slots show Sun", lines: ["Sun's glow\tslot-05"]),
    (line: "slots show \"Sun's g", lines: ["Sun's glow\tslot-05"]),
    (line: "slots show Sun\\'s\\ g", lines: ["Sun's glow\tslot-05"]),
    (line: "slots set 5 sp", lines: ["speed=\ta number from 0 to 1"]),
    (line: "slots set 5 mirror=", lines: ["mirror=true", "mirror=false"]),
    (line: "slots save 5 --fi", lines: ["--file\tthe preset; - for standard input"]),
    (
      line: "slots save 5 --file ../outside/f",
      lines: ["../outside/file.json", "../outside/folder/"]
    ),
    (line: "slots save 5 --file=../outside/fi", lines: ["--file=../outside/file.json"]),
    (line: "slots -C ../outside/f", lines: ["../outside/folder/"]),
    (line: "slots -C ../outside show ", lines: []),
    (line: "slots -C ../store show 05", lines: ["05\tSun's glow"]),
  ]

  @Test(.enabled(if: CompletionStore.has("fish")))
  func `fish is answered`() throws {
    let store = try CompletionStore()
    for row in Self.fishRows {
      let output = try store.run(
        "fish", ["-N", "-c", "slots completions fish | source; complete -C $argv[1]", row.line],
        in: store.folder)
      #expect(output.split(separator: "\n").map(String.init) == row.lines, "\(row.line)")
    }
  }

  // MARK: - Keys

  /// Types keys into a shell on a terminal and copies the screen until the shell has ended.
  private static let terminal = """
    import os, pty, sys
    process, terminal = pty.fork()
    if process == 0: os.execvp(sys.argv[1], sys.argv[1:-1])
    os.write(terminal, sys.argv[-1].encode())
    screen = b''
    while True:
      try: piece = os.read(terminal, 65536)
      except OSError: break
      if not piece: break
      screen += piece
    os.waitpid(process, 0)
    sys.stdout.buffer.write(screen)
    """

  /// What is typed, with a tab at the end, and the words that then stand on the line.
  static let keys: [(keys: String, words: [String])] = [
    ("slots sho", ["slots", "show"]),
    ("slots show Su", ["slots", "show", "Sun's glow"]),
    ("slots show \"Su", ["slots", "show", "Sun's glow"]),
    ("slots show 'Su", ["slots", "show", "Sun's glow"]),
    ("slots show Sun\\'s\\ ", ["slots", "show", "Sun's glow"]),
    ("slots show a", ["slots", "show", "a:b \"c\""]),
    ("slots show a:", ["slots", "show", "a:b \"c\""]),
    ("slots show \"a", ["slots", "show", "a:b \"c\""]),
    ("slots show x", ["slots", "show", "x=y $z"]),
    ("slots set 5 sp\t0.5 pal\te", ["slots", "set", "5", "speed=0.5", "palette=ember"]),
    ("slots save 5 --fi\t../outside/fi", ["slots", "save", "5", "--file", "../outside/file.json"]),
    ("slots save 5 --file=../outside/fi", ["slots", "save", "5", "--file=../outside/file.json"]),
    ("slots -C ../store show Su", ["slots", "-C", "../store", "show", "Sun's glow"]),
  ]

  @Test(.enabled(if: CompletionStore.has("bash") && CompletionStore.has("python3")))
  func `bash puts the words on the line`() throws {
    try expectKeys(
      ["bash", "--norc", "--noprofile", "-i"], "eval \"$(slots completions bash)\"")
  }

  @Test(.enabled(if: CompletionStore.has("zsh") && CompletionStore.has("python3")))
  func `zsh puts the words on the line`() throws {
    try expectKeys(
      ["zsh", "-f", "-i"],
      "autoload -U compinit; compinit -D -u; eval \"$(slots completions zsh)\"")
  }

  /// Types the keys of each row, the tab key, and what prints the words instead of running them. The
  /// shell reads all of it from the terminal, key after key, so nothing is waited for.
  private func expectKeys(_ shell: [String], _ script: String) throws {
    let store = try CompletionStore()
    let toLineStart = "\u{1}"
    for row in Self.keys {
      let typed = "\(script)\n\(row.keys)\t\(toLineStart)printf '@%s@\\n' \nexit\n"
      let screen = try store.run(
        "python3", ["-c", Self.terminal] + shell + [typed], in: store.folder)
      let words = screen.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("@") }
      #expect(
        words.map { String($0.dropFirst().dropLast()) } == row.words, "\(row.keys): \(screen)")
    }
  }

  @Test(
    arguments: CompletionScript.allCases.filter { CompletionStore.has($0.rawValue) })
  func `the script can be read by its shell`(_ script: CompletionScript) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("script", script.text)
    let result = try Child.run(
      Path(script.rawValue), ["-n", file.description], deadline: 60_000)
    #expect(result.succeeded, "\(result.errorText)")
  }
}
