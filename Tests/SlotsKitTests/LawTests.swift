import Foundation
import SlotsModel
import TestSupport
import Testing

@testable import SlotsKit

/// What holds of a store whatever it keeps its values in.
@Suite struct LawTests {
  @Test(arguments: Medium.allCases)
  func `a write is read at once, and what was removed reads nil`(_ medium: Medium) throws {
    let world = try KitWorld(medium)
    defer { withExtendedLifetime(world) {} }
    let store = try world.store("a")
    let json = Data(#"{"name": "Nine", "params": {"speed": 0.25}, "userOwned": true}"#.utf8)
    try store.set(json, forKey: "slot.09")
    let read = try #require(store.data(forKey: "slot.09"))
    #expect(try JSONValue.read(Array(read)) == JSONValue.read(Array(json)))
    try store.removeObject(forKey: "slot.09")
    #expect(store.data(forKey: "slot.09") == nil)
    try store.set(["slot-03", "slot-01"], forKey: "pinned")
    #expect(store.array(forKey: "pinned") == ["slot-01", "slot-03"])
    #expect(store.bool(forKey: "pinned/slot-03") && !store.bool(forKey: "pinned/slot-00"))
    try store.set(false, forKey: "pinned/slot-03")
    try store.set(true, forKey: "pinned/slot-05")
    #expect(store.array(forKey: "pinned") == ["slot-01", "slot-05"])
    try store.set(80, forKey: "devices/stage/live/metro_vol")
    #expect(store.longLong(forKey: "devices/stage/live/metro_vol") == 80)
    try store.removeObject(forKey: "devices/stage/live/metro_vol")
    #expect(store.data(forKey: "devices/stage/live/metro_vol") == nil)
    #expect(store.longLong(forKey: "seedVersion") == 1)
    #expect(store.data(forKey: "slot.99") == nil)
    #expect(store.data(forKey: "anything") == nil)
  }

  @Test(arguments: Medium.allCases)
  func `numbers keep every digit`(_ medium: Medium) throws {
    let world = try KitWorld(medium)
    defer { withExtendedLifetime(world) {} }
    let store = try world.store("a")
    let text =
      #"{"name":"N","params":{"a":12345678901234567890,"b":0.1,"c":1e-7,"d":0.30000001192092896}}"#
    try store.set(Data(text.utf8), forKey: "slot.09")
    let params = try JSONValue.read(Array(#require(store.data(forKey: "slot.09"))))
      .object?["params"]
    let expected = try JSONValue.read(Array(text.utf8)).object?["params"]
    #expect(params == expected && params != nil)
  }

  @Test(arguments: Medium.allCases)
  func `the same value again writes nothing`(_ medium: Medium) throws {
    let world = try KitWorld(medium)
    defer { withExtendedLifetime(world) {} }
    let store = try world.store("a")
    try store.save("Nine", 9)
    try store.set(["slot-01"], forKey: "pinned")
    let before = store.content
    try store.save("Nine", 9)
    try store.set(["slot-01"], forKey: "pinned")
    try store.removeObject(forKey: "slot.20")
    #expect(store.content == before)
  }

  @Test(arguments: Medium.allCases)
  func `another opening reads the same`(_ medium: Medium) async throws {
    let world = try KitWorld(medium)
    let store = try world.store("a")
    try store.save("Nine", 9)
    try store.set(["slot-01"], forKey: "pinned")
    try await store.synchronize()
    let again = try world.store("a")
    try await again.synchronize()
    #expect(again.content == store.content)
    #expect(again.dictionaryRepresentation == store.dictionaryRepresentation)
    #expect(again.dictionaryRepresentation.count == 9)
  }

  @Test(arguments: Medium.allCases)
  func `values and keys that are none are refused with words, and nothing changes`(
    _ medium: Medium
  ) throws {
    let world = try KitWorld(medium)
    defer { withExtendedLifetime(world) {} }
    let store = try world.store("a")
    let before = store.content
    let refused: [(String, String, String)] = [
      ("slot.09", "7", "expected an object with name and params"),
      (
        "slot.09", #"{"name": "A", "params": {"speed": 7}}"#,
        "speed is 7, must be a number from 0 to 1"
      ),
      ("slot.09", #"{"name": "A"}"#, "params"),
      ("slot.09", "{", "not JSON at line 1"),
      ("slot.9", "{}", "there is none of this spelling"),
      ("volume", "1", "there is none of this spelling"),
      ("seedVersion", "9", "seeding is the store's own"),
      ("pinned", #"["slot-05", 7]"#, "a list of slots"),
      ("pinned/slot-05", "3", "true or false"),
    ]
    for (key, value, words) in refused {
      let error = #expect(throws: KeyValueError.self, "\(key)") {
        try store.set(Data(value.utf8), forKey: key)
      }
      #expect(
        error.map { "\($0)".contains(words) } == true, "\(key): \(error.map { "\($0)" } ?? "")")
    }
    #expect(throws: KeyValueError.unknownKey("nothing")) {
      try store.setValues(["slot.09": Data("null".utf8), "nothing": nil])
    }
    #expect(store.content == before)
  }

  @Test(arguments: Medium.allCases)
  func `over a limit nothing changes, and the keys are told`(_ medium: Medium) async throws {
    let world = try KitWorld(medium)
    defer { withExtendedLifetime(world) {} }
    let store = try world.store("a")
    var changes = store.externalChanges().makeAsyncIterator()
    let before = store.content
    let long = String(repeating: "x", count: 40_000)
    let error = #expect(throws: KeyValueError.self) { try store.save(long, 9) }
    guard case .quota(let keys, let bytes, 32_768)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(keys == ["slot.09"] && bytes > 40_000)
    #expect(store.content == before)
    #expect(
      await changes.next()
        == ExternalChange(reason: .quotaViolationChange, changedKeys: ["slot.09"]))
    let field = "devices/stage/live/text"
    try store.set(String(repeating: "x", count: 700_000), forKey: field)
    #expect {
      try store.set(String(repeating: "x", count: 700_000), forKey: field + "2")
    } throws: {
      if case KeyValueError.quota([field + "2"], _, 1_048_576) = $0 { true } else { false }
    }
    #expect(
      await changes.next()
        == ExternalChange(reason: .quotaViolationChange, changedKeys: [field + "2"]))
    #expect(store.data(forKey: field + "2") == nil)
    try store.save("Nine", 9)
    #expect(try store.name(9) == "Nine")
  }
}

