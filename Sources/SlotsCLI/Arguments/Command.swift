/// Words that a person can type, as a struct whose wrapped properties are the parameters.
package protocol Form {
  /// Makes the form with nothing read yet.
  init()

  /// Every wrapped property, in the order of declaration, as in `[$slot, $file]`.
  var parameters: [Parameter] { get }
}

/// One command of the program: a form with a name and its help.
///
/// How it runs is not known here; whoever runs commands refines this protocol.
package protocol Command: Form, SendableMetatype {
  /// What is typed: lower-case letters, digits and hyphens.
  static var name: String { get }

  /// One line for the overview: imperative, no full stop, at most 60 columns.
  static var summary: String { get }

  /// Paragraphs, separated by an empty line; indented lines are kept as they are.
  static var discussion: String { get }

  /// Command lines as they would be typed. Those that begin with the program's name must parse.
  static var examples: [String] { get }

  /// What the command touches.
  static var effect: Effect { get }

  /// The commands of a group; empty for a command that runs.
  static var children: [any Command.Type] { get }
}

extension Command {
  package static var discussion: String { "" }
  package static var examples: [String] { [] }
  package static var children: [any Command.Type] { [] }
}

/// A word that is followed by a command, as `device` is in `device add`. It does not run itself.
package protocol CommandGroup: Command {}

extension CommandGroup {
  package static var effect: Effect { .reads }
  package var parameters: [Parameter] { [] }
}

/// What a command touches. It decides who is asked, and its help says it.
package enum Effect: Sendable {
  /// Changes nothing.
  case reads
  /// Makes its change without asking.
  case writes
  /// Asks before it replaces what is there.
  case replaces
  /// Asks before it restarts a device.
  case restarts
  /// Called by git and other programs; not in the overview.
  case plumbing

  /// The effect as a sentence of the help.
  package var sentence: String {
    switch self {
    case .reads: "Changes nothing."
    case .writes: "Makes its change without asking."
    case .replaces: "Asks before it replaces what is there; --yes answers."
    case .restarts:
      "Asks before it restarts a device; where nobody can be asked, each must be named."
    case .plumbing: "Called by git and other programs rather than by people."
    }
  }
}

/// Commands that belong together in the overview.
package struct Topic: Sendable {
  let title: String
  let commands: [any Command.Type]

  /// - Parameter title: a heading, such as `Slots`.
  package init(_ title: String, _ commands: [any Command.Type]) {
    self.title = title
    self.commands = commands
  }
}
