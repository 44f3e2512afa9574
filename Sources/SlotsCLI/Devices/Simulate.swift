internal import SlotsDevices
internal import SlotsModel
internal import SlotsStore
internal import SlotsSystem

/// `slots simulate`.
struct SimulateCommand: NetworkCommand {
  static let name = "simulate"
  static let summary = "Be boxes that are not there"
  static let discussion = """
    Each answers on a port of its own on this machine as the real one would, restarts included, until \
    it is interrupted. slots device add NAME --address ADDRESS puts one into a store. It tells where \
    each is, and with --json prints one document.

    Profiles: p4, p4-2026-07-14, p4-2026-07-13, p4-2026-07-10, touch, touch-2026-07-13, x32link, \
    x32link-2026-07-11. A fault that nobody knows lists those that there are.
    """
  static let examples = [
    "slots simulate", "slots simulate --count 3 --profile p4,touch --port 8101",
  ]
  static let effect = Effect.reads

  @Option("count", value: "N", in: 1...64, help: "how many; default: 1") var count: Int?
  @Option("profile", value: "PROFILE", separator: ",", help: "what they are, in turn; default: p4")
  var profiles: [String] = []
  @Option("port", value: "PORT", in: 1...65_535, help: "the first one's port; default: any")
  var port: Int?
  @Option("fault", value: "FAULT", separator: ",", help: "what goes wrong, for trying a client")
  var faults: [String] = []
  @Option("outage", value: "MS", in: 0...600_000, help: "how long a restart takes; default: 6000")
  var outage: Int?
  @Option("peers", value: "N", in: 0...8, help: "peers of a Link session; default: 0")
  var peers: Int?
  var parameters: [Parameter] { [$count, $profiles, $port, $faults, $outage, $peers] }

  func run(in context: Context) throws -> ExitStatus {
    guard let fleet = context.fleet else {
      throw CommandError("this program simulates no boxes", status: .bug)
    }
    try Interruption.install()
    let request = SimulationRequest(
      count: count ?? max(1, profiles.count), profiles: profiles.isEmpty ? ["p4"] : profiles,
      port: port, faults: faults, outage: Int64(outage ?? 6000), peers: peers ?? 0)
    func tell(_ boxes: [(name: String, address: String)]) {
      if context.globals.json {
        let rows = boxes.map { box -> JSONValue in
          ["name": .string(Text(box.name)), "address": .string(Text(box.address))]
        }
        context.console.print(json: JSONValue.object(["boxes": .array(rows)]).compactText)
      } else {
        for box in boxes {
          context.console.print("\(Line(box.name, .strong))  \(Line(box.address))")
        }
      }
      context.console.flush()
    }
    try fleet.simulate(request, isWanted: { !Interruption.isRequested }, began: tell)
    return .done
  }
}
