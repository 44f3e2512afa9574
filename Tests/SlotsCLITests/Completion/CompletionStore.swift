import Foundation
import SlotsSystem
import TestSupport

@testable import SlotsCLI

/// A store in a temporary folder, made with the real program, with names that are hard to type.
final class CompletionStore {
  /// The program slots is not beside the tests.
  struct Missing: Error {}

  let home: TemporaryFolder
  /// The store.
  let folder: Path
  /// A folder that is in no store, with a file and a folder in it.
  let outside: Path

  init() throws {
    home = try TemporaryFolder()
    folder = home.path.appending("store")
    outside = home.path.appending("outside")
    try Files.makeFolders(outside.appending("folder"))
    try home.write("outside/file.json", "{}")
    try slots("init", folder.description, "--replica", "phone", in: home.path)
    try slots("set", "3", "--name", "a:b \"c\"", in: folder)
    try slots("set", "5", "--name", "Sun's glow", in: folder)
    try slots("set", "7", "--name", "x=y $z", in: folder)
    try slots("set", "9", "--name", "Aurora", in: folder)
    try slots("clear", "11", "--stay", "--yes", in: folder)
    for (name, product) in [("stage", "p4"), ("bar", "touch")] {
      try home.write(
        "store/devices/\(Path(name))/device.json", "{\"values\": {\"product\": \"\(product)\"}}\n")
    }
    try git("tag", "v1", in: folder)
  }

  /// Runs the real program.
  /// - Returns: what it printed.
  @discardableResult
  func slots(_ arguments: String..., in folder: Path) throws -> String {
    try Shell.run(
      Self.program().appending("slots"), arguments, in: folder, environment: environment)
  }

  /// Runs a shell, or a program that runs one, with the real program in its PATH.
  /// - Returns: what it printed.
  func run(
    _ program: Path, _ arguments: [String], in folder: Path, with more: [String: String] = [:]
  ) throws -> String {
    try Shell.run(program, arguments, in: folder, environment: environment.merging(more) { $1 })
  }

  /// What completes `words`, the last one being typed, in the store or in another folder.
  func completion(_ words: [String], in place: Path? = nil) -> Completion {
    let globals = GlobalOptions()
    try? globals.$directory.take((place ?? folder).description)
    let context = Context(
      console: Console(.init(), surroundings: .init()), globals: globals,
      environment: environment.compactMapValues { $0 }, program: "/nonexistent/slots")
    return Completer(SlotsProgram.program, words) { named in
      StoreWords(context, in: named ?? (place ?? folder).description)
    }.completion
  }

  private var environment: [String: String?] {
    let project = Path(#filePath).parent.parent.parent.parent
    let folder = (try? Self.program())?.description ?? ""
    return [
      "PATH": "\(folder):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")",
      "SLOTS_FACTORY": project.appending("factory").description, "LC_ALL": "C.UTF-8",
      "HOME": home.path.description, "TERM": "dumb", "SLOTS_NOW": "2026-12-01T10:00:00Z",
    ]
  }

  /// The folder of the real program, which is built beside the tests.
  static func program() throws -> Path {
    for bundle in Bundle.allBundles + [.main] {
      for folder in [bundle.bundleURL, bundle.bundleURL.deletingLastPathComponent()] {
        let path = Path(folder.path)
        if try Files.status(path.appending("slots"))?.kind == .file { return path }
      }
    }
    throw Missing()
  }

  /// Whether a program is in PATH.
  static func has(_ program: String) -> Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return path.split(separator: ":").contains { Files.canRun("\(String($0))/\(program)") }
  }
}
