internal import SlotsModel
internal import SlotsStore

/// What the commands that write have in common: asking, and telling what was done.
extension Context {
  /// Runs a write that may replace a filled slot: asks when it would.
  ///
  /// - Parameter verb: what happens to what the slot holds, as `replace`.
  func asking(
    to verb: String = "replace", _ write: (_ confirmed: Bool) throws -> EditReport
  ) throws -> EditReport? {
    do {
      return try write(globals.yes)
    } catch StoreError.filledSlot(let id, let name) {
      let question: Line = "\(verb) \(id) \(name)? it stays in slots log \(id.index)"
      let isWanted = try confirms(question, orElse: .filled(id, name, to: verb))
      return isWanted ? try write(true) : nil
    }
  }

  /// Asks before something is replaced; says so where nothing will be.
  /// - Throws: `failure` where there is nobody to ask.
  func confirms(_ question: Line, orElse failure: @autoclosure () -> Failure) throws -> Bool {
    switch console.ask(question) {
    case .yes: return true
    case .no:
      console.note("nothing changed")
      return false
    case .nobodyToAsk: throw CommandError(failure())
    }
  }

  /// Tells what a write did, or with `dryRun` would do; `--json` prints `members` too.
  func tell(
    _ report: EditReport?, dryRun: Bool = false, _ members: JSONObject = [:]
  ) -> ExitStatus {
    guard let report else { return .usage }
    if globals.json {
      func keys(_ keys: [Key]) -> JSONValue { .array(keys.map { .string(Text($0.description)) }) }
      var object: JSONObject = [
        "written": keys(report.changes.map(\.key)), "seeded": keys(report.seeded.map(\.key)),
        "taken": keys(report.taken.map(\.key)),
        "commit": report.commit.map { .string(Text($0)) } ?? .null, "dryRun": .bool(dryRun),
      ]
      for member in members.members { object[member.name] = member.value }
      print(.object(object))
      return .done
    }
    for change in report.taken {
      console.note("took an edit by hand along: \(ChangeText(change).line)")
    }
    if !report.seeded.isEmpty {
      let slots = report.seeded.count(where: \.key.isSlot)
      console.note(
        "a newer factory version \(dryRun ? "would fill" : "filled") "
          + Line(Words.count(slots, "slot")) + " first")
    }
    for change in report.changes where !change.isSilent {
      console.print(Line(ChangeText(change).line))
    }
    if report.changes.allSatisfy(\.isSilent) {
      console.note(
        report.changes.isEmpty
          ? "nothing to do: it is so already"
          : "it looks the same, and wins over what was written elsewhere before")
    }
    return .done
  }
}

/// `slots save`.
struct SaveCommand: SlotsCommand {
  static let name = "save"
  static let summary = "Save a preset into a slot"
  static let discussion = """
    The preset is a JSON object with a name and params, perhaps a tagSignal; members that are not \
    known are kept. The slot is yours from then on: no factory version changes it.
    """
  static let examples = [
    "slots save 5 --file aurora.json", "slots show 3 --json | slots save 9 --file - --name Copy",
  ]
  static let effect = Effect.replaces

  @Argument("slot", value: "NN", help: "the slot: 5, 05, slot-05 or its name") var slot: String
  @Option("file", short: "f", value: "FILE", help: "the preset; - for standard input")
  var file: String
  @Option("name", value: "NAME", help: "a name for it, instead of the one in the file")
  var name: String?
  @Flag("dry-run", short: "n", help: "say what would be written, and write nothing")
  var dryRun: Bool
  var parameters: [Parameter] { [$slot, $file, $name, $dryRun] }

  func run(in context: Context) throws -> ExitStatus {
    let store = try context.store()
    let bytes = try context.read(file)
    let preset: Slot
    do throws(DocumentError) {
      preset = try context.preset(bytes, named: name)
    } catch {
      throw CommandError(
        "\(Context.label(of: file)):\(error.position.line):\(error.position.column): "
          + error.reason, status: .refused)
    }
    try check(bytes, preset, store)
    let report = try context.asking {
      try store.save(preset, into: slot, overwrites: $0 || dryRun, dryRun: dryRun)
    }
    return context.tell(report, dryRun: dryRun)
  }
}

extension SaveCommand {
  /// Refuses what is not valid with its place in the file that the person named.
  private func check(_ bytes: [UInt8], _ preset: Slot, _ store: Store) throws {
    let id = try store.view().slotID(slot)
    let findings = try store.check(stamps: false).findings(of: preset, at: id, in: bytes)
    guard !findings.isEmpty else { return }
    let name = Context.label(of: file)
    throw StoreError.invalid(findings.map { Finding(name, $0.position, $0.reason) })
  }
}

