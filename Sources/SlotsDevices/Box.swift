package import SlotsModel

/// A box that can be asked and told; each route of its web server is one method (KitchenSync protocol,
/// section 3). Calls wait for the answer, one after the other.
package protocol Box: AnyObject, Sendable {
  /// Where it answers, as `10.0.0.5:80`.
  var address: String { get }

  /// GET `/status`; at most two in a second, so it may wait.
  func status() throws(BoxFailure) -> BoxStatus

  /// GET `/config.json`.
  func config() throws(BoxFailure) -> BoxConfig

  /// POST `/live`, in several requests where one would be too long. Nothing is confirmed by it.
  func send(_ patch: LivePatch) throws(BoxFailure)

  /// POST `/save`: the box stores the form and restarts.
  /// - Throws: `BoxFailure.refused` where its page says so; it does not restart then.
  func save(_ form: SaveForm) throws(BoxFailure)

  /// POST `/transport`.
  func press(_ press: TransportPress, of product: DeviceProduct) throws(BoxFailure)

  /// POST `/nudge`, in thousandths of a beat; a Touch has it.
  func nudge(_ amount: Int) throws(BoxFailure)

  /// POST `/bright`, in percent; a Touch has it.
  func brighten(_ percent: Int) throws(BoxFailure)

  /// Forgets open connections: after a restart they hang.
  func reconnect()
}

/// A press of play or stop.
package struct TransportPress: Sendable, Hashable {
  /// The output, from 0; nil for all.
  package let output: Int?
  /// Play, which begins on the next bar, or stop, which is at once.
  package let plays: Bool

  /// A press of its parts.
  package init(output: Int?, plays: Bool) {
    self.output = output
    self.plays = plays
  }
}

/// Why a box was of no help; each needs another answer.
package enum BoxFailure: Error, Sendable, Hashable {
  /// Nothing came back. What was sent may have arrived.
  case noAnswer(reason: String, mayHaveArrived: Bool)
  /// The system does not let this program reach the local network.
  case blocked(reason: String)
  /// It answered, and not in JSON: it is alive, and its settings cannot be read.
  case undecodable(route: String, Undecodable)
  /// It answered with something that no box says.
  case strange(reason: String)
  /// 404: the firmware is older than the route, or the product has it not.
  case missing(route: String)
  /// Another status of HTTP.
  case status(Int, route: String, text: String)
  /// The page that `/save` answered is not the one of success.
  case refused(heading: String, paragraph: String)

  /// Whether the box itself answered.
  package var isAlive: Bool {
    switch self {
    case .noAnswer, .blocked: false
    case .undecodable, .strange, .missing, .status, .refused: true
    }
  }
}
