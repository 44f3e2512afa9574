/// The program as a person sees it: its commands, and how they are grouped.
package struct Program: Sendable {
  /// What is typed: `slots`.
  package let name: String
  /// As `--version` prints it.
  package let version: String
  /// What the program is for, in a line without a full stop: `keep presets in step`.
  package let summary: String
  let topics: [Topic]

  package init(name: String, version: String, summary: String, topics: [Topic]) {
    self.name = name
    self.version = version
    self.summary = summary
    self.topics = topics
  }

  /// The commands of the first level, `help` included.
  var commands: [any Command.Type] { topics.flatMap(\.commands) + [Help.self] }

  /// The command or group at a path such as `["device", "add"]`; nil where there is none, and for
  /// the empty path.
  func command(at path: [String]) -> (any Command.Type)? {
    var found: (any Command.Type)?
    var level = commands
    for name in path {
      guard let next = level.first(where: { $0.name == name }) else { return nil }
      found = next
      level = next.children
    }
    return found
  }

  /// Every command that runs, with its path, in the order of the topics.
  var leaves: [(path: [String], command: any Command.Type)] {
    func below(
      _ command: any Command.Type, _ path: [String]
    ) -> [(path: [String], command: any Command.Type)] {
      let path = path + [command.name]
      if command.children.isEmpty { return [(path, command)] }
      return command.children.flatMap { below($0, path) }
    }
    return commands.flatMap { below($0, []) }
  }
}

/// `slots help`, which the program answers itself.
struct Help: Command {
  static let name = "help"
  static let summary = "Show the commands, or the help of one"
  static let effect = Effect.reads

  @Arguments("command", help: "the command, as in: help save") var path: [String]

  var parameters: [Parameter] { [$path] }
}
