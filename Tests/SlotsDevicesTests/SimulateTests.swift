import SlotsDevices
import SlotsFleet
import SlotsSimulator
import SlotsSystem
import TestSupport
import Testing

/// `slots simulate`: which boxes, where, and with what faults.
@Suite struct SimulateTests {
  private func request(_ count: Int, _ profiles: [String], faults: [String] = [], port: Int? = nil)
    -> SimulationRequest
  {
    SimulationRequest(
      count: count, profiles: profiles, port: port, faults: faults, outage: 100, peers: 2)
  }

  /// What is there at first.
  private func boxes(_ request: SimulationRequest) throws -> [(name: String, address: String)] {
    var found: [(name: String, address: String)] = []
    try NetworkFleet().simulate(request, isWanted: { false }, began: { found = $0 })
    return found
  }

  @Test func `profiles are taken in turn, each box with a name and a port of its own`() throws {
    let found = try boxes(request(5, ["p4", "touch"]))
    #expect(
      found.map(\.name) == [
        "kitchensync-7c1e", "kstouch-7c1f", "kitchensync-7c20", "kstouch-7c21", "kitchensync-7c22",
      ])
    #expect(Set(found.map(\.address)).count == 5)
    for profile in BoxProfile.allCases {
      #expect(try boxes(request(1, [profile.rawValue])).count == 1)
    }
  }

  @Test func `each fault that is listed can be had, and no other`() throws {
    let error = #expect(throws: SimulationFailure.self) {
      try boxes(request(1, ["p4"], faults: ["sleepy"]))
    }
    let names = error?.hint.dropFirst("the faults: ".count).split(separator: ", ") ?? []
    #expect(names.count >= 20)
    for name in names {
      let word = String(name.replacing("FIELD", with: "metro_vol"))
      #expect(try boxes(request(1, ["p4"], faults: [word])).count == 1, "\(word)")
    }
    for wrong in ["ignores", "slow=led", "p5"] {
      #expect(throws: SimulationFailure.self) { try boxes(request(1, ["p4"], faults: [wrong])) }
    }
  }

  @Test func `a port that is taken, or too high, is told`() throws {
    let taken = try SimulatedBox(.p4)
    let busy = #expect(throws: SimulationFailure.self) {
      try boxes(request(1, ["p4"], port: Int(taken.port)))
    }
    #expect(busy?.reason.contains("cannot be had") == true)
    #expect(throws: SimulationFailure.self) { try boxes(request(2, ["p4"], port: 65_535)) }
  }

  @Test func `it is in the session that was asked for`() throws {
    let fleet = NetworkFleet()
    var peers: Int?
    try fleet.simulate(
      request(1, ["p4"]), isWanted: { false },
      began: { found in peers = try? fleet.box(at: found[0].address).status().peers })
    #expect(peers == 2)
  }
}
