internal import SlotsDevices
internal import SlotsModel
internal import SlotsStore

/// What a box told, held against the tree.
struct Compared {
  let files: DeviceFiles
  let product: DeviceProduct
  let reading: BoxReading
  let config: BoxConfig
  let fields: [FieldComparison]
}

extension Bench {
  /// Compares what a box told with the tree.
  /// - Throws: `BoxError` where its settings could not be read, or are short: none of them counts as
  ///   removed then.
  func compare(
    _ files: DeviceFiles, _ reading: BoxReading, _ memory: DeviceMemory, at address: String
  ) throws -> Compared {
    let product = try product(files)
    let config: BoxConfig
    do throws(BoxFailure) { config = try reading.settings() } catch {
      throw BoxError(files, address, error)
    }
    let missing = missingFields(in: config, memory)
    guard missing.isEmpty else {
      let names = missing.prefix(4).map(\.string).joined(separator: ", ")
      let more = missing.count > 4 ? " and \(missing.count - 4) more" : ""
      throw BoxError(
        files, address,
        .strange(reason: "its answer is short: it told of \(names)\(more) before, and does not now")
      )
    }
    let fields = try FieldComparison.all(files, config, reading.status, memory) { field, value in
      guard let part = field.parts[product] else { return false }
      return try store.once(.field(files.name, part, field.key), had: value, of: field)
    }
    return Compared(
      files: files, product: product, reading: reading, config: config, fields: fields)
  }
}

extension FieldComparison {
  /// Who moved, for people.
  var words: String {
    switch side {
    case .same: "same"
    case .tree: "changed in the store: apply sends it"
    case .box: "changed on the box: pull takes it"
    case .both: "changed on both: apply --yes or pull --yes decides"
    case .lost: "lost by the box when it started again: apply sends it"
    case .link: "the Link session owns the tempo"
    case .unread(let isSent): isSent ? "sent, not confirmed: no box tells it" : "to be sent"
    case .notFitted: "this box has none"
    case .network: "a network is changed together with its password, on the box's page"
    case .notKept: "not kept in the store"
    }
  }

  /// Who moved, for programs.
  var word: String {
    switch side {
    case .same: "same"
    case .tree: "store"
    case .box: "box"
    case .both: "both"
    case .lost: "lost"
    case .link: "link"
    case .unread(let isSent): isSent ? "sent" : "unsent"
    case .notFitted: "not-fitted"
    case .network: "network"
    case .notKept: "not-kept"
    }
  }

  /// Whether it is the name of a network that only the box has.
  var isBoxesNetwork: Bool { field.isNetwork && tree == nil }

  /// Whether there is something to tell.
  var isNews: Bool {
    switch side {
    case .same, .notKept, .network: false
    case .unread(let isSent): !isSent
    default: true
    }
  }

  /// `{"field", "file", "store", "box", "side"}`.
  var json: JSONValue {
    [
      "field": .string(field.key), "file": .string(Text(part.fileName)), "store": tree ?? .null,
      "box": box ?? .null, "side": .string(Text(word)),
    ]
  }
}

/// `slots device diff`.
struct DeviceDiffCommand: NetworkCommand {
  static let name = "diff"
  static let summary = "Compare boxes with the store"
  static let discussion = """
    A line for each field that differs, and which side moved since both agreed. It changes nothing.
    """
  static let examples = ["slots device diff stage", "slots device diff --json"]
  static let effect = Effect.reads

  @Arguments("name", value: "DEVICE", help: "the devices; all without one") var names: [String]
  @Flag("exit-code", help: "end with status 3 when something differs") var exitCode: Bool
  var parameters: [Parameter] { [$names, $exitCode] }

  func run(in context: Context) throws -> ExitStatus {
    let bench = try Bench(context)
    let devices = try bench.chosen(names, all: true)
    var documents: [JSONValue] = []
    let status = try bench.each(devices) { files in
      let compared = try bench.talk(to: files, writes: false) { box, reading, memory in
        try bench.compare(files, reading, memory, at: box.address)
      }
      documents.append(
        [
          "name": .string(files.name.text),
          // Where somebody lives is told to nobody who did not ask.
          "fields": .array(compared.fields.filter { !$0.isBoxesNetwork }.map(\.json)),
        ])
      let news = compared.fields.filter(\.isNews)
      if !context.globals.json { show(files, news, compared, context.console) }
      return exitCode && !news.isEmpty ? .refused : .done
    }
    if context.globals.json { context.print(["devices": .array(documents)]) }
    return status
  }

  private func show(
    _ files: DeviceFiles, _ news: [FieldComparison], _ compared: Compared, _ console: Console
  ) {
    let name = Line(files.name.text.string, .strong)
    if news.isEmpty { return console.print("\(name)  as the store has it") }
    console.print(name)
    var table = Table(.left, .left, .left, .left, .left)
    for field in news {
      table.add(
        Line("  \(field.part.rawValue)"), Line(field.field.key.string),
        Line("store \(field.field.shown(field.tree))"), Line("box \(field.field.shown(field.box))"),
        Line(field.words, .faint))
    }
    console.print(table.lines)
    for key in files.unknown {
      console.note("\(files.name.text.string): \(key.string) is of a newer program, and left alone")
    }
  }
}
