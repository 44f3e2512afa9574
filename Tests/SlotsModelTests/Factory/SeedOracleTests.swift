import Foundation
import SlotsModel
import Testing

private let python = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
  .map { "\($0)/python3" }.first(where: FileManager.default.isExecutableFile)

/// The rules replayed beside `oracle.py`, a program of the same rules that shares nothing with ours:
/// after every operation of random schedules every register of every replica is the same.
@Suite(.enabled(if: python != nil))
struct SeedOracleTests {
  private static let schedules = 200

  @Test(arguments: 0..<5)
  func `random schedules end the same as in the oracle, after every operation`(
    _ part: Int
  ) throws {
    var lines = try Self.ask(from: part * Self.schedules).makeIterator()
    let head = lines.next()
    func factories(_ name: Text) throws -> [Factory] {
      let sets = try #require(head?[name]?.array)
      return try sets.map { set in try Factory(oracle: try #require(set.object)) }
    }
    let (sets, twins) = (try factories("sets"), try factories("twins"))
    var replay = OracleReplay(factories: sets, twins: twins)
    var count = 0
    while let line = lines.next() {
      if let schedule = line["schedule"]?.number?.int {
        #expect(line["violated"] == nil, "the oracle's own rules, schedule \(schedule)")
        replay = OracleReplay(factories: sets, twins: twins)
        count += 1
        continue
      }
      guard try replay.run(line) else {
        Issue.record(
          "schedule \(part * Self.schedules + count - 1): \(JSONValue.object(line).compactText)")
        return
      }
    }
    #expect(count == Self.schedules)
  }

  /// The lines that the oracle prints.
  private static func ask(from seed: Int) throws -> [JSONObject] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "oracle-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let answers = folder.appending(path: "answers")
    try Data().write(to: answers)
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "oracle.py")
    let process = Process()
    process.executableURL = URL(filePath: try #require(python))
    process.arguments = [
      "-I", "-B", script.path(percentEncoded: false), "\(schedules)", "\(seed)",
    ]
    process.standardOutput = try FileHandle(forWritingTo: answers)
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return try Array(Data(contentsOf: answers)).split(separator: UInt8(ascii: "\n")).map {
      try #require(try JSONValue.read(Array($0)).object)
    }
  }
}
