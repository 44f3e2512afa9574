import Foundation
import SlotsSystem
import TestSupport

/// What happens at one of the calls that change files; see `Tests/Sweep/shim.c`.
enum Fault: String, CaseIterable, Sendable {
  /// The calling process is killed before the call.
  case kill
  /// Half of the bytes are written, then it is killed.
  case half
  /// The program and the caller, one of its children, are killed.
  case all
  /// The call fails, once.
  case noSpace = "ENOSPC"
  case input = "EIO"
  case access = "EACCES"
  /// The disk is full from this call on.
  case full

  var isError: Bool { ![.kill, .half, .all].contains(self) }

  /// Whether it makes a difference at a call.
  /// - Parameter first: the number of the program's own process; `all` is `kill` there.
  func applies(to call: Call, first: Int) -> Bool {
    switch self {
    case .kill, .input: true
    case .half: call.kind & 4 != 0
    case .all: call.process != first
    case .noSpace, .full: call.kind & 1 != 0
    case .access: call.kind & 2 != 0
    }
  }
}

/// A call that changed a file.
struct Call: Sendable, CustomStringConvertible {
  let number: Int
  let process: Int
  let name: String
  /// Bits: 1 needs room, 2 goes by a name, 4 writes bytes.
  let kind: Int
  let path: String

  init?(_ line: Substring) {
    let words = line.split(separator: " ", maxSplits: 4)
    guard words.count == 5, let number = Int(words[0]), let process = Int(words[1]),
      let kind = Int(words[3])
    else { return nil }
    (self.number, self.process, self.kind) = (number, process, kind)
    (name, path) = (String(words[2]), String(words[4]))
  }

  var description: String { "\(name) \(path)" }
}

/// How a program under the shim ended.
struct Ended {
  /// 128 and more: by a signal.
  let status: Int32
  let output: String
  let errors: String
  let calls: [Call]
  /// The number of the call at which the fault happened; 0 when it did not.
  let done: Int64
}

/// Preloads `Tests/Sweep/shim.c` into programs.
struct Shim {
  private let library: Path
  private let runner: Path

  /// Whether this system has what it is written for.
  static var isPossible: Bool {
    #if os(Linux)
      true
    #else
      false
    #endif
  }

  /// Compiled once for all tests, beside the program.
  static let shared = Result { try Shim() }

  private init() throws {
    let folder = try TemporaryFolder()
    let sources = Path(#filePath).parent.parent.parent.appending("Sweep")
    func compile(_ name: String, _ options: [String]) throws -> Path {
      let made = folder.path.appending(Path(name))
      let arguments =
        ["-Wall", "-Wextra", "-O1"] + options + ["-o", made.description, name + ".c"]
      try Shell.run("cc", arguments, in: sources)
      let place = try Program.path().parent.appending(Path("sweep-\(name)"))
      try Files.write(
        Files.read(made) ?? [], to: place, executable: true, temporaryIn: place.parent)
      return place
    }
    library = try compile("shim", ["-shared", "-fPIC"])
    runner = try compile("run", [])
  }

  /// Runs a program in a folder of `world` until it and all it started have ended.
  /// - Parameters:
  ///   - fault: nil to count.
  ///   - awaited: a text in the output after which the program gets SIGTERM; nil when it ends by itself.
  func run(
    _ program: Path, _ arguments: [String], in folder: Path, world: Path,
    environment: [String: String?], fault: (Fault, at: Int)?, awaited: String? = nil
  ) throws -> Ended {
    let notes = try TemporaryFolder()
    let state = try notes.write("state", String(repeating: "\0", count: 16))
    let log = try notes.write("log", "")
    var environment = environment
    environment["SWEEP_ROOT"] = world.description
    environment["SWEEP_STATE"] = state.description
    environment["SWEEP_LOG"] = log.description
    if let fault {
      environment["SWEEP_FAULT"] = fault.0.rawValue
      environment["SWEEP_AT"] = "\(fault.at)"
    }
    let result = try Child.run(
      runner,
      [library.description] + (awaited.map { ["-u", $0] } ?? []) + [program.description]
        + arguments,
      in: folder, environment: environment, deadline: 120_000)
    let counters = try Files.read(state) ?? []
    let lines = try notes.text("log") ?? ""
    guard case .exited(let status) = result.status, status != 125 else {
      throw Missing(what: "the end of \(arguments): \(result.summary)")
    }
    return Ended(
      status: status, output: result.outputText, errors: result.errorText,
      calls: lines.split(separator: "\n").compactMap { Call($0) }.sorted { $0.number < $1.number },
      done: counters.dropFirst(8).reversed().reduce(0) { $0 << 8 | Int64($1) })
  }
}
