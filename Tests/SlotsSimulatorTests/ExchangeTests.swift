import SlotsSimulator
import Testing

/// The exchanges of the samples, and the answers of both web servers to what they do not know, byte by
/// byte.
@Suite struct ExchangeTests {
  @Test(arguments: [
    "live-request.txt", "live-request-colour.txt", "live-request-ignored.txt",
    "transport-request.txt", "transport-request-bad.txt",
  ])
  func `a whole exchange with a p4`(sample: String) throws {
    let bench = try Bench()
    let exchange = try Sample.exchange(sample)
    let client = try bench.connect()
    client.send(exchange.request)
    let answer = try client.answer()
    #expect(answer.head == exchange.head)
    #expect(answer.text == exchange.body.filter { $0 != "\n" })
  }

  @Test func `a whole exchange with a touch`() throws {
    let bench = try Bench(.touch)
    let exchange = try Sample.exchange("transport-request-touch.txt")
    let client = try bench.connect()
    client.send(exchange.request)
    let answer = try client.answer()
    #expect(answer.head == exchange.head)
    #expect(answer.text == "play armed\n")
  }

  @Test(arguments: ["save-request.txt", "save-request-wifi-only-DANGEROUS-on-p4.txt"])
  func `a save has a page of 866 bytes`(sample: String) throws {
    let bench = try Bench()
    let exchange = try Sample.exchange(sample)
    let client = try bench.connect()
    client.send(exchange.request)
    let answer = try client.answer()
    #expect(answer.head == exchange.head)
    #expect(answer.body.count == 866)
    #expect(answer.text.contains("<h2>Saved \u{2014} Restarting</h2>"))
    #expect(bench.box.read { $0.flash.networks[0].ssid } != [])
  }

  @Test func `the full save of the samples makes the settings of the samples`() throws {
    let bench = try Bench()
    bench.set {
      $0.tempo = 124_000
      $0.networks[0].password = StoredPassword("downbeat")
      $0.networks[1].password = StoredPassword("downbeat")
    }
    let client = try bench.connect()
    client.send(try Sample.exchange("save-request.txt").request)
    _ = try client.answer()
    bench.clock.advance(by: 6800)
    let expected = try Sample.text("config.json").replacing(
      "{\"ssid\":\"\",\"pass_set\":false}", with: "{\"ssid\":\"Venue Guest\",\"pass_set\":true}")
    #expect(try bench.config() == expected)
    #expect(bench.box.read { $0.passwords[2] } == StoredPassword("downbeat+99"))
  }

  struct Refusal: Sendable {
    var profile: BoxProfile
    var request: String
    var answer: String
  }

  private static let notFound =
    "HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\nContent-Length: 30\r\n\r\n"
    + "Nothing matches the given URI"

  static let refusals = [
    ("GET /nope HTTP/1.1", "404 Not Found", "Nothing matches the given URI"),
    ("POST /nudge HTTP/1.1", "404 Not Found", "Nothing matches the given URI"),
    (
      "GET /live HTTP/1.1", "405 Method Not Allowed",
      "Specified method is invalid for this resource"
    ),
    (
      "POST /status HTTP/1.1", "405 Method Not Allowed",
      "Specified method is invalid for this resource"
    ),
    ("GET /\(String(repeating: "x", count: 512)) HTTP/1.1", "414 URI Too Long", "URI is too long"),
    (
      "GET /status HTTP/1.1\r\nX: \(String(repeating: "x", count: 512))",
      "431 Request Header Fields Too Large", "Header fields are too long"
    ),
    ("GET /status", "400 Bad Request", "Bad request syntax"),
    ("\u{16}\u{3}\u{1}", "400 Bad Request", "Bad request syntax"),
  ]

  @Test(arguments: refusals)
  func `a p4 refuses and closes`(request: String, status: String, body: String) throws {
    let bench = try Bench()
    let client = try bench.connect()
    client.send(request + "\r\n\r\n")
    let (bytes, ending) = client.rest()
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "HTTP/1.1 \(status)\r\nContent-Type: text/html\r\nContent-Length: \(body.utf8.count)"
        + "\r\n\r\n\(body)")
    #expect(ending == .closed)
  }

  @Test(arguments: [
    (BoxProfile.touch, "GET /nope"), (.touch, "GET /live"), (.touch, "PUT /transport"),
    (.touchJuly13, "POST /live"), (.touchJuly13, "GET /config.json"),
    (.x32link, "POST /transport"), (.x32link, "POST /status"),
    (.x32linkJuly11, "GET /config.json"),
  ])
  func `an arduino product has one answer for what it does not know`(
    profile: BoxProfile, request: String
  ) throws {
    let bench = try Bench(profile)
    let client = try bench.connect()
    client.send("\(request)?a=b HTTP/1.1\r\nHost: x\r\n\r\n")
    let answer = try client.answer()
    let path = request.split(separator: " ")[1]
    #expect(answer.text == "Not found: \(path)")
    #expect(
      answer.head == "HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\nContent-Length: "
        + "\(11 + path.utf8.count)\r\nConnection: close")
  }

  @Test func `a touch shows its state for any method`() throws {
    for path in ["/status", "/config.json", "/"] {
      #expect(try Bench(.touch).post(path).status == 200)
    }
  }

  @Test(arguments: [BoxProfile.p4July13, .p4July11, .p4July10])
  func `an old p4 has no config`(profile: BoxProfile) throws {
    let answer = try Bench(profile).get("/config.json")
    #expect(answer.status == 404)
    #expect(answer.text == "Nothing matches the given URI")
  }

  @Test func `a p4 keeps its connection, whatever the client asks`() throws {
    let bench = try Bench()
    let client = try bench.connect()
    client.send("GET /status HTTP/1.1\r\nConnection: close\r\n\r\n")
    _ = try client.answer()
    #expect(try client.get("/config.json").status == 200)
    #expect(bench.box.read { $0.log.map(\.connection) } == [1, 1])
  }

  @Test func `an arduino product closes by itself when the client does not`() throws {
    let bench = try Bench(.touch)
    let client = try bench.connect()
    _ = try client.get("/status")
    bench.clock.advance(by: 2000)
    #expect(client.rest().ending == .closed)
  }
}
