/// Words that cannot be carried out as they are: exit status 2.
package struct UsageError: Error, Equatable {
  /// The path of the command, such as `device add`; empty before a command was named.
  package let command: String
  /// What is wrong.
  package let problem: Problem

  /// What can be wrong with words.
  package enum Problem: Equatable, Sendable {
    /// No command has this name.
    case unknownCommand(String, near: [String])
    /// A group was named, and none of its commands.
    case missingCommand
    /// No option has this name.
    case unknownOption(String, near: [String])
    /// An option of a command stands before the command's name.
    case optionBeforeCommand(String, of: String)
    /// An option that needs a value has none; next is the word that follows.
    case missingValue(String, next: String?)
    /// A flag was given a value.
    case unexpectedValue(String)
    /// An option that can be given once was given again.
    case repeated(String)
    /// A word cannot be read: the parameter, the word, and why.
    case badValue(String, String, WordProblem)
    /// An argument is missing, by its noun.
    case missingArgument(String)
    /// Fewer words than a list of arguments needs.
    case tooFew(String, minimum: Int)
    /// An option that must be given is missing.
    case missingOption(String)
    /// A word too many.
    case unexpectedWord(String)
    /// Two things exclude each other, such as `--file` and `--name`.
    case conflict(String, String)
    /// The first works only with the second.
    case needs(String, String)
  }

  package init(_ command: String, _ problem: Problem) {
    self.command = command
    self.problem = problem
  }

  var isUnknownCommand: Bool {
    if case .unknownCommand = problem { true } else { false }
  }

  /// The error as a sentence, without a full stop.
  package var sentence: String {
    command.isEmpty ? words : "\(command): \(words)"
  }

  private var words: String {
    switch problem {
    case .unknownCommand(let word, _): "unknown command \(quoted(word))"
    case .missingCommand: "a command is missing"
    case .unknownOption(let option, _): "unknown option \(option)"
    case .optionBeforeCommand(let option, _): "\(option) stands before the command"
    case .missingValue(let option, _): "\(option) needs a value"
    case .unexpectedValue(let option): "\(option) takes no value"
    case .repeated(let option): "\(option) is given twice"
    case .badValue(let label, let word, let problem):
      "\(label) is \(quoted(word)), \(problem.sentence)"
    case .missingArgument(let noun):
      "\("aeiou".contains(noun.prefix(1)) ? "an" : "a") \(noun) is missing"
    case .tooFew(let value, let minimum): "at least \(minimum) \(value) must be given"
    case .missingOption(let option): "\(option) is missing"
    case .unexpectedWord(let word): "unexpected word \(quoted(word))"
    case .conflict(let one, let other): "\(one) and \(other) exclude each other"
    case .needs(let one, let other): "\(one) needs \(other)"
    }
  }

  /// A word that would be lost in a sentence, because it is empty or has spaces, in quotes.
  private func quoted(_ word: String) -> String {
    word.isEmpty || word.contains(" ") ? "\"\(word)\"" : word
  }

  /// What to type instead, where that is known.
  var suggestion: String? {
    switch problem {
    case .unknownCommand(_, let near), .unknownOption(_, let near):
      near.isEmpty ? nil : "did you mean \(near.joinedWithOr)?"
    case .badValue(_, let word, .choices(let choices)):
      nearMisses(of: word, among: choices).first.map { "did you mean \($0)?" }
    case .optionBeforeCommand(let option, let command):
      "options of a command stand after its name, as in: \(command) \(option)"
    case .missingValue(let option, let next?) where option.hasPrefix("--"):
      "a value that begins with a hyphen is written \(option)=\(next)"
    default: nil
    }
  }
}

extension Program {
  /// What to type next after an error, a hint a line: what may have been meant, the usage, and where
  /// more is said.
  package func hints(for error: UsageError) -> [String] {
    let path = error.command.split(separator: " ").map(String.init)
    let help = ([name, "help"] + path).spaced
    let more = path.isEmpty ? "\(help) lists the commands" : "\(help) says more"
    return [error.suggestion, "usage: \(usage(path).spaced)", more].compactMap {
      $0
    }
  }
}
