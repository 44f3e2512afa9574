import SlotsModel
import Testing

@Suite struct JSONRoundTripTests {
  @Test(arguments: (1...8).map(UInt64.init))
  func `what is written is read as the same value, and written the same again`(
    _ seed: UInt64
  ) throws {
    var chance = JSONChance(seed: seed)
    for round in 0..<150 {
      let value = chance.value(depth: 5)
      let canonical = value.canonicalBytes
      let again = try JSONValue.read(canonical)
      #expect(again == value, "seed \(seed), round \(round)")
      #expect(again.hashValue == value.hashValue, "seed \(seed), round \(round)")
      #expect(again.canonicalBytes == canonical, "seed \(seed), round \(round)")
      let compact = try JSONValue.read(Array(value.compactText.utf8))
      #expect(compact == value, "seed \(seed), round \(round)")
      #expect(!value.compactText.utf8.contains(UInt8(ascii: "\n")), "seed \(seed), round \(round)")
    }
  }

  @Test(arguments: (101...108).map(UInt64.init))
  func `order of members, space, escapes, spelling of numbers and line ends do not matter`(
    _ seed: UInt64
  ) throws {
    var chance = JSONChance(seed: seed)
    for round in 0..<100 {
      let value = chance.value(depth: 4)
      let spelling = chance.spelling(of: value)
      #expect(try JSONValue.read(Array(spelling.utf8)) == value, "seed \(seed), round \(round)")
      let marked = Array("\u{FEFF}".utf8) + spelling.utf8
      #expect(try JSONValue.read(marked) == value, "seed \(seed), round \(round)")
      let windows = value.canonicalBytes
        .flatMap { $0 == UInt8(ascii: "\n") ? Array("\r\n".utf8) : [$0] }
      #expect(try JSONValue.read(windows) == value, "seed \(seed), round \(round)")
      let old = value.canonicalBytes
        .map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: "\r") : $0 }
      #expect(try JSONValue.read(old) == value, "seed \(seed), round \(round)")
    }
  }

  @Test(arguments: [UInt64(201), 202])
  func `values with different canonical bytes are different values`(_ seed: UInt64) {
    var chance = JSONChance(seed: seed)
    let values = (0..<150).map { _ in chance.value(depth: 2) }
    for left in values {
      for right in values {
        let areSame = left.canonicalBytes == right.canonicalBytes
        #expect((left == right) == areSame, "\(left.compactText), seed \(seed)")
      }
    }
  }

  @Test(arguments: [UInt64(301), 302, 303])
  func `every value is found where its path says`(_ seed: UInt64) throws {
    var chance = JSONChance(seed: seed)
    for _ in 0..<20 {
      let value = chance.value(depth: 3)
      let bytes = Array(chance.spelling(of: value).utf8)
      let paths = Self.paths(in: value)
      let places = paths.compactMap { JSONValue.position(of: $0, in: bytes) }
      #expect(places.count == paths.count, "seed \(seed)")
      #expect(Set(places).count == paths.count, "seed \(seed)")
    }
  }

  private static func paths(in value: JSONValue) -> [[JSONStep]] {
    let inner: [(JSONStep, JSONValue)] =
      switch value {
      case .array(let elements): elements.enumerated().map { (.index($0), $1) }
      case .object(let object): object.members.map { (.member($0.name), $0.value) }
      default: []
      }
    return [[]] + inner.flatMap { step, value in paths(in: value).map { [step] + $0 } }
  }
}

/// Files that leave room for themselves in runs of spaces.
struct JSONSpaceTests {
  @Test func `B54 runs of spaces are read and are no part of what is stored`() throws {
    let room = String(repeating: " ", count: 50)
    let text = "{\"0\":{}\(room),\"1\":{\"on\":true\(room)},\"n\":\"a\(room)b\"}"
    let value = try JSONValue.read(Array(text.utf8))
    #expect(value == ["0": [:], "1": ["on": true], "n": .string(Text("a\(room)b"))])
    let stored = String(decoding: value.canonicalBytes, as: UTF8.self)
    #expect(stored.contains("a\(room)b"), "the run inside a text stays")
    #expect(!stored.contains("}\(room)") && !stored.contains("true\(room)"))
  }
}
