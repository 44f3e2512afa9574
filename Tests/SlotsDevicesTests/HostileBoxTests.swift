import Foundation
import SlotsDevices
import SlotsModel
import SlotsSimulator
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsFleet

/// Boxes that are broken, or mean harm: each costs bounded time and memory, and harms no other.
@Suite struct HostileBoxTests {
  struct Harm: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let fault: AnswerFault
    /// What the failure says.
    let words: String
  }

  static let harms = [
    Harm(testDescription: "a body without end", fault: .endless, words: "longer than any box's"),
    Harm(
      testDescription: "a byte now and then", fault: .trickled(millisecondsPerByte: 150),
      words: "said nothing"),
    Harm(testDescription: "a length that is too long", fault: .length(off: 50), words: "cut off"),
    Harm(
      testDescription: "a body that is cut off", fault: .cut(bodyBytes: 20, reset: false),
      words: "cut off"),
    Harm(
      testDescription: "a reset in the middle", fault: .cut(bodyBytes: 20, reset: true),
      words: "broke"),
    Harm(testDescription: "no answer and a close", fault: .dropped, words: "without an answer"),
    Harm(testDescription: "no answer at all", fault: .unanswered, words: "said nothing"),
    Harm(
      testDescription: "a redirect elsewhere", fault: .redirect("http://192.0.2.1/"),
      words: "sends elsewhere"),
    Harm(
      testDescription: "no HTTP", fault: .raw(Array("SSH-2.0-OpenSSH\r\n".utf8)),
      words: "does not speak HTTP"),
    Harm(
      testDescription: "a head without end",
      fault: .raw(
        Array(
          ("HTTP/1.1 200 OK\r\n" + String(repeating: "X: yyyyyyyyyyyyyy\r\n", count: 9000)).utf8)),
      words: "longer than any box's"),
    Harm(
      testDescription: "a length below zero",
      fault: .raw(Array("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n{}".utf8)), words: "HTTP"),
    Harm(
      testDescription: "a large document", fault: .padded(3_000_000),
      words: "longer than any box's"),
    Harm(
      testDescription: "a document that is cut with its length", fault: .documentCut(to: 40),
      words: "cannot be read"),
  ]

  @Test(arguments: harms)
  func `it is told what it is, and costs little`(harm: Harm) throws {
    let box = try SimulatedBox()
    box.change { $0.fail(harm.fault, path: "/config.json") }
    let client = Client(Connection(to: try #require(BoxAddress("127.0.0.1:\(box.port)"))))
    let memory = Self.memory()
    let error = #expect(throws: BoxFailure.self) { try client.config() }
    #expect(error?.words.contains(harm.words) == true, "\(error?.words ?? "")")
    #expect(Self.memory() - memory < 100_000)
    // It recovers once the box does.
    box.change { $0.faults.answers = [] }
    #expect(try client.config().outputs == 4)
  }

  @Test func `one that says nothing holds up no other`() throws {
    let (bad, good) = (try SimulatedBox(), try SimulatedBox(tail: "7c1f"))
    bad.change { $0.faults.saysNothing = true }
    let fleet = NetworkFleet()
    let (slow, quick) = (
      try fleet.box(at: "127.0.0.1:\(bad.port)"), try fleet.box(at: "127.0.0.1:\(good.port)")
    )
    let end = LockedTime()
    Threads.each(2) { index in
      if index == 0 {
        _ = try? slow.status()
      } else {
        _ = try? quick.status()
        end.note()
      }
    }
    #expect(end.isEarlier(than: Clock.monotonic()))
  }

  @Test func `no failure leaves a descriptor open`() throws {
    let box = try SimulatedBox()
    let address = try #require(BoxAddress("127.0.0.1:\(box.port)"))
    box.change { $0.fail(.cut(bodyBytes: 5, reset: true)) }
    func descriptors() -> Int {
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    }
    let connection = Connection(to: address)
    _ = try? connection.send(.get("/config.json"))
    connection.forget()
    let before = descriptors()
    for _ in 0..<200 { _ = try? connection.send(.get("/config.json")) }
    connection.forget()
    // Other tests open some in the same process.
    #expect(descriptors() - before < 100)
  }

  @Test func `B73: a name is resolved once, and asking has an end`() throws {
    let box = try SimulatedBox()
    let asked = LockedTime()
    let address = try #require(BoxAddress("box.local:\(box.port)"))
    let connection = Connection(to: address) { _ in
      asked.note()
      return ["127.0.0.1"]
    }
    for _ in 0..<5 { _ = try connection.send(.get("/config.json")) }
    #expect(asked.count == 1)
    connection.forget()
    _ = try connection.send(.get("/config.json"))
    #expect(asked.count == 2)
    let nowhere = Connection(to: address) { _ in [] }
    #expect(throws: SendFailure(.unresolved, mayHaveArrived: false)) {
      try nowhere.send(.get("/status"))
    }
  }

  @Test(arguments: [
    ("10.0.0.5", "10.0.0.5"), ("10.0.0.5:8080", "10.0.0.5:8080"),
    ("[fe80::1%eth0]:81", "[fe80::1%eth0]:81"),
    ("kitchensync-7c1e.local", "kitchensync-7c1e.local"), ("http://box.local/", "box.local"),
    ("http://box.local:81", "box.local:81"), ("::1", "[::1]"),
  ])
  func `an address is read`(text: String, shown: String) {
    #expect(BoxAddress(text)?.description == shown)
  }

  @Test(arguments: [
    "", "https://box", "box/status", "ada@box", "box:0", "box:99999", "box:x", "[::1", "a b", "-x",
    "http://", "box?x=1", "ftp://box", "box:80:80",
  ])
  func `what is no address is refused`(text: String) { #expect(BoxAddress(text) == nil) }

  /// In kilobytes.
  private static func memory() -> Int {
    let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    return (text?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4
  }
}
