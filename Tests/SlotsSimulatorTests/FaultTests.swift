import Foundation
import SlotsSimulator
import Testing

/// Every fault switch, seen by a client that looks at the bytes.
@Suite struct FaultTests {
  private func bench(
    _ fault: AnswerFault, path: String? = "/status", times: Int? = nil
  ) throws -> Bench {
    let bench = try Bench()
    bench.box.change { $0.fail(fault, path: path, times: times) }
    return bench
  }

  private func raw(_ bench: Bench, _ request: String = "GET /status HTTP/1.1\r\n\r\n") throws
    -> (text: String, ending: RawClient.Ending?)
  {
    let client = try bench.connect()
    client.send(request)
    let (bytes, ending) = client.rest()
    return (String(decoding: bytes, as: UTF8.self), ending)
  }

  @Test func `a slow answer comes when its time has come, and others wait for it`() throws {
    let bench = try bench(.delayed(700))
    let client = try bench.connect()
    client.send("GET /status HTTP/1.1\r\n\r\n")
    #expect(bench.box.wait { $0.log.count == 1 })
    let other = try bench.connect()
    other.send("GET /config.json HTTP/1.1\r\n\r\n")
    bench.clock.advance(by: 699)
    client.patience(milliseconds: 20)
    #expect(client.rest().ending == .silent)
    #expect(bench.box.read { $0.log.count } == 1)
    bench.clock.advance(by: 1)
    client.patience(seconds: 10)
    #expect(try client.answer().status == 200)
    #expect(try other.answer().status == 200)
    #expect(bench.box.read { $0.log.map(\.overlaps) } == [true, false])
  }

  @Test func `a client that gives up before it asks again does not overlap`() throws {
    let bench = try bench(.unanswered, times: 1)
    var client: RawClient? = try bench.connect()
    client?.send("GET /status HTTP/1.1\r\n\r\n")
    #expect(bench.box.wait { $0.log.count == 1 })
    client = nil
    #expect(try bench.get("/status").status == 200)
    #expect(bench.box.read { $0.log.map(\.overlaps) } == [false, false])
  }

  @Test(arguments: [BoxProfile.p4, .touch])
  func `requests one after the other do not overlap`(profile: BoxProfile) throws {
    let bench = try Bench(profile)
    for _ in 0..<200 { _ = try bench.get("/status") }
    #expect(bench.box.read { $0.log.count == 200 && !$0.log.contains(where: \.overlaps) })
  }

  @Test func `a dropped poll is closed unanswered, as often as asked`() throws {
    let bench = try bench(.dropped, times: 2)
    for _ in 0..<2 {
      let (text, ending) = try raw(bench)
      #expect(text == "" && ending == .closed)
    }
    #expect(try bench.get("/status").status == 200)
    #expect(bench.box.read { $0.log.map(\.status) } == [nil, nil, 200])
  }

  @Test func `an unanswered request holds the box until the client gives up`() throws {
    let bench = try bench(.unanswered, times: 1)
    var client: RawClient? = try bench.connect()
    client?.send("GET /status HTTP/1.1\r\n\r\n")
    #expect(bench.box.wait { $0.log.count == 1 })
    let other = try bench.connect()
    other.send("GET /config.json HTTP/1.1\r\n\r\n")
    bench.clock.advance(by: 60_000)
    #expect(bench.box.read { $0.log.count } == 1)
    #expect(bench.box.wait { $0.log[0].overlaps })
    client = nil
    #expect(try other.answer().status == 200)
  }

  @Test func `an answer is cut off in the middle`() throws {
    let bench = try bench(.cut(bodyBytes: 7, reset: false))
    let (text, ending) = try raw(bench)
    #expect(text.hasSuffix("\r\n\r\n{\"bpm\":") && ending == .closed)
  }

  @Test func `an answer is lost right after a save, and the save is not`() throws {
    let bench = try Bench()
    bench.box.change { $0.fail(.cut(bodyBytes: 0, reset: true), path: "/save") }
    let body = RestartTests.save + "&metro_vol=7"
    let head = RawClient.head("POST", "/save", length: body.utf8.count)
    let (text, ending) = try raw(bench, String(decoding: head, as: UTF8.self) + body)
    #expect(!text.contains("Saved") && ending == .reset)
    #expect(bench.box.read { $0.flash.metroVolume } == 7)
    bench.clock.advance(by: 6800)
    #expect(bench.box.read { $0.restarts } == 1)
  }

  @Test(arguments: [5, -5]) func `the length is wrong`(off: Int) throws {
    let bench = try bench(.length(off: off))
    let client = try bench.connect()
    client.send("GET /status HTTP/1.1\r\n\r\n")
    client.patience(milliseconds: 50)
    let (bytes, ending) = client.rest()
    let text = String(decoding: bytes, as: UTF8.self)
    let sides = text.components(separatedBy: "\r\n\r\n")
    #expect(sides[0].hasSuffix("Content-Length: \(sides[1].utf8.count + off)"))
    #expect(ending == (off > 0 ? .closed : .silent))
  }

  @Test func `a body never ends`() throws {
    let bench = try bench(.endless)
    var client: RawClient? = try bench.connect()
    client?.send("GET /status HTTP/1.1\r\n\r\n")
    let bytes = client?.rest(atMost: 4 << 20).bytes ?? []
    #expect(bytes.count >= 4 << 20)
    #expect(!String(decoding: bytes.prefix(200), as: UTF8.self).contains("Content-Length"))
    client = nil
    #expect(try bench.get("/config.json").status == 200)
  }

