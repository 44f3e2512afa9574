/// Several simulated boxes at ports of this machine, with one time.
package struct SimulatedFleet: Sendable {
  /// The boxes, in the order of their profiles.
  package let boxes: [SimulatedBox]
  /// The time that they go by.
  package let clock: SimulatedClock

  /// Starts one box for each profile. Their host names end in `7c1e`, `7c1f` and so on.
  /// - Parameter firstPort: the port of the first; the others follow. 0 for ports that the system
  ///   chooses.
  /// - Throws: when a port cannot be had; no box is left running then.
  package init(
    _ profiles: [BoxProfile], clock: SimulatedClock = .real(), firstPort: UInt16 = 0
  ) throws {
    self.clock = clock
    var boxes: [SimulatedBox] = []
    do {
      for (place, profile) in profiles.enumerated() {
        let port = firstPort == 0 ? 0 : firstPort + UInt16(place)
        let tail = String((0x7c1e + place) & 0xffff, radix: 16)
        let padded = String(repeating: "0", count: 4 - tail.count) + tail
        boxes.append(try SimulatedBox(profile, tail: padded, clock: clock, port: port))
      }
    } catch {
      for box in boxes { box.stop() }
      throw error
    }
    self.boxes = boxes
  }

  /// What Bonjour says of the boxes that have it (section 10): a second P4 gets a name with a number.
  package var services: [SimulatedService] {
    var collisions = 0
    return boxes.compactMap { box in
      guard let txt = box.profile.txt else { return nil }
      var instance = box.hostName
      if box.profile.product == .p4 {
        collisions += 1
        instance = collisions == 1 ? "KitchenSync" : "KitchenSync-\(collisions)"
      }
      return SimulatedService(
        instance: instance, host: "\(box.hostName).local", port: box.port, txt: txt)
    }
  }

  /// Ends all of them.
  package func stop() { for box in boxes { box.stop() } }
}

/// What one box says of itself by Bonjour as a `_http._tcp` service of the domain `local`.
package struct SimulatedService: Sendable, Equatable {
  /// The name of the instance.
  package let instance: String
  /// The target of its SRV record.
  package let host: String
  /// The port at 127.0.0.1.
  package let port: UInt16
  /// The TXT record; empty for an old firmware.
  package let txt: [String: String]
}
