extension BoxServer {
  /// Serves one request of a P4, whose connections stay open.
  /// - Returns: whether the connection stays open.
  func serveP4(_ connection: Connection) throws(Interruption) -> Bool {
    var request: Request
    switch try readHead(connection, limit: 512) {
    case .request(let read): request = read
    case .refused(let reply):
      shared.withLock { $0.box.malformed += 1 }
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
    guard case .request(var request) = try readHead(connection, limit: nil) else {
      shared.withLock { $0.box.malformed += 1 }
      return false
    }
    let isUpload = request.method == "POST" && request.path == "/update"
    let head = request
    if isUpload {
      request.body = try readImage(request, on: connection).image
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
  /// - Parameter isOver: whether the box has read enough, by what it has; never before the first byte.
  func readImage(
    _ request: Request, on connection: Connection,
    until isOver: (Box, [UInt8]) -> Bool = { _, _ in false }
  ) throws(Interruption) -> (image: [UInt8], unread: Int) {
    let (rate, start) = shared.withLock {
      $0.box.writesImage = true
      $0.box.uploaded = 0
      return ($0.box.uploadBytesPerSecond, clock.now + $0.box.eraseTime)
    }
    defer { shared.withLock { $0.box.writesImage = false } }
    _ = try wait(for: [], until: start)
    var image: [UInt8] = []
    while image.count < request.contentLength {
      while let stall = shared.withLock({ $0.box.faults.stallsUploadAfter }), image.count >= stall {
        _ = try wait(for: [], until: nil, during: try catchUp())
      }
      // A stalled sender is waited for until its connection dies.
      if connection.buffer.isEmpty { try readMore(connection, patience: nil) }
      let taken = min(4096, request.contentLength - image.count, connection.buffer.count)
      image += connection.buffer.prefix(taken)
      connection.buffer.removeFirst(taken)
      let count = image.count
      shared.withLock { $0.box.uploaded = count }
      if let rate { _ = try wait(for: [], until: start + count * 1000 / rate) }
      if shared.withLock({ isOver($0.box, image) }) { break }
    }
    return (image, request.contentLength - image.count)
  }

  private func updateP4(
    _ request: Request, on connection: Connection
  ) throws(Interruption) -> Bool {
    var (image, unread) = ([UInt8](), request.contentLength)
    if shared.withLock({ $0.box.faults.update })?.isEarly != true {
      (image, unread) = try readImage(request, on: connection) { $0.refusesImage($1) }
    }
    // An answer can come long before the end of the body, of which the rest is then thrown away.
    let received = image
    let stays = try answer(request, body: image, on: connection) { $0.p4Update(received) }
    if stays { _ = try readBody(connection, length: unread, keeping: 0) }
    return stays
  }
}
