package import SlotsDevices
internal import SlotsModel
internal import SlotsSystem
internal import Synchronization

/// Boxes on the network, each with one client for as long as the program runs.
package final class NetworkFleet: Fleet {
  private let clients = Mutex<[BoxAddress: Client]>([:])

  /// The network of this machine.
  package init() {}

  package func box(at text: String) throws(BoxFailure) -> any Box {
    guard let address = BoxAddress(text) else {
      throw .strange(
        reason: "\(text) is no address: 10.0.0.5, a host name, with a port after a colon")
    }
    return clients.withLock { clients in
      if let client = clients[address] { return client }
      let client = Client(Connection(to: address))
      clients[address] = client
      return client
    }
  }

  package func discover(
    _ request: DiscoveryRequest, isWanted: @escaping @Sendable () -> Bool,
    note: @escaping @Sendable (String) -> Void
  ) throws(DiscoveryFailure) -> [FoundBox] {
    let told = Announcement.merged(try Browser().run(request.time, isWanted: isWanted))
    let found = Mutex<[Int: FoundBox]>([:])
    // Each at once: one that has such a name and says nothing holds up no other.
    Threads.each(told.count) { index in
      let announcement = told[index]
      guard isWanted(),
        let certainty = announcement.certainty(includingX32Link: request.includesX32Link)
      else { return }
      if certainty == .declared || self.confirms(announcement) {
        found.withLock { $0[index] = announcement.box(certainty) }
      } else {
        note("\(announcement.host) has a name like a box's, and does not answer like one")
      }
    }
    return found.withLock { found in told.indices.compactMap { found[$0] } }
  }

  /// Whether what has a box's name answers like one.
  private func confirms(_ announcement: Announcement) -> Bool {
    announcement.addresses.prefix(2).contains { address in
      let host = address.contains(":") ? "[\(address)]" : address
      let status = try? box(at: "\(host):\(announcement.port)").status()
      return status.map { $0.launch != nil && $0.linkOwns != nil } ?? false
    }
  }
}
