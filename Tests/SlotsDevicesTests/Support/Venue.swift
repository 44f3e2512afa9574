import SlotsModel
import SlotsSimulator
import SlotsSystem
import TestSupport
import Testing

/// A store with boxes that are not there, and the real program.
final class Venue: @unchecked Sendable {
  let folder: TemporaryFolder
  /// The store `a`.
  let store: Path
  private var boxes: [SimulatedBox] = []
  private let factory: Path

  init(remote: String? = nil) throws {
    folder = try TemporaryFolder()
    store = folder.path.appending("a")
    factory = folder.path.appending("factory")
    try Files.makeFolders(store)
    try folder.write(
      "factory/factory.json",
      """
      {"version": 1, "date": "2026-01-01T00:00:00.000Z", "pins": [], "parameters": {}}
      """)
    var words = ["init", "--replica", "a"]
    if let remote { words += ["--remote", remote] }
    try #require(try run(words).succeeded)
  }

  /// Runs the program in the store, or in another folder.
  func run(_ words: [String], in place: Path? = nil) throws -> Child.Result {
    var environment = Shell.environment()
    environment["SLOTS_FACTORY"] = factory.description
    return try Child.run(
      Program.path(), words, in: place ?? store, environment: environment, deadline: 120_000)
  }

  /// Runs `slots device` with these words.
  @discardableResult
  func device(_ words: String...) throws -> Child.Result { try run(["device"] + words) }

  /// As `device`, and has to end with 0.
  @discardableResult
  func must(_ words: String...) throws -> String {
    let result = try run(["device"] + words)
    try #require(result.succeeded, "\(result.summary)")
    return result.outputText + result.errorText
  }

  /// A box that is added under a name.
  func box(
    _ name: String, _ profile: BoxProfile = .p4, product: String? = nil,
    prepare: (inout Box) -> Void = { _ in }
  ) throws -> SimulatedBox {
    let box = try SimulatedBox(profile, tail: String(7_000 + boxes.count))
    boxes.append(box)
    box.change {
      $0.outage = 900
      prepare(&$0)
    }
    var words = ["device", "add", name, "--address", "127.0.0.1:\(box.port)"]
    if let product { words += ["--product", product] }
    let result = try run(words)
    try #require(result.succeeded, "\(result.summary)")
    return box
  }

  /// What the store has of a device.
  func text(_ name: String, _ part: String) throws -> String {
    try folder.text(Path("a/devices/\(name)/\(part).json")) ?? ""
  }

  /// How many commits there are.
  func commits() throws -> Int {
    let text = try Shell.run("git", ["rev-list", "--count", "HEAD"], in: store)
    return Int(text.filter(\.isNumber)) ?? -1
  }
}

extension SimulatedBox {
  /// The bodies of all requests to a path.
  func bodies(_ path: String) -> [String] {
    read { $0.log.filter { $0.path == path && $0.method == "POST" }.map(\.text) }
  }
}
