import Foundation
import SlotsSimulator
import Testing

/// The samples of the device contract.
enum Sample {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures/devices")

  /// The bytes of one sample.
  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  static func text(_ name: String) throws -> String {
    String(decoding: try bytes(name), as: UTF8.self)
  }

  /// The rows of a table of cases.
  static func cases(_ name: String) -> [[String: Any]] {
    guard let data = try? Data(contentsOf: folder.appendingPathComponent(name)),
      let table = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
      let cases = table["cases"] as? [[String: Any]]
    else { return [] }
    return cases
  }

  /// A request and its answer out of a `*-request*.txt`, with the line ends of the wire.
  static func exchange(_ name: String) throws -> (request: String, head: String, body: String) {
    let parts = try text(name).components(separatedBy: "\n--- response ---\n")
    let sides = parts.map { $0.components(separatedBy: "\n\n") }
    let wire = { (text: String) in text.replacingOccurrences(of: "\n", with: "\r\n") }
    var request = sides[0][1]
    if request.hasSuffix("\n") { request.removeLast() }
    return (
      wire(sides[0][0]) + "\r\n\r\n" + request, wire(sides[1][0]), sides[1].dropFirst().first ?? ""
    )
  }
}

/// A box on a clock that the test moves.
struct Bench {
  let clock = SimulatedClock.driven()
  let box: SimulatedBox

  init(_ profile: BoxProfile = .p4) throws {
    box = try SimulatedBox(profile, clock: clock)
  }

  /// A connection that stays.
  func connect() throws -> RawClient { try RawClient(box.port) }

  /// Requests by a connection of their own, as the Arduino products need it.
  func get(_ target: String) throws -> RawClient.Answer { try RawClient(box.port).get(target) }
  func post(_ target: String, _ body: String = "") throws -> RawClient.Answer {
    try RawClient(box.port).post(target, body)
  }

  func status() throws -> String { try get("/status").text }
  func config() throws -> String { try get("/config.json").text }
  func launch() -> [Int] { box.read { $0.launch } }

  /// Form fields set as by a test, with those that `/live` does not take.
  func set(_ change: (inout DeviceSettings) -> Void) { box.change { change(&$0.settings) } }
}
