import Foundation
import SlotsModel
import SlotsSimulator
import SlotsSystem
import TestSupport
import Testing

/// The script that tries a real box, on boxes that are not there: two programs that share no code agree.
@Suite struct ProbeTests {
  private func probe(_ box: SimulatedBox, _ words: String...) throws -> Child.Result {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Probe/probe.py").path
    return try Child.run(
      "python3", [script, "127.0.0.1:\(box.port)"] + words, in: "/",
      environment: Shell.environment(), deadline: 120_000)
  }

  @Test(arguments: [BoxProfile.p4, .touch, .x32link])
  func `box and contract agree, and the settings are as they were`(profile: BoxProfile) throws {
    let box = try SimulatedBox(profile)
    box.change {
      $0.outage = 1500
      $0.settings.networks[0] = DeviceSettings.Network("Home-2G", password: "downbeat+99")
    }
    let before = box.read { $0.settings }
    let result = try probe(box, "--live", "--transport", "--save", box.hostName)
    #expect(result.succeeded, "\(result.summary)")
    #expect(result.outputText.contains(" 0 differ"))
    #expect(!result.outputText.contains("Home-2G"))
    #expect(box.read { $0.restarts } == 1)
    #expect(box.read { $0.settings } == before)
  }

  @Test func `a firmware that is older is told`() throws {
    let result = try probe(SimulatedBox(.p4July13))
    #expect(result.status == .exited(1))
    #expect(result.outputText.contains("firmware from before 2026-07-14"), "\(result.summary)")
    let touch = try probe(SimulatedBox(.touchJuly13))
    #expect(touch.outputText.contains("an older dialect"), "\(touch.summary)")
  }

  @Test func `a box that differs is told, and one that is away too`() throws {
    let box = try SimulatedBox()
    box.change { $0.faults.ignoredLiveFields = ["clk0_swing"] }
    let result = try probe(box, "--live", "--json")
    #expect(result.status == .exited(1))
    let facts = try JSONValue.read(Array(result.outputText.utf8)).object?["facts"]?.array ?? []
    let differs = facts.compactMap(\.object).filter { $0["state"] == "differs" }
    #expect(differs.contains { $0["fact"] == "a live edit is told back" }, "\(result.summary)")
    box.change { $0.faults.refusesConnections = true }
    #expect(try probe(box).status == .exited(4))
  }

  @Test func `nothing restarts without the box's name`() throws {
    let box = try SimulatedBox()
    #expect(try probe(box, "--save", "yes").status == .exited(2))
    #expect(box.read { $0.restarts } == 0)
  }
}
