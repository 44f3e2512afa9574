internal import SlotsDevices
internal import SlotsModel
internal import SlotsStore
internal import SlotsSystem

/// What a press is to do.
enum Press: String, Choice {
  case play, stop
}

/// `slots device transport`.
struct DeviceTransportCommand: NetworkCommand {
  static let name = "transport"
  static let summary = "Start or stop the outputs of a box"
  static let discussion = """
    Play arms an output, and it starts on the next bar; stop is at once. What the box reports is what \
    is told: armed, then running. An output that Link owns is started and stopped by the session \
    alone, and one that is off does nothing: nothing is sent then.
    """
  static let examples = [
    "slots device transport stage play", "slots device transport stage stop --out 1",
  ]
  static let effect = Effect.writes

  @Argument("name", value: "DEVICE", help: "the device") var device: String
  @Argument("press", help: "what to do") var press: Press
  @Option("out", value: "N|all", help: "the output, from 0 as in clk0_ppqn; default: all")
  var out: String?
  var parameters: [Parameter] { [$device, $press, $out] }

  func run(in context: Context) throws -> ExitStatus {
    let bench = try Bench(context)
    let files = try bench.view.device(device)
    let product = try bench.product(files)
    guard product != .x32link else {
      throw CommandError("an X32Link has no transport", status: .refused)
    }
    let output = try output(product)
    let states = try bench.talk(to: files, writes: true) { box, reading, _ in
      do throws(BoxFailure) {
        return try send(output, product, box, reading, context.console)
      } catch {
        throw BoxError(files, box.address, error)
      }
    }
    if context.globals.json {
      context.print([
        "name": .string(files.name.text),
        "outputs": .array(states.map { .string(Text($0.word)) }),
      ])
    }
    let asked = output.map { states.indices.contains($0) ? [states[$0]] : [] } ?? states
    // Nothing was sent where nothing would come of it.
    return asked.contains(where: \.obeys) || states.isEmpty ? .done : .refused
  }

  private func output(_ product: DeviceProduct) throws -> Int? {
    guard let out, out != "all" else { return nil }
    guard let number = Int(out), (0..<product.outputs).contains(number) else {
      let last = product.outputs - 1
      throw CommandError(
        "--out is \(out), must be \(last == 0 ? "0" : "0 to \(last)") or all", status: .usage)
    }
    return number
  }

  private func send(
    _ output: Int?, _ product: DeviceProduct, _ box: any Box, _ before: BoxReading,
    _ console: Console
  ) throws(BoxFailure) -> [OutputState] {
    let states = OutputState.all(before.status, try? before.settings())
    let asked = output.map { [$0] } ?? Array(states.indices)
    for index in asked where states.indices.contains(index) && !states[index].obeys {
      console.note("\(Line(device)) output \(index): \(Line(states[index].words))")
    }
    let able = asked.filter { !states.indices.contains($0) || states[$0].obeys }
    guard states.isEmpty || !able.isEmpty else { return states }
    try box.press(TransportPress(output: output, plays: press == .play), of: product)
    guard !states.isEmpty else {
      console.note("\(Line(device)): sent; this firmware does not tell what its outputs do")
      return []
    }
    return try follow(able, since: states, before, box, console)
  }

  /// Tells each state as the box reports it, until what was asked for is there.
  private func follow(
    _ outputs: [Int], since first: [OutputState], _ reading: BoxReading, _ box: any Box,
    _ console: Console
  ) throws(BoxFailure) -> [OutputState] {
    let config = try? reading.settings()
    let wanted: LaunchState = press == .play ? .running : .stopped
    // A bar at 20 BPM is 12 seconds, and one of 64 beats on a Touch is longer than anybody waits.
    let deadline = Clock.monotonic() + 16_000
    var states = first
    var misses = 0
    while true {
      let status: BoxStatus
      do throws(BoxFailure) { status = try box.status() } catch {
        // The press is with the box; one poll that is missed, or two, is no news.
        misses += 1
        if error.isAlive || misses == 3 { throw error }
        continue
      }
      misses = 0
      let now = OutputState.all(status, config)
      for index in outputs where now.indices.contains(index) && now[index] != states[index] {
        if !console.settings.json {
          console.print("\(Line(device, .strong))  output \(index)  \(Line(now[index].words))")
        }
      }
      states = now
      let isThere = outputs.allSatisfy { index in
        guard now.indices.contains(index), let state = now[index].launch else { return true }
        return state == wanted
      }
      if isThere { return states }
      if Clock.monotonic() > deadline {
        console.note("\(Line(device)): that is not reported yet; slots device status shows it")
        return states
      }
    }
  }
}

extension OutputState {
  /// What the box reports of an output of its own.
  var launch: LaunchState? {
    switch self {
    case .own(let state), .unsure(let state): state
    case .ofLink, .off, .untold: nil
    }
  }

  /// Whether a press has an effect.
  var obeys: Bool {
    switch self {
    case .own, .unsure, .untold: true
    case .ofLink, .off: false
    }
  }

  /// In words.
  var words: String {
    switch self {
    case .own(let state): "\(state)"
    case .unsure(let state): "\(state), if it is not Link's"
    case .ofLink(let isPlaying): "Link owns it: the session \(isPlaying ? "plays" : "is stopped")"
    case .off: "off"
    case .untold: "not told"
    }
  }

  /// In a word, for programs and for tables.
  var word: String {
    switch self {
    case .own(let state), .unsure(let state): "\(state)"
    case .ofLink(let isPlaying): isPlaying ? "link-playing" : "link-stopped"
    case .off: "off"
    case .untold: "untold"
    }
  }
}
