/// What the words ask for.
package enum Request {
  /// The help of the command at a path; the overview for the empty path.
  case help([String])
  /// The version.
  case version
  /// A command, filled in, with its path, such as `device add`.
  case run(any Command, path: String)
}

extension Program {
  /// Reads words, the program's own name not among them.
  ///
  /// Options stand anywhere; `--` ends them. A lone `-`, and what begins like a negative number, is
  /// an argument. Names are never abbreviated.
  ///
  /// - Parameter globals: filled as far as the words were read, also when an error is thrown
  package func parse(
    _ words: [String], into globals: GlobalOptions
  ) throws(UsageError) -> Request {
    var parser = Parser(program: self, globals: globals, words: words[...])
    do {
      try parser.readAll()
      return try parser.request()
    } catch {
      let options = words.prefix { $0 != "--" }
      guard options.contains("--help") || options.contains("-h"), !error.isUnknownCommand else {
        throw error
      }
      return .help(parser.path)
    }
  }
}

/// Reads words from left to right into forms.
struct Parser {
  let program: Program
  let globals: GlobalOptions
  var words: ArraySlice<String>
  /// The names of the groups and the command so far.
  var path: [String] = []
  /// The command's form, once its name was read.
  private(set) var form: (any Command)?
  /// The options that are known so far.
  private(set) var options: [Parameter]
  private var operands: [String] = []
  /// Whether `help` stands in a group, as in `device help add`.
  private var isHelpAsked = false

  init(program: Program, globals: GlobalOptions, words: ArraySlice<String>) {
    self.program = program
    self.globals = globals
    self.words = words
    options = globals.parameters
  }

  mutating func readAll() throws(UsageError) {
    var optionsEnded = false
    while let word = words.popFirst() {
      if optionsEnded || !Parser.isOption(word) {
        try readOperand(word)
      } else if word == "--" {
        optionsEnded = true
      } else if word.hasPrefix("--") {
        try readLong(word)
      } else {
        try readShort(word)
      }
    }
  }

  /// What was asked for, once all words are read.
  mutating func request() throws(UsageError) -> Request {
    if globals.help || isHelpAsked { return .help(path) }
    if globals.version { return .version }
    guard let form else {
      if path.isEmpty { return .help([]) }
      throw problem(.missingCommand)
    }
    try placeOperands(form)
    if let help = form as? Help {
      guard help.path.isEmpty || program.command(at: help.path) != nil else {
        throw unknownCommand(help.path)
      }
      return .help(help.path)
    }
    return .run(form, path: path.spaced)
  }

  /// Whether a word is an option: it begins with a hyphen, and is neither a lone hyphen nor like a
  /// negative number.
  static func isOption(_ word: String) -> Bool {
    let bytes = word.utf8
    guard bytes.first == UInt8(ascii: "-"), let next = bytes.dropFirst().first else { return false }
    return !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) && next != UInt8(ascii: ".")
  }

  func problem(_ problem: UsageError.Problem) -> UsageError {
    UsageError(path.spaced, problem)
  }
}

// MARK: - Operands

extension Parser {
  private mutating func readOperand(_ word: String) throws(UsageError) {
    if form != nil {
      operands.append(word)
      return
    }
    let level = program.command(at: path)?.children ?? program.commands
    guard let command = level.first(where: { $0.name == word }) else {
      isHelpAsked = isHelpAsked || word == Help.name
      if word == Help.name { return }
      throw unknownCommand(path + [word])
    }
    path.append(word)
    if command.children.isEmpty {
      let form = command.init()
      options += form.parameters.filter { $0.kind != .argument }
      self.form = form
    }
  }

  private func unknownCommand(_ path: [String]) -> UsageError {
    let group = path.dropLast()
    let level = program.command(at: Array(group))?.children ?? program.commands
    let word = path.last ?? ""
    var names = nearMisses(of: word, among: level.map { $0.name })
    if names.isEmpty, group.isEmpty {
      names = program.leaves.filter { $0.path.count > 1 && $0.command.name == word }
        .map { $0.path.spaced }
    }
    return UsageError(Array(group).spaced, .unknownCommand(word, near: names))
  }

  private func placeOperands(_ form: any Command) throws(UsageError) {
    var rest = operands[...]
    for argument in form.parameters where argument.kind == .argument {
      while argument.isList || argument.times == 0, let word = rest.popFirst() {
        try take(word, into: argument)
      }
      guard argument.times >= argument.minimum else {
        throw problem(
          argument.isList && argument.minimum > 1
            ? .tooFew(argument.value, minimum: argument.minimum)
            : .missingArgument(argument.label))
      }
    }
    if let word = rest.first { throw problem(.unexpectedWord(word)) }
    for option in form.parameters where option.kind == .option && option.times < option.minimum {
      throw problem(.missingOption("\(option.label) \(option.value)"))
    }
  }
}
