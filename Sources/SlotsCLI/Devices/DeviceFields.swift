internal import SlotsModel
internal import SlotsStore

/// `slots device fields`.
struct DeviceFieldsCommand: SlotsCommand {
  static let name = "fields"
  static let summary = "List what can be set on a box"
  static let discussion = """
    Of one device, or of a product: what may be written, and whether it takes effect at once or \
    restarts the box.
    """
  static let examples = ["slots device fields stage", "slots device fields --product touch"]
  static let effect = Effect.reads

  @Argument("name", value: "DEVICE", help: "the device") var device: String?
  @Option("product", help: "all fields of a product") var product: DeviceProduct?
  var parameters: [Parameter] { [$device, $product] }

  func run(in context: Context) throws -> ExitStatus {
    let kind: DeviceProduct
    if let product {
      kind = product
    } else if let device {
      let bench = try Bench(context)
      kind = try bench.product(bench.view.device(device))
    } else {
      throw CommandError(
        "of which box? neither a device nor --product is given",
        hint: "slots device fields --product p4", status: .usage)
    }
    let fields = DeviceField.of(kind)
    if context.globals.json {
      context.print([
        "product": .string(Text(kind.rawValue)), "fields": .array(fields.map { $0.json(kind) }),
      ])
      return .done
    }
    var table = Table(.left, .left, .left, .left)
    for field in fields {
      let unit = field.unit.isEmpty ? "" : ", \(field.unit)"
      let told = field.place == .unreadable ? ", not told back" : ""
      table.add(
        Line(field.key.string, .strong), Line(field.parts[kind]?.rawValue ?? ""),
        Line("\(field.kind.words)\(unit)"),
        Line(
          (field.standard.map { "default \(field.shown($0))" } ?? "") + told, .faint))
    }
    context.console.print(table.lines)
    return .done
  }
}

extension DeviceField {
  /// `{"field", "file", "values", "unit", "default", "readable"}`.
  fileprivate func json(_ product: DeviceProduct) -> JSONValue {
    [
      "field": .string(key), "file": (parts[product]?.fileName).map { .string(Text($0)) } ?? .null,
      "values": .string(Text(kind.words)), "unit": .string(Text(unit)),
      "default": standard ?? .null, "readable": .bool(place != .unreadable),
    ]
  }
}
