internal import SlotsGit
internal import SlotsModel
internal import SlotsStore
internal import SlotsSystem

/// `slots hooks`.
struct HooksCommand: CommandGroup {
  static let name = "hooks"
  static let summary = "Let git check the store"
  static let discussion = """
    In a replica: pre-commit checks what is staged and stamps edits by hand, post-merge says what \
    arrived. In a shared bare repository: pre-receive checks every commit that is pushed and refuses \
    to lose what others sent. They act in stores alone, and hold up no merge, revert or rebase.
    """
  static let children: [any Command.Type] = [
    HooksInstallCommand.self, HooksUninstallCommand.self,
  ]
}

/// `slots hooks install`.
struct HooksInstallCommand: SlotsCommand {
  static let name = "install"
  static let summary = "Install the hooks of this repository"
  static let discussion = """
    Where core.hooksPath says, else in the repository. A hook that is there already runs first, and \
    its refusal stands. slots init does it for a new replica, unless a hook of somebody else is there.
    """
  static let examples = ["slots hooks install", "slots -C presets.git hooks install"]
  static let effect = Effect.writes
  var parameters: [Parameter] { [] }

  func run(in context: Context) throws -> ExitStatus {
    let report = try Store.installHooks(in: context.folder(), context.surroundings())
    return context.tell(report, verb: "installed", others: "runs first")
  }
}

/// `slots hooks uninstall`.
struct HooksUninstallCommand: SlotsCommand {
  static let name = "uninstall"
  static let summary = "Take the hooks away again"
  static let discussion = "What was there before is back in its place, as it was."
  static let examples = ["slots hooks uninstall"]
  static let effect = Effect.writes
  var parameters: [Parameter] { [] }

  func run(in context: Context) throws -> ExitStatus {
    let report = try Store.uninstallHooks(in: context.folder(), context.surroundings())
    return context.tell(report, verb: "taken away", others: "is back")
  }
}

extension Context {
  fileprivate func tell(_ report: HookReport, verb: String, others: String) -> ExitStatus {
    if globals.json {
      func names(_ hooks: [HookName]) -> JSONValue {
        .array(hooks.map { .string(Text($0.rawValue)) })
      }
      print([
        "folder": .string(Text(report.folder)), "hooks": names(report.hooks),
        "others": names(report.others),
      ])
      return .done
    }
    for hook in report.hooks {
      let other = report.others.contains(hook) ? ", the one that was there \(others)" : ""
      console.print("\(verb): \(report.folder)/\(hook.rawValue)\(other)")
    }
    if report.hooks.isEmpty { console.note("no hook of slots in \(report.folder)") }
    return .done
  }
}

extension HookName: Choice {}

/// `slots hook`, which git runs.
struct HookCommand: SlotsCommand {
  static let name = "hook"
  static let summary = "Do what a hook of git is for"
  static let discussion = """
    slots hooks install writes it into the hooks. It does nothing in a repository that is no store.
    """
  static let effect = Effect.plumbing

  @Argument("hook", help: "which one") var hook: HookName
  var parameters: [Parameter] { [$hook] }

  func run(in context: Context) throws -> ExitStatus {
    do {
      switch hook {
      case .preCommit: return try preCommit(context)
      case .postMerge: return try postMerge(context)
      case .preReceive: return try preReceive(context)
      }
    } catch StoreError.notAStore {
      return .done
    } catch let error as GitError {
      // A folder of hooks may serve repositories that are no stores, and that this program cannot open.
      guard hook != .preReceive, try Files.status(Path(context.folder() + "/store.json")) == nil
      else { throw error }
      return .done
    }
  }

  private func preCommit(_ context: Context) throws -> ExitStatus {
    let index = try context.environment["GIT_INDEX_FILE"].map(context.absolute)
    let findings = try context.store().stampStaged(index: index)
    guard !findings.isEmpty else { return .done }
    for finding in findings { context.console.error(Line(finding.text)) }
    context.console.error("not committed: what is staged is not valid")
    context.console.hint("correct it and git add it again")
    return .refused
  }

  private func postMerge(_ context: Context) throws -> ExitStatus {
    let store = try context.store()
    guard try store.isRevision("ORIG_HEAD") else { return .done }
    for change in try store.differences(.range("ORIG_HEAD", "HEAD")) {
      context.console.print("arrived   \(ChangeText(change).line)")
    }
    return .done
  }

  private func preReceive(_ context: Context) throws -> ExitStatus {
    let input = try Files.readAll(descriptor: 0, limit: 16 << 20)
    let lines = String(decoding: input, as: UTF8.self).split(separator: "\n").map(String.init)
    let folder = try context.absolute(context.environment["GIT_DIR"] ?? ".")
    let objects =
      context.environment["GIT_QUARANTINE_PATH"] ?? context.environment["GIT_OBJECT_DIRECTORY"]
    let refusals = try Store.refusals(
      of: lines, in: folder, objects: objects.map(context.absolute))
    for refusal in refusals { context.console.error(Line(refusal.words)) }
    if !refusals.isEmpty {
      context.console.hint("nothing was taken; slots sync sends the rest of your edits again")
    }
    return refusals.isEmpty ? .done : .refused
  }
}

extension PushRefusal {
  /// Why, for the one who pushed.
  fileprivate var words: String {
    switch self {
    case .deletes(let branch):
      "deleting \(branch) would remove what others sent"
    case .loses(let branch, let count):
      "\(branch) would lose \(Words.count(count, "commit")) of others: slots sync merges them first"
    case .noStore(let branch): "\(branch) holds no store.json, and this repository keeps a store"
    case .invalid(let name, let commit, let finding):
      "\(name), commit \(commit): \(finding.text)"
    }
  }
}
