/// The manual page, written from the declarations: `man slots`.
struct ManualPage {
  private let program: Program
  private var roff = Roff()

  /// The page in the language of man(7).
  var text: String { roff.page }

  init(_ program: Program) {
    self.program = program
    writeStart()
    writeOptions()
    writeCommands()
    writeEnd()
  }

  private mutating func writeStart() {
    let (name, version) = (program.name, program.version)
    roff.title("\(name.uppercased()) 1 \(SlotsProgram.released) \"\(name) \(version)\"")
    roff.heading("NAME")
    roff.text(name + " - " + program.summary)
    roff.heading("SYNOPSIS")
    roff.paragraph(
      words: [Roff.bold(name), "[" + Roff.italic("OPTION") + Roff.escaped("…") + "]"]
        + [Roff.italic("COMMAND"), "[" + Roff.italic("WORD") + Roff.escaped("…") + "]"])
    roff.heading("DESCRIPTION")
    for paragraph in Self.description { roff.paragraph(paragraph) }
  }

  private mutating func writeOptions() {
    roff.heading("OPTIONS")
    roff.paragraph("They stand before or after the name of any command.")
    write(GlobalOptions().parameters)
  }

  private mutating func writeCommands() {
    roff.heading("COMMANDS")
    for leaf in program.leaves { write(leaf.command, leaf.path) }
  }

  private mutating func write(_ command: any Command.Type, _ path: [String]) {
    let parameters = command.init().parameters
    roff.heading(([program.name] + path).spaced, "SS")
    roff.paragraph("\(command.summary).")
    let needed = parameters.filter { $0.kind != .argument && $0.minimum > 0 }
    let free = parameters.filter { $0.kind != .argument && $0.minimum == 0 }
    let usage = parameters.filter { $0.kind == .argument } + needed + free
    roff.paragraph(words: [Roff.bold(([program.name] + path).spaced)] + usage.map(\.roffUsage))
    write(parameters)
    for paragraph in splitParagraphs(command.discussion) {
      if paragraph.allSatisfy({ $0.hasPrefix("  ") }) {
        roff.example(paragraph.map { String($0.dropFirst(2)) })
      } else {
        roff.paragraph(paragraph.spaced)
      }
    }
    if !command.examples.isEmpty { roff.example(command.examples) }
    roff.paragraph(command.effect.sentence)
  }

  private mutating func write(_ parameters: [Parameter]) {
    for parameter in parameters { roff.item(parameter.roffHeading, parameter.explanation) }
  }

  private mutating func writeEnd() {
    roff.heading("EXIT STATUS")
    for status in ExitStatus.allCases {
      roff.item(Roff.bold("\(status.rawValue)"), status.meaning)
    }
    roff.heading("ENVIRONMENT")
    for (names, text) in Self.environment {
      roff.item(names.map(Roff.bold).joined(by: ", "), text)
    }
    roff.heading("FILES")
    for (path, text) in Self.files { roff.item(Roff.italic(path), text) }
    roff.heading("SEE ALSO")
    roff.paragraph(words: Self.pages.map { Roff.bold($0.0) + "(\($0.1))" + $0.2 })
  }
}

extension ManualPage {
  private static let description = [
    "A store is a git repository of small JSON files: preset slots, the pinned rotation, the settings "
      + "of each device on the network. Every machine works on a clone, its replica. slots sync "
      + "exchanges the edits of replicas through any git remote; where two changed the same slot, the "
      + "later write wins, and the other stays in history and can be restored.",
    "NN is a slot: a number such as 5 or 05, slot-05, or the name of the preset that it holds.",
  ]

  private static let environment: [(names: [String], text: String)] = [
    (["SLOTS_FACTORY"], "the folder of the factory set"),
    (["VISUAL", "EDITOR"], "the editor of slots edit; on a terminal vi without them"),
    (["TMPDIR"], "where slots edit and a dry run keep what they need; default /tmp"),
    (["NO_COLOR", "TERM"], "no colour when NO_COLOR is set, or when TERM is dumb"),
    (["GIT_INDEX_FILE"], "the index that validate --staged looks at"),
    (
      ["GIT_SSH", "GIT_SSH_COMMAND", "GIT_TERMINAL_PROMPT"],
      "as git has them; without a terminal nothing prompts"
    ),
    (["SLOTS_NOW"], "the present time, as 2026-11-30T10:15:02.123Z: for tests and demonstrations"),
    (["TZ"], "the time zone of times that people read"),
  ]

  private static let files: [(path: String, text: String)] = [
    ("slot.NN.json", "a slot; absent when it was never filled"),
    ("pinned.json", "the pinned slots"),
    ("seedVersion.json", "the factory version that was last seeded"),
    ("store.json", "the format and the limits of the store"),
    ("devices/NAME/live.json", "fields that take effect at once"),
    ("devices/NAME/reboot.json", "fields whose change restarts the device"),
    ("devices/NAME/device.json", "what identifies the device"),
    (".gitattributes", "which files use the merge and diff drivers of slots"),
    (".git/slots/", "what is not synced, such as the selected slot"),
    ("../share/slots/factory/", "the shipped factory set, from the folder of the program"),
  ]

  private static let pages = [
    ("git", "1", ","), ("gitattributes", "5", ","), ("githooks", "5", ""),
  ]
}

extension SlotsProgram {
  /// The day of `version`, for the manual.
  static let released = "2026-12-01"
}
