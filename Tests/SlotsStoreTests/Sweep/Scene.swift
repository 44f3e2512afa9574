import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// A command that is cut at each of its calls, and the state it starts from.
struct Scene: Sendable, CustomTestStringConvertible {
  let name: String
  /// The replica in which it runs.
  var actor = "a"
  /// What is typed after `slots`, or after `git`.
  let arguments: [String]
  var isGit = false
  /// A text in the output after which the program is ended; nil when it ends by itself.
  var awaited: String?
  /// The next command.
  var next = ["sync"]
  /// Whether a person commits with git before that, which moves the branch from under what was cut.
  var commitsFirst = false
  /// Whether it is done only when all of it is: what it changes is there as a whole or not at all.
  let prepare: @Sendable (Stage) throws -> Void

  init(
    _ name: String, _ arguments: [String],
    prepare: @escaping @Sendable (Stage) throws -> Void = { _ in }
  ) {
    self.name = name
    self.arguments = arguments
    self.prepare = prepare
  }

  var testDescription: String { name }

  /// The state it starts from.
  func stage() throws -> Stage {
    let stage = try Stage()
    try prepare(stage)
    return stage
  }

  /// Runs it in a copy of the state.
  func run(in stage: Stage, fault: (Fault, at: Int)?) throws -> Ended {
    stage.world.now += stage.world.step
    let replica = stage.actor(actor)
    try Files.makeFolders(replica.folder)
    return try Shim.shared.get().run(
      isGit ? "git" : Program.path(), arguments, in: replica.folder, world: stage.world.folder.path,
      environment: replica.programEnvironment.merging(stage.environment) { $1 }, fault: fault,
      awaited: awaited)
  }

  static let all: [Scene] = commands + syncs + watches + others
}
