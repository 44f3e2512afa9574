internal import SlotsModel
internal import SlotsStore
internal import SlotsSystem

/// `slots migrate`.
struct MigrateCommand: SlotsCommand {
  static let name = "migrate"
  static let summary = "Put presets from before into empty slots"
  static let discussion = """
    FILE is a list of presets, or an object of presets by any name. They go into the empty slots in \
    order and are yours. What finds no slot is kept in legacy-export.json beside FILE, never over a \
    file that is there. The remote is asked first; until they are sent, presets make room for what \
    others put into the same slots meanwhile. Doing it twice is doing it once.
    """
  static let examples = ["slots migrate customs.json --dry-run", "slots migrate customs.json"]
  static let effect = Effect.writes

  @Argument("file", value: "FILE", help: "the presets") var file: String
  @Flag("dry-run", short: "n", help: "say what would be written, and write nothing")
  var dryRun: Bool
  var parameters: [Parameter] { [$file, $dryRun] }

  func run(in context: Context) throws -> ExitStatus {
    let store = try context.store()
    guard case .presets(let entries) = try context.importFile(file) else {
      throw CommandError(
        "migrate: \(file) is a whole store", hint: "slots import \(file)", status: .refused)
    }
    try context.refuseInvalid(entries.map { (file, $0) }, in: store)
    let folder = Path(try context.absolute(file)).parent.description
    let report = try store.migrate(
      entries.map(\.preset), overflowInto: folder, dryRun: dryRun)
    if let reason = report.unreachable {
      context.console.warning("the remote was not asked first: \(reason)")
    }
    if context.globals.json {
      func places(_ places: [ImportPlan.Place]) -> JSONValue {
        .array(
          places.map {
            ["slot": .string(Text($0.slot.description)), "name": .string($0.preset.name)]
          })
      }
      return context.tell(
        report.edit, dryRun: dryRun,
        [
          "placed": places(report.placed), "present": places(report.present),
          "overflow": .array(report.overflow.map { .string($0.name) }),
          "overflowFile": report.overflowFile.map { .string(Text($0)) } ?? .null,
        ])
    }
    for place in report.present {
      context.console.note("\(place.preset.name.string) was in \(place.slot) before, passed over")
    }
    let status = context.tell(report.edit, dryRun: dryRun)
    if let path = report.overflowFile {
      let what = Words.count(report.overflow.count, "preset")
      context.console.warning("no slot was free for \(what), kept in \(path)")
      for preset in report.overflow { context.console.note("  \(preset.name.string)") }
    }
    return status
  }
}
