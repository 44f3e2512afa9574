@testable import SlotsCLI

/// A program of a few commands, with a parameter of every kind.
enum Sample {
  static let program = Program(
    name: "slots", version: "1.0",
    summary: "keep presets and device configs in a git repository",
    topics: [
      Topic("Slots", [Save.self, Change.self, Show.self, Pin.self, MergeDriver.self]),
      Topic("Exchange", [Diff.self, Restore.self, Harvest.self]),
      Topic("Devices", [Device.self, Serve.self, Completions.self]),
    ])

  /// What is read from the words: the request, then the global options that were given.
  static func read(_ words: [String]) -> String {
    let globals = GlobalOptions()
    let outcome: String
    do throws(UsageError) {
      switch try program.parse(words, into: globals) {
      case .help(let path): outcome = "help: " + path.joined(separator: " ")
      case .version: outcome = "version"
      case .run(let command, let path):
        outcome = "\(path): " + ((command as? any Readable)?.values ?? "not readable")
      }
    } catch {
      outcome = "refused: " + error.sentence
    }
    let given = [
      globals.directory.map { "-C \($0)" }, globals.json ? "json" : nil,
      globals.quiet ? "quiet" : nil, globals.yes ? "yes" : nil,
      globals.color == .auto ? nil : globals.color.rawValue,
    ].compactMap { $0 }
    return ([outcome] + given).joined(separator: " / ")
  }

  /// A command that tells what was read into it.
  protocol Readable: Command {
    var values: String { get }
  }

  struct Save: Readable {
    static let name = "save"
    static let summary = "Save a preset into a slot"
    static let discussion = """
      The preset is a JSON document, and what is in it is checked before anything is written. The
      name is put into the form in which everyone types it.

        cat aurora.json | slots save 5 --file -

      A slot that is not pinned stays so.
      """
    static let examples = [
      "slots save 5 --file aurora.json", "cat a.json | slots save 5 -f - > log",
    ]
    static let effect = Effect.replaces

    @Argument("slot", value: "NN", help: "the slot: 5, 05 or slot-05") var slot: String
    @Option("file", short: "f", value: "FILE", help: "read FILE, - for standard input")
    var file: String?
    @Option("name", value: "NAME", help: "give the preset this name") var title: String?
    @Flag("dry-run", short: "n", help: "show what would be done") var dryRun: Bool
    var parameters: [Parameter] { [$slot, $file, $title, $dryRun] }

    var values: String {
      "\(slot) file=\(file ?? "none") name=\(title ?? "none")\(dryRun ? " dry" : "")"
    }
  }

  struct Change: Readable {
    static let name = "set"
    static let summary = "Change parameters of a slot"
    static let effect = Effect.writes

    @Argument("slot", value: "NN", help: "the slot") var slot: String
    @Arguments("assignment", value: "PARAM=VALUE", minimum: 1, help: "a parameter and its value")
    var assignments: [String]
    var parameters: [Parameter] { [$slot, $assignments] }
    var values: String { "\(slot) \(listed(assignments))" }
  }

  struct Show: Readable {
    static let name = "show"
    static let summary = "Show a slot"
    static let effect = Effect.reads

    @Argument("index", value: "NN", in: -1...23, help: "the slot") var index: Int
    var parameters: [Parameter] { [$index] }
    var values: String { "\(index)" }
  }

  struct Pin: Readable {
    static let name = "pin"
    static let summary = "Pin slots"
    static let effect = Effect.writes

    @Arguments("slot", value: "NN", in: 0...23, minimum: 2, help: "the slots") var slots: [Int]
    var parameters: [Parameter] { [$slots] }
    var values: String { listed(slots) }
  }

  struct MergeDriver: Readable {
    static let name = "merge-driver"
    static let summary = "Merge a document for git"
    static let effect = Effect.plumbing

    @Arguments("file", help: "base, ours, theirs") var files: [String]
    var parameters: [Parameter] { [$files] }
    var values: String { listed(files) }
  }

  struct Diff: Readable {
    static let name = "diff"
    static let summary = "Show what changed"
    static let effect = Effect.reads

    @Argument("slot", value: "NN", help: "the slot") var slot: String?
    @Argument("revisions", value: "REV..REV", help: "the revisions") var revisions: String?
    var parameters: [Parameter] { [$slot, $revisions] }
    var values: String { "\(slot ?? "none") \(revisions ?? "none")" }
  }

  struct Restore: Readable {
    static let name = "restore"
    static let summary = "Restore a slot from history"
    static let effect = Effect.replaces

    @Argument("slot", value: "NN", help: "the slot") var slot: String
    @Option("from", value: "REV", help: "the revision") var revision: String
    var parameters: [Parameter] { [$slot, $revision] }
    var values: String { "\(slot) \(revision)" }
  }

  struct Harvest: Readable {
    static let name = "harvest"
    static let summary = "Take edits into the factory set"
    static let effect = Effect.writes

    @Arguments("slot", value: "NN", help: "the slots") var slots: [String]
    @Option("tag", value: "TAG", help: "a tag of the version") var tags: [String]
    @Option("only", value: "PARAM,…", separator: ",", help: "these parameters") var only: [String]
    var parameters: [Parameter] { [$slots, $tags, $only] }
    var values: String { "\(listed(slots)) tags=\(listed(tags)) only=\(listed(only))" }
  }

  struct Device: CommandGroup {
    static let name = "device"
    static let summary = "Work with devices"
    static let children: [any Command.Type] = [DeviceAdd.self, DeviceApply.self]
  }

  struct DeviceAdd: Readable {
    static let name = "add"
    static let summary = "Add a device"
    static let effect = Effect.writes

    @Argument("name", help: "what to call it") var name: String
    @Option("target", value: "ADDRESS", help: "where it is") var target: String?
    var parameters: [Parameter] { [$name, $target] }
    var values: String { "\(name) \(target ?? "none")" }
  }

  struct DeviceApply: Readable {
    static let name = "apply"
    static let summary = "Apply configs to devices"
    static let effect = Effect.restarts

    @Option("reboot", value: "NAME,…", separator: ",", help: "restart these") var reboot: [String]
    var parameters: [Parameter] { [$reboot] }
    var values: String { listed(reboot) }
  }

  struct Serve: Readable {
    enum Level: String, Choice { case low, high }

    static let name = "serve"
    static let summary = "Serve the web page"
    static let effect = Effect.writes

    @Option("port", in: 1...65535, help: "the port") var port: Int = 8080
    @Option("retries", help: "how often to try again") var retries: Int?
    @Option("level", help: "how much to log") var level: Level?
    var parameters: [Parameter] { [$port, $retries, $level] }
    var values: String {
      "\(port) \(retries.map(String.init) ?? "none") \(level?.rawValue ?? "none")"
    }
  }

  struct Completions: Readable {
    enum Shell: String, Choice { case bash, zsh, fish }

    static let name = "completions"
    static let summary = "Print the completions of a shell"
    static let effect = Effect.reads

    @Argument("shell", help: "the shell") var shell: Shell
    var parameters: [Parameter] { [$shell] }
    var values: String { shell.rawValue }
  }
}

/// The elements between brackets, with a bar between them.
private func listed(_ elements: [some CustomStringConvertible]) -> String {
  "[" + elements.map(\.description).joined(separator: "|") + "]"
}
