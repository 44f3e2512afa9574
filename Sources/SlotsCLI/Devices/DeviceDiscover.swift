internal import SlotsDevices
internal import SlotsModel
internal import SlotsStore
internal import SlotsSystem
internal import Synchronization

/// `slots device discover`.
struct DeviceDiscoverCommand: NetworkCommand {
  static let name = "discover"
  static let summary = "Look for boxes on the network"
  static let discussion = """
    Boxes tell of themselves by Bonjour. What their record says decides; one from before there was a \
    record is taken by its name, once it answers like a box, and marked as a guess. Bonjour does not \
    cross subnets, and guest networks often block it: slots device add --address goes without.

    On Apple platforms a program that may not see the local network finds nothing: System Settings > \
    Privacy & Security > Local Network is the switch, and an app needs NSLocalNetworkUsageDescription \
    and NSBonjourServices with _http._tcp in its Info.plist.
    """
  static let examples = ["slots device discover", "slots device discover --seconds 10 --json"]
  static let effect = Effect.reads

  @Option("seconds", value: "SECONDS", in: 1...120, help: "how long to look; default: 3")
  var seconds: Int?
  @Flag("x32link", help: "tell of X32Link bridges too") var x32link: Bool
  var parameters: [Parameter] { [$seconds, $x32link] }

  func run(in context: Context) throws -> ExitStatus {
    guard let fleet = context.fleet else {
      throw CommandError("this program cannot reach boxes", status: .bug)
    }
    // Outside a store too: then none is known.
    let known = (try? Bench(context).view.devices()) ?? []
    try Interruption.install()
    context.console.progress("looking for boxes")
    let notes = Mutex<[String]>([])
    let found: [FoundBox]
    do throws(DiscoveryFailure) {
      found = try fleet.discover(
        DiscoveryRequest(time: Int64(seconds ?? 3) * 1000, includesX32Link: x32link),
        isWanted: { !Interruption.isRequested },
        note: { note in notes.withLock { $0.append(note) } })
    } catch {
      var failure = Failure("cannot look for boxes: \(error.reason)")
      failure.hints = error.hints + ["slots device add NAME --address ADDRESS goes without"]
      throw CommandError(failure)
    }
    context.console.endProgress()
    for note in notes.withLock({ $0 }) { context.console.note(Line(note)) }
    func name(_ box: FoundBox) -> String? {
      known.first { $0.host == box.host.lowercased() }?.name.text.string
    }
    if context.globals.json {
      context.print(["boxes": .array(found.map { $0.json(name: name($0)) })])
      return .done
    }
    if found.isEmpty {
      context.console.note("no box was found")
      context.console.hint("on another subnet: slots device add NAME --address ADDRESS")
      #if canImport(Darwin)
        context.console.hint(
          "System Settings > Privacy & Security > Local Network may be off for this program")
      #endif
      return .done
    }
    var table = Table(.left, .left, .left, .left, .left)
    for box in found {
      let isGuess = box.certainty == .guessed ? "a guess by its name" : ""
      table.add(
        Line(box.host, .strong), Line(box.product?.title ?? "?"),
        Line(box.addresses.first.map { box.port == 80 ? $0 : "\($0):\(box.port)" } ?? "–"),
        Line(name(box).map { "here as \($0)" } ?? "new"), Line(isGuess, .caution))
    }
    context.console.print(table.lines)
    return .done
  }
}

extension FoundBox {
  fileprivate func json(name: String?) -> JSONValue {
    func text(_ value: String?) -> JSONValue { value.map { .string(Text($0)) } ?? .null }
    return [
      "host": text(host), "instance": text(instance), "port": .number(JSONNumber(port)),
      "addresses": .array(addresses.map { text($0) }), "product": text(product?.rawValue),
      "target": text(target), "firmware": text(firmware),
      "certainty": text(certainty.rawValue), "name": text(name),
    ]
  }
}