  @Test func `an answer trickles`() throws {
    let bench = try bench(.trickled(millisecondsPerByte: 100))
    let client = try bench.connect()
    client.send("GET /status HTTP/1.1\r\n\r\n")
    #expect(client.rest(atMost: 1).bytes == Array("H".utf8))
    bench.clock.advance(by: 399)
    #expect(client.rest(atMost: 3).bytes == Array("TTP".utf8))
    bench.clock.advance(by: 100_000)
    #expect(client.rest(atMost: 400).bytes.starts(with: Array("/1.1 200 OK".utf8)))
  }

  @Test func `an answer leads elsewhere`() throws {
    let answer = try bench(.redirect("http://192.0.2.1/status")).get("/status")
    #expect(answer.status == 302)
    #expect(answer.header("Location") == "http://192.0.2.1/status")
  }

  @Test func `an answer is no http at all`() throws {
    let (text, ending) = try raw(bench(.raw(Array("SSH-2.0-x\r\n".utf8))))
    #expect(text == "SSH-2.0-x\r\n" && ending == .closed)
  }

  @Test(arguments: [500, 503]) func `a request is refused`(status: Int) throws {
    let bench = try bench(.status(status), path: "/live")
    #expect(try bench.post("/live", "metro_vol=1").status == status)
    #expect(bench.box.read { $0.settings.metroVolume } == 80)
  }

  @Test func `a document is another one, is cut, or is huge`() throws {
    let bench = try bench(.body(Array("[]".utf8)), times: 1)
    #expect(try bench.get("/status").text == "[]")
    bench.box.change { $0.fail(.documentCut(to: 40), path: "/config.json", times: 1) }
    #expect(try bench.get("/config.json").text == "{\"clock_out\":true,\"metronome\":false,\"met")
    bench.box.change { $0.fail(.padded(3_000_000), path: "/config.json", times: 1) }
    let huge = try bench.get("/config.json").body
    #expect(huge.count > 3_000_000)
    let object = try JSONSerialization.jsonObject(with: Data(huge)) as? [String: Any]
    #expect(object?["metro_vol"] as? Int == 80)
    #expect(try bench.get("/config.json").body.count == 593)
  }

  @Test func `a network's name makes the settings invalid utf-8, or no json`() throws {
    let bench = try Bench()
    bench.set { $0.networks[0].ssid = [0x43, 0xFF, 0x22] }
    let body = try bench.get("/config.json").body
    #expect(body.firstRange(of: [0x22, 0x43, 0xFF, 0x22, 0x22]) != nil)
    #expect(String(validating: body, as: UTF8.self) == nil)
  }

  @Test func `a save is refused with another heading`() throws {
    let bench = try Bench()
    bench.box.change { $0.faults.saveRefusal = "Out of Memory" }
    let answer = try bench.post("/save", RestartTests.save + "&metro_vol=7")
    #expect(answer.status == 200)
    #expect(answer.text.contains("<h2>Out of Memory</h2>"))
    bench.clock.advance(by: 10_000)
    #expect(bench.box.read { $0.restarts == 0 && $0.settings.metroVolume == 80 })
  }

  @Test func `a save leaves a field as it was`() throws {
    let bench = try Bench()
    bench.box.change { $0.faults.unsavedFields = ["clk1_en", "metro_vol"] }
    let body = RestartTests.save + "&metro_vol=7&clk1_en=1&metro_voice=2"
    #expect(try bench.post("/save", body).body.count == 866)
    bench.clock.advance(by: 6800)
    let settings = bench.box.read { $0.settings }
    #expect(settings.metroVolume == 80 && !settings.outputs[1].isEnabled)
    #expect(settings.metroVoice == 2)
  }

  @Test func `a flash write is lost`() throws {
    let bench = try Bench()
    bench.box.change { $0.faults.losesFlashWrites = true }
    _ = try bench.post("/save", RestartTests.save + "&metro_vol=7")
    bench.clock.advance(by: 6800)
    #expect(try bench.config().contains("\"metro_vol\":80,"))
    _ = try bench.post("/live", "metro_vol=7")
    bench.clock.advance(by: 20_000)
    #expect(try bench.config().contains("\"metro_vol\":7,"))
    bench.box.change { $0.cutPower() }
    bench.clock.advance(by: 6000)
    #expect(try bench.config().contains("\"metro_vol\":80,"))
  }

  @Test func `a live edit ignores a field`() throws {
    let bench = try Bench()
    bench.box.change { $0.faults.ignoredLiveFields = ["metro_vol"] }
    #expect(try bench.post("/live", "metro_vol=7&metro_voice=2").text == "ok")
    #expect(try bench.config().contains("\"metro_vol\":80,\"metro_voice\":2,"))
  }

  @Test func `connections are refused, and those that are open stay`() throws {
    let bench = try Bench()
    let client = try bench.connect()
    _ = try client.get("/status")
    bench.box.change { $0.faults.refusesConnections = true }
    #expect(throws: RawClient.Failure.self) { try bench.connect() }
    #expect(try client.get("/status").status == 200)
    bench.box.change { $0.faults.refusesConnections = false }
    #expect(try bench.get("/status").status == 200)
  }

  @Test(arguments: [BoxProfile.p4, .touch])
  func `connections are accepted and nothing is said`(profile: BoxProfile) throws {
    let bench = try Bench(profile)
    bench.box.change { $0.faults.saysNothing = true }
    let client = try bench.connect()
    client.send("GET /status HTTP/1.1\r\n\r\n")
    client.patience(milliseconds: 30)
    #expect(client.rest().ending == .silent)
    bench.box.change { $0.faults.saysNothing = false }
    client.patience(seconds: 10)
    #expect(try client.answer().status == 200)
  }
}
