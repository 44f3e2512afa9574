import SlotsModel
import Testing

private typealias Store = [DocumentKind: Reading]

private func merged(_ a: Store, _ b: Store) -> Store {
  var result = a
  for (kind, reading) in b { result[kind] = Reading.merged(a[kind], reading) }
  return result
}

/// The laws of the one merge, on documents of every kind and on whole stores: equal stamps with other
/// values, registers without a stamp, unknown members, absent and unreadable documents.
@Suite struct MergeLawTests {
  private static func triples(_ seed: UInt64) -> [[Reading?]] {
    var chance = JSONChance(seed: seed)
    return DocumentKind.samples.flatMap { kind in
      (0..<20).map { _ in (0..<3).map { _ in chance.reading(kind) } }
    }
  }

  @Test(arguments: UInt64(0)..<20)
  func `it does not matter which side is ours`(_ seed: UInt64) {
    for readings in Self.triples(seed) {
      let (a, b) = (readings[0], readings[1])
      #expect(Reading.merged(a, b) == Reading.merged(b, a), "seed \(seed)")
      #expect(Reading.merged(a, b)?.bytes == Reading.merged(b, a)?.bytes, "seed \(seed)")
    }
  }

  @Test(arguments: UInt64(0)..<20)
  func `B16: three replicas end the same in all six orders`(_ seed: UInt64) {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    for readings in Self.triples(seed) {
      let results = orders.flatMap { order in
        let (a, b, c) = (readings[order[0]], readings[order[1]], readings[order[2]])
        return [
          Reading.merged(Reading.merged(a, b), c), Reading.merged(a, Reading.merged(b, c)),
        ]
      }
      #expect(Set(results).count == 1, "seed \(seed)")
      let bytes = [results.first, results.last].map { $0??.bytes }
      #expect(bytes[0] == bytes[1], "seed \(seed)")
    }
  }

  @Test(arguments: UInt64(0)..<20)
  func `merging twice is merging once`(_ seed: UInt64) {
    for readings in Self.triples(seed) {
      let (a, b) = (readings[0], readings[1])
      let once = Reading.merged(a, b)
      #expect(Reading.merged(a, a) == a, "seed \(seed)")
      #expect(Reading.merged(once, a) == once, "seed \(seed)")
      #expect(Reading.merged(once, b) == once, "seed \(seed)")
      #expect(Reading.merged(once, once) == once, "seed \(seed)")
      #expect(Reading.merged(a, nil) == a && Reading.merged(nil, a) == a, "seed \(seed)")
    }
  }

  @Test(arguments: UInt64(0)..<20)
  func `what was merged is written and read back unchanged`(_ seed: UInt64) {
    for readings in Self.triples(seed) {
      guard let result = Reading.merged(readings[0], readings[1]),
        let kind = result.document?.kind
      else { continue }
      #expect(Reading(result.bytes, as: kind) == result, "seed \(seed)")
    }
  }

  @Test(arguments: UInt64(0)..<20)
  func `every key of either side is there, and has the later register`(_ seed: UInt64) {
    var chance = JSONChance(seed: seed)
    for kind in DocumentKind.samples {
      for _ in 0..<20 {
        let sides = [chance.document(kind), chance.document(kind)]
        let result = Document.merged(sides[0], sides[1])
        let names = Set(sides.flatMap { $0.registers.keys.map { $0 } })
        #expect(Set(result.registers.keys) == names, "seed \(seed)")
        for name in names {
          let candidates = sides.compactMap { $0.registers[name] }
          let winner = result.registers[name]
          #expect(winner.map(candidates.contains) == true, "seed \(seed)")
          for candidate in candidates where candidate != winner {
            #expect(winner.map { candidate < $0 } == true, "seed \(seed)")
            #expect(Self.isNotLater(candidate.stamp, winner?.stamp), "seed \(seed)")
          }
        }
      }
    }
  }

  @Test(arguments: UInt64(0)..<20)
  func `registers are totally ordered`(_ seed: UInt64) {
    var chance = JSONChance(seed: seed)
    let kind = DocumentKind.samples[0]
    let registers = (0..<12).compactMap { _ in chance.document(kind).register }
    for a in registers {
      for b in registers {
        #expect([a < b, a == b, b < a].filter { $0 }.count == 1, "seed \(seed)")
        for c in registers where a < b && b < c && !(a < c) {
          Issue.record("\(a) < \(b) < \(c), seed \(seed)")
        }
      }
    }
  }

  @Test(arguments: UInt64(0)..<30)
  func `stores that merge in pairs until quiet are one store`(_ seed: UInt64) {
    var chance = JSONChance(seed: seed)
    let start = (0..<(2 + chance.below(4))).map { _ in chance.store() }
    let expected = start.reduce([:], merged)
    var stores = start
    for _ in 0..<60 {
      let (from, to) = (chance.below(stores.count), chance.below(stores.count))
      stores[to] = merged(stores[to], stores[from])
    }
    for store in stores { #expect(merged(store, expected) == expected, "seed \(seed)") }
    for to in stores.indices {
      for from in stores.indices.shuffled(using: &chance) {
        stores[to] = merged(stores[to], start[from])
      }
    }
    #expect(stores.allSatisfy { $0 == expected }, "seed \(seed)")
    let bytes = stores.map { store in store.mapValues(\.bytes) }
    #expect(Set(bytes).count == 1, "seed \(seed)")
  }

  private static func isNotLater(_ a: Stamp?, _ b: Stamp?) -> Bool {
    guard let a else { return true }
    return b.map { a <= $0 } ?? false
  }
}
