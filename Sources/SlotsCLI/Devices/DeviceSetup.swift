internal import SlotsDevices
internal import SlotsModel
internal import SlotsStore

/// `slots device add`.
struct DeviceAddCommand: NetworkCommand {
  static let name = "add"
  static let summary = "Put a box into the store"
  static let discussion = """
    The box is asked what it is, and all its settings are taken; what it is saved under is a name of \
    your own. It is known by its host name, which its label or slots device discover tells. \
    --address is for one that cannot be found by name. A box that is not there can be added with \
    --product, and is pulled later.
    """
  static let examples = [
    "slots device add stage --host kitchensync-7c1e",
    "slots device add bar --address 10.0.0.5 --product touch",
  ]
  static let effect = Effect.writes

  @Argument("name", value: "NAME", help: "what it is called here") var device: String
  @Option("host", value: "HOST", help: "its host name, with or without .local") var host: String?
  @Option("address", value: "ADDRESS", help: "a fixed address, with a port where it is not 80")
  var address: String?
  @Option("product", help: "what it is, where it cannot be asked") var product: DeviceProduct?
  @Flag("dry-run", short: "n", help: "say what would be written, and write nothing")
  var dryRun: Bool
  var parameters: [Parameter] { [$device, $host, $address, $product, $dryRun] }

  func run(in context: Context) throws -> ExitStatus {
    let bench = try Bench(context)
    let name = DeviceName(Text(device))
    try refuse(bench)
    guard host != nil || address != nil else {
      throw CommandError(
        "how is \(device) to be found? neither --host nor --address is given",
        hint: "slots device discover shows the boxes that are there", status: .usage)
    }
    var identity: [Text: JSONValue] = [:]
    let short = host.map { $0.lowercased().hasSuffix(".local") ? String($0.dropLast(6)) : $0 }
    if let short { identity["host"] = .string(Text(short.lowercased())) }
    if let address { identity["address"] = .string(Text(address)) }
    var files = DeviceFiles(name, [.device: identity.mapValues { Register($0, nil) }])
    var found: (BoxReading, DeviceMemory)?
    do {
      found = try bench.talk(to: files, writes: false) { box, reading, memory in
        memory = DeviceMemory()
        memory.address = box.address
        return (reading, memory)
      }
    } catch let error as BoxError where product != nil && !error.failure.isAlive {
      context.console.note("\(device) does not answer, and is added without its settings")
    }
    guard let kind = product ?? found.flatMap({ Self.product(of: $0.0) }) else {
      throw CommandError(
        "\(device) does not tell what it is", hint: "--product says it: p4, touch or x32link")
    }
    identity["product"] = .string(Text(kind.rawValue))
    files.registers[.device] = identity.mapValues { Register($0, nil) }
    let settings = try found.map { try $0.0.settings() }
    let values = settings?.values(for: kind).filter { DeviceField.all[$0.key]?.isNetwork == false }
    let report = try bench.store.writeFields(dryRun: dryRun) { _ in
      var writes: [Key: JSONValue?] = [:]
      for (key, value) in identity { writes[.field(name, .device, key)] = value }
      for (key, value) in values ?? [:] {
        guard let part = DeviceField.all[key]?.parts[kind] else { continue }
        writes[.field(name, part, key)] = value
      }
      return writes
    }
    if !dryRun {
      var memory = found?.1 ?? DeviceMemory()
      memory.agree(on: values ?? [:])
      memory.counters = found?.0.status.counters ?? [:]
      try bench.memories.keep(memory, of: name)
    }
    if context.globals.json { return context.tell(report, dryRun: dryRun) }
    context.console.print(
      "\(dryRun ? "would add" : "added") \(Line(device, .strong)), \(Line(kind.titleWithArticle)): "
        + Line(Words.count(values?.count ?? 0, "setting")))
    return .done
  }

