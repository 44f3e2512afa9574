/// `slots completions`.
struct CompletionsCommand: SlotsCommand {
  static let name = "completions"
  static let summary = "Print what lets a shell complete commands and slots"
  static let discussion = """
    The script asks slots what can come next: commands, options, slots by number and name, \
    parameters, commits, files. The examples install it for one person; for zsh the folder must be \
    in fpath before compinit runs. For one shell alone:

      bash, zsh   eval "$(slots completions SHELL)"
      fish        slots completions fish | source
    """
  static let examples = [
    "slots completions bash > ~/.local/share/bash-completion/completions/slots",
    "slots completions zsh > ~/.zfunc/_slots",
    "slots completions fish > ~/.config/fish/completions/slots.fish",
  ]
  static let effect = Effect.reads

  @Argument("shell", help: "the shell that is to complete") var shell: CompletionScript
  var parameters: [Parameter] { [$shell] }

  func run(in context: Context) -> ExitStatus {
    context.console.write(Array(shell.text.utf8))
    return .done
  }
}

/// `slots complete`, which the scripts of `slots completions` run at every press of the tab key.
struct CompleteCommand: SlotsCommand {
  static let name = "complete"
  static let summary = "Say what a word that is being typed may become"
  static let discussion = """
    The words are those after slots, the last one as far as it is typed. It prints a candidate a \
    line, a tab, and what it is. A line that begins with the tab says files or folders: the shell \
    is to complete a path.
    """
  static let examples = ["slots complete -- show ''", "slots complete -- set 5 sp"]
  static let effect = Effect.plumbing

  @Arguments("word", value: "WORD", help: "the words after slots") var words: [String]
  @Option(
    "bash", value: "BREAKS",
    help: "the word is a whole line of bash, whose COMP_WORDBREAKS is BREAKS")
  var breaks: String?
  var parameters: [Parameter] { [$words, $breaks] }

  func run(in context: Context) -> ExitStatus {
    let line = breaks.map { BashLine(words.first ?? "", breaks: $0) }
    let typed = line.map { Array($0.words.dropFirst()) } ?? words
    let completion =
      line?.isRedirection == true
      ? Completion(paths: .files)
      : Completer(SlotsProgram.program, typed) { StoreWords(context, in: $0) }.completion
    let answer = completion.lines { line?.spelled($0) ?? $0 }
    context.console.write(Array(answer.utf8))
    return .done
  }
}

/// `slots manual`.
struct ManualCommand: SlotsCommand {
  static let name = "manual"
  static let summary = "Print the manual page"
  static let discussion = """
    In the language of man: slots manual > slots.1, and man ./slots.1 shows it.
    """
  static let examples = ["slots manual > slots.1"]
  static let effect = Effect.plumbing

  var parameters: [Parameter] { [] }

  func run(in context: Context) -> ExitStatus {
    context.console.write(Array(ManualPage(SlotsProgram.program).text.utf8))
    return .done
  }
}
