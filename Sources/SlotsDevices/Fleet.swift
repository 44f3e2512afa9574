package import SlotsModel

/// The way to boxes on the network.
package protocol Fleet: Sendable {
  /// The box at an address or a host name, with a port where it is not 80.
  /// - Throws: `BoxFailure.strange` for a text that is no address.
  func box(at address: String) throws(BoxFailure) -> any Box

  /// Looks for boxes by Bonjour until the time is over or `isWanted` says no.
  /// - Throws: `DiscoveryFailure` where this machine cannot look.
  func discover(
    _ request: DiscoveryRequest, isWanted: @escaping @Sendable () -> Bool,
    note: @escaping @Sendable (String) -> Void
  ) throws(DiscoveryFailure) -> [FoundBox]

  /// Is a fleet of boxes that are not there until `isWanted` says no, or the time is over.
  ///
  /// - Parameter began: called once with what answers where.
  /// - Throws: `SystemError` where a port is taken.
  func simulate(
    _ request: SimulationRequest, isWanted: () -> Bool,
    began: ([(name: String, address: String)]) -> Void
  ) throws
}

/// What is looked for, and for how long.
package struct DiscoveryRequest: Sendable, Hashable {
  /// In milliseconds.
  package var time: Int64
  /// Whether X32Link bridges are told of as well.
  package var includesX32Link: Bool

  /// A request of its parts.
  package init(time: Int64, includesX32Link: Bool) {
    (self.time, self.includesX32Link) = (time, includesX32Link)
  }
}

/// This machine cannot look for boxes, and what helps.
package struct DiscoveryFailure: Error, Sendable, Hashable {
  package let reason: String
  package let hints: [String]

  /// A failure of its parts.
  package init(reason: String, hints: [String]) {
    (self.reason, self.hints) = (reason, hints)
  }
}

/// A box that Bonjour told of.
package struct FoundBox: Sendable, Hashable {
  /// Whether its TXT record says that it is one of ours, or only its name looks like it and it then
  /// answered like one.
  package enum Certainty: String, Sendable, Hashable {
    case declared, guessed
  }

  /// Its name in browsers, which several boxes share.
  package let instance: String
  /// The host name without `.local`: what it is known by.
  package let host: String
  package let port: Int
  /// IPv4 first.
  package let addresses: [String]
  package let product: DeviceProduct?
  package let target: String?
  package let firmware: String?
  package let certainty: Certainty

  /// A box of its parts.
  package init(
    instance: String, host: String, port: Int, addresses: [String], product: DeviceProduct?,
    target: String?, firmware: String?, certainty: Certainty
  ) {
    (self.instance, self.host, self.port, self.addresses) = (instance, host, port, addresses)
    (self.product, self.target, self.firmware) = (product, target, firmware)
    self.certainty = certainty
  }
}

/// Boxes that are not there.
package struct SimulationRequest: Sendable, Hashable {
  /// How many.
  package var count: Int
  /// What each is, by the names of the simulator, in turn.
  package var profiles: [String]
  /// The port of the first one; nil for any.
  package var port: Int?
  /// Faults, by the names of the simulator.
  package var faults: [String]
  /// How long a restart takes, in milliseconds.
  package var outage: Int64

  /// How many peers the Link session has that they are in; 0 for none.
  package var peers: Int

  /// A request of its parts.
  package init(
    count: Int, profiles: [String], port: Int?, faults: [String], outage: Int64, peers: Int
  ) {
    (self.count, self.profiles, self.port) = (count, profiles, port)
    (self.faults, self.outage, self.peers) = (faults, outage, peers)
  }
}

/// What cannot be simulated, and what can.
package struct SimulationFailure: Error, Sendable, Hashable {
  package let reason: String
  package let hint: String

  /// A failure of its parts.
  package init(reason: String, hint: String) { (self.reason, self.hint) = (reason, hint) }
}
