import SlotsModel
import Testing

@Suite struct JSONObjectTests {
  @Test func `members are set, replaced and removed, and stay sorted`() {
    var object = JSONObject()
    #expect(object.isEmpty)
    object["speed"] = 1
    object["bloom"] = 2
    object["tint"] = 3
    object["speed"] = "fast"
    #expect(object.members.map(\.name) == ["bloom", "speed", "tint"])
    #expect(object["speed"] == "fast")
    object["bloom"] = nil
    object["never"] = nil
    #expect(object.members.map(\.name) == ["speed", "tint"])
    #expect(object.count == 2 && object["bloom"] == nil)
  }

  @Test func `a null member is there`() {
    var object: JSONObject = ["a": .null]
    #expect(object["a"] == .null && object.count == 1)
    object["a"] = nil
    #expect(object.isEmpty)
  }

  @Test func `the order of writing makes no difference`() {
    let left: JSONObject = ["b": 1, "a": [true, .null], "c": ["x": "y"]]
    let right = JSONObject(["c": ["x": "y"], "a": [true, .null], "b": 1])
    #expect(left == right && left.hashValue == right.hashValue)
    #expect(JSONValue.object(left).compactText == #"{"a": [true, null], "b": 1, "c": {"x": "y"}}"#)
  }

  @Test func `of two members in a literal the later stays`() {
    let object: JSONObject = ["a": 1, "b": 2, "a": 3]
    #expect(object["a"] == 3 && object.count == 2)
  }

  @Test(arguments: [UInt64(11), 12, 13])
  func `an object behaves as a dictionary does`(_ seed: UInt64) {
    var chance = JSONChance(seed: seed)
    var object = JSONObject()
    var dictionary: [Text: JSONValue] = [:]
    for _ in 0..<500 {
      let name = chance.text()
      let value = chance.below(3) == 0 ? nil : chance.value(depth: 1)
      object[name] = value
      dictionary[name] = value
      #expect(object[name] == dictionary[name], "seed \(seed)")
    }
    #expect(object == JSONObject(dictionary), "seed \(seed)")
    #expect(object.members.map(\.name) == dictionary.keys.sorted(), "seed \(seed)")
  }

  @Test func `accessors give what is there and nil for the rest`() {
    let values: [JSONValue] = [.null, true, 1, "x", [1], ["a": 1]]
    #expect(values.map(\.bool) == [nil, true, nil, nil, nil, nil])
    #expect(values.map(\.number) == [nil, nil, 1, nil, nil, nil])
    #expect(values.map(\.text) == [nil, nil, nil, "x", nil, nil])
    #expect(values.map(\.array) == [nil, nil, nil, nil, [1], nil])
    #expect(values.map(\.object) == [nil, nil, nil, nil, nil, ["a": 1]])
  }

  @Test func `the canonical form is as documented`() {
    let value: JSONValue = [
      "slots": ["slot-03", "slot-07"], "empty": [:], "none": [],
      "nested": [["a": [1, []]], "x"], "Z": true,
    ]
    let expected = """
      {
        "Z": true,
        "empty": {},
        "nested": [
          {
            "a": [
              1,
              []
            ]
          },
          "x"
        ],
        "none": [],
        "slots": [
          "slot-03",
          "slot-07"
        ]
      }

      """
    #expect(value.canonicalBytes == Array(expected.utf8))
  }
}
