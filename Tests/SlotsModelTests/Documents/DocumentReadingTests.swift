import SlotsModel
import Testing

private let stamp = "2026-11-30T10:15:02.123Z/0 phone f3"
private let live = DocumentKind.device(DeviceName("stage"), .live)

@Suite struct DocumentReadingTests {
  private static func slot(_ text: String) throws -> Document {
    try Document(.slot(try #require(SlotID(5))), reading: text)
  }

  private static let canonical = """
    {
      "name": "Aurora",
      "params": {
        "speed": 0.4
      },
      "tagSignal": "calm",
      "userOwned": true,
      "written": "2026-11-30T10:15:02.123Z/0 phone f3"
    }

    """

  @Test func `a slot is one register with its stamp beside it`() throws {
    let document = try Self.slot(Self.canonical)
    #expect(document.registers.count == 1 && document.rest.isEmpty)
    #expect(document.register?.stamp == Stamp(stamp))
    #expect(document.register?.value?.object?["written"] == nil)
    #expect(document.slot?.name == "Aurora")
    #expect(document.slot?.tagSignal == "calm")
    #expect(document.slot?.userOwned == true)
    #expect(document.latestStamp == Stamp(stamp))
    #expect(document.canonicalBytes == Array(Self.canonical.utf8))
  }

  @Test(arguments: [
    "{\"written\":\"\(stamp)\",\"userOwned\":true,\"params\":{\"speed\":4e-1},"
      + "\"tagSignal\":\"c\\u0061lm\",\"name\":\"Aurora\"}",
    "\u{FEFF}" + canonical,
    "\n\n" + canonical + "\n\t ",
    canonical.split(separator: "\n").joined(separator: "\r\n"),
    canonical.split(separator: "\n").joined(separator: "\r"),
    canonical.split(separator: "\n").joined(),
    canonical.split(separator: "0.4").joined(separator: "0.40"),
  ])
  func `sloppy input is the same document and the same bytes`(_ text: String) throws {
    let document = try Self.slot(text)
    #expect(document == (try Self.slot(Self.canonical)))
    #expect(document.canonicalBytes == Array(Self.canonical.utf8))
  }

  @Test func `B43: a document with CRLF is no change and is written with LF`() throws {
    for kind in DocumentKind.samples {
      var chance = JSONChance(seed: 43)
      let document = chance.document(kind)
      let windows = document.canonicalBytes.flatMap {
        $0 == UInt8(ascii: "\n") ? Array("\r\n".utf8) : [$0]
      }
      let read = try Document(windows, as: kind)
      #expect(read == document && read.canonicalBytes == document.canonicalBytes)
      #expect(Document.changes(kind, from: document, to: read).isEmpty)
    }
  }

  @Test func `B47: 1.0 and 1 are one value, and no change`() throws {
    let kind = DocumentKind.slot(try #require(SlotID(5)))
    let (one, other) = (
      try Self.slot(#"{"params":{"value":1.0},"written":"\#(stamp)"}"#),
      try Self.slot(#"{"params":{"value":1},"written":"\#(stamp)"}"#)
    )
    #expect(one == other && one.canonicalBytes == other.canonicalBytes)
    #expect(Document.changes(kind, from: one, to: other).isEmpty)
    #expect(Document.merged(one, other) == one)
    #expect(String(decoding: one.canonicalBytes, as: UTF8.self).contains("\"value\": 1\n"))
  }

  @Test func `B50: a byte-order mark goes, a name that begins with one stays`() throws {
    let document = try Self.slot("\u{FEFF}{\"name\": \"\u{FEFF}Aurora\", \"params\": {}}")
    #expect(document.slot?.name == "\u{FEFF}Aurora")
    let bytes = document.canonicalBytes
    #expect(bytes.first == UInt8(ascii: "{"))
    #expect(try Document(bytes, as: document.kind) == document)
  }

  @Test(arguments: [
    "5", "null", "\"\"", "\"yesterday\"", "\"2026-02-30T10:15:02.123Z/0 phone f3\"",
    "\"9000-01-01T00:00:00.000Z/0 phone f3\"", "{}", "[\"\(stamp)\"]",
  ])
  func `a malformed stamp reads as none and the value stays`(_ written: String) throws {
    let document = try Self.slot(#"{"name":"Aurora","params":{},"written":\#(written)}"#)
    #expect(document.register?.stamp == nil)
    #expect(document.slot?.name == "Aurora")
    #expect(document.json["written"] == nil)
    let device = try Document(
      live, reading: #"{"values":{"bpm":120,"led":1},"written":{"bpm":\#(written)}}"#)
    #expect(device.registers == ["bpm": Register(120, nil), "led": Register(1, nil)])
  }

  @Test func `a pin that is in the list twice is one pin`() throws {
    let document = try Document(
      .pins,
      reading: #"{"slots":["slot-07","slot-03","slot-07"],"written":{"slot-07":"\#(stamp)"}}"#)
    #expect(
      document.registers == [
        "slot-03": Register(true, nil), "slot-07": Register(true, Stamp(stamp)),
      ])
    #expect(document.json["slots"] == ["slot-03", "slot-07"])
  }

  @Test func `a stamp without a value is an unpinned slot or a removed field`() throws {
    let pins = try Document(.pins, reading: #"{"slots":[],"written":{"slot-05":"\#(stamp)"}}"#)
    #expect(pins.registers == ["slot-05": Register(nil, Stamp(stamp))])
    #expect(try Document(pins.canonicalBytes, as: .pins) == pins)
    let device = try Document(live, reading: #"{"written":{"bpm":"f2"}}"#)
    #expect(device.registers == ["bpm": Register(nil, .factory(2))])
    #expect(device.json == ["values": [:], "written": ["bpm": "f2"]])
  }

  @Test func `documents may lack every member`() throws {
    for kind in DocumentKind.samples {
      let document = try Document(kind, reading: "{}")
      #expect(document.registers.values.allSatisfy { $0.stamp == nil }, "\(kind.path)")
      #expect(document.latestStamp == nil)
    }
    #expect(try Document(.pins, reading: "{}").json == ["slots": [], "written": [:]])
  }

  @Test func `members that are not known are kept, in every kind of document`() throws {
    let slot = try Self.slot(#"{"shape":[1,{"a":null}],"params":{},"written":"\#(stamp)"}"#)
    #expect(slot.json["shape"] == [1, ["a": .null]])
    for (kind, text) in [
      (DocumentKind.pins, #"{"shape":[1],"slots":["slot-01"]}"#),
      (live, #"{"shape":[1],"values":{"bpm":1}}"#),
      (.format, #"{"shape":[1],"format":1}"#), (.seedVersion, #"{"shape":[1],"version":1}"#),
    ] {
      let document = try Document(kind, reading: text)
      #expect(document.json["shape"] == [1], "\(kind.path)")
      #expect(try Document(document.canonicalBytes, as: kind) == document, "\(kind.path)")
    }
  }

  @Test func `stamps, and whose a slot is, change nothing that a document means`() throws {
    let texts = [
      #"{"name":"A","params":{"speed":1},"userOwned":true,"written":"f1"}"#,
      #"{"params":{"speed":1.0},"name":"A","userOwned":false}"#,
      #"{"params":{"speed":2},"name":"A","userOwned":false}"#,
    ]
    let slots = try texts.map(Self.slot)
    #expect(slots[0].meansTheSame(as: slots[1]) && !slots[0].meansTheSame(as: slots[2]))
    let fields = try [
      #"{"values":{"bpm":1},"written":{"bpm":"f1"}}"#, #"{"values":{"bpm":1}}"#,
      #"{"values":{"bpm":2}}"#,
    ].map { try Document(live, reading: $0) }
    #expect(fields[0].meansTheSame(as: fields[1]) && !fields[0].meansTheSame(as: fields[2]))
  }

  @Test func `a cleared slot keeps its file`() throws {
    let document = try Self.slot(#"{"cleared":true,"userOwned":false,"written":"\#(stamp)"}"#)
    #expect(document.slot?.isCleared == true && document.slot?.userOwned == false)
    #expect(
      document.json == ["cleared": true, "userOwned": false, "written": .string(Text(stamp))])
  }
}
