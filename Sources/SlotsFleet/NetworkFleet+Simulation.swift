package import SlotsDevices
internal import SlotsSimulator
internal import SlotsSystem

extension NetworkFleet {
  package func simulate(
    _ request: SimulationRequest, isWanted: () -> Bool,
    began: ([(name: String, address: String)]) -> Void
  ) throws {
    var boxes: [SimulatedBox] = []
    defer { for box in boxes { box.stop() } }
    for index in 0..<request.count {
      let name = request.profiles[index % request.profiles.count]
      guard let profile = BoxProfile(rawValue: name) else {
        throw SimulationFailure(
          reason: "no profile is called \(name)",
          hint: "the profiles: \(BoxProfile.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      // A number of its own in the name, as the last bytes of the Wi-Fi address give it.
      let tail = String(String(0x10000 + 0x7C1E + index, radix: 16).dropFirst())
      let port = request.port.map { $0 + index } ?? 0
      guard let number = UInt16(exactly: port) else {
        throw SimulationFailure(
          reason: "there is no port \(port)", hint: "a lower --port leaves room for all")
      }
      let box: SimulatedBox
      do {
        box = try SimulatedBox(profile, tail: tail, port: number)
      } catch {
        throw SimulationFailure(
          reason: "port \(port) cannot be had: \(error)",
          hint: "without --port any free one is taken")
      }
      boxes.append(box)
      try set(request, on: box)
    }
    began(boxes.map { ($0.hostName, "127.0.0.1:\($0.port)") })
    while isWanted() { Interruption.wait(atMost: 60_000) }
  }

  /// Turns on what is to go wrong.
  private func set(_ request: SimulationRequest, on box: SimulatedBox) throws {
    for word in request.faults {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      let (name, field) = (parts.first ?? "", parts.count > 1 ? parts[1] : nil)
      if let fault = Self.faults.first(where: { $0.name == name }), field == nil {
        box.change { fault.set(&$0) }
      } else if let fault = Self.fieldFaults.first(where: { $0.name == name }), let field {
        box.change { fault.set(&$0, field) }
      } else {
        let names = Self.faults.map(\.name) + Self.fieldFaults.map { "\($0.name)=FIELD" }
        throw SimulationFailure(
          reason: "no fault is called \(word)",
          hint: "the faults: \(names.joined(separator: ", "))")
      }
    }
    box.change {
      $0.outage = Int(request.outage)
      $0.session.setPeers(request.peers)
    }
  }

  private typealias Setting = @Sendable (inout SlotsSimulator.Box) -> Void

  private static let faults: [(name: String, set: Setting)] = [
    ("answer-lost", { $0.fail(.cut(bodyBytes: 0, reset: true), path: "/save", method: "POST") }),
    ("cut", { $0.fail(.cut(bodyBytes: 20, reset: false)) }),
    ("cut-document", { $0.fail(.documentCut(to: 40), path: "/config.json") }),
    ("dropped", { $0.fail(.dropped) }), ("elsewhere", { $0.fail(.redirect("http://192.0.2.1/")) }),
    ("endless", { $0.fail(.endless) }), ("error", { $0.fail(.status(500)) }),
    ("flash-lost", { $0.faults.losesFlashWrites = true }),
    ("large", { $0.fail(.padded(3_000_000)) }),
    ("not-http", { $0.fail(.raw(Array("SSH-2.0-x\r\n".utf8))) }),
    ("not-utf8", { $0.settings.networks[0].ssid = [0x43, 0xE9] }),
    ("quote-in-ssid", { $0.settings.networks[0].ssid = Array("Joe\"s Net".utf8) }),
    ("refused", { $0.faults.refusesConnections = true }),
    ("reset", { $0.fail(.cut(bodyBytes: 20, reset: true)) }),
    ("save-refused", { $0.faults.saveRefusal = "Invalid Config" }),
    ("silent", { $0.faults.saysNothing = true }), ("slow", { $0.fail(.delayed(2000)) }),
    ("stalled-upload", { $0.faults.stallsUploadAfter = 4096 }),
    ("too-long", { $0.fail(.length(off: 50)) }), ("too-short", { $0.fail(.length(off: -10)) }),
    ("trickle", { $0.fail(.trickled(millisecondsPerByte: 200)) }),
    ("unanswered", { $0.fail(.unanswered) }),
  ]

  private static let fieldFaults:
    [(name: String, set: @Sendable (inout SlotsSimulator.Box, String) -> Void)] = [
      ("ignores", { $0.faults.ignoredLiveFields.insert($1) }),
      ("unsaved", { $0.faults.unsavedFields.insert($1) }),
    ]
}
