import SlotsModel
import Testing

/// Spellings of one number, the canonical one first.
struct NumberSpellings: Sendable, CustomTestStringConvertible {
  let name: String
  let canonical: String
  let others: [String]

  init(_ name: String, _ canonical: String, _ others: String...) {
    self.name = name
    self.canonical = canonical
    self.others = others
  }

  var testDescription: String { name }

  static let all: [NumberSpellings] = [
    NumberSpellings("zero", "0", "-0", "0.0", "-0.0", "0e9", "0E-9", "-0.000e99999999999999999999"),
    NumberSpellings("one", "1", "1.0", "1e0", "10e-1", "0.1e1", "1.000E+0", "1000e-3", "0.001e003"),
    NumberSpellings("minus one", "-1", "-1.0", "-10e-1", "-0.1E1"),
    NumberSpellings("a hundred", "100", "1e2", "100.00", "0.1e3", "10e1", "1000E-1"),
    NumberSpellings("ten and a bit", "10.01", "1001e-2", "10.010", "0.1001e2"),
    NumberSpellings("a tenth", "0.1", "1e-1", "0.10", "10e-2"),
    NumberSpellings("a single widened", "0.30000001192092896", "3.0000001192092896e-1"),
    NumberSpellings("129.9", "129.9", "1299e-1", "129.90"),
    NumberSpellings("68.32", "68.32", "6832e-2"),
    NumberSpellings("139.745438", "139.745438", "139745438E-6"),
    NumberSpellings("a millionth", "0.000001", "1e-6", "10e-7", "0.0000010"),
    NumberSpellings("a ten millionth", "1e-7", "0.0000001", "10e-8", "1E-07"),
    NumberSpellings("small, two digits", "1.5e-7", "0.00000015", "15e-8"),
    NumberSpellings("small, plain", "0.0000015", "1.5e-6", "15e-7"),
    NumberSpellings("small, negative", "-2.75e-9", "-275e-11"),
    NumberSpellings("twenty zeros", "100000000000000000000", "1e20", "1.0E+20", "0.01e22"),
    NumberSpellings("twenty-one zeros", "1e21", "1000000000000000000000", "10e20"),
    NumberSpellings("two digits, twenty zeros", "1200000000000000000000", "1.2e21", "12e20"),
    NumberSpellings("two digits, twenty-one zeros", "1.2e22", "12e21", "12000000000000000000000"),
    NumberSpellings("25 digits", "1234567890123456789012345", "1.234567890123456789012345e24"),
    NumberSpellings("25 digits and a fraction", "1234567890123456789012345.678"),
    NumberSpellings("beyond signed 64 bits", "12345678901234567890", "1.234567890123456789e19"),
    NumberSpellings("above 2^53", "1000000000000000001", "1000000000000000001.0"),
    NumberSpellings("2^53 + 1", "9007199254740993", "9.007199254740993e15"),
    NumberSpellings("20 digit fraction", "0.12345678901234567891", "12345678901234567891e-20"),
    NumberSpellings("the greatest", "9.9e999999999", "99e999999998"),
    NumberSpellings("the least above zero", "1e-999999999", "10e-1000000000"),
  ]
}

@Suite struct JSONNumberTests {
  @Test(arguments: NumberSpellings.all)
  func `all spellings of a number are one number with one text`(_ example: NumberSpellings) throws {
    let number = try #require(JSONNumber(example.canonical))
    #expect(number.text == example.canonical)
    #expect(number.description == example.canonical)
    for other in example.others {
      let same = try #require(JSONNumber(other), "\(other)")
      #expect(same == number, "\(other)")
      #expect(same.hashValue == number.hashValue, "\(other)")
      #expect(same.text == example.canonical, "\(other)")
      #expect(!(same < number) && !(number < same), "\(other)")
    }
  }

  @Test(arguments: [
    "", "-", "+1", "01", "-01", "1.", ".1", "1e", "1e+", "0x1", "1 ", " 1", "1,", "NaN", "Infinity",
    "1e1000000000", "1e-1000000000", "1e99999999999999999999", "１", "1\n", "1_0", "--1", "1.0.0",
    "\u{FEFF}1", "1\0", "null", "\"1\"", "[1]", "10e999999999",
  ])
  func `what is no number literal is nil`(_ text: String) {
    #expect(JSONNumber(text) == nil)
  }

