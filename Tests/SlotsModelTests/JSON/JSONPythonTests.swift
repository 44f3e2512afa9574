import Foundation
import SlotsModel
import Testing

private let python = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
  .map { "\($0)/python3" }.first(where: FileManager.default.isExecutableFile)

/// The same texts read by Python's json, an implementation that shares nothing with ours.
///
/// Python is laxer, and the script is told to refuse as well: a member twice, a lone surrogate, NaN
/// and Infinity, more than 64 levels, exponents beyond ±999,999,999. It is stricter about a
/// byte-order mark, which the script takes off. The script spells values canonically on its own, so
/// the comparison also checks our writer.
@Suite(.enabled(if: python != nil))
struct JSONPythonTests {
  private static let seed: UInt64 = 2026

  private static let texts: [[UInt8]] = {
    var chance = JSONChance(seed: seed)
    let valid = (0..<1500).map { _ in
      Array(chance.spelling(of: chance.value(depth: 4)).utf8)
    }
    let damaged = (0..<4500).map { _ in chance.damaged(chance.one(of: valid)) }
    let literals = (0..<1500).map { _ in
      chance.damaged(Array(chance.numberLiteral().utf8))
    }
    let deep = (60...68).map { depth in
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    let tables =
      ReadableText.all.map { Array($0.text.utf8) } + RefusedText.met.map(\.bytes)
      + RefusedText.malformed.map(\.bytes) + DebatedText.all.map(\.bytes)
    return valid + damaged + literals + deep + tables
  }()

  private static let pairs: [(String, String)] = {
    var chance = JSONChance(seed: seed + 1)
    let literals = (0..<400).map { _ in chance.numberLiteral() }.filter { JSONNumber($0) != nil }
    return (0..<3000).map { _ in (chance.one(of: literals), chance.one(of: literals)) }
  }()

  /// What the script printed: a line a text, then a line a pair.
  private static let answers = Result { try ask() }

  @Test func `Python accepts and refuses the same texts, and spells them the same`() throws {
    let answers = try Self.answers.get()
    try #require(answers.count == Self.texts.count + Self.pairs.count)
    var accepted = 0
    for (text, answer) in zip(Self.texts, answers) {
      let ours = try? JSONValue.read(text).canonicalBytes
      let shown = String(decoding: text, as: UTF8.self).debugDescription
      #expect((ours.map(Self.hexadecimal) ?? "refused") == answer, "\(shown), seed \(Self.seed)")
      accepted += ours == nil ? 0 : 1
    }
    #expect(accepted > 1500 && accepted < answers.count - 1500)
  }

  @Test func `Python's Decimal orders the same numbers the same way`() throws {
    let answers = try Self.answers.get().dropFirst(Self.texts.count)
    for ((left, right), answer) in zip(Self.pairs, answers) {
      let (one, other) = (try #require(JSONNumber(left)), try #require(JSONNumber(right)))
      let order = one < other ? "less" : one == other ? "equal" : "greater"
      #expect(order == answer, "\(left) and \(right), seed \(Self.seed)")
    }
  }

  private static func ask() throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "json-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let questions =
      texts.map { "text \(hexadecimal($0))\n" } + pairs.map { "pair \($0.0) \($0.1)\n" }
    let (asked, answered) = (folder.appending(path: "asked"), folder.appending(path: "answered"))
    try Data(questions.joined().utf8).write(to: asked)
    try Data().write(to: answered)
    let process = Process()
    process.executableURL = URL(filePath: try #require(python))
    process.arguments = ["-I", "-c", script]
    process.standardInput = try FileHandle(forReadingFrom: asked)
    process.standardOutput = try FileHandle(forWritingTo: answered)
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return String(decoding: try Data(contentsOf: answered), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static let script = #"""
    import json, sys
    from decimal import Decimal, InvalidOperation

    def refuse(why):
        raise ValueError(why)

    def members(pairs):
        names = [name for name, _ in pairs]
        return dict(pairs) if len(set(names)) == len(names) else refuse("twice")

    def number(text):
        mantissa = text.lower().split("e")[0]
        return Decimal(text) if mantissa.strip("-0.") else Decimal(0)

    def spell_number(number):
        sign, digits, exponent = number.as_tuple()
        given = "".join(map(str, digits)).lstrip("0")
        kept = given.rstrip("0")
        if not kept:
            return "0"
        exponent += len(given) - len(kept)
        if abs(exponent) > 999999999:
            refuse("exponent")
        place = len(kept) + exponent
        if 0 <= exponent <= 20:
            plain = kept + "0" * exponent
        elif exponent < 0 < place:
            plain = kept[:place] + "." + kept[place:]
        elif -5 <= place <= 0:
            plain = "0." + "0" * -place + kept
        else:
            plain = kept[0] + ("." if kept[1:] else "") + kept[1:] + "e" + str(place - 1)
        return "-" * sign + plain

    def spell(value, depth):
        inside = "\n" + "  " * (depth + 1)
        if isinstance(value, Decimal):
            return spell_number(value)
        if not isinstance(value, (list, dict)):
            return json.dumps(value, ensure_ascii=False)
        if depth == 64:
            refuse("deep")
        if isinstance(value, list):
            items, marks = [spell(item, depth + 1) for item in value], "[]"
        else:
            items, marks = [spell(name, depth) + ": " + spell(value[name], depth + 1)
                            for name in sorted(value)], "{}"
        body = inside + ("," + inside).join(items) + "\n" + "  " * depth if items else ""
        return marks[0] + body + marks[1]

    def answer(text):
        try:
            value = json.loads(bytes.fromhex(text).decode("utf-8-sig"), parse_float=number,
                               parse_int=number, parse_constant=refuse, object_pairs_hook=members)
            return (spell(value, 0) + "\n").encode("utf-8").hex()
        except (ValueError, InvalidOperation):
            return "refused"

    for line in sys.stdin:
        kind, _, rest = line.rstrip("\n").partition(" ")
        if kind == "text":
            print(answer(rest))
        else:
            left, right = map(number, rest.split())
            print("less" if left < right else "equal" if left == right else "greater")
    """#
}