/// What holds between replicas.
extension LawTests {
  @Test(arguments: Medium.allCases, Array(UInt64(1)...4))
  func `replicas converge on the later write of each key`(_ medium: Medium, _ seed: UInt64)
    async throws
  {
    var chance = Chance(seed: seed)
    let world = try KitWorld(medium)
    var stores: [KeyValueStore] = []
    for index in 0..<(2 + chance.below(3)) {
      stores.append(try world.store("r\(index)", skew: [0, 0, -50_000, 70_000][chance.below(4)]))
    }
    var latest: [Key: Register] = [:]
    for number in 0..<40 {
      let store = stores[chance.below(stores.count)]
      let before = store.content
      switch chance.below(8) {
      case 0...2: try store.save("S\(number)", chance.below(5))
      case 3: try store.removeObject(forKey: "slot.0\(chance.below(5))")
      case 4:
        let ids = (0..<5).filter { _ in chance.onceIn(2) }.map { "slot-0\($0)" }
        try store.set(ids, forKey: "pinned")
      case 5: try store.set(number, forKey: "devices/stage/live/f\(chance.below(2))")
      default: try await store.synchronize()
      }
      for change in before.changes(to: store.content) {
        guard let register = change.new, register.stamp?.milliseconds ?? 0 > 0 else { continue }
        latest[change.key] = latest[change.key].map { max($0, register) } ?? register
      }
    }
    try await world.settle(stores)
    for store in stores {
      #expect(store.content == stores[0].content, "\(medium), seed \(seed)")
      #expect(store.dictionaryRepresentation == stores[0].dictionaryRepresentation)
    }
    for (key, register) in latest {
      #expect(stores[0].content[key] == register, "\(medium), seed \(seed), \(key)")
    }
  }

