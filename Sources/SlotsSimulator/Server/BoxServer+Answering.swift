extension BoxServer {
  /// Notes a request, carries it out, and answers it with whatever fault meets it.
  /// - Returns: whether the connection can be used again.
  func answer(
    _ request: Request, body: [UInt8]? = nil, on connection: Connection,
    carryOut: (inout Box) -> Reply
  ) throws(Interruption) -> Bool {
    let now = clock.now
    let record = RequestRecord(
      method: request.method, target: request.target, headers: request.headers,
      body: Array((body ?? request.body).prefix(65536)), time: now, connection: connection.number)
    let isHere = losses
    let outcome = shared.withLock { shared -> (Int, AnswerFault?, Reply?)? in
      shared.box.advance(to: now)
      // A box that lost its power meanwhile carries nothing out.
      guard shared.box.losses == isHere else { return nil }
      let place = shared.box.log.count
      shared.box.log.append(record)
      let fault = shared.box.takeFault(request)
      if let fault, fault.isRefusal { return (place, fault, nil) }
      let reply = carryOut(&shared.box)
      shared.box.log[place].status = reply.status
      return (place, fault, reply)
    }
    guard let (place, fault, reply) = outcome else { throw .lost }
    if reply?.effect == .crash {
      let now = clock.now
      shared.withLock { $0.box.crash(now: now) }
    }
    // Power may have been lost meanwhile, and the answer with it.
    _ = try wait(for: [], until: clock.now)
    var stays = true
    var isEnding = false
    // What comes once the client has the whole answer is no matter of this one: the restart counts
    // from here, whoever moves the clock, and a request that comes later overlaps nothing.
    func end() {
      guard !isEnding else { return }
      isEnding = true
      noteOverlap(place, of: connection)
      answerTime = clock.now
      guard let effect = reply?.effect, case .restart(let afterUpdate) = effect else { return }
      let now = answerTime
      shared.withLock { $0.box.announceRestart(now: now, afterUpdate: afterUpdate) }
    }
    do throws(Interruption) {
      stays = try transmit(
        reply ?? Reply(503, "text/html", ""), with: fault, to: connection, place: place,
        beforeEnd: end)
    } catch {
      switch error {
      case .gone, .late: stays = false
      case .stopped, .lost: throw error
      }
    }
    end()
    return stays && reply?.closes != true
  }

  /// Looks whether somebody else has sent a request that waits, while this one still waits too.
  private func noteOverlap(_ place: Int, of connection: Connection) {
    acceptAll()
    let overlaps = connections.contains {
      $0 !== connection && (!$0.buffer.isEmpty || Socket.hasBytes($0.descriptor))
    }
    if overlaps, !Socket.hasEnded(connection.descriptor) {
      shared.withLock { $0.box.log[place].overlaps = true }
    }
  }

  /// Says nothing until the client closes its connection.
  private func hold(_ connection: Connection, _ place: Int) throws(Interruption) {
    var others: Set<Int32> = []
    while true {
      var watched = [connection.descriptor] + connections.map(\.descriptor)
      if let listener { watched.append(listener) }
      watched.removeAll { others.contains($0) }
      let ready = try wait(for: watched.map { ($0, Socket.readable) }, until: nil)
      noteOverlap(place, of: connection)
      if ready.contains(connection.descriptor) {
        connection.buffer = []
        try readMore(connection, patience: nil)
      }
      // What was seen once is not watched any more.
      others.formUnion(ready.filter { $0 != connection.descriptor && $0 != listener })
    }
  }

  /// Sends an answer as the fault has it.
  /// - Parameters:
  ///   - place: of the request in the log.
  ///   - beforeEnd: is called when only the end of the answer is missing.
  /// - Returns: whether the connection can be used again.
  private func transmit(
    _ reply: Reply, with fault: AnswerFault?, to connection: Connection, place: Int,
    beforeEnd: () -> Void
  ) throws(Interruption) -> Bool {
    let closing = profile.product != .p4
    var reply = reply
    let start = shared.withLock { $0.box.log[place].time }
    func head(_ length: Int?) -> [UInt8] { reply.head(closing: closing, length: length) }
    switch fault {
    case nil: break
    case .delayed(let milliseconds):
      _ = try wait(for: [], until: start + milliseconds)
    case .dropped: return false
    case .unanswered:
      try hold(connection, place)
    case .cut(let count, let resets):
      beforeEnd()
      try send(head(reply.body.count) + reply.body.prefix(count), to: connection)
      if resets { drop(connection) }
      return false
    case .length(let off):
      beforeEnd()
      try send(head(reply.body.count + off) + reply.body, to: connection)
      // What is too short is told by the end of the connection.
      return off < 0
    case .endless:
      beforeEnd()
      try send(reply.head(closing: true, length: nil), to: connection)
      while true { try send(Array(repeating: 32, count: 16384), to: connection) }
    case .trickled(let milliseconds):
      let bytes = head(reply.body.count) + reply.body
      for (place, byte) in bytes.enumerated() {
        _ = try wait(for: [], until: start + place * milliseconds)
        if place == bytes.count - 1 { beforeEnd() }
        try send([byte], to: connection)
      }
      return true
    case .redirect(let location):
      reply = Reply(302, "text/html", "")
      beforeEnd()
      try send(reply.head(closing: closing, length: 0, location: location), to: connection)
      return true
    case .raw(let bytes):
      beforeEnd()
      try send(bytes, to: connection)
      return false
    case .status(let status): reply = Reply(status, "text/html", "")
    case .body(let body): reply.body = body
    case .documentCut(let count): reply.body = Array(reply.body.prefix(count))
    case .padded(let count):
      let pad = Array(repeating: UInt8(ascii: "x"), count: count)
      let member = Array("{\"pad\":\"".utf8) + pad + Array("\",".utf8)
      reply.body = member + reply.body.dropFirst()
    }
    beforeEnd()
    try send(head(reply.body.count) + reply.body, to: connection)
    return true
  }

  /// Sends all of it; a client that takes nothing for 5 s has lost it.
  func send(_ bytes: [UInt8], to connection: Connection) throws(Interruption) {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard let count = Socket.write(connection.descriptor, rest) else { throw .gone }
      rest = rest.dropFirst(count)
      if count > 0, rest.isEmpty { return }
      let ready = try wait(
        for: [(connection.descriptor, Socket.writable)], until: clock.now + Self.patience)
      if ready.isEmpty { throw .gone }
    }
  }
}

extension AnswerFault {
  /// Whether a request that it meets is not carried out.
  var isRefusal: Bool {
    switch self {
    case .dropped, .unanswered, .redirect, .raw, .status: true
    default: false
    }
  }
}
