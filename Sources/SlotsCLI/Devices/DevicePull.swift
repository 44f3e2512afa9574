internal import SlotsDevices
internal import SlotsModel
internal import SlotsStore

/// `slots device pull`.
struct DevicePullCommand: NetworkCommand {
  static let name = "pull"
  static let summary = "Take into the store what was changed on boxes"
  static let discussion = """
    What only the box changed is taken, as one commit for all boxes. What was changed on both sides \
    is asked about, or left; --yes takes the box's. What moves by itself is left out: the tempo while \
    a Link session owns it. A box that cannot be read whole changes nothing.
    """
  static let examples = ["slots device pull", "slots device pull stage --dry-run"]
  static let effect = Effect.replaces

  @Arguments("name", value: "DEVICE", help: "the devices; all without one") var names: [String]
  @Flag("dry-run", short: "n", help: "say what would be taken, and take nothing")
  var dryRun: Bool
  var parameters: [Parameter] { [$names, $dryRun] }

  func run(in context: Context) throws -> ExitStatus {
    try Pulling(kind: .pull, dryRun: dryRun).run(names, in: context)
  }
}

/// `slots device tweak`.
struct DeviceTweakCommand: NetworkCommand {
  static let name = "tweak"
  static let summary = "Keep what was turned on a box during a show"
  static let discussion = """
    The live settings that were changed on the box itself since it was last in step are shown and, \
    once you agree, folded into one commit. Settings that restart the box are not looked at.
    """
  static let examples = ["slots device tweak stage"]
  static let effect = Effect.replaces

  @Arguments("name", value: "DEVICE", help: "the devices; all without one") var names: [String]
  @Flag("dry-run", short: "n", help: "say what would be kept, and keep nothing")
  var dryRun: Bool
  var parameters: [Parameter] { [$names, $dryRun] }

  func run(in context: Context) throws -> ExitStatus {
    try Pulling(kind: .tweak, dryRun: dryRun).run(names, in: context)
  }
}

/// Takes the values of boxes into the tree.
struct Pulling {
  let kind: OperationKind
  let dryRun: Bool

  func run(_ names: [String], in context: Context) throws -> ExitStatus {
    let bench = try Bench(context)
    var taken: [(files: DeviceFiles, fields: [FieldComparison])] = []
    let devices = try bench.chosen(names, all: true)
    let status = try bench.each(devices) { files in
      let compared = try bench.talk(to: files, writes: false) { box, reading, memory in
        let compared = try bench.compare(files, reading, memory, at: box.address)
        if !dryRun { agree(compared, &memory) }
        return compared
      }
      let fields = try chosen(compared, context)
      taken.append((files, fields))
      return .done
    }
    let isNews = taken.contains { !$0.fields.isEmpty }
    if kind == .tweak, isNews, !dryRun, !(try isWanted(taken, context)) { return .usage }
    let asked = taken
    let report = try bench.store.writeFields(kind, dryRun: dryRun) { view in
      // Boxes are slow and people are asked: a field that was written meanwhile has the later write.
      let now = try view.devices()
      taken = asked.map { asked in
        let files = now.first { $0.name == asked.files.name }
        return (asked.files, asked.fields.filter { files.map($0.isStill(in:)) ?? false })
      }
      var writes: [Key: JSONValue?] = [:]
      for (files, fields) in taken {
        for field in fields { writes[.field(files.name, field.part, field.field.key)] = field.box }
      }
      return writes
    }
    for (asked, taken) in zip(asked, taken) {
      for field in asked.fields where !taken.fields.contains(field) {
        context.console.note(
          "\(asked.files.name.text.string): \(field.field.key.string) left: it was changed in the "
            + "store meanwhile")
      }
    }
    if !dryRun {
      for (files, fields) in taken where !fields.isEmpty {
        var memory = try bench.memories.of(files.name)
        memory.agree(
          on: Dictionary(
            uniqueKeysWithValues: fields.compactMap { field in
              field.box.map { (field.field.key, $0) }
            }))
        try bench.memories.keep(memory, of: files.name)
      }
    }
    let end = context.tell(report, dryRun: dryRun)
    return status == .done ? end : status
  }

  /// Notes what tree and box agree on already.
  private func agree(_ compared: Compared, _ memory: inout DeviceMemory) {
    let same = compared.fields.filter { $0.side == .same }
    memory.agree(
      on: Dictionary(
        uniqueKeysWithValues: same.compactMap { field in field.box.map { (field.field.key, $0) } }))
    memory.look(at: compared)
  }

  private func chosen(_ compared: Compared, _ context: Context) throws -> [FieldComparison] {
    let name = compared.files.name.text.string
    var fields: [FieldComparison] = []
    for field in compared.fields where kind == .pull || field.part == .live {
      let key = field.field.key.string
      switch field.side {
      case .box where field.box != nil: fields.append(field)
      case .both:
        let sides =
          "the store has \(field.field.shown(field.tree)), the box \(field.field.shown(field.box))"
        let question = Line("\(name): \(key) was changed on both sides: \(sides); take the box's?")
        if dryRun || context.console.ask(question) != .yes {
          context.console.note("\(name): \(key) left: \(Line(sides)); --yes takes the box's")
        } else {
          fields.append(field)
        }
      case .lost:
        context.console.warning(
          "\(name): \(key): the store has \(Line(field.field.shown(field.tree))), the box "
            + "\(Line(field.field.shown(field.box))) since it started again; not taken")
        context.console.hint("slots device apply \(Line(name)) sends it again")
      case .link:
        context.console.note("\(name): \(key) left: the Link session owns the tempo")
      case .tree:
        context.console.note(
          "\(name): \(key) left: it was changed in the store, slots device apply \(Line(name)) sends it"
        )
      default: break
      }
    }
    return fields
  }

  private func isWanted(
    _ taken: [(files: DeviceFiles, fields: [FieldComparison])], _ context: Context
  ) throws -> Bool {
    var table = Table(.left, .left, .left)
    for (files, fields) in taken {
      for field in fields {
        table.add(
          Line(files.name.text.string, .strong), Line(field.field.key.string),
          Line("\(field.field.shown(field.tree)) → \(field.field.shown(field.box))"))
      }
    }
    if !context.globals.json { context.console.print(table.lines) }
    let count = Words.count(taken.reduce(0) { $0 + $1.fields.count }, "setting")
    return try context.confirms(
      "keep \(Line(count))?",
      orElse: Failure(
        "\(count) would be kept, and nobody can be asked", hint: "--yes answers", status: .usage))
  }
}

extension FieldComparison {
  /// Whether the tree has what it had.
  fileprivate func isStill(in files: DeviceFiles) -> Bool {
    (files.register(field)?.value).map(field.plain) == tree
  }
}