/// `slots set`.
struct SetCommand: SlotsCommand {
  static let name = "set"
  static let summary = "Change parameters of a filled slot"
  static let discussion = """
    Each word is NAME=VALUE. A value is a number, true, false, or a text; NAME= with nothing after \
    it removes the parameter.
    """
  static let examples = ["slots set 5 speed=0.7 hue=0.1", "slots set 5 --name Borealis"]
  static let effect = Effect.writes

  @Argument("slot", value: "NN", help: "the slot: 5, 05, slot-05 or its name") var slot: String
  @Arguments("parameter", value: "NAME=VALUE", help: "a parameter and its new value")
  var assignments: [String]
  @Option("name", value: "NAME", help: "a new name") var name: String?
  @Option("tag-signal", value: "TAG", help: "a new tag signal") var tagSignal: String?
  @Flag("dry-run", short: "n", help: "say what would be written, and write nothing")
  var dryRun: Bool
  var parameters: [Parameter] { [$slot, $assignments, $name, $tagSignal, $dryRun] }

  func run(in context: Context) throws -> ExitStatus {
    let store = try context.store()
    let id = try store.view().slotID(slot)
    guard !assignments.isEmpty || name != nil || tagSignal != nil else {
      throw CommandError(
        "set: nothing to change", hint: "slots set \(slot) speed=0.7", status: .usage)
    }
    let pairs = try assignments.map(Typed.assignment)
    try refuseSlips(pairs.map(\.name), try store.factory()?.head.table)
    let report: EditReport
    do {
      report = try store.change(slot, dryRun: dryRun) { slot in
        for (name, value) in pairs { slot.params[name] = value == .string("") ? nil : value }
        if let name { slot.value["name"] = .string(Text(Typed.composed(name))) }
        if let tagSignal { slot.value["tagSignal"] = .string(Text(Typed.composed(tagSignal))) }
      }
    } catch StoreError.invalid(let findings) {
      // No file is in play, so a place in one would puzzle.
      throw CommandError(
        "\(id): " + findings.map(\.reason).joined(separator: "; "), status: .refused)
    }
    warn(of: pairs.map(\.name), try store.factory()?.head.table, context)
    return context.tell(report, dryRun: dryRun)
  }
}

extension SetCommand {
  /// A parameter that is given twice, and a member of the slot that is no parameter, are slips.
  private func refuseSlips(_ names: [Text], _ table: ParameterTable?) throws {
    let twice = Dictionary(grouping: names) { $0 }.first { $0.value.count > 1 }?.key
    if let twice {
      throw CommandError("set: \(twice.string) is given twice", status: .usage)
    }
    let members: [Text: String] = ["name": "--name", "tagSignal": "--tag-signal"]
    for name in names where table?.parameters[name] == nil {
      if let option = members[name] {
        throw CommandError(
          "set: \(name.string) is no parameter", hint: "slots set \(slot) \(option) …",
          status: .usage)
      }
    }
  }

  /// Names parameters that the factory set does not know: mostly a slip of the fingers.
  private func warn(of names: [Text], _ table: ParameterTable?, _ context: Context) {
    guard let known = table?.parameters, !known.isEmpty else { return }
    for name in names where known[name] == nil {
      let near = nearMisses(of: name.string, among: known.keys.map(\.string))
      let hint = near.first.map { "; did you mean \($0)?" } ?? ""
      context.console.warning("\(name.string) is no parameter of the factory set\(hint)")
    }
  }
}

/// `slots clear`.
struct ClearCommand: SlotsCommand {
  static let name = "clear"
  static let summary = "Empty a slot"
  static let discussion = """
    What it held stays in history and can be restored. The next factory version may fill the slot \
    again, unless it is cleared with --stay.
    """
  static let examples = ["slots clear 5", "slots clear 5 --stay --yes"]
  static let effect = Effect.replaces

  @Argument("slot", value: "NN", help: "the slot: 5, 05, slot-05 or its name") var slot: String
  @Flag("stay", help: "keep it empty when a new factory version comes") var stay: Bool
  @Flag("dry-run", short: "n", help: "say what would be written, and write nothing")
  var dryRun: Bool
  var parameters: [Parameter] { [$slot, $stay, $dryRun] }

  func run(in context: Context) throws -> ExitStatus {
    let store = try context.store()
    let report = try context.asking(to: "clear") {
      try store.clear(slot, stay: stay, confirmed: $0 || dryRun, dryRun: dryRun)
    }
    return context.tell(report, dryRun: dryRun)
  }
}
