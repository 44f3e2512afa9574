/// What the wrappers of a form have in common.
protocol Declaration {
  /// The declared parameter.
  var projectedValue: Parameter { get }
}

/// A word that is found by its place: `NN` in `slots show NN`.
@propertyWrapper
package struct Argument<Value: ArgumentValue>: Declaration {
  package let projectedValue: Parameter
  package var wrappedValue: Value { projectedValue.value(as: Value.self) ?? Value.unread }

  /// An argument that must be given, unless its type is an optional.
  ///
  /// - Parameters:
  ///   - name: the noun of error messages, `slot` in "a slot is missing"
  ///   - value: what stands for it in help; by default the name in capitals, or the choices
  ///   - range: the whole numbers that are taken
  package init(
    _ name: String, value: String? = nil, in range: ClosedRange<Int>? = nil, help: String
  ) {
    projectedValue = Parameter(
      .argument, Value.self, name: name, value: value, help: help,
      minimum: Value.isOptional ? 0 : 1, range: range)
  }
}

/// All words that are left after the arguments before it: `NN…` in `slots pin NN…`.
@propertyWrapper
package struct Arguments<Element: ArgumentValue>: Declaration {
  package let projectedValue: Parameter
  package var wrappedValue: [Element] { projectedValue.value(as: [Element].self) ?? [] }

  /// - Parameters:
  ///   - name: the noun of error messages
  ///   - value: what stands for one of them in help, `NN` for `NN…`
  ///   - range: the whole numbers that are taken
  ///   - minimum: how many words are needed at least
  package init(
    _ name: String, value: String? = nil, in range: ClosedRange<Int>? = nil, minimum: Int = 0,
    help: String
  ) {
    projectedValue = Parameter(
      .argument, [Element].self, name: name, value: value, help: help, minimum: minimum,
      range: range)
  }
}

/// A named value: `--file FILE`, `--file=FILE`, `-f FILE`, `-fFILE`.
@propertyWrapper
package struct Option<Value: ArgumentValue>: Declaration {
  package let projectedValue: Parameter
  private let initial: Value?
  package var wrappedValue: Value {
    projectedValue.value(as: Value.self) ?? initial ?? Value.unread
  }

  /// An option that must be given, unless its type is an optional or a list.
  ///
  /// - Parameters:
  ///   - name: `file` for `--file`; nil for an option with a short name alone
  ///   - short: `f` for `-f`
  ///   - value: what stands for it in help; by default the name in capitals, or the choices
  ///   - range: the whole numbers that are taken
  ///   - separator: for lists, what stands between several values in one word
  package init(
    _ name: String? = nil, short: Character? = nil, value: String? = nil,
    in range: ClosedRange<Int>? = nil, separator: Character? = nil, help: String
  ) {
    initial = nil
    projectedValue = Parameter(
      .option, Value.self, name: name, short: short, value: value, help: help,
      minimum: Value.isOptional ? 0 : 1, range: range, separator: separator)
  }

  /// An option that is written with its default: `var color: Color = .auto`.
  package init(
    wrappedValue: Value, _ name: String? = nil, short: Character? = nil, value: String? = nil,
    in range: ClosedRange<Int>? = nil, separator: Character? = nil, help: String
  ) {
    initial = wrappedValue
    projectedValue = Parameter(
      .option, Value.self, name: name, short: short, value: value, help: help, minimum: 0,
      range: range, separator: separator, byDefault: wrappedValue.word)
  }
}

/// A name that is given or not: `--dry-run`, `-n`.
@propertyWrapper
package struct Flag: Declaration {
  package let projectedValue: Parameter
  /// Whether it was given.
  package var wrappedValue: Bool { projectedValue.times > 0 }

  /// - Parameters:
  ///   - name: `dry-run` for `--dry-run`
  ///   - short: `n` for `-n`
  package init(_ name: String, short: Character? = nil, help: String) {
    projectedValue = Parameter(
      .flag, name: name, short: short, value: "", help: help, minimum: 0)
  }
}