  private func refuse(_ bench: Bench) throws {
    if let objection = PresetName.objection(to: device) {
      throw CommandError("a device cannot be called \(device): \(objection)", status: .usage)
    }
    guard !device.contains("/"), ![".", ".."].contains(device) else {
      throw CommandError("a device cannot be called \(device): it names a folder", status: .usage)
    }
    let lower = device.lowercased()
    let twin = try bench.view.devices().first { $0.name.text.string.lowercased() == lower }
    if let twin {
      throw CommandError(
        "this store has a device \(twin.name.text.string) already",
        hint: "slots device remove \(twin.name.text.string) takes it out", status: .refused)
    }
  }

  /// What a box is, by what it tells; a Touch and an X32Link each have members of their own.
  private static func product(of reading: BoxReading) -> DeviceProduct? {
    let object = reading.status.object
    if object["phase"] != nil { return .x32link }
    if object["clk"] != nil { return .touch }
    return reading.status.launch.map { $0.count > 1 } == true || object["xf"] != nil ? .p4 : nil
  }
}

extension DeviceProduct: Choice {}

/// `slots device remove`.
struct DeviceRemoveCommand: SlotsCommand {
  static let name = "remove"
  static let summary = "Take a box out of the store"
  static let discussion = """
    Its settings stay in history (slots log devices/NAME/live/FIELD), and on the box. slots undo \
    brings it back.
    """
  static let examples = ["slots device remove bar"]
  static let effect = Effect.replaces

  @Argument("name", value: "DEVICE", help: "the device") var device: String
  @Flag("dry-run", short: "n", help: "say what would be written, and write nothing")
  var dryRun: Bool
  var parameters: [Parameter] { [$device, $dryRun] }

  func run(in context: Context) throws -> ExitStatus {
    let bench = try Bench(context)
    let files = try bench.view.device(device)
    let name = files.name.text.string
    if !dryRun {
      let isWanted = try context.confirms(
        "take \(name) out of the store? its settings stay in history",
        orElse: Failure(
          "\(name) is to be taken out of the store, and nobody can be asked",
          hint: "--yes answers", status: .usage))
      guard isWanted else { return .usage }
    }
    let report = try bench.store.writeFields(dryRun: dryRun) { view in
      var writes: [Key: JSONValue?] = [:]
      for (part, registers) in try view.device(device).registers {
        for (field, register) in registers where register.value != nil {
          writes.updateValue(nil, forKey: .field(files.name, part, field))
        }
      }
      return writes
    }
    if !dryRun { try bench.memories.forget(files.name) }
    if context.globals.json { return context.tell(report, dryRun: dryRun) }
    context.console.print("\(dryRun ? "would remove" : "removed") \(Line(name, .strong))")
    return .done
  }
}

/// `slots device list`.
struct DeviceListCommand: SlotsCommand {
  static let name = "list"
  static let summary = "List the boxes of the store"
  static let discussion = "What the store says of them; slots device status asks them."
  static let examples = ["slots device list", "slots device list --json"]
  static let effect = Effect.reads
  var parameters: [Parameter] { [] }

  func run(in context: Context) throws -> ExitStatus {
    let devices = try Bench(context).view.devices()
    if context.globals.json {
      let rows = devices.map { files -> JSONValue in
        func text(_ value: String?) -> JSONValue { value.map { .string(Text($0)) } ?? .null }
        func count(_ part: DevicePart) -> JSONValue { .number(JSONNumber(files.count(part))) }
        return [
          "name": .string(files.name.text), "product": text(files.product?.rawValue),
          "host": text(files.host), "address": text(files.address), "live": count(.live),
          "reboot": count(.reboot),
        ]
      }
      context.print(["devices": .array(rows)])
      return .done
    }
    if devices.isEmpty {
      context.console.note("no device; slots device add NAME adds one")
      return .done
    }
    var table = Table(.left, .left, .left, .left)
    for files in devices {
      table.add(
        Line(files.name.text.string, .strong), Line(files.product?.title ?? "?"),
        Line(files.address ?? files.host.map { "\($0).local" } ?? "–"),
        Line("\(files.count(.live)) live, \(files.count(.reboot)) reboot", .faint))
    }
    context.console.print(table.lines)
    return .done
  }
}

