internal import SlotsModel
internal import SlotsStore
internal import SlotsSystem

/// `slots export`.
struct ExportCommand: SlotsCommand {
  static let name = "export"
  static let summary = "Write presets, or the whole store, into a file"
  static let discussion = """
    One slot: the preset alone. Several: all of them in one file. None: the whole store, with pins, \
    device settings, and who wrote what when, so that the same store comes of it elsewhere; your \
    own files and the history are not in it. Without --file it is printed.
    """
  static let examples = [
    "slots export 5 --file aurora.json", "slots export 3 7 12 --file set.json",
    "slots export --file store.json",
  ]
  static let effect = Effect.replaces

  @Arguments(
    "slot", value: "NN", help: "slots: 5, 05, slot-05 or its name; none for the whole store")
  var slots: [String]
  @Option("file", short: "f", value: "FILE", help: "where to; - for standard output")
  var file: String?
  var parameters: [Parameter] { [$slots, $file] }

  func run(in context: Context) throws -> ExitStatus {
    let store = try context.store()
    let (value, what) = try content(of: store)
    guard let file, file != "-" else {
      context.console.write(value.canonicalBytes)
      return .done
    }
    let folder = Path(try context.absolute(file)).parent.description
    guard try context.exists(folder) else {
      throw CommandError("cannot write \(file): there is no folder \(folder)")
    }
    if try context.exists(file) {
      switch context.console.ask("replace the file \(file)?") {
      case .yes: break
      case .no:
        context.console.note("nothing changed")
        return .usage
      case .nobodyToAsk:
        throw CommandError(
          "there is a file \(file), and there is nobody to ask whether to replace it",
          hint: "--yes replaces it", status: .usage)
      }
    }
    try context.write(value.canonicalBytes, to: file)
    if context.globals.json {
      context.print([
        "file": .string(Text(file)), "bytes": .number(JSONNumber(value.canonicalBytes.count)),
      ])
    } else {
      context.console.print("\(what) in \(file)")
    }
    return .done
  }

  private func content(of store: Store) throws -> (value: JSONValue, what: String) {
    guard !slots.isEmpty else {
      let content = try store.content()
      let filled = content.format.slotIDs.count { content.filled($0) != nil }
      return (content.json, "the store, \(Words.count(filled, "filled slot")),")
    }
    let view = try store.view()
    var presets: [SlotID: Slot] = [:]
    for word in slots {
      let id = try view.slotID(word)
      guard let slot = try view.filled(id) else { throw StoreError.emptySlot(id) }
      presets[id] = slot
    }
    if presets.count == 1, let (id, slot) = presets.first {
      return (.object(slot.preset), "\(id) \(slot.name.string)")
    }
    return (PresetList.json(presets), Words.count(presets.count, "preset"))
  }
}

/// `slots import`.
struct ImportCommand: SlotsCommand {
  static let name = "import"
  static let summary = "Take presets, or a whole store, from files"
  static let discussion = """
    Presets go into the slot that they came from where it is free, else into the next free one, and \
    are yours; a preset that a slot has already is passed over. Nothing is replaced, unless --into \
    names the slot for one preset. A file that has no free slot left for all its presets is refused \
    as a whole.

    A store that was exported is merged as a sync would merge it, per key the later write.
    """
  static let examples = [
    "slots import aurora.json", "slots import aurora.json --into 5",
    "slots import set.json --dry-run", "slots import store.json",
  ]
  static let effect = Effect.replaces

  @Arguments(
    "file", value: "FILE", minimum: 1, help: "what slots export wrote; - for standard input")
  var files: [String]
  @Option("into", value: "NN", help: "the slot for one preset") var into: String?
  @Flag("dry-run", short: "n", help: "say what would be written, and write nothing")
  var dryRun: Bool
  var parameters: [Parameter] { [$files, $into, $dryRun] }

  func run(in context: Context) throws -> ExitStatus {
    let store = try context.store()
    var entries: [(file: String, entry: ImportFile.Entry)] = []
    for file in files {
      switch try read(file, context) {
      case .presets(let presets): entries += presets.map { (file, $0) }
      case .store(let content):
        guard files.count == 1, into == nil else {
          throw CommandError(
            "import: \(file) is a whole store, which is imported alone",
            hint: "slots import \(file)", status: .usage)
        }
        return try merge(content, into: store, context)
      }
    }
    guard !entries.isEmpty else {
      throw CommandError("import: there is no preset in \(files[0])", status: .refused)
    }
    try check(entries, store)
    return try place(entries.map(\.entry), in: store, context)
  }

