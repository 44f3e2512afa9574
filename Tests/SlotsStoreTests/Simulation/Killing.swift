import Foundation
import SlotsSystem
import TestSupport

/// How the real program ends when it is killed, or was faster.
enum Killing {
  enum End: Hashable {
    case killed
    case ended(Int32)
    case crashed(Int32)
  }

  /// Runs the program in a replica, by its clock, and kills it.
  ///
  /// - Parameter moment: after how many microseconds. With `SLOTS_KILL_SHIM`, a library that is loaded into
  ///   the program first, nothing kills from here: the library is told the number in `SLOTS_KILL_AT`.
  static func run(_ replica: Replica, _ arguments: [String], at moment: Int64) throws -> End {
    replica.world.now += replica.world.step
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try Program.path().description)
    process.arguments = ["-C", replica.folder.description] + arguments
    var environment = replica.programEnvironment.compactMapValues { $0 }
    let shim = ProcessInfo.processInfo.environment["SLOTS_KILL_SHIM"]
    if let shim {
      environment["LD_PRELOAD"] = shim
      environment["SLOTS_KILL_AT"] = "\(moment)"
    }
    process.environment = environment
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    if shim == nil {
      usleep(UInt32(clamping: moment))
      if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
    }
    process.waitUntilExit()
    let status = process.terminationStatus
    guard process.terminationReason == .uncaughtSignal else { return .ended(status) }
    return status == SIGKILL ? .killed : .crashed(status)
  }
}
