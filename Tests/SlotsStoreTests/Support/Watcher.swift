import Foundation
import SlotsModel
import SlotsSystem
import TestSupport

/// The real program with `sync --watch --json`, while it runs.
final class Watcher {
  private let process = Process()
  private let output: Path
  private let replica: Replica
  private var read = 0

  /// Starts it, and waits until it began.
  init(
    _ replica: Replica, every seconds: Int = 1, _ arguments: String...,
    environment more: [String: String] = [:]
  ) throws {
    self.replica = replica
    output = replica.world.folder.path.appending(Path("watch-\(Random.name())"))
    try Files.write([], to: output, temporaryIn: replica.world.folder.path)
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: output.description))
    process.executableURL = URL(fileURLWithPath: try Program.path().description)
    process.arguments =
      ["-C", replica.folder.description, "--json", "sync", "--watch", "--every", "\(seconds)"]
      + arguments
    var environment = replica.programEnvironment.compactMapValues { $0 }.merging(more) { $1 }
    // It goes on, and so does its clock.
    environment["SLOTS_NOW"] = nil
    process.environment = environment
    process.standardOutput = file
    process.standardError = file
    process.standardInput = FileHandle.nullDevice
    try process.run()
    try expect("began")
  }

  deinit { signal(SIGKILL) }

  var number: pid_t { process.processIdentifier }

  /// Everything that it printed.
  func text() throws -> String {
    try Files.read(output).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Waits for a line with this event and these words, behind the last one that was waited for.
  @discardableResult
  func expect(_ event: String, _ words: String = "") throws -> JSONObject {
    let end = Clock.monotonic() + 20_000
    while Clock.monotonic() < end {
      let lines = try text().split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      for (number, line) in lines.enumerated().dropFirst(read) {
        guard let json = try? JSONValue.read(Array(line.utf8)).object,
          json["event"]?.text?.string == event, words.isEmpty || line.contains(words)
        else { continue }
        read = number + 1
        return json
      }
      guard process.isRunning else { break }
      Clock.pause(milliseconds: 10)
    }
    throw Missing(what: "\(event) \(words) behind line \(read) of:\n\(try text())")
  }

  /// How many lines have this event.
  func count(_ event: String) throws -> Int {
    try text().split(separator: "\n").count { $0.contains("\"event\": \"\(event)\"") }
  }

  func signal(_ signal: Int32) {
    if process.isRunning { kill(number, signal) }
  }

  /// Asks it to stop, and waits for its end.
  /// - Returns: its exit status, or the negative number of the signal that ended it.
  @discardableResult
  func end(_ signal: Int32 = SIGTERM) -> Int32 {
    self.signal(signal)
    return ended()
  }

  /// Waits for its end.
  func ended() -> Int32 {
    process.waitUntilExit()
    let status = process.terminationStatus
    return process.terminationReason == .exit ? status : -status
  }
}
