internal import SlotsDevices
internal import SlotsModel
internal import SlotsStore
internal import SlotsSystem

/// `slots device status`.
struct DeviceStatusCommand: NetworkCommand {
  static let name = "status"
  static let summary = "Show how boxes are"
  static let discussion = """
    Tempo, Link peers, each output as the box reports it, and the health counters that grew: since \
    the last look with --watch, else since the last apply or pull. With --watch the table is renewed \
    each second until it is interrupted.
    """
  static let examples = ["slots device status", "slots device status stage --watch"]
  static let effect = Effect.reads

  @Arguments("name", value: "DEVICE", help: "the devices; all without one") var names: [String]
  @Flag("watch", help: "go on, once a second, until interrupted") var watch: Bool
  var parameters: [Parameter] { [$names, $watch] }

  func run(in context: Context) throws -> ExitStatus {
    let bench = try Bench(context)
    let devices = try bench.chosen(names, all: true)
    var looks = try devices.map { Look(counters: try bench.memories.of($0.name).counters) }
    guard watch else {
      let rows = try look(devices, bench, &looks)
      show(rows, context)
      for row in rows {
        if case .failure(let error) = row.reading { Failure(error).show(on: context.console) }
      }
      return .together(rows.map(\.end))
    }
    try Interruption.install()
    var shown = 0
    while true {
      let rows = try look(devices, bench, &looks)
      if context.globals.json {
        context.console.print(json: document(rows).compactText)
      } else {
        shown = context.console.redraw(lines(rows), over: shown)
      }
      context.console.flush()
      guard context.console.isHeard, !Interruption.isRequested else { return .done }
      Interruption.wait(atMost: 1000)
      if Interruption.isRequested { return .done }
    }
  }

  /// What is remembered of a box from one look to the next.
  private struct Look {
    var counters: [Text: Int]
    var misses = 0
    var grown: [Text: Int] = [:]
  }

  /// One box at one look.
  private struct Row {
    let files: DeviceFiles
    let reading: Result<BoxReading, BoxError>
    let worse: [(name: Text, from: Int, to: Int)]
    let hasRestarted: Bool
    let misses: Int

    var end: ExitStatus {
      switch reading {
      case .success: .done
      case .failure(let error): Failure(error).status
      }
    }
  }

  private func look(
    _ devices: [DeviceFiles], _ bench: Bench, _ looks: inout [Look]
  ) throws -> [Row] {
    try bench.readings(of: devices).enumerated().map { index, reading in
      var look = looks[index]
      defer { looks[index] = look }
      var worse: [(name: Text, from: Int, to: Int)] = []
      var hasRestarted = false
      switch reading {
      case .success(let found):
        worse = found.status.worse(since: look.counters)
        hasRestarted = found.status.hasRestarted(since: look.counters)
        if watch { look.counters = found.status.counters }
        look.misses = 0
      case .failure(let error): look.misses = error.failure.isAlive ? 0 : look.misses + 1
      }
      return Row(
        files: devices[index], reading: reading, worse: worse, hasRestarted: hasRestarted,
        misses: look.misses)
    }
  }

  private func show(_ rows: [Row], _ context: Context) {
    if context.globals.json {
      context.print(document(rows))
    } else {
      context.console.print(lines(rows))
    }
  }

  private func lines(_ rows: [Row]) -> [Line] {
    var table = Table(.left, .right, .left, .left, .left)
    for row in rows {
      let name = Line(row.files.name.text.string, .strong)
      switch row.reading {
      case .failure(let error):
        // One poll that is missed is no news: the box serves one after the other.
        let words =
          watch && row.misses > 0 && row.misses < 3
          ? "no answer" : error.failure.isAlive ? error.failure.words : "unreachable"
        table.add(name, Line("–"), "", "", Line(words, .failure))
      case .success(let reading):
        let status = reading.status
        let states = OutputState.all(status, try? reading.settings()).map(\.word)
        table.add(
          name, Line(status.tempo.map { "\($0.text) BPM" } ?? "–"),
          Line(status.peers.map { Words.count($0, "peer") } ?? "–"),
          Line(states.isEmpty ? "–" : states.joined(separator: " ")),
          Line(notes(row, reading).joined(separator: ", "), .caution))
      }
    }
    return table.lines
  }

  private func notes(_ row: Row, _ reading: BoxReading) -> [String] {
    var notes: [String] = []
    if reading.status.isOfOldDialect { notes.append("unsupported firmware") }
    if row.hasRestarted { notes.append("it started again") }
    for worse in row.worse {
      let unit = BoxStatus.health.first { $0.name == worse.name }?.unit ?? ""
      notes.append("\(worse.name.string) \(worse.from) → \(worse.to) \(unit)")
    }
    if case .failure(let failure) = reading.config { notes.append(failure.words) }
    return notes
  }

  private func document(_ rows: [Row]) -> JSONValue {
    .object([
      "devices": .array(
        rows.map { row in
          var object: JSONObject = ["name": .string(row.files.name.text)]
          switch row.reading {
          case .failure(let error):
            object["reachable"] = .bool(error.failure.isAlive)
            object["error"] = .string(Text(error.failure.words))
          case .success(let reading):
            object["reachable"] = true
            object["status"] = .object(reading.status.object)
            object["outputs"] = .array(
              OutputState.all(reading.status, try? reading.settings())
                .map { .string(Text($0.word)) })
            object["restarted"] = .bool(row.hasRestarted)
            object["worse"] = .array(row.worse.map { .string($0.name) })
            if case .failure(let failure) = reading.config {
              object["error"] = .string(Text(failure.words))
            }
          }
          return .object(object)
        })
    ])
  }
}
