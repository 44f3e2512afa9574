extension BoxServer {
  /// Serves one request of a P4, whose connections stay open.
  /// - Returns: whether the connection stays open.
  func serveP4(_ connection: Connection) throws(Interruption) -> Bool {
    var request: Request
    switch try readHead(connection, limit: 512) {
    case .request(let read): request = read
    case .refused(let reply):
      try send(reply.head(closing: false, length: reply.body.count) + reply.body, to: connection)
      try finish(connection, unread: connection.buffer.count)
      return false
    }
    // A chunked body counts as none (section 2).
    let length = request.contentLength
    let head = request
    if let refusal = shared.withLock({ $0.box.p4Refusal(head) }) {
      let stays = try answer(request, on: connection) { _ in refusal }
      if !stays || refusal.closes {
        try finish(connection, unread: length)
        return false
      }
      _ = try readBody(connection, length: length, keeping: 0)
      return true
    }
    if request.method == "POST", request.path == "/update" {
      return try updateP4(request, on: connection)
    }
    request.body = try readBody(connection, length: length, keeping: 65536)
    let full = request
    return try answer(request, on: connection) { $0.p4Reply(full) }
  }

  /// Serves the one request that a connection to a Touch or an X32Link is good for, and waits for the
  /// client to close it.
  func serveArduino(_ connection: Connection) throws(Interruption) -> Bool {
    guard case .request(var request) = try readHead(connection, limit: nil) else { return false }
    let isUpload = request.method == "POST" && request.path == "/update"
    let head = request
    if isUpload {
      request.body = try readImage(request, on: connection)
    } else {
      request.body = try readBody(
        connection, length: request.contentLength, keeping: 65536)
    }
    let full = request
    let stays = try answer(head, body: request.body, on: connection) {
      isUpload ? $0.arduinoUpdate(full) : $0.arduinoReply(full)
    }
    guard stays else { return false }
    let deadline = answerTime + 2000
    while case .nothing = Socket.read(connection.descriptor) {
      let ready = try wait(
        for: [(connection.descriptor, Socket.readable)], until: deadline)
      if ready.isEmpty { break }
    }
    return false
  }

  /// Ends a connection in a way that the other end can still read the answer: reads what it sent.
  private func finish(_ connection: Connection, unread: Int) throws(Interruption) {
    Socket.endWriting(connection.descriptor)
    _ = try readBody(connection, length: unread, keeping: 0)
  }

  /// Reads an image as fast as the box does, with both cores standing still (section 8.3).
  func readImage(
    _ request: Request, on connection: Connection
  ) throws(Interruption) -> [UInt8] {
    let (rate, start, slot) = shared.withLock {
      $0.box.writesImage = true
      return ($0.box.uploadBytesPerSecond, clock.now + $0.box.eraseTime, $0.box.slotSize)
    }
    defer { shared.withLock { $0.box.writesImage = false } }
    _ = try wait(for: [], until: start)
    var image: [UInt8] = []
    var count = 0
    while count < request.contentLength {
      while let stall = shared.withLock({ $0.box.faults.stallsUploadAfter }), count >= stall {
        _ = try wait(for: [], until: nil, during: try catchUp())
      }
      // A stalled sender is waited for until its connection dies.
      if connection.buffer.isEmpty { try readMore(connection, patience: nil) }
      let taken = min(4096, request.contentLength - count, connection.buffer.count)
      // One byte more than fits is enough to know that it does not.
      image += connection.buffer.prefix(min(taken, max(0, slot + 65536 - image.count)))
      connection.buffer.removeFirst(taken)
      count += taken
      shared.withLock { $0.box.uploaded = count }
      if let rate { _ = try wait(for: [], until: start + count * 1000 / rate) }
    }
    return image
  }

  private func updateP4(
    _ request: Request, on connection: Connection
  ) throws(Interruption) -> Bool {
    if let fault = shared.withLock({ $0.box.faults.update }), fault.isEarly {
      let stays = try answer(request, on: connection) { _ in
        Reply(500, "text/plain", fault.rawValue)
      }
      _ = try readBody(connection, length: request.contentLength, keeping: 0)
      return stays
    }
    let image = try readImage(request, on: connection)
    return try answer(request, body: image, on: connection) { $0.p4Update(image) }
  }
}