  @Test(arguments: Medium.allCases)
  func `a write after seeing another one wins, whatever the clock says`(_ medium: Medium)
    async throws
  {
    let world = try KitWorld(medium)
    let (a, b) = (try world.store("a"), try world.store("b", skew: -3_600_000))
    try a.save("From a", 9)
    try await world.settle([a, b])
    #expect(try b.name(9) == "From a")
    try b.save("From b", 9)
    try await world.settle([b, a])
    #expect(try a.name(9) == "From b")
  }

  @Test(arguments: Medium.allCases)
  func `pins of two people are both kept`(_ medium: Medium) async throws {
    let world = try KitWorld(medium)
    let (a, b) = (try world.store("a"), try world.store("b"))
    try await world.settle([a, b])
    try a.set(["slot-00", "slot-02", "slot-05"], forKey: "pinned")
    try b.set(["slot-02", "slot-03"], forKey: "pinned")
    try await world.settle([a, b])
    #expect(a.array(forKey: "pinned") == ["slot-02", "slot-03", "slot-05"])
    #expect(b.array(forKey: "pinned") == ["slot-02", "slot-03", "slot-05"])
  }

  @Test(arguments: Medium.distant)
  func `offline nothing is lost, and false is no error`(_ medium: Medium) async throws {
    let world = try KitWorld(medium)
    let (a, b) = (try world.store("a"), try world.store("b"))
    #expect(try await a.synchronize())
    #expect(try await b.synchronize())
    try world.setOffline(true)
    try a.save("From a", 9)
    try b.save("From b", 10)
    #expect(try await !a.synchronize())
    #expect(try await !b.synchronize())
    #expect(try a.name(9) == "From a")
    try world.setOffline(false)
    try await world.settle([a, b])
    #expect(try a.name(10) == "From b")
    #expect(try b.name(9) == "From a")
  }

  @Test(arguments: Medium.allCases)
  func `a newer set fills what is untouched, and no slot of a person's`(_ medium: Medium)
    async throws
  {
    let world = try KitWorld(medium)
    try world.writeSet(version: 2)
    let (a, b) = (try world.store("a"), try world.store("b"))
    try await world.settle([a, b])
    try a.save("Mine", 1)
    let newer = try world.store(medium == .memory ? "c" : "b", version: 2)
    try await world.settle([a, newer])
    #expect(try a.name(1) == "Mine")
    #expect(try a.name(2) == "Default 2.2")
    #expect(a.longLong(forKey: "seedVersion") == 2)
    #expect(a.content == newer.content)
  }

  @Test(arguments: Medium.allCases)
  func `a reset hands all back, and only what is written after it wins`(_ medium: Medium)
    async throws
  {
    let world = try KitWorld(medium)
    let (a, b) = (try world.store("a"), try world.store("b"))
    try await world.settle([a, b])
    try b.save("Before", 9)
    try a.save("Mine", 1)
    try a.apply(.pin([.at(4)]))
    try a.apply(.resetAll(to: world.set()))
    #expect(try a.name(1) == "Default 1.1")
    #expect(a.array(forKey: "pinned") == ["slot-00", "slot-02"])
    try await world.settle([a, b])
    #expect(try b.name(9) == nil)
    try b.save("After", 9)
    try await world.settle([b, a])
    #expect(try a.name(9) == "After")
    try a.save("Mine", 1)
    try a.apply(.reset(.at(1), to: world.set()))
    #expect(try a.name(1) == "Default 1.1")
    #expect(try a.library(TestParams.self)[.at(1)]?.userOwned == false)
  }
}
