import SlotsSimulator
import Testing

/// `/update` (KitchenSync protocol, section 8).
@Suite struct UpdateTests {
  static let image = [0xE9] + [UInt8](repeating: 0x5A, count: 9999)

  private func page(_ bench: Bench) throws -> String { try bench.get("/update").text }

  @Test func `a p4 takes an image, restarts after half a second and shows a new stamp`() throws {
    let bench = try Bench()
    let before = try page(bench)
    #expect(before.contains("2.2.0, built Jul 17 2026 10:00:00"))
    let client = try bench.connect()
    let answer = try client.post("/update", Self.image, type: "application/octet-stream")
    #expect(answer.head == (try Sample.exchange("update-request-p4.txt").head))
    #expect(answer.text == "OK - rebooting")
    #expect(bench.box.read { $0.image } == Self.image)
    bench.clock.advance(by: 499)
    #expect(bench.box.read { $0.restarts == 0 && !$0.isUp })
    bench.clock.advance(by: 1)
    #expect(client.rest().ending == .reset)
    bench.clock.advance(by: 6000)
    #expect(try page(bench) != before)
  }

  @Test(arguments: [
    (UpdateFault.noPartition, "no OTA partition available"), (.begin, "ota begin failed"),
    (.interrupted, "upload interrupted"), (.write, "flash write failed"),
    (.validation, "image validation failed"), (.end, "ota end failed"),
    (.bootPartition, "set boot partition failed"),
  ])
  func `an update of a p4 fails and changes nothing`(fault: UpdateFault, text: String) throws {
    let bench = try Bench()
    bench.box.change { $0.faults.update = fault }
    let before = try page(bench)
    let client = try bench.connect()
    let answer = try client.post("/update", Self.image)
    #expect(answer.status == 500)
    #expect(answer.header("Content-Type") == "text/plain")
    #expect(answer.text == text)
    bench.clock.advance(by: 60_000)
    #expect(bench.box.read { $0.restarts == 0 && $0.image == nil })
    #expect(try page(bench) == before)
    #expect(try client.get("/status").status == 200)
  }

  @Test func `an image that is none, too large or empty`() throws {
    let bench = try Bench()
    bench.box.change { $0.slotSize = 9999 }
    #expect(try bench.post("/update", "MZ").text == "flash write failed")
    let large = try RawClient(bench.box.port).post("/update", Self.image)
    #expect(large.text == "flash write failed")
    #expect(try bench.post("/update").text == "ota end failed")
    let fits = try RawClient(bench.box.port).post("/update", Array(Self.image.dropLast()))
    #expect(fits.status == 200)
  }

  @Test func `a failure is answered before the end of the body, whose rest is dropped`() throws {
    let bench = try Bench()
    let client = try bench.connect()
    client.send(RawClient.head("POST", "/update", length: 20_000) + Array("MZ".utf8))
    #expect(try client.answer().text == "flash write failed")
    client.send([UInt8](repeating: 0, count: 19_998))
    #expect(try client.get("/status").status == 200)
    #expect(bench.box.read { $0.log.map(\.target) } == ["/update", "/status"])
  }

  @Test func `an upload is read as slowly as asked, and everything stands still meanwhile`() throws
  {
    let bench = try Bench()
    bench.box.change {
      $0.eraseTime = 3000
      $0.uploadBytesPerSecond = 10_000
    }
    let client = try bench.connect()
    client.send(RawClient.head("POST", "/update", length: Self.image.count) + Self.image)
    let other = try bench.connect()
    other.send("GET /status HTTP/1.1\r\n\r\n")
    #expect(bench.box.wait { $0.writesImage })
    bench.clock.advance(by: 3000)
    #expect(bench.box.wait { $0.uploaded == 4096 })
    bench.clock.advance(by: 408)
    #expect(bench.box.read { $0.uploaded } == 4096)
    bench.clock.advance(by: 1)
    #expect(bench.box.read { $0.uploaded } == 8192)
    #expect(bench.box.read { $0.log.isEmpty && $0.pulses[0] == 0 })
    bench.clock.advance(by: 591)
    #expect(try client.answer().text == "OK - rebooting")
  }

