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
    guard try !context.isFolder(file) else {
      throw CommandError("cannot write \(file): it is a folder", hint: "name a file in it")
    }
    if try context.exists(file) {
      let failure = Failure(
        "there is a file \(file), and there is nobody to ask whether to replace it",
        hint: "--yes replaces it", status: .usage)
      guard try context.confirms("replace the file \(file)?", orElse: failure) else {
        return .usage
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