extension DeviceFiles {
  fileprivate func count(_ part: DevicePart) -> Int {
    registers[part]?.values.count { $0.value != nil } ?? 0
  }
}

/// `slots device set`.
struct DeviceSetCommand: SlotsCommand {
  static let name = "set"
  static let summary = "Set fields of a box in the store"
  static let discussion = """
    Each goes into the right file; slots device apply sends it. A value is on or off, a number with a \
    point, a colour, or one of the names that slots device fields lists; FIELD= without a value takes \
    the field out of the store.
    """
  static let examples = [
    "slots device set stage metro_vol=65", "slots device set stage clk1_swing=60 led_beat=#2040FF",
  ]
  static let effect = Effect.writes

  @Argument("name", value: "DEVICE", help: "the device") var device: String
  @Arguments("field", value: "FIELD=VALUE", minimum: 1, help: "what to set") var fields: [String]
  @Flag("dry-run", short: "n", help: "say what would be written, and write nothing")
  var dryRun: Bool
  var parameters: [Parameter] { [$device, $fields, $dryRun] }

  func run(in context: Context) throws -> ExitStatus {
    let bench = try Bench(context)
    let files = try bench.view.device(device)
    let product = try bench.product(files)
    let wanted = try fields.map { try Self.parse($0, product) }
    let report = try bench.store.writeFields(dryRun: dryRun) { _ in
      var writes: [Key: JSONValue?] = [:]
      for (field, part, value) in wanted {
        writes.updateValue(value, forKey: .field(files.name, part, field.key))
      }
      return writes
    }
    if context.globals.json { return context.tell(report, dryRun: dryRun) }
    let name = files.name.text.string
    for (field, part, value) in wanted {
      let isNew = report.changes.contains { $0.key == .field(files.name, part, field.key) }
      let old = files.register(field)?.value
      context.console.print(
        "\(name)/\(part.fileName)  \(field.key.string)  "
          + Line(
            isNew ? "\(field.shown(old)) → \(field.shown(value))" : "\(field.shown(value)) already")
      )
    }
    if wanted.contains(where: { $0.1 == .reboot }), !report.changes.isEmpty {
      context.console.note(
        "what is in reboot.json restarts the box: only slots device apply --reboot \(name) sends it"
      )
    }
    return .done
  }

  private static func parse(
    _ word: String, _ product: DeviceProduct
  ) throws -> (DeviceField, DevicePart, JSONValue?) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let key = String(parts[0])
    guard parts.count == 2, !key.isEmpty else {
      throw CommandError("\(word) is no FIELD=VALUE", hint: "metro_vol=65", status: .usage)
    }
    if Secret.isSecretName(key) {
      throw CommandError(
        "\(key) is a secret, and a store keeps none", hint: "the box's own page sets passwords",
        status: .refused)
    }
    guard let field = DeviceField.all[Text(key)], let part = field.parts[product] else {
      let near = nearMisses(of: key, among: DeviceField.of(product).map(\.key.string))
      throw CommandError(
        "\(product.titleWithArticle) has no field \(key)",
        hint: near.isEmpty
          ? "docs/devices.md lists the fields" : "did you mean \(near.joinedWithOr)?",
        status: .usage)
    }
    let text = String(parts[1])
    if text.isEmpty { return (field, part, nil) }
    guard let value = field.value(typed: text) else {
      let comma = text.contains(",") ? ", with a point" : ""
      throw CommandError(
        "\(key) is \(text), must be \(field.kind.words)\(comma)", status: .usage)
    }
    return (field, part, value)
  }
}
