package import SlotsDevices
internal import SlotsStore
internal import SlotsSystem

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The program: its commands, and the one place that reads the environment and ends the process.
package enum SlotsProgram {
  /// As `--version` prints it.
  package static let version = "0.1.0"

  /// Every command, as the overview groups them.
  package static let program = Program(
    name: "slots", version: version,
    summary: "keep presets and device settings in step across everything you own",
    topics: [
      Topic(
        "Slots",
        [
          InitCommand.self, ListCommand.self, ShowCommand.self, SaveCommand.self, SetCommand.self,
          EditCommand.self, ClearCommand.self,
        ]),
      Topic(
        "Rotation", [PinCommand.self, UnpinCommand.self, RotationCommand.self, SelectCommand.self]),
      Topic(
        "Exchange",
        [
          SyncCommand.self, StatusCommand.self, ExportCommand.self, ImportCommand.self,
        ]),
      Topic(
        "History",
        [
          DiffCommand.self, LogCommand.self, WhyCommand.self, RestoreCommand.self,
          UndoCommand.self, RedoCommand.self,
        ]),
      Topic(
        "Factory",
        [SeedCommand.self, ResetCommand.self, HarvestCommand.self, MigrateCommand.self]),
      Topic(
        "Git",
        [
          ValidateCommand.self, DoctorCommand.self, HooksCommand.self, HookCommand.self,
          MergeDriverCommand.self,
          TextconvCommand.self,
        ]),
      Topic("Devices", [DeviceCommand.self, SimulateCommand.self]),
      Topic("Shell", [CompletionsCommand.self, CompleteCommand.self, ManualCommand.self]),
    ])

  /// Runs the program with the process's words and ends it.
  /// - Parameter fleet: the way to boxes, in the program that can go it.
  package static func main(fleet: (any Fleet)? = nil) -> Never {
    Console.holdStandardDescriptors()
    let words = Array(CommandLine.arguments.dropFirst())
    exit(run(words, environment: currentEnvironment(), fleet).rawValue)
  }

  private static func run(
    _ words: [String], environment: [String: String], _ fleet: (any Fleet)?
  ) -> ExitStatus {
    let globals = GlobalOptions()
    let request = Result { () throws(UsageError) in try program.parse(words, into: globals) }
    let console = Console(
      Console.Settings(globals), surroundings: Console.Surroundings(environment: environment))
    let status: ExitStatus
    switch request {
    case .failure(let error):
      status = say(error, console)
    case .success(.help(let path)):
      console.print(lines: program.help(path, width: min(console.columns, 100)))
      status = .done
    case .success(.version):
      console.print("slots \(version)")
      status = .done
    case .success(.run(let command, _)):
      let context = Context(
        console: console, globals: globals, environment: environment,
        program: programPath(), fleet: fleet)
      status = run(command, words, context)
    }
    return console.finish() ? status : .failed
  }

  private static func say(_ error: UsageError, _ console: Console) -> ExitStatus {
    console.error(Line(error.sentence))
    for hint in program.hints(for: error) { console.hint(Line(hint)) }
    return .usage
  }

  private static func run(
    _ command: any Command, _ words: [String], _ context: Context
  ) -> ExitStatus {
    guard let command = command as? any SlotsCommand else { return .bug }
    do {
      if command is any NetworkCommand, context.fleet == nil {
        try becomeNetworkProgram(words, context.program)
      }
      return try command.run(in: context)
    } catch let error as UsageError {
      return say(error, context.console)
    } catch {
      let failure = Failure(error)
      failure.show(on: context.console)
      return failure.status
    }
  }

  /// Becomes the program that talks to boxes, beside this one or where it is installed.
  /// - Throws: `CommandError` where there is none.
  private static func becomeNetworkProgram(_ words: [String], _ program: String) throws -> Never {
    let folder = Path(program).parent
    let places = [folder, folder.parent.appending("libexec/slots")].map {
      $0.appending("slots-device")
    }
    for place in places where try Files.status(place) != nil {
      var arguments = ([program] + words).map { strdup($0) }
      arguments.append(nil)
      execv(place.description, &arguments)
    }
    throw CommandError(
      "slots-device is not installed, and only that program talks to boxes",
      hint: "look for it beside \(program), or in \(places[1].parent)")
  }

  private static func currentEnvironment() -> [String: String] {
    var result: [String: String] = [:]
    var pointer = environ
    while let entry = pointer.pointee {
      let text = String(cString: entry)
      if let equals = text.firstIndex(of: "=") {
        result[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      pointer += 1
    }
    return result
  }

  /// The path of this program, with symbolic links followed.
  private static func programPath() -> String {
    #if os(Linux)
      let own: Path = "/proc/self/exe"
    #else
      let own = Path(CommandLine.arguments[0])
    #endif
    guard let found = ((try? Files.realPath(own)) ?? nil) else { return CommandLine.arguments[0] }
    // What is written into git's configuration is the program that people call.
    guard found.parts.last == "slots-device" else { return found.description }
    let beside = found.parent.appending("slots")
    let isBeside = ((try? Files.status(beside)) ?? nil) != nil
    return (isBeside ? beside : found.parent.parent.parent.appending("bin/slots")).description
  }
}

/// The name of this machine.
enum HostName {
  /// The part before the first dot; `slots` on a machine without a name. Calls `gethostname`.
  static var short: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "slots" }
    let name = String(
      decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let short = name.split(separator: ".").first.map(String.init) ?? ""
    return short.isEmpty ? "slots" : short
  }
}
