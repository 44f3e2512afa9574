import SlotsModel
import Testing

private let key = Key.slot(SlotID.all[5])

@Suite struct WriteTests {
  private let edit = Edit(
    now: 5000, replica: "phone", factoryVersion: 3,
    seen: Stamp(milliseconds: 7000, counter: 2, replica: "pad", factoryVersion: 1),
    trustsStamps: false)

  private func registers(_ write: Write, over old: Register?) -> [Key: Register] {
    Write.registers([key: write], by: edit, over: { _ in old })
  }

  @Test func `a write comes after every stamp that was seen, whatever the clock says`() {
    let slot = Slot.named("A", owned: true)
    let register = registers(.saving(slot), over: nil)[key]
    #expect(
      register
        == Register(
          .object(slot.value),
          Stamp(milliseconds: 7000, counter: 3, replica: "phone", factoryVersion: 3)))
  }

  @Test func `what a key has already is not written again, unless it is forced`() throws {
    let slot = Slot.named("A", owned: true)
    let old = Register(.object(slot.value), .factory(1))
    #expect(registers(.saving(slot), over: old).isEmpty)
    #expect(registers(Write(nil), over: nil).isEmpty)
    #expect(registers(Write(nil), over: Register(nil, .factory(1))).isEmpty)
    let forced = Write(.object(slot.value), isForced: true)
    #expect(registers(forced, over: old)[key]?.stamp?.replica == "phone")
  }

  @Test func `an empty slot that was never filled is not the same as a cleared one`() {
    #expect(registers(.clearing(stay: false), over: nil)[key] != nil)
  }

  @Test func `a default carries the version of the set that it came from`() {
    let write = Write(.object(Slot.named("A", owned: false).value), factoryVersion: 2)
    #expect(registers(write, over: nil)[key]?.stamp?.factoryVersion == 2)
  }

  @Test func `writes of one operation have one reading of the clock`() {
    let writes: [Key: Write] = [key: .clearing(stay: true), .pin("slot-01"): .pinning(true)]
    let registers = Write.registers(writes, by: edit, over: { _ in nil })
    #expect(Set(registers.values.map(\.stamp)).count == 1)
    #expect(registers.count == 2)
  }
}

/// What a reset writes.
@Suite struct ResetTests {
  private func factory() throws -> Factory { try .filling([0, 2], version: 3, pins: [2]) }

  @Test func `every slot, every pin and the version are written, by the set's version`() throws {
    let writes = try factory().reset(
      digest: "d", slots: Array(SlotID.all.prefix(4)), pinned: ["slot-03", "elsewhere"])
    #expect(
      Set(writes.keys.map(\.description)) == [
        "slot.00", "slot.01", "slot.02", "slot.03", "pinned/slot-00", "pinned/slot-01",
        "pinned/slot-02", "pinned/slot-03", "pinned/elsewhere", "seedVersion",
      ])
    #expect(writes.values.allSatisfy { $0.isForced && $0.factoryVersion == 3 })
    #expect(Slot(writes[.slot(SlotID.all[0])]?.value)?.userOwned == false)
    #expect(Slot(writes[.slot(SlotID.all[1])]?.value)?.isCleared == true)
    #expect(writes[.pin("slot-02")]?.value == true)
    #expect(writes[.pin("elsewhere")] == Write(nil, factoryVersion: 3, isForced: true))
  }

  @Test func `a reset is beaten only by writes that were made after it`() throws {
    var phone = MemoryStore()
    phone.seed(try factory())
    var pad = phone
    pad.save(0, .named("Before", owned: true), at: 1000, by: "pad")
    let edit = Edit(
      now: 2000, replica: "phone", factoryVersion: 3, seen: phone.latestStamp, trustsStamps: false)
    let writes = try factory().reset(digest: "d", slots: SlotID.all, pinned: [Text]())
    let before = phone
    for (key, register) in Write.registers(writes, by: edit, over: { before[$0] }) {
      phone[key] = register
    }
    pad.merge(phone)
    #expect(pad.name(0) == "default 3.0")
    pad.save(0, .named("After", owned: true), at: 1500, by: "pad")
    phone.merge(pad)
    #expect(phone.name(0) == "After")
  }
}
