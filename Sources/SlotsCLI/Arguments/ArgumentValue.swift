/// A type that a word can be read as.
package protocol ArgumentValue {
  /// What stands in the form before a word was read; seen only where the word may be missing.
  static var unread: Self { get }

  /// Whether the word may be missing.
  static var isOptional: Bool { get }

  /// Whether several words can be given.
  static var isList: Bool { get }

  /// Whether a range can be given.
  static var isNumeric: Bool { get }

  /// The only words that can be read, in the order in which help lists them; empty for any word.
  static var choices: [String] { get }

  /// Reads one word. Ranges are for whole numbers; every other type ignores them.
  static func read(_ word: String, in range: ClosedRange<Int>?) throws(WordProblem) -> Self

  /// The value after another word was read.
  func followed(by next: Self) -> Self

  /// The word that is read as the value, for help; nil where it is no single word.
  var word: String? { get }
}

extension ArgumentValue {
  package static var isOptional: Bool { false }
  package static var isList: Bool { false }
  package static var isNumeric: Bool { false }
  package static var choices: [String] { [] }
  package func followed(by next: Self) -> Self { next }
  package var word: String? { nil }
}

/// Why a word cannot be read, completing "--port is 0, …".
package enum WordProblem: Error, Equatable {
  /// Not one of these words.
  case choices([String])
  /// A whole number outside of this range.
  case range(ClosedRange<Int>)
  /// Anything else, as what it must be: `a whole number`.
  case mustBe(String)

  /// The problem as the second half of a sentence.
  var sentence: String {
    switch self {
    case .choices(let choices): "must be \(choices.joinedWithOr)"
    case .range(let range): "must be \(range.lowerBound) to \(range.upperBound)"
    case .mustBe(let what): "must be \(what)"
    }
  }
}

extension String: ArgumentValue {
  package static var unread: String { "" }
  package var word: String? { self }
  package static func read(_ word: String, in range: ClosedRange<Int>?) -> String { word }
}

extension Int: ArgumentValue {
  package static var unread: Int { 0 }
  package var word: String? { description }
  package static var isNumeric: Bool { true }

  package static func read(_ word: String, in range: ClosedRange<Int>?) throws(WordProblem) -> Int {
    guard let number = Int(word) else {
      throw range.map { .range($0) } ?? .mustBe("a whole number")
    }
    if let range, !range.contains(number) { throw .range(range) }
    return number
  }
}

/// An enumeration whose raw values are the words that can be typed.
package protocol Choice: ArgumentValue, CaseIterable, RawRepresentable where RawValue == String {}

extension Choice {
  // An enumeration with a raw type has at least one case, or it does not compile.
  package static var unread: Self { allCases[allCases.startIndex] }
  package static var choices: [String] { allCases.map(\.rawValue) }
  package var word: String? { rawValue }

  package static func read(_ word: String, in range: ClosedRange<Int>?) throws(WordProblem) -> Self
  {
    guard let choice = Self(rawValue: word) else { throw .choices(choices) }
    return choice
  }
}

extension Optional: ArgumentValue where Wrapped: ArgumentValue {
  package static var unread: Wrapped? { nil }
  package static var isOptional: Bool { true }
  package static var isNumeric: Bool { Wrapped.isNumeric }
  package static var choices: [String] { Wrapped.choices }

  package static func read(
    _ word: String, in range: ClosedRange<Int>?
  ) throws(WordProblem) -> Wrapped? {
    try Wrapped.read(word, in: range)
  }
}

extension Array: ArgumentValue where Element: ArgumentValue {
  package static var unread: [Element] { [] }
  package static var isOptional: Bool { true }
  package static var isList: Bool { true }
  package static var isNumeric: Bool { Element.isNumeric }
  package static var choices: [String] { Element.choices }

  package static func read(
    _ word: String, in range: ClosedRange<Int>?
  ) throws(WordProblem) -> [Element] {
    [try Element.read(word, in: range)]
  }

  package func followed(by next: [Element]) -> [Element] { self + next }
}
