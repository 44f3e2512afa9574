internal import SlotsDevices
internal import SlotsModel
internal import SlotsStore
internal import SlotsSystem

/// What a command is handed: the console, the options of the command line, the environment.
package struct Context {
  let console: Console
  let globals: GlobalOptions
  let environment: [String: String]
  /// The path of this program.
  let program: String
  /// The way to boxes; nil in a program that does not talk to the network.
  var fleet: (any Fleet)? = nil

  /// The folder that the command works in.
  func folder() throws -> String {
    let here = try Files.currentFolder()
    guard let directory = globals.directory else { return here.description }
    let folder = Files.absolute(Path(directory), relativeTo: here)
    guard try Files.status(folder) != nil else {
      throw CommandError("there is no folder \(folder)")
    }
    return folder.description
  }

  /// Where temporary files go: TMPDIR, else /tmp.
  var temporaryFolder: Path {
    Path(environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp")
  }

  /// The store that the command works on.
  func store(factory: String? = nil) throws -> Store {
    let store = try Store.open(from: try folder(), try surroundings())
    store.chosenFactory = try factory.map(absolute)
    return store
  }

  /// A folder to be made, in the folder that `-C` names.
  func place(_ path: String) throws -> String {
    Files.absolute(Path(path), relativeTo: Path(try folder())).description
  }

  /// A path as it is meant where the command was typed.
  func absolute(_ path: String) throws -> String {
    Files.absolute(Path(path), relativeTo: try Files.currentFolder()).description
  }

  /// What the store is told about the world.
  func surroundings() throws -> SlotsStore.Surroundings {
    let console = console
    let now = environment["SLOTS_NOW"].flatMap { CalendarTime.milliseconds(Array($0.utf8)[...]) }
    var surroundings = SlotsStore.Surroundings(
      now: { now ?? Clock.now() }, hostName: HostName.short, program: program,
      factoryFolders: factoryFolders,
      mayPrompt: console.canAsk && environment["GIT_TERMINAL_PROMPT"] != "0")
    surroundings.temporaryFolder = temporaryFolder.description
    surroundings.hasOwnSSH =
      environment["GIT_SSH"] != nil || environment["GIT_SSH_COMMAND"] != nil
    surroundings.progress = { console.progress(Line($0)) }
    return surroundings
  }

  /// Where a factory set may be: where the environment says, beside an installed program, and in the
  /// source tree that the program was built in.
  private var factoryFolders: [String] {
    if let folder = environment["SLOTS_FACTORY"] { return [folder] }
    var folders: [String] = []
    var folder = Path(program).parent
    folders.append("\(folder.parent)/share/slots/factory")
    for _ in 0..<4 {
      folder = folder.parent
      folders.append("\(folder)/factory")
    }
    return folders
  }

  /// Prints a document that `--json` asks for.
  func print(_ json: JSONValue) {
    console.print(json: String(decoding: json.canonicalBytes, as: UTF8.self))
  }
}

/// A command that runs.
package protocol SlotsCommand: Command {
  /// Does what the words say.
  func run(in context: Context) throws -> ExitStatus
}
