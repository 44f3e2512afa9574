internal import SlotsModel
internal import SlotsStore

/// `slots init`.
struct InitCommand: SlotsCommand {
  static let name = "init"
  static let summary = "Make a store, or join one"
  static let discussion = """
    Makes a store in DIR (this folder, if none is given) and fills it from the factory set. With \
    --remote it joins the store that is there, or starts one in an empty repository. It sets up \
    git's merge and diff drivers and a pre-commit hook. Doing it twice is doing it once.
    """
  static let examples = [
    "slots init", "slots init presets --remote git@host:presets.git --replica phone",
    "slots init presets --remote /media/stick/presets.git",
  ]
  static let effect = Effect.writes

  @Argument("folder", value: "DIR", help: "the folder of the replica") var folder: String?
  @Option("remote", value: "URL", help: "a git repository: an address or a bare folder")
  var remote: String?
  @Option("replica", value: "NAME", help: "what this machine is called; default: its host name")
  var replica: String?
  @Option("factory", value: "DIR", help: "a factory set other than the shipped one")
  var factory: String?
  var parameters: [Parameter] { [$folder, $remote, $replica, $factory] }

  func run(in context: Context) throws -> ExitStatus {
    let request = InitRequest(
      folder: try folder.map(context.place) ?? context.folder(), remote: remote,
      replica: replica.map(Typed.composed), factory: try factory.map(context.absolute))
    let report = try Store.initialise(request, try context.surroundings())
    if context.globals.json {
      context.print(json(report))
    } else {
      let verb =
        switch report.outcome {
        case .created: "new store"
        case .joined: "joined the store"
        case .existed: "the store is set up"
        }
      context.console.print(
        "\(verb) in \(report.folder), replica \(report.replica, .strong), branch \(report.branch)")
      if let remote = report.remote { context.console.print("remote \(remote)") }
    }
    if let hook = report.foreignHook {
      context.console.warning("\(hook) was there before and stays; slots validates nothing in it")
      context.console.hint("slots hooks install lets both run")
    }
    if let folder = report.sharedHooks {
      context.console.warning(
        "git looks for hooks in \(folder) (core.hooksPath): slots put none there unasked, so "
          + "git commit checks and stamps nothing")
      context.console.hint("slots hooks install puts them there, beside those that are there")
    }
    if let reason = report.unreachable {
      context.console.warning("the remote was not reached: \(reason)")
      context.console.hint("slots sync meets it later; nothing is lost")
      return report.trouble?.isLasting == true ? .failed : .offline
    }
    return .done
  }

  private func json(_ report: InitReport) -> JSONValue {
    [
      "outcome": .string(Text(report.outcome.rawValue)),
      "folder": .string(Text(report.folder)),
      "replica": .string(Text(report.replica)),
      "branch": .string(Text(report.branch)),
      "remote": report.remote.map { .string(Text($0)) } ?? .null,
      "reason": report.unreachable.map { .string(Text($0)) } ?? .null,
      "kind": report.trouble.map { .string(Text($0.rawValue)) } ?? .null,
    ]
  }
}
