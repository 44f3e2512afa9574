internal import SlotsModel
internal import SlotsStore

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
      switch try context.importFile(file) {
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
    try context.refuseInvalid(entries, in: store)
    return try place(entries.map(\.entry), in: store, context)
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
      let failure = Failure(
        "\(files[0]) has later writes of \(what), and there is nobody to ask whether to take them",
        hint: "--yes takes them; what is there stays in slots log NN", status: .usage)
      guard try context.confirms(question, orElse: failure) else { return .usage }
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

extension Context {
  /// Reads a file that a person imports, names in the form a store keeps.
  func importFile(_ file: String) throws -> ImportFile {
    let bytes = try self.read(file)
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
  func refuseInvalid(
    _ entries: [(file: String, entry: ImportFile.Entry)], in store: Store
  ) throws {
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
}
