internal import CCurl
internal import SlotsSystem
internal import Synchronization

/// The one connection to a box. A box serves one request after the other, so two at once never leave here.
package final class Connection: Sendable {
  /// The longest body that is read, in bytes: a box's never has a kilobyte.
  package static let longestBody = 64 << 10
  /// The longest head that is read, in bytes.
  package static let longestHead = 16 << 10

  package let address: BoxAddress
  private let state: Mutex<State>
  private let resolve: @Sendable (String) -> [String]

  private struct State: ~Copyable {
    /// A `CURL *`, used by one thread at a time.
    var handle: UnsafeMutableRawPointer?
    /// What the name was resolved to.
    var found: String?

    mutating func close() {
      if let handle { curl_easy_cleanup(handle) }
      handle = nil
    }

    deinit { if let handle { curl_easy_cleanup(handle) } }
  }

  /// - Parameter resolve: the addresses of a name, asked once until `forget`; it takes a bounded time.
  package init(
    to address: BoxAddress,
    resolve: @escaping @Sendable (String) -> [String] = { Resolver.addresses(of: $0) }
  ) {
    _ = Self.isReady
    self.address = address
    self.resolve = resolve
    state = Mutex(State())
  }

  private static let isReady: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  /// Forgets the open connection, and where the name leads.
  package func forget() {
    state.withLock {
      $0.close()
      $0.found = nil
    }
  }

  /// Sends a request and waits for the whole answer.
  ///
  /// - Returns: the answer, whatever its status.
  /// - Throws: `HTTPFailure`, with whether the request may have reached the box.
  package func send(_ request: HTTPRequest) throws(SendFailure) -> HTTPResponse {
    let result = state.withLock { state -> Result<HTTPResponse, SendFailure> in
      if !address.isNumeric, state.found == nil {
        state.found = resolve(address.host).first
        guard state.found != nil else {
          return .failure(SendFailure(.unresolved, mayHaveArrived: false))
        }
      }
      if state.handle == nil { state.handle = curl_easy_init() }
      guard let handle = state.handle else {
        return .failure(SendFailure(.broken("no memory"), mayHaveArrived: false))
      }
      let result = perform(request, on: handle, at: state.found)
      // After anything odd the next request begins anew.
      if case .failure = result { state.close() }
      return result
    }
    return try result.get()
  }

  private func perform(
    _ request: HTTPRequest, on handle: UnsafeMutableRawPointer, at found: String?
  ) -> Result<HTTPResponse, SendFailure> {
    curl_easy_reset(handle)
    let answer = Answer()
    var lists: [UnsafeMutablePointer<curl_slist>?] = [nil, nil]
    defer { for list in lists { curl_slist_free_all(list) } }
    set(handle, CURLOPT_URL, "http://\(address.urlHost):\(address.port)\(request.path)")
    set(handle, CURLOPT_PROTOCOLS_STR, "http")
    set(handle, CURLOPT_PROXY, "")
    set(handle, CURLOPT_NOSIGNAL, 1)
    set(handle, CURLOPT_FOLLOWLOCATION, 0)
    set(handle, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
    set(handle, CURLOPT_TIMEOUT_MS, Int(request.deadline))
    set(handle, CURLOPT_CONNECTTIMEOUT_MS, Int(min(request.deadline, 2000)))
    if let found {
      let host = found.contains(":") ? "[\(found)]" : found
      lists[0] = curl_slist_append(nil, "\(address.host):\(address.port):\(host)")
      _ = ccurl_set_list(handle, CURLOPT_RESOLVE, lists[0])
    }
    lists[1] = curl_slist_append(nil, "Accept:")
    if let body = request.body {
      lists[1] = curl_slist_append(lists[1], "Expect:")
      lists[1] = curl_slist_append(
        lists[1], "Content-Type: application/x-www-form-urlencoded")
      set(handle, CURLOPT_POST, 1)
      set(handle, CURLOPT_POSTFIELDSIZE, body.count)
      // With a byte behind, so that a body without any has an address too.
      (body + [0]).withUnsafeBytes { bytes in
        let text = bytes.assumingMemoryBound(to: CChar.self).baseAddress
        _ = ccurl_set_text(handle, CURLOPT_COPYPOSTFIELDS, text)
      }
      // On a connection that turns out to be dead a request is sent twice; a POST never is.
      set(handle, CURLOPT_FRESH_CONNECT, 1)
      set(handle, CURLOPT_FORBID_REUSE, 1)
    }
    _ = ccurl_set_list(handle, CURLOPT_HTTPHEADER, lists[1])
    let context = Unmanaged.passUnretained(answer).toOpaque()
    ccurl_set_receivers(handle, Answer.takeBody, Answer.takeHead, Answer.goesOn, context)
    let code = withExtendedLifetime(answer) { curl_easy_perform(handle) }
    var status = 0
    _ = ccurl_get_long(handle, CURLINFO_RESPONSE_CODE, &status)
    if code == CURLE_OK {
      if (300..<400).contains(status) {
        return .failure(SendFailure(.redirected, mayHaveArrived: true))
      }
      return .success(HTTPResponse(status: status, body: answer.body))
    }
    var sent = 0
    _ = ccurl_get_long(handle, CURLINFO_REQUEST_SIZE, &sent)
    var number = 0
    _ = ccurl_get_long(handle, CURLINFO_OS_ERRNO, &number)
    return .failure(
      SendFailure(answer.failure(code, Int32(truncatingIfNeeded: number)), mayHaveArrived: sent > 0)
    )
  }

  private func set(_ handle: UnsafeMutableRawPointer, _ option: CURLoption, _ value: Int) {
    _ = ccurl_set_long(handle, option, value)
  }

  private func set(_ handle: UnsafeMutableRawPointer, _ option: CURLoption, _ text: String) {
    _ = ccurl_set_text(handle, option, text)
  }
}

/// A request that failed.
package struct SendFailure: Error, Sendable, Hashable {
  package let failure: HTTPFailure
  /// Whether the box may have got it.
  package let mayHaveArrived: Bool

  init(_ failure: HTTPFailure, mayHaveArrived: Bool) {
    (self.failure, self.mayHaveArrived) = (failure, mayHaveArrived)
  }
}
