import Foundation
import SlotsModel
import SlotsSystem
import TestSupport

extension Replica {
  /// Runs the real program in this replica, by its clock, some time later.
  func slots(
    _ arguments: String..., arguments rest: [String] = [], environment more: [String: String?] = [:]
  ) throws -> Child.Result {
    world.now += world.step
    return try Child.run(
      Program.path(), ["-C", folder.description] + arguments + rest, in: world.folder.path,
      environment: programEnvironment.merging(more) { $1 }, deadline: 60_000)
  }

  /// Types a command into a shell in this replica, where `slots` is the real program.
  func shell(
    _ command: String, environment more: [String: String?] = [:]
  ) throws -> Child.Result {
    world.now += world.step
    var environment = programEnvironment.merging(more) { $1 }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    environment["PATH"] = "\(try Program.path().parent):\(path)"
    return try Child.run(
      "/bin/sh", ["-c", command], in: folder, environment: environment, deadline: 60_000)
  }

  /// Nothing of the machine or the person, but the factory set and this replica's clock.
  var programEnvironment: [String: String?] {
    var environment = Shell.environment(at: clock / 1000)
    environment["SLOTS_FACTORY"] = factory.description
    environment["SLOTS_NOW"] = CalendarTime(clock).text
    return environment
  }
}

extension Child.Result {
  /// The exit status; nil for a program that a signal or the deadline ended.
  var exitCode: Int32? {
    if case .exited(let code) = status { return code }
    return nil
  }
}
