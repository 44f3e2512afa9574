import Foundation
package import SlotsSystem

/// A Python program that does something and then stands still until it is killed: another process
/// that holds a lock.
package final class Holder {
  private let process = Process()

  /// Starts the program and waits until it has done everything.
  package init(_ script: String, in folder: Path) throws {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c", script + "\nimport time\nprint('ready', flush=True)\ntime.sleep(600)\n",
    ]
    process.currentDirectoryURL = URL(fileURLWithPath: folder.description)
    let output = Foundation.Pipe()
    process.standardOutput = output
    try process.run()
    guard output.fileHandleForReading.readData(ofLength: 6) == Data("ready\n".utf8) else {
      throw Shell.Failure(description: "the program did not get ready: \(script)")
    }
  }

  deinit { kill() }

  /// Ends it with SIGKILL, as a crash would.
  package func kill() {
    guard process.isRunning else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
