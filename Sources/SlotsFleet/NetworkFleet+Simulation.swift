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
    let faults = Self.faults
    for name in request.faults {
      guard let fault = faults.first(where: { $0.name == name }) else {
        throw SimulationFailure(
          reason: "no fault is called \(name)",
          hint: "the faults: \(faults.map(\.name).joined(separator: ", "))")
      }
      box.change { fault.set(&$0) }
    }
    box.change { $0.outage = Int(request.outage) }
  }

  private static let faults: [(name: String, set: @Sendable (inout SlotsSimulator.Box) -> Void)] = [
    ("quote-in-ssid", { $0.settings.networks[0].ssid = Array("Joe\"s Net".utf8) }),
    ("slow", { $0.fail(.delayed(2000)) }), ("dropped", { $0.fail(.dropped) }),
    ("silent", { $0.faults.saysNothing = true }),
    ("refused", { $0.faults.refusesConnections = true }), ("endless", { $0.fail(.endless) }),
    ("trickle", { $0.fail(.trickled(millisecondsPerByte: 200)) }),
    ("elsewhere", { $0.fail(.redirect("http://192.0.2.1/")) }),
    ("not-http", { $0.fail(.raw(Array("SSH-2.0-x\r\n".utf8))) }),
    ("error", { $0.fail(.status(500)) }),
    ("save-refused", { $0.faults.saveRefusal = "Invalid Config" }),
    ("flash-lost", { $0.faults.losesFlashWrites = true }),
    (
      "answer-lost",
      { $0.fail(.cut(bodyBytes: 0, reset: true), path: "/save", method: "POST") }
    ),
  ]
}
