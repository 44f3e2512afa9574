import SlotsModel
import SlotsStore
import SlotsSystem
import Testing

@testable import SlotsCLI

/// Slots and keys as a person types them.
struct TypedSlotTests {
  private let store: CompletionStore

  init() throws { store = try CompletionStore() }

  private func view() throws -> StoreView {
    try Store.open(
      from: store.folder.description,
      Surroundings(now: { 0 }, hostName: "phone", program: "slots", factoryFolders: [])
    ).view()
  }

  @Test func `a slot is typed by number or by name`() throws {
    let view = try view()
    let rows = [
      ("5", 5), ("05", 5), ("slot-05", 5), ("slot.05", 5), ("Sun's glow", 5), ("SUN'S GLOW", 5),
      ("Ember", 1), ("a:b \"c\"", 3),
    ]
    for (typed, index) in rows {
      #expect(try view.slotID(typed).index == index, "\(typed)")
      #expect(try view.key(typed) == SlotID(index).map { .slot($0) }, "\(typed)")
    }
  }

  @Test func `a name that several slots have is refused with their numbers`() throws {
    let view = try view()
    let slots = [0, 9].compactMap { SlotID($0) }
    #expect(throws: StoreError.ambiguousSlot(typed: "Aurora", slots: slots)) {
      try view.slotID("Aurora")
    }
    #expect(throws: StoreError.ambiguousSlot(typed: "aurora", slots: slots)) {
      try view.key("aurora")
    }
  }

  @Test func `a name that is exactly one slot's is taken before its twins in other letters`() throws
  {
    try store.slots("set", "9", "--name", "AURORA", in: store.folder)
    #expect(try view().slotID("AURORA").index == 9)
    #expect(try view().slotID("Aurora").index == 0)
  }

  @Test func `what is no slot is refused`() throws {
    let view = try view()
    let names = try view.names().map(\.name)
    for typed in ["24", "99", "", "Sun", "slot-24"] {
      #expect(throws: StoreError.noSlot(typed: typed, count: 24, names: names)) {
        try view.slotID(typed)
      }
    }
  }

  @Test func `a key is typed as it is spelled`() throws {
    let view = try view()
    #expect(try view.key("pinned/slot-03") == .pin("slot-03"))
    #expect(try view.key("seedVersion") == .seedVersion)
    #expect(throws: StoreError.noKey("Sun")) { try view.key("Sun") }
    #expect(throws: StoreError.self) { try view.key("24") }
  }
}
