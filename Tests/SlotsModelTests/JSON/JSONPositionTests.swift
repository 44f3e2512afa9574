import SlotsModel
import Testing

@Suite struct JSONPositionTests {
  private let text = """
    {
      "name": "Au\\"ro{ra",
      "é☾👩‍🚀": {"x": 1}, "params": {
        "list": [10, [20, 21], {"deep": null}],
        "speed":
          0.4
      }
    }
    """

  private func position(_ path: JSONStep..., atName: Bool = false) -> TextPosition? {
    JSONValue.position(of: path, in: Array(text.utf8), atName: atName)
  }

  @Test func `the place of a value is found by its path`() {
    #expect(position() == TextPosition(line: 1, column: 1))
    #expect(position(.member("name")) == TextPosition(line: 2, column: 11))
    #expect(position(.member("params"), .member("speed")) == TextPosition(line: 6, column: 7))
    let list: [JSONStep] = [.member("params"), .member("list")]
    for (step, column) in [(0, 14), (1, 18), (2, 28)] {
      let place = JSONValue.position(of: list + [.index(step)], in: Array(text.utf8))
      #expect(place == TextPosition(line: 4, column: column))
    }
    #expect(
      position(.member("params"), .member("list"), .index(1), .index(1))
        == TextPosition(line: 4, column: 23))
    #expect(
      position(.member("params"), .member("list"), .index(2), .member("deep"))
        == TextPosition(line: 4, column: 37))
  }

  @Test func `the place of a name is found by its path`() {
    #expect(position(.member("name"), atName: true) == TextPosition(line: 2, column: 3))
    #expect(
      position(.member("params"), .member("speed"), atName: true)
        == TextPosition(line: 5, column: 5))
    #expect(position(atName: true) == TextPosition(line: 1, column: 1))
  }

  @Test func `columns count scalars, not bytes and not what a person sees as one character`() {
    #expect(position(.member("é☾👩‍🚀")) == TextPosition(line: 3, column: 12))
    #expect(position(.member("params"), atName: true) == TextPosition(line: 3, column: 22))
  }

  @Test func `a path that leads nowhere has no place`() {
    #expect(position(.member("nam")) == nil)
    #expect(position(.index(0)) == nil)
    #expect(position(.member("name"), .member("x")) == nil)
    #expect(position(.member("name"), .index(0)) == nil)
    #expect(position(.member("params"), .member("list"), .index(3)) == nil)
    #expect(position(.member("params"), .member("list"), .index(-1)) == nil)
    #expect(position(.member("params"), .member("list"), .member("0")) == nil)
    #expect(JSONValue.position(of: [.index(0)], in: Array("[]".utf8)) == nil)
    #expect(JSONValue.position(of: [.member("a")], in: Array("{}".utf8)) == nil)
    #expect(JSONValue.position(of: [.member("a")], in: Array("{\"b\" 1".utf8)) == nil)
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `every kind of line end ends one line`(_ lineEnd: String) {
    let lines = ["", "{", "", "  \"a\": 1,", "  \"b\": x", "}"]
    let bytes = Array(lines.joined(separator: lineEnd).utf8)
    let error = #expect(throws: JSONError.self) { try JSONValue.read(bytes) }
    #expect(error?.position == TextPosition(line: 5, column: 8))
  }

  @Test func `a byte-order mark takes no column`() {
    let bytes = Array("\u{FEFF}{\"a\": 1}".utf8)
    #expect(JSONValue.position(of: [], in: bytes) == TextPosition(line: 1, column: 1))
    #expect(JSONValue.position(of: [.member("a")], in: bytes) == TextPosition(line: 1, column: 7))
  }

  @Test func `places are ordered as they are read`() {
    let ascending = [(1, 1), (1, 9), (2, 1), (2, 3), (10, 2)]
      .map { TextPosition(line: $0.0, column: $0.1) }
    #expect(ascending.reversed().sorted() == ascending)
    #expect(ascending[3].description == "line 2, column 3")
  }

  @Test func `a name in a message can not disturb a terminal and is not endless`() throws {
    let name = "\u{1B}[2J\u{202E}" + String(repeating: "x", count: 200)
    let escaped = JSONValue.string(Text(name)).compactText
    let bytes = Array("{\(escaped): 1, \(escaped): 2}".utf8)
    let error = try #require(#expect(throws: JSONError.self) { try JSONValue.read(bytes) })
    #expect(error.reason == .memberTwice(Text(name)))
    let expected = "U+001B[2JU+202E" + String(repeating: "x", count: 55)
    #expect(error.reason.message == "member \"\(expected)…\" is here twice")
  }

  @Test func `a long number in a message is cut short`() {
    let bytes = Array(("0" + String(repeating: "1", count: 500)).utf8)
    let error = #expect(throws: JSONError.self) { try JSONValue.read(bytes) }
    #expect(error?.reason == .notNumber(Text("0" + String(repeating: "1", count: 39))))
  }
}
