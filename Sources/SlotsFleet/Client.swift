package import SlotsDevices
package import SlotsModel
internal import SlotsSystem
internal import Synchronization

/// A box over HTTP, each product in its own dialect (KitchenSync protocol, sections 4 to 6).
package final class Client: Box {
  /// The least time between two polls of one box, in milliseconds.
  package static let pace: Int64 = 500

  private let connection: Connection
  private let lastPoll = Mutex<Int64>(.min / 2)

  /// The box behind a connection.
  package init(_ connection: Connection) { self.connection = connection }

  package var address: String { connection.address.description }

  package func status() throws(BoxFailure) -> BoxStatus {
    keepPace()
    let body = try body(of: .get("/status"), "/status")
    do throws(Undecodable) { return try BoxStatus(body) } catch {
      throw .undecodable(route: "/status", error)
    }
  }

  package func config() throws(BoxFailure) -> BoxConfig {
    let body = try body(of: .get("/config.json"), "/config.json")
    do throws(Undecodable) { return try BoxConfig(body) } catch {
      throw .undecodable(route: "/config.json", error)
    }
  }

  package func send(_ patch: LivePatch) throws(BoxFailure) {
    // An empty one would realign the outputs for nothing.
    for body in FormBody.bodies(patch.pairs) {
      _ = try self.body(of: .post("/live", body), "/live")
    }
  }

  package func save(_ form: SaveForm) throws(BoxFailure) {
    let body = FormBody.bytes(form.pairs)
    guard body.count <= FormBody.saveLimit else {
      throw .strange(reason: "the form has \(body.count) bytes, and a box takes 3071")
    }
    var request = HTTPRequest.post("/save", body)
    request.deadline = 6000
    let response = try answer(to: request)
    switch response.status {
    // A failure is a page of status 200 too, and only its heading tells (section 5.2).
    case 200, 400:
      guard let page = ResultPage(response.text) else {
        throw .strange(reason: "/save answered with no page that a box has")
      }
      if response.status != 200 || !page.isSuccess {
        throw .refused(heading: page.heading, paragraph: page.paragraph)
      }
    default: throw failure(response, "/save")
    }
  }

  package func press(
    _ press: TransportPress, of product: DeviceProduct
  ) throws(BoxFailure) {
    let plays = "play=\(press.plays ? 1 : 0)"
    let query = product == .p4 ? "out=\(press.output.map(String.init) ?? "all")&\(plays)" : plays
    _ = try body(of: .post("/transport?\(query)"), "/transport")
  }

  package func nudge(_ amount: Int) throws(BoxFailure) {
    _ = try body(of: .post("/nudge?mb=\(amount)"), "/nudge")
  }

  package func brighten(_ percent: Int) throws(BoxFailure) {
    _ = try body(of: .post("/bright?pct=\(percent)"), "/bright")
  }

  package func reconnect() { connection.forget() }

  /// Waits until the next poll may go: more of them once stalled a box's clock.
  private func keepPace() {
    let wait = lastPoll.withLock { last -> Int64 in
      let now = Clock.monotonic()
      let next = max(now, last + Self.pace)
      last = next
      return next - now
    }
    Clock.pause(milliseconds: wait)
  }

  private func body(of request: HTTPRequest, _ route: String) throws(BoxFailure) -> [UInt8] {
    let response = try answer(to: request)
    guard response.status == 200 else { throw failure(response, route) }
    return response.body
  }

  private func failure(_ response: HTTPResponse, _ route: String) -> BoxFailure {
    if response.status == 404 { return .missing(route: route) }
    let line = response.text.split(separator: "\n").first.map(String.init) ?? ""
    return .status(response.status, route: route, text: line)
  }

  private func answer(to request: HTTPRequest) throws(BoxFailure) -> HTTPResponse {
    do throws(SendFailure) {
      return try connection.send(request)
    } catch {
      throw BoxFailure(error, to: request, at: connection.address)
    }
  }
}

extension BoxFailure {
  fileprivate init(_ error: SendFailure, to request: HTTPRequest, at address: BoxAddress) {
    func silence(_ reason: String) -> BoxFailure {
      .noAnswer(reason: reason, mayHaveArrived: error.mayHaveArrived && request.body != nil)
    }
    self =
      switch error.failure {
      case .unresolved: silence("\(address.host) is not found on this network")
      case .refused: silence("nothing listens there")
      case .unreachable:
        #if canImport(Darwin)
          // That is how the system denies the local network to a program.
          .blocked(reason: "no route to host; macOS says so too where it denies the local network")
        #else
          silence("no route leads there")
        #endif
      case .timedOut: silence("it said nothing for \(request.deadline / 1000) seconds")
      case .broken(let reason): silence(reason)
      case .interrupted: silence("interrupted")
      case .tooLong: .strange(reason: "its answer is longer than any box's")
      case .malformed(let reason): .strange(reason: reason)
      case .redirected: .strange(reason: "it sends elsewhere, which no box does")
      }
  }
}

/// The page that a box answers a form with.
struct ResultPage {
  let heading: String
  let paragraph: String

  /// Finds the first heading of level 2, and the paragraph after it; nil without one.
  init?(_ html: String) {
    guard let heading = Self.element("h2", in: html[...]) else { return nil }
    self.heading = Self.plain(heading.text)
    paragraph = Self.element("p", in: heading.rest).map { Self.plain($0.text) } ?? ""
  }

  var isSuccess: Bool { heading.hasPrefix("Saved") }

  private static func element(
    _ name: String, in html: Substring
  ) -> (text: Substring, rest: Substring)? {
    guard let open = html.firstRange(of: "<\(name)"),
      let start = html[open.upperBound...].firstIndex(of: ">"),
      let end = html[start...].firstRange(of: "</\(name)>")
    else { return nil }
    return (html[html.index(after: start)..<end.lowerBound], html[end.upperBound...])
  }

  private static func plain(_ text: Substring) -> String {
    text.replacing("&mdash;", with: "—").replacing("&#8212;", with: "—")
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
