import SlotsModel
import Testing

/// What is filled and pinned, and what is played.
struct RotationCase: Sendable, CustomTestStringConvertible {
  let name: String
  let filled: [Int]
  let pinned: [Int]
  let played: [Int]
  var testDescription: String { name }

  init(_ name: String, filled: [Int], pinned: [Int], played: [Int]) {
    self.name = name
    self.filled = filled
    self.pinned = pinned
    self.played = played
  }

  static let all: [RotationCase] = [
    RotationCase("nothing at all", filled: [], pinned: [], played: []),
    RotationCase("nothing pinned", filled: [7, 0, 3], pinned: [], played: [0, 3, 7]),
    RotationCase("one pinned", filled: [0, 3, 7], pinned: [3], played: [3]),
    RotationCase("some pinned", filled: [0, 3, 7], pinned: [7, 0], played: [0, 7]),
    RotationCase("all pinned", filled: [0, 3, 7], pinned: [7, 3, 0], played: [0, 3, 7]),
    RotationCase("a pin on an empty slot", filled: [0, 3], pinned: [3, 5], played: [3]),
    RotationCase("pins on empty slots only", filled: [0, 3], pinned: [5, 6], played: [0, 3]),
    RotationCase("pins and nothing filled", filled: [], pinned: [5, 6], played: []),
    RotationCase("the ends of the store", filled: [23, 0], pinned: [23, 0], played: [0, 23]),
  ]
}

@Suite struct RotationTests {
  private static func ids(_ indices: [Int]) -> [SlotID] { indices.compactMap { SlotID($0) } }

  private static func rotation(filled: [Int], pinned: [Int]) -> Rotation {
    Rotation(filled: Set(ids(filled)), pinned: Set(ids(pinned)))
  }

  @Test(arguments: RotationCase.all)
  func `pinned filled slots are played in slot order, else all that are filled`(
    _ example: RotationCase
  ) {
    let rotation = Self.rotation(filled: example.filled, pinned: example.pinned)
    #expect(rotation.slots.map(\.index) == example.played)
    #expect(rotation.first?.index == example.played.first)
  }

  @Test func `next and previous go round the ends`() throws {
    let rotation = Self.rotation(filled: [2, 5, 9], pinned: [])
    let order: [(Int, Int, Int)] = [(2, 5, 9), (5, 9, 2), (9, 2, 5)]
    for (index, next, previous) in order {
      let id = try #require(SlotID(index))
      #expect(rotation.next(after: id)?.index == next)
      #expect(rotation.previous(before: id)?.index == previous)
    }
  }

  @Test func `a slot that is not played has a next and a previous by its position`() throws {
    let rotation = Self.rotation(filled: [2, 5, 9], pinned: [2, 9])
    let order: [(Int, Int, Int)] = [(0, 2, 9), (3, 9, 2), (5, 9, 2), (10, 2, 9), (99, 2, 9)]
    for (index, next, previous) in order {
      let id = try #require(SlotID(index))
      #expect(rotation.next(after: id)?.index == next, "after \(index)")
      #expect(rotation.previous(before: id)?.index == previous, "before \(index)")
    }
  }

  @Test func `one slot follows itself, and nothing follows in an empty rotation`() throws {
    let five = try #require(SlotID(5))
    let one = Self.rotation(filled: [5], pinned: [5])
    #expect(one.next(after: five) == five && one.previous(before: five) == five)
    let none = Self.rotation(filled: [], pinned: [5])
    #expect(
      none.first == nil && none.next(after: five) == nil && none.previous(before: five) == nil)
  }

  @Test(arguments: UInt64(0)..<10)
  func `going on from any slot plays each slot once a round, and back again`(
    _ seed: UInt64
  ) throws {
    var chance = JSONChance(seed: seed)
    let all = Self.ids(Array(0..<24))
    let rotation = Rotation(
      filled: Set(all.filter { _ in chance.below(2) == 0 } + all.prefix(1)),
      pinned: Set(all.filter { _ in chance.below(4) == 0 }))
    var id = try #require(rotation.first)
    var played: [SlotID] = []
    for _ in rotation.slots {
      played.append(id)
      let next = try #require(rotation.next(after: id))
      #expect(rotation.previous(before: next) == id, "seed \(seed)")
      id = next
    }
    #expect(played == rotation.slots && id == rotation.first, "seed \(seed)")
  }
}
