import SlotsDevices
import SlotsModel
import SlotsSimulator
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsFleet

/// The client against boxes that are not there: what it sends, and the four failures it tells apart.
@Suite struct ClientTests {
  private func client(_ box: SimulatedBox) throws -> Client {
    Client(Connection(to: try #require(BoxAddress("127.0.0.1:\(box.port)"))))
  }

  private func log(_ box: SimulatedBox, _ path: String) -> [RequestRecord] {
    box.read { $0.log.filter { $0.path == path } }
  }

  private func patch(
    for product: DeviceProduct = .p4, _ values: [(LiveField, JSONValue)]
  ) throws -> LivePatch {
    var patch = LivePatch(for: product)
    for (field, value) in values { try patch.set(field, to: value) }
    return patch
  }

  @Test(arguments: [BoxProfile.p4, .touch, .x32link])
  func `each product is read`(profile: BoxProfile) throws {
    let box = try SimulatedBox(profile)
    let client = try client(box)
    let product = try #require(DeviceProduct(rawValue: profile.product.rawValue))
    #expect(try client.status().launch?.count == product.outputs)
    let values = try client.config().values(for: product)
    let readable = DeviceField.of(product).filter { $0.place != .unreadable }
    #expect(Set(values.keys) == Set(readable.map(\.key)))
  }

  @Test func `what is sent is urlencoded, with one length, and never in chunks`() throws {
    let box = try SimulatedBox()
    try client(box).send(patch([(.ledBeat, "#2040FF"), (.bpm, 124), (.metroAccent, false)]))
    let request = try #require(log(box, "/live").first)
    #expect(request.text == "bpm=124&led_beat=%232040FF&metro_accent=0")
    let heads = Dictionary(grouping: request.headers, by: \.name).mapValues { $0.map(\.value) }
    #expect(heads["content-length"] == ["\(request.body.count)"])
    #expect(heads["content-type"] == ["application/x-www-form-urlencoded"])
    #expect(heads["transfer-encoding"] == nil && heads["expect"] == nil)
    // The P4's web server takes a head of 512 bytes.
    let size = request.headers.reduce(request.target.utf8.count + 16) {
      $0 + $1.name.utf8.count + $1.value.utf8.count + 4
    }
    #expect(size < 512)
    #expect(box.read { $0.settings.ledBeat } == 0x2040FF)
  }

  @Test func `trap 5: toggles go as 1 and 0`() throws {
    let box = try SimulatedBox()
    let client = try client(box)
    try client.send(patch([(.led, true), (.metroAccent, false)]))
    #expect(try client.config().values["led"] == true)
    #expect(try client.config().values["metro_accent"] == false)
    #expect(
      log(box, "/live").allSatisfy { !$0.text.contains("true") && !$0.text.contains("false") })
  }

  @Test func `trap 6: a tempo has a point, and thousandths`() throws {
    let box = try SimulatedBox()
    let client = try client(box)
    try client.send(patch([(.bpm, .number(try #require(JSONNumber("124.125"))))]))
    #expect(log(box, "/live").first?.text == "bpm=124.125")
    #expect(try client.config().values["bpm"]?.number?.text == "124.125")
  }

  @Test func `K05 trap 4: a patch that is too long goes in several, and none is cut`() throws {
    let box = try SimulatedBox()
    var all = LivePatch(for: .p4)
    for field in DeviceField.of(.p4) where field.parts[.p4] == .live {
      let live = try #require(LiveField.all[field.key])
      let value: JSONValue =
        switch field.kind {
        case .toggle: true
        case .colour: "#ABCDEF"
        case .integer(let range): .number(JSONNumber(range.lowerBound))
        case .choice(let names): .number(JSONNumber(names.count - 1))
        case .number: .number(try #require(JSONNumber("123.456")))
        case .oneOf, .text: 1
        }
      try all.set(live, to: value)
    }
    let client = try client(box)
    try client.send(all)
    #expect(log(box, "/live").allSatisfy { $0.body.count <= 1023 })
    let values = try client.config().values
    #expect(values["clk3_swing"] == 0 && values["clk3_phase"] == -250)
    #expect(values["led_accent"] == "#ABCDEF" && values["bpm"]?.number?.text == "123.456")
    // Pairs go whole into as few bodies as they fit in.
    let pairs = (0..<200).map { (key: "key\($0)", value: "value") }
    let bodies = FormBody.bodies(pairs)
    #expect(bodies.count > 1 && bodies.allSatisfy { $0.count <= 1023 })
    #expect(bodies.flatMap { $0 + [38] }.dropLast().elementsEqual(FormBody.bytes(pairs)))
  }

  @Test func `trap 22: an empty patch is never sent`() throws {
    let box = try SimulatedBox()
    try client(box).send(LivePatch(for: .p4))
    #expect(log(box, "/live").isEmpty)
  }

  @Test func `a network's name is encoded byte by byte`() {
    let pairs = [(key: "wifi_ssid", value: "Café +5&=\"#%")]
    #expect(
      String(decoding: FormBody.bytes(pairs), as: UTF8.self)
        == "wifi_ssid=Caf%C3%A9%20%2B5%26%3D%22%23%25")
  }

  @Test func `trap 16 trap 19: a route that is missing is told apart, for each product`() throws {
    let link = try SimulatedBox(.x32link)
    let press = TransportPress(output: nil, plays: true)
    #expect(throws: BoxFailure.missing(route: "/transport")) {
      try client(link).press(press, of: .touch)
    }
    let p4 = try SimulatedBox()
    // The P4 says 405 where the route is there for another method, and 404 where there is none.
    #expect(throws: BoxFailure.missing(route: "/bright")) { try client(p4).brighten(50) }
    let touch = try SimulatedBox(.touch)
    try client(touch).brighten(50)
    try client(touch).nudge(-10)
    #expect(touch.read { $0.backlight } == 50)
  }

  @Test func `trap 17 B81: an older firmware is known by what it lacks`() throws {
    let july13 = try SimulatedBox(.p4July13)
    #expect(throws: BoxFailure.missing(route: "/config.json")) { try client(july13).config() }
    #expect(try client(july13).status().linkOwns == false)
    let july14 = try SimulatedBox(.p4July14)
    #expect(try client(july14).config().values["bpm"] == nil)
    let touch = try SimulatedBox(.touchJuly13)
    #expect(try client(touch).status().isOfOldDialect)
    #expect(throws: BoxFailure.missing(route: "/live")) {
      try client(touch).send(patch(for: .touch, [(.bpm, 100)]))
    }
  }

  @Test func `the four failures are told apart`() throws {
    let box = try SimulatedBox()
    let client = try client(box)
    box.change { $0.fail(.status(503), path: "/config.json") }
    #expect(throws: BoxFailure.status(503, route: "/config.json", text: "")) {
      try client.config()
    }
    box.change { $0.faults.answers = [] }
    box.change { $0.settings.networks[0].ssid = Array("Joe\"s Net".utf8) }
    let error = #expect(throws: BoxFailure.self) { try client.config() }
    if case .undecodable("/config.json", _)? = error {} else { Issue.record("\(error as Any)") }
    // It is alive all the while.
    #expect(error?.isAlive == true)
    #expect(try client.status().launch?.count == 4)
    box.change { $0.faults.refusesConnections = true }
    client.reconnect()
    let silent = #expect(throws: BoxFailure.self) { try client.status() }
    #expect(silent?.isAlive == false)
  }

  @Test func `trap 1 K01: a save that is refused is a page of status 200 with another heading`()
    throws
  {
    let box = try SimulatedBox()
    let client = try client(box)
    let form = try SaveForm(client.config(), wanted: [:], for: .p4)
    box.change { $0.faults.saveRefusal = "Invalid Config" }
    let error = #expect(throws: BoxFailure.self) { try client.save(form) }
    guard case .refused(let heading, _)? = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(heading == "Invalid Config")
    #expect(box.read { $0.isUp && $0.restarts == 0 })
  }

  @Test(arguments: [
    "Saved — Restarting", "Saved &mdash; Restarting", "Saved &#8212; Restarting",
  ])
  func `each spelling of the page of success is one`(heading: String) {
    let page = ResultPage("<html><h2 class=\"x\">\(heading)</h2>\n<p>Reconnect</p></html>")
    #expect(page?.isSuccess == true && page?.paragraph == "Reconnect")
    #expect(ResultPage("<h1>Saved</h1>") == nil && ResultPage("<h2>Saved") == nil)
  }

  @Test func `polls keep their distance, and no two requests are at a box at once`() async throws {
    let box = try SimulatedBox()
    let client = try client(box)
    Threads.each(4) { _ in
      _ = try? client.status()
      _ = try? client.config()
    }
    let polls = log(box, "/status").map(\.time).sorted()
    #expect(polls.count == 4)
    for (one, next) in zip(polls, polls.dropFirst()) { #expect(next - one >= 450) }
    #expect(box.read { $0.log.allSatisfy { !$0.overlaps } })
  }

  @Test func `one connection serves the polls of a P4, and a restart gets a fresh one`() throws {
    let box = try SimulatedBox()
    let client = try client(box)
    for _ in 0..<3 { _ = try client.config() }
    let first = box.read { $0.connections }
    // A box gives up on one that is silent for five seconds, as on a busy machine.
    #expect(first < 3)
    box.change {
      $0.outage = 100
      $0.cutPower()
    }
    #expect(box.wait { $0.isUp })
    client.reconnect()
    #expect(try client.config().outputs == 4)
    #expect(box.read { $0.connections } > first)
  }
}
