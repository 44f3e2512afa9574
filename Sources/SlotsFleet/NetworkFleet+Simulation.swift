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
          hint: BoxProfile.allCases.map(\.rawValue).joined(separator: ", "))
      }
      let tail = String(String(0x10000 + 0x7C1E + index, radix: 16).dropFirst())
      let port = request.port.map { UInt16(clamping: $0 + index) } ?? 0
      boxes.append(try SimulatedBox(profile, tail: tail, port: port))
    }
    began(boxes.map { ($0.hostName, "127.0.0.1:\($0.port)") })
    while isWanted() { Interruption.wait(atMost: 60_000) }
  }
}
