import SlotsDevices
import SlotsModel
import Testing

@testable import SlotsCLI

/// What a person reads when a box was of no help, and how the program ends.
@Suite struct BoxFailureTests {
  private func failure(_ failure: BoxFailure) -> Failure {
    let files = DeviceFiles(
      DeviceName("stage"), [.device: ["product": Register("p4", nil)]])
    return Failure(BoxError(files, "10.0.0.5", failure))
  }

  @Test func `one that does not answer ends with 4, and may be in a network of its own`() {
    let found = failure(.noAnswer(reason: "nothing listens there", mayHaveArrived: false))
    #expect(found.sentence == "stage at 10.0.0.5: nothing listens there")
    #expect(found.status == .offline)
    #expect(found.hints.last?.contains("KitchenSync-Setup") == true)
    let told = failure(.noAnswer(reason: "the connection broke", mayHaveArrived: true))
    #expect(told.sentence.contains("and may have been told"))
  }

  @Test
  func `B74: a network that is denied is named with its switch, and is not a box that is off`() {
    let found = failure(.blocked(reason: "no route to host"))
    #expect(found.status == .failed)
    #expect(found.hints.contains { $0.contains("Privacy & Security > Local Network") })
  }

  @Test(arguments: [
    (
      BoxFailure.undecodable(
        route: "/config.json", Undecodable(reason: "expected a comma", excerpt: "")),
      "it answers, but its /config.json cannot be read: expected a comma"
    ),
    (.missing(route: "/live"), "it has no /live: its firmware is older, or another product's"),
    (.status(503, route: "/status", text: "busy"), "/status ended with status 503: busy"),
    (
      .refused(heading: "Config Too Large", paragraph: "Shorten."),
      "it refused: Config Too Large. Shorten."
    ),
    (.strange(reason: "it does not speak HTTP"), "it does not speak HTTP"),
  ])
  func `each other failure has words of its own, and is no box that is away`(
    _ error: BoxFailure, _ words: String
  ) {
    let found = failure(error)
    #expect(found.sentence == "stage at 10.0.0.5: \(words)")
    #expect(found.status != .offline)
    #expect(error.isAlive)
  }

  @Test func `several boxes end as all of them, or partly`() {
    #expect(ExitStatus.together([]) == .done)
    #expect(ExitStatus.together([.done, .done]) == .done)
    #expect(ExitStatus.together([.offline, .offline]) == .offline)
    #expect(ExitStatus.together([.done, .offline]) == .partial)
    #expect(ExitStatus.together([.done, .bug]) == .bug)
  }
}