  @Test func `an upload that the sender breaks off leaves the old firmware`() throws {
    let bench = try Bench()
    var client: RawClient? = try bench.connect()
    client?.send(RawClient.head("POST", "/update", length: 100_000) + Self.image)
    #expect(bench.box.wait { $0.uploaded == Self.image.count })
    // A sender that stalls is waited for.
    bench.clock.advance(by: 600_000)
    #expect(bench.box.read { $0.openConnections } == 1)
    client = nil
    #expect(try bench.get("/status").status == 200)
    #expect(bench.box.read { $0.image == nil && $0.restarts == 0 })
  }

  @Test func `an upload stalls at the box until the switch is off`() throws {
    let bench = try Bench()
    bench.box.change { $0.faults.stallsUploadAfter = 4096 }
    let client = try bench.connect()
    client.send(RawClient.head("POST", "/update", length: Self.image.count) + Self.image)
    #expect(bench.box.wait { $0.uploaded == 4096 })
    bench.clock.advance(by: 600_000)
    #expect(bench.box.read { $0.uploaded } == 4096)
    bench.box.change { $0.faults.stallsUploadAfter = nil }
    #expect(try client.answer().status == 200)
  }

  @Test(arguments: [
    (BoxFaults.UpdateMoment.beforeSwitch, false), (.afterSwitch, true),
  ])
  func `power lost around the switch`(moment: BoxFaults.UpdateMoment, isNew: Bool) throws {
    let bench = try Bench()
    bench.box.change { $0.faults.updatePowerCut = moment }
    let client = try bench.connect()
    client.send(RawClient.head("POST", "/update", length: Self.image.count) + Self.image)
    let (bytes, ending) = client.rest()
    #expect(bytes == [] && ending == .reset)
    bench.clock.advance(by: 6000)
    #expect(try page(bench).contains("Jul 18") == isNew)
    #expect(try bench.config() == Sample.text("config-factory-defaults.json"))
  }

  private func form(_ file: [UInt8]?) -> [UInt8] {
    guard let file else {
      return Array(
        "--KSB\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\ny\r\n--KSB--\r\n".utf8)
    }
    return Array(
      ("--KSB\r\nContent-Disposition: form-data; name=\"update\"; filename=\"firmware.bin\"\r\n"
        + "Content-Type: application/octet-stream\r\n\r\n").utf8) + file
      + Array("\r\n--KSB--\r\n".utf8)
  }

  private func upload(_ bench: Bench, _ body: [UInt8]) throws -> RawClient.Answer {
    try RawClient(bench.box.port).post("/update", body, type: "multipart/form-data; boundary=KSB")
  }

  @Test(arguments: [
    (BoxProfile.touch, "text/html", "&mdash;"),
    (.x32link, "text/html; charset=utf-8", "\u{2014}"),
  ])
  func `a touch and an x32link take a form`(profile: BoxProfile, type: String, dash: String) throws
  {
    let bench = try Bench(profile)
    let answer = try upload(bench, form(Self.image))
    #expect(answer.status == 200)
    #expect(answer.header("Content-Type") == type)
    #expect(answer.text.contains("<h2>Updated \(dash) Restarting</h2>"))
    #expect(bench.box.read { $0.image } == Self.image)
    bench.clock.advance(by: 7000)
    #expect(bench.box.read { $0.restarts } == 1)
  }

  @Test func `a form without a file says it updated, unless an attempt had failed`() throws {
    let bench = try Bench(.touch)
    #expect(try upload(bench, form(nil)).status == 200)
    bench.clock.advance(by: 7000)
    #expect(bench.box.read { $0.restarts == 1 && $0.image == nil })
    let failed = try upload(bench, form(Array("MZ".utf8)))
    #expect(failed.status == 500)
    #expect(failed.text.contains("<h2>Update Failed</h2>"))
    #expect(try upload(bench, form(nil)).status == 500)
    #expect(bench.box.read { $0.restarts } == 1)
  }

  @Test func `a raw image crashes a touch and is never flashed`() throws {
    let bench = try Bench(.touch)
    let client = try bench.connect()
    client.send(
      RawClient.head("POST", "/update", length: Self.image.count, type: "application/octet-stream")
        + Self.image)
    let (bytes, ending) = client.rest()
    #expect(bytes == [] && ending == .reset)
    #expect(bench.box.read { $0.crashes == 1 && $0.image == nil })
    bench.clock.advance(by: 6000)
    #expect(try bench.get("/status").status == 200)
  }
}
