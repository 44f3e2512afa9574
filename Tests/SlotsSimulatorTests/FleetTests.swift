import Foundation
import SlotsSimulator
import Testing

/// Boxes side by side, and what they leave behind.
@Suite(.serialized) struct FleetTests {
  @Test func `every box has a port and a name of its own, and one time`() throws {
    let fleet = try SimulatedFleet([.p4, .touch, .p4July13, .x32link], clock: .driven())
    defer { fleet.stop() }
    #expect(
      fleet.boxes.map(\.hostName) == [
        "kitchensync-7c1e", "kstouch-7c1f", "kitchensync-7c20", "x32link-7c21",
      ])
    #expect(Set(fleet.boxes.map(\.port)).count == 4)
    fleet.clock.advance(by: 1000)
    for box in fleet.boxes {
      #expect(try RawClient(box.port).get("/status").text.contains("\"bpm\":"))
    }
    #expect(
      fleet.services.map(\.instance) == [
        "KitchenSync", "kstouch-7c1f", "KitchenSync-2", "x32link-7c21",
      ])
    #expect(fleet.services[2].txt == [:])
    #expect(fleet.services[3].txt["dev"] == "x32link")
    #expect(fleet.services[0].host == "kitchensync-7c1e.local")
  }

  @Test func `ports follow the first`() throws {
    let probe = try SimulatedFleet([.p4], clock: .driven())
    let port = probe.boxes[0].port
    probe.stop()
    guard port < 65000, let fleet = try? SimulatedFleet([.p4, .touch], firstPort: port) else {
      return
    }
    defer { fleet.stop() }
    #expect(fleet.boxes.map(\.port) == [port, port + 1])
  }

  @Test func `a port that is taken stops the whole fleet`() throws {
    let box = try SimulatedBox(.p4)
    #expect(throws: (any Error).self) { try SimulatedBox(.p4, port: box.port) }
    #expect(throws: (any Error).self) { try SimulatedFleet([.p4], firstPort: box.port) }
    #expect(try RawClient(box.port).get("/status").status == 200)
  }

  @Test func `a box that is gone keeps its port`() throws {
    let clock = SimulatedClock.driven()
    let box = try SimulatedBox(.p4, clock: clock)
    box.change { $0.switchOff() }
    let others = try (0..<50).map { _ in try SimulatedBox(.p4, clock: clock) }
    #expect(!others.map(\.port).contains(box.port))
    box.change { $0.start() }
    #expect(try RawClient(box.port).get("/status").status == 200)
  }

  #if os(Linux)
    private func count(_ folder: String) throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: folder).count
    }

    /// Other suites run beside this one, so that only what hundreds of boxes would leave is seen.
    @Test func `nothing is left of boxes that stopped`() throws {
      let before = (try count("/proc/self/fd"), try count("/proc/self/task"))
      for _ in 0..<40 {
        let fleet = try SimulatedFleet(Array(repeating: .p4, count: 10), clock: .driven())
        let clients = try fleet.boxes.map { try RawClient($0.port) }
        for client in clients { _ = try client.get("/status") }
        fleet.stop()
        fleet.stop()
        for client in clients { #expect(client.rest().ending != nil) }
      }
      #expect(try count("/proc/self/fd") < before.0 + 400)
      #expect(try count("/proc/self/task") < before.1 + 100)
    }
  #endif

  @Test func `a box that nobody holds stops by itself`() throws {
    var box: SimulatedBox? = try SimulatedBox(.p4)
    let client = try RawClient(box?.port ?? 0)
    _ = try client.get("/status")
    box = nil
    #expect(client.rest().ending == .closed)
  }

  @Test func `a box stops in the middle of anything`() throws {
    for fault in [AnswerFault.unanswered, .delayed(1_000_000), .endless] {
      let box = try SimulatedBox(.p4)
      box.change { $0.fail(fault) }
      let client = try RawClient(box.port)
      client.send("GET /status HTTP/1.1\r\n\r\n")
      #expect(box.wait { $0.log.count == 1 })
      box.stop()
      #expect(client.rest().ending != .silent)
    }
  }
}
