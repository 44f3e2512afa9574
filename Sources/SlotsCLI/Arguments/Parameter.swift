/// One thing that can be typed after a command's name: an argument, an option or a flag, and the words
/// that were given for it.
///
/// It is a class so that parsing fills the form that declares it, and not generic because that costs a
/// tenth of a millisecond at every start.
package final class Parameter {
  /// How a parameter is given.
  package enum Kind: Sendable { case argument, option, flag }

  /// How it is given.
  package let kind: Kind
  /// `file` for `--file`; for an argument the noun of error messages. Nil for a short option alone.
  package let name: String?
  /// `f` for `-f`.
  package let short: Character?
  /// One line of help without a full stop.
  package let help: String
  /// The least number of words: 0 for what may be missing.
  package let minimum: Int
  /// The whole numbers that are taken.
  package let range: ClosedRange<Int>?
  /// What stands between several values in one word.
  package let separator: Character?
  /// What a word can be read as.
  private let type: any ArgumentValue.Type
  /// The word that stands for the value that is read where none is given; nil where there is none.
  package let byDefault: String?
  private let givenValue: String?
  /// What was given, each a word that can be read; for a flag the words are empty.
  private(set) var words: [String] = []

  init(
    _ kind: Kind, _ type: any ArgumentValue.Type = String.self, name: String?,
    short: Character? = nil, value: String? = nil, help: String, minimum: Int,
    range: ClosedRange<Int>? = nil, separator: Character? = nil, byDefault: String? = nil
  ) {
    self.kind = kind
    self.type = type
    self.name = name
    self.short = short
    givenValue = value
    self.help = help
    self.minimum = minimum
    self.range = range
    self.separator = separator
    self.byDefault = byDefault
  }

  /// What stands for the value in help, such as `FILE`; empty for a flag.
  package var value: String {
    givenValue ?? (choices.isEmpty ? (name ?? "value").uppercased() : choices.joined(by: "|"))
  }

  /// The only words that can be read, in the order in which help lists them; empty for any word.
  package var choices: [String] { type.choices }
  /// Whether it can be given several times.
  package var isList: Bool { type.isList }
  /// Whether words are read as whole numbers, which a range is for.
  var isNumeric: Bool { type.isNumeric }
  /// How many values were given.
  var times: Int { words.count }

  /// Takes a word, or with a separator the words in it, if it can be read.
  func take(_ word: String) throws(WordProblem) {
    guard let separator else {
      _ = try type.read(word, in: range)
      words.append(word)
      return
    }
    for part in word.split(separator: separator, omittingEmptySubsequences: false) {
      if part.isEmpty { throw .mustBe("a list without gaps") }
      _ = try type.read(String(part), in: range)
      words.append(String(part))
    }
  }

  /// The value of the words; nil if none was given.
  func value<Value: ArgumentValue>(as type: Value.Type) -> Value? {
    words.reduce(into: nil) { value, word in
      // Every word was read before it was taken.
      guard let next = try? Value.read(word, in: range) else { return }
      value = value?.followed(by: next) ?? next
    }
  }

  /// What error messages call it: `--file`, `-C`, `slot`.
  var label: String {
    if kind == .argument { return name ?? "" }
    return name.map { "--\($0)" } ?? short.map { "-\($0)" } ?? ""
  }
}