  @Test func `numbers are ordered by value, whatever their spelling`() throws {
    let ascending = [
      "-1e999999999", "-9.99e20", "-1e20", "-1000000000000000001", "-1e18", "-10", "-9.5", "-9.49",
      "-1", "-0.5", "-0.05", "-1e-7", "-1e-999999999", "0", "1e-999999999", "9e-999999999", "1e-7",
      "0.05", "0.4999", "0.5", "0.50001", "1", "1.5", "2", "9.49", "9.5", "10", "10.000000001",
      "99",
      "100", "9007199254740992", "9007199254740993", "1e18", "1000000000000000001", "1e20", "1e21",
      "9e999999998", "1e999999999", "1.00000000000000000000000001e999999999", "9e999999999",
    ]
    let numbers = try ascending.map { try #require(JSONNumber($0)) }
    for (left, lesser) in numbers.enumerated() {
      for (right, greater) in numbers.enumerated() {
        #expect((lesser < greater) == (left < right), "\(lesser) < \(greater)")
        #expect((lesser == greater) == (left == right), "\(lesser) == \(greater)")
      }
    }
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `the order of numbers is total and agrees with equality and hash`(_ seed: UInt64) {
    var chance = JSONChance(seed: seed)
    var numbers = (0..<120).map { _ in chance.number() }
    numbers += numbers.prefix(20)
    for left in numbers {
      for right in numbers {
        let holds = [left < right, left == right, right < left].filter { $0 }.count
        #expect(holds == 1, "\(left) and \(right), seed \(seed)")
        guard left == right else { continue }
        #expect(left.hashValue == right.hashValue && left.text == right.text, "seed \(seed)")
      }
    }
    let sorted = numbers.sorted()
    for (index, number) in sorted.enumerated() {
      let noneIsLess = sorted[index...].allSatisfy { !($0 < number) }
      #expect(noneIsLess, "\(number), seed \(seed)")
    }
  }

  @Test(arguments: [
    0, 1, -1, 9, 10, -10, 100, 101, 1_000_000, 120, 1_000_000_000_000_000_000,
    1_000_000_000_000_000_001,
    9_007_199_254_740_993,
    Int.max, Int.min, Int.max - 7,
  ])
  func `an integer goes in and comes out`(_ integer: Int) throws {
    let number = JSONNumber(integer)
    #expect(number.int == integer)
    #expect(number.text == String(integer))
    #expect(JSONNumber(String(integer)) == number)
    #expect(JSONNumber("\(integer).00")?.int == integer)
  }

  @Test(arguments: [
    "0.5", "1.5e0", "-0.1", "9223372036854775808", "-9223372036854775809", "1e19", "1e999999999",
    "1e-1",
  ])
  func `what is no integer or does not fit has no int`(_ text: String) throws {
    #expect(try #require(JSONNumber(text)).int == nil)
  }

  @Test func `B44 the numbers that other coders change keep their text`() throws {
    let text = "[0.1, 129.9, 68.32, 139.745438, 1e-7, 0.30000001192092896]"
    var bytes = Array(text.utf8)
    for _ in 0..<3 {
      let value = try JSONValue.read(bytes)
      #expect(value.compactText == text)
      bytes = value.canonicalBytes
    }
  }

  @Test func `B46 stored numbers survive a hundred round trips byte for byte`() throws {
    var chance = JSONChance(seed: 46)
    let widened = (0..<500).map { _ in String(Double(Float(Double(chance.next()) / 1.8e19))) }
    let exact = (0..<500).map { _ in chance.numberLiteral() }.filter { JSONNumber($0) != nil }
    let text = "[" + (widened + exact).joined(separator: ",") + "]"
    let first = try JSONValue.read(Array(text.utf8)).canonicalBytes
    var bytes = first
    for _ in 0..<100 { bytes = try JSONValue.read(bytes).canonicalBytes }
    #expect(bytes == first)
    let numbers = try #require(JSONValue.read(bytes).array?.prefix(500).map(\.number?.text))
    #expect(numbers.map { $0.flatMap(Double.init) } == widened.map(Double.init))
  }

  @Test func `B47 1.0 and 1 are one number, stored as 1`() throws {
    let whole = try JSONValue.read(Array(#"{"value": 1}"#.utf8))
    let fraction = try JSONValue.read(Array(#"{"value": 1.0}"#.utf8))
    #expect(whole == fraction)
    #expect(whole.hashValue == fraction.hashValue)
    #expect(fraction.canonicalBytes == Array("{\n  \"value\": 1\n}\n".utf8))
  }

  @Test func `B49 integers above 2^53 keep every digit`() throws {
    let text = #"{"mix": 0.5, "seed": 1000000000000000001, "serial": 12345678901234567890}"#
    var object = try #require(JSONValue.read(Array(text.utf8)).object)
    object["mix"] = .number(try #require(JSONNumber("0.25")))
    let again = try JSONValue.read(JSONValue.object(object).canonicalBytes).object
    #expect(again?["seed"]?.number?.text == "1000000000000000001")
    #expect(again?["seed"]?.number?.int == 1_000_000_000_000_000_001)
    #expect(again?["serial"]?.number?.text == "12345678901234567890")
    #expect(again?["mix"]?.number?.text == "0.25")
  }
}
