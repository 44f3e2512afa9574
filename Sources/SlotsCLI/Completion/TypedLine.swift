/// A command line up to the word that is being typed, read as `Parser` reads it, but refusing nothing.
struct TypedLine {
  private let program: Program
  /// The names of the groups and the command so far.
  private(set) var path: [String] = []
  /// The command's form, once its name was read.
  private(set) var form: (any Command)?
  /// The options that can stand here.
  private(set) var options = GlobalOptions().parameters
  /// The words that are no options, after the command's name.
  private(set) var operands: [String] = []
  /// The option whose value comes next.
  private(set) var awaiting: Parameter?
  /// Whether `--` was read.
  private(set) var optionsEnded = false
  /// What `-C` names.
  private(set) var folder: String?
  /// Whether a word stands where only a command's name can, and is none.
  private(set) var isLost = false
  private var given: [Parameter] = []

  /// - Parameter words: the words after the program's name, without the one that is being typed
  init(_ words: [String], of program: Program) {
    self.program = program
    for word in words { read(word) }
  }

  /// The commands that can stand here.
  var commands: [any Command.Type] {
    path.isEmpty ? program.commands : program.command(at: path)?.children ?? []
  }

  /// The argument that comes next; nil when all are given.
  var argument: Parameter? {
    let arguments = form?.parameters.filter { $0.kind == .argument } ?? []
    if operands.count < arguments.count { return arguments[operands.count] }
    return arguments.last.flatMap { $0.isList ? $0 : nil }
  }

  /// The options that can still be given, by rank: those that must be given, the others of the
  /// command, those of every command.
  var openOptions: [[Parameter]] {
    let open = options.filter { option in
      option.isList || !given.contains { $0 === option }
    }
    let own = form?.parameters ?? []
    func rank(_ option: Parameter) -> Int {
      own.contains { $0 === option } ? (option.minimum > 0 ? 0 : 1) : 2
    }
    return (0...2).map { wanted in open.filter { rank($0) == wanted } }
  }
}

extension TypedLine {
  private mutating func read(_ word: String) {
    let option = awaiting
    awaiting = nil
    let isOption = !optionsEnded && Parser.isOption(word)
    if let option, !isOption {
      if option.short == "C" { folder = word }
    } else if !isOption {
      readOperand(word)
    } else if word == "--" {
      optionsEnded = true
    } else if word.hasPrefix("--") {
      let name = word.dropFirst(2).prefix { $0 != "=" }
      note(options.first { $0.name == String(name) }, hasValue: word.contains("="))
    } else {
      readShort(word.dropFirst())
    }
  }

  private mutating func readShort(_ letters: Substring) {
    var rest = letters
    while let short = rest.popFirst() {
      let option = options.first { $0.short == short }
      note(option, hasValue: !rest.isEmpty)
      guard option?.kind == .option else { continue }
      if short == "C", !rest.isEmpty {
        folder = String(rest.first == "=" ? rest.dropFirst() : rest)
      }
      return
    }
  }

  private mutating func note(_ option: Parameter?, hasValue: Bool) {
    guard let option else { return }
    given.append(option)
    if option.kind == .option, !hasValue { awaiting = option }
  }

  private mutating func readOperand(_ word: String) {
    if form != nil {
      operands.append(word)
    } else if let command = commands.first(where: { $0.name == word }) {
      path.append(word)
      guard command.children.isEmpty else { return }
      let form = command.init()
      options += form.parameters.filter { $0.kind != .argument }
      self.form = form
    } else if word != Help.name {
      isLost = true
    }
  }
}
