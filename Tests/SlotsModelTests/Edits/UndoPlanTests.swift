import SlotsModel
import Testing

private let key = Key.slot(SlotID.all[5])

private func register(_ name: Text?, owned: Bool, _ stamp: Stamp) -> Register {
  Register(.object(Slot.named(name, owned: owned).value), stamp)
}

private func stamp(_ time: Int64, _ replica: Text = "phone", version: Int = 1) -> Stamp {
  Stamp(milliseconds: time, counter: 0, replica: replica, factoryVersion: version)
}

@Suite struct UndoPlanTests {
  private func plan(_ change: KeyChange, now: Register?) -> UndoPlan {
    UndoPlan([change], over: { _ in now }, isSame: { $1 == $2 })
  }

  @Test func `what it replaced is written where what it wrote stands`() {
    let old = register("A", owned: true, stamp(1))
    let new = register("B", owned: true, stamp(2))
    let plan = plan(KeyChange(key, from: old, to: new), now: new)
    #expect(plan.writes == [key: Write(old.value)])
    #expect(plan.left.isEmpty)
  }

  @Test func `a key that was absent becomes a clear, a pin an unpin`() {
    let new = register("B", owned: true, stamp(2))
    #expect(
      plan(KeyChange(key, from: nil, to: new), now: new).writes == [key: .clearing(stay: false)])
    let pin = Key.pin("slot-05")
    let pinned = Register(true, stamp(2))
    #expect(plan(KeyChange(pin, from: nil, to: pinned), now: pinned).writes == [pin: Write(nil)])
  }

  @Test func `a default comes back with the version of its set`() {
    let old = register("A", owned: false, stamp(1, version: 1))
    let new = register("B", owned: true, stamp(2, version: 4))
    let plan = plan(KeyChange(key, from: old, to: new), now: new)
    #expect(plan.writes == [key: Write(old.value, factoryVersion: 1)])
  }

  @Test func `what others wrote since is left`() {
    let new = register("B", owned: true, stamp(2))
    let since = register("C", owned: true, stamp(3, "pad"))
    let plan = plan(KeyChange(key, from: nil, to: new), now: since)
    #expect(plan.writes.isEmpty)
    #expect(plan.left == [KeyChange(key, from: new, to: since)])
  }

  @Test(arguments: [
    ("a default over nothing", nil, register("D", owned: false, .factory(2)), true),
    (
      "a default over an older one", register("C", owned: false, .factory(1)),
      register("D", owned: false, .factory(2)), true
    ),
    (
      "a default over a person's clear", register(nil, owned: false, stamp(5)),
      register("D", owned: false, stamp(5, version: 2)), true
    ),
    (
      "a reset", register("C", owned: false, .factory(1)),
      register("D", owned: false, stamp(9, version: 2)), false
    ),
    ("a save", nil, register("D", owned: true, stamp(5)), false),
    (
      "a save with the stamp of a default", register("C", owned: false, .factory(1)),
      register("D", owned: true, .factory(2)), false
    ),
  ])
  func `what a factory version filled is no person's operation`(
    name: String, old: Register?, new: Register, isSeeding: Bool
  ) {
    #expect(KeyChange(key, from: old, to: new).isSeeding == isSeeding, "\(name)")
    #expect(plan(KeyChange(key, from: old, to: new), now: new).writes.isEmpty == isSeeding)
  }

  @Test func `the seed version is never undone`() {
    let change = KeyChange(.seedVersion, from: nil, to: Register(["version": 2], stamp(4)))
    #expect(!change.isUndoable)
  }
}