  private func read(_ file: String, _ context: Context) throws -> ImportFile {
    let bytes = try context.read(file)
    do throws(DocumentError) {
      var found = try ImportFile(bytes)
      if case .presets(var entries) = found {
        for index in entries.indices {
          let name = Typed.composed(entries[index].preset.name.string)
          entries[index].preset.value["name"] = .string(Text(name))
        }
        found = .presets(entries)
      }
      return found
    } catch {
      throw CommandError(
        "\(Context.label(of: file)):\(error.position.line):\(error.position.column): "
          + error.reason, status: .refused)
    }
  }

  /// Refuses what is not valid before anything changes.
  private func check(_ entries: [(file: String, entry: ImportFile.Entry)], _ store: Store) throws {
    let check = try store.check(stamps: false)
    guard let slot = SlotID(0) else { return }
    var details: [String] = []
    for (file, entry) in entries {
      let bytes = entry.preset.document(at: slot).canonicalBytes
      for finding in check.findings(in: bytes, as: .slot(slot)) {
        let name = entry.preset.name.string
        details.append("\(Context.label(of: file)): \(name): \(finding.reason)")
      }
    }
    guard !details.isEmpty else { return }
    var failure = Failure("not valid, nothing changed", status: .refused)
    failure.details = details
    throw CommandError(failure)
  }

  private func place(
    _ entries: [ImportFile.Entry], in store: Store, _ context: Context
  ) throws -> ExitStatus {
    if into != nil, entries.count > 1 {
      throw CommandError(
        "import: --into takes one preset, there are \(entries.count)",
        hint: "without --into each goes into a free slot", status: .usage)
    }
    var plan = ImportPlan([], into: [])
    let report = try context.asking { confirmed in
      try store.bringIn(dryRun: dryRun) { view in
        plan = try self.plan(entries, view, confirmed: confirmed || dryRun)
        return plan
      }
    }
    for place in plan.present where !context.globals.json {
      context.console.note("\(place.slot) has \(place.preset.name.string) already")
    }
    let present = plan.present.map { JSONValue.string(Text($0.slot.description)) }
    return context.tell(report, dryRun: dryRun, ["present": .array(present)])
  }

  private func plan(
    _ entries: [ImportFile.Entry], _ view: StoreView, confirmed: Bool
  ) throws -> ImportPlan {
    if let into {
      let id = try view.slotID(into)
      let preset = entries[0].preset
      if !confirmed, let old = try view.filled(id), old.preset != preset.preset {
        throw StoreError.filledSlot(id, name: old.name.string)
      }
      return ImportPlan(preset, into: id)
    }
    let slots = try view.format().slotIDs.map { (id: $0, slot: try view.slot($0)) }
    let plan = ImportPlan(entries, into: slots)
    guard plan.overflow.isEmpty else {
      var failure = Failure(
        "no free slot for \(Words.count(plan.overflow.count, "preset")) of \(entries.count): "
          + "nothing changed", hint: "slots clear NN makes room, --into NN replaces one",
        status: .refused)
      failure.details = plan.overflow.map(\.name.string)
      throw CommandError(failure)
    }
    return plan
  }

  private func merge(
    _ content: StoreContent, into store: Store, _ context: Context
  ) throws -> ExitStatus {
    let replaced = try store.merge(content, dryRun: true).changes.filter { change in
      guard change.key.isSlot, let old = Slot(change.old?.value) else { return false }
      return !old.isCleared && !change.isSilent
    }
    if !replaced.isEmpty, !dryRun {
      let what = Words.count(replaced.count, "filled slot")
      let question: Line = "replace \(what) by later writes? what is there stays in slots log"
      switch context.console.ask(question) {
      case .yes: break
      case .no:
        context.console.note("nothing changed")
        return .usage
      case .nobodyToAsk:
        throw CommandError(
          "\(files[0]) has later writes of \(what), and there is nobody to ask whether to take them",
          hint: "--yes takes them; what is there stays in slots log NN", status: .usage)
      }
    }
    let before = try store.view()
    let kept = try content.documents.flatMap { kind, document in
      try document.registers.compactMap { name, register -> Key? in
        guard let key = kind.key(name), let here = try before.register(key) else { return nil }
        return register < here && register.value != here.value ? key : nil
      }
    }.sorted()
    let report = try store.merge(content, dryRun: dryRun)
    if !kept.isEmpty, !context.globals.json {
      let keys = kept.map(\.description).joined(separator: ", ")
      context.console.note("written later here, kept: \(keys)")
    }
    let list = kept.map { JSONValue.string(Text($0.description)) }
    return context.tell(report, dryRun: dryRun, ["kept": .array(list)])
  }
}
