import SlotsModel
import Testing

@Suite struct HarvestPlanTests {
  private func factory() throws -> Factory {
    var factory = try Factory(
      Array(
        #"""
        {"version": 3, "date": "2026-11-01T00:00:00Z", "slots": 8, "pins": ["slot-00"], "note": "kept",
         "parameters": {"speed": {"kind": "number", "min": 0, "max": 1}}}
        """#.utf8))
    factory.add(.named("Old", owned: false), at: SlotID.all[2])
    return factory
  }

  private func crop(_ index: Int, _ slot: Slot) -> HarvestPlan.Crop {
    HarvestPlan.Crop(
      slot: SlotID.all[index], preset: slot,
      stamp: Stamp(milliseconds: 1_796_000_000_000, counter: 0, replica: "phone", factoryVersion: 3)
    )
  }

  private func slot(_ name: Text, _ params: JSONObject = ["speed": 1]) -> Slot {
    Slot(name: name, params: params, tagSignal: "calm", userOwned: true)
  }

  private func object(_ plan: HarvestPlan, _ name: String) throws -> JSONObject {
    let file = try #require(plan.files.first { $0.name == name })
    return try #require(try JSONValue.read(file.bytes).object)
  }

  @Test func `name, parameters and tag signal are taken, and nothing else`() throws {
    var mine = slot("New")
    mine.value["author"] = "Ada"
    let plan = try HarvestPlan([crop(2, mine)], pins: nil, into: factory(), now: 0)
    #expect(
      try object(plan, "slot.02.json")
        == ["name": "New", "params": ["speed": 1], "tagSignal": "calm"])
    #expect(plan.changes.map { ChangeText($0).title } == ["slot-02 Old → New"])
  }

  @Test func `the version is raised once, the date never goes back, the rest of the head stays`()
    throws
  {
    let plan = try HarvestPlan(
      [crop(2, slot("A")), crop(5, slot("B"))], pins: nil, into: factory(), now: 5)
    let head = try object(plan, "factory.json")
    #expect(plan.version == 4 && head["version"] == 4)
    #expect(head["date"] == "2026-11-01T00:00:00.000Z")
    #expect(head["note"] == "kept" && head["pins"] == ["slot-00"] && head["slots"] == 8)
    #expect(plan.files.map(\.name) == ["slot.02.json", "slot.05.json", "factory.json"])
    #expect(plan.message.hasPrefix("factory version 4: slot-02 A, slot-05 B\n\n"))
    #expect(plan.message.contains("slot-05 B: by phone, 2026-11-30"))
  }

  @Test func `pins are taken when they are asked for`() throws {
    let plan = try HarvestPlan(
      [crop(2, slot("A"))], pins: [SlotID.all[5], SlotID.all[2]], into: factory(), now: 5)
    #expect(try object(plan, "factory.json")["pins"] == ["slot-02", "slot-05"])
    #expect(
      plan.changes.dropFirst().map { ChangeText($0).line } == [
        "slot-02: pinned", "slot-05: pinned", "slot-00: unpinned",
      ])
  }

  @Test func `what the set cannot have is refused, all of it told`() throws {
    func refusal(_ crops: HarvestPlan.Crop...) throws -> HarvestPlan.Refusal? {
      let factory = try factory()
      do throws(HarvestPlan.Refusal) {
        _ = try HarvestPlan(crops, pins: nil, into: factory, now: 0)
        return nil
      } catch {
        return error
      }
    }
    #expect(try refusal(crop(9, slot("A"))) == .noSlot(SlotID.all[9], count: 8))
    let old = Slot.named("Old", owned: true)
    #expect(try refusal(crop(2, old)) == .untouched(SlotID.all[2], name: "Old"))
    #expect(
      try refusal(crop(2, slot("A", ["speed": 7])), crop(3, slot("B", ["shape": 1])))
        == .invalid([
          "slot-02: speed is 7, must be a number from 0 to 1",
          "slot-03: shape is no parameter of the set",
        ]))
  }
}
