import SlotsModel

/// Random values, spellings and damage, the same for the same seed (SplitMix64).
struct JSONChance: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number below `limit`, which is above 0.
  mutating func below(_ limit: Int) -> Int {
    Int(next() % UInt64(limit))
  }

  /// One of `choices`, which are not empty.
  mutating func one<Choice>(of choices: [Choice]) -> Choice {
    choices[below(choices.count)]
  }

  /// A value, at most `depth` levels deep.
  mutating func value(depth: Int) -> JSONValue {
    switch below(depth > 0 ? 7 : 4) {
    case 0: return one(of: [.null, true, false])
    case 1, 2: return .number(number())
    case 3: return .string(text())
    case 4: return .array((0..<below(5)).map { _ in value(depth: depth - 1) })
    default:
      var object = JSONObject()
      for _ in 0..<below(6) { object[text()] = value(depth: depth - 1) }
      return .object(object)
    }
  }

  /// A number: mostly small, sometimes with many digits or a great exponent.
  mutating func number() -> JSONNumber {
    JSONNumber(numberLiteral()) ?? 0
  }

  /// A spelling of some number, with zeros where JSON allows them.
  mutating func numberLiteral() -> String {
    var literal = below(3) == 0 ? "-" : ""
    let whole = digits(1 + below(below(4) == 0 ? 25 : 3)).drop { $0 == "0" }
    literal += whole.isEmpty ? "0" : whole
    if below(2) == 0 { literal += "." + digits(1 + below(below(4) == 0 ? 20 : 4)) }
    guard below(3) == 0 else { return literal }
    literal += one(of: ["e", "E", "e+", "e-", "E-"])
    return literal + one(of: [digits(1), digits(2), "00" + digits(3), digits(8), "999999999"])
  }

  /// A text of few characters, from those that JSON readers stumble over.
  mutating func text() -> Text {
    let pieces = [
      "a", "b", "speed", " ", "\"", "\\", "/", "\n", "\r", "\t", "\u{0}", "\u{8}", "\u{C}",
      "\u{1F}",
      "\u{7F}", "é", "e\u{301}", "\u{2028}", "\u{FEFF}", "\u{FFFF}", "\u{10FFFF}", "👩‍🚀", "☀️", "☾",
      "\u{D7FF}", "\u{E000}", "<<<<<<<", "{", "]", ",", ":", "\\u0041", "0",
    ]
    return Text((0..<below(4)).map { _ in one(of: pieces) }.joined())
  }

  private mutating func digits(_ count: Int) -> String {
    (0..<count).map { _ in one(of: ["0", "0", "1", "2", "5", "9"]) }.joined()
  }
}
