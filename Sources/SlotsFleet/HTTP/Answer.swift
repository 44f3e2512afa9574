internal import CCurl
internal import SlotsSystem

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// An answer while it arrives, in bounded memory.
final class Answer {
  private(set) var body: [UInt8] = []
  private var headCount = 0
  private var isTooLong = false

  static let takeBody: ccurl_receiver = { bytes, size, count, context in
    guard let bytes, let context else { return 0 }
    let answer = Unmanaged<Answer>.fromOpaque(context).takeUnretainedValue()
    let all = size * count
    guard answer.body.count + all <= Connection.longestBody else {
      answer.isTooLong = true
      return 0
    }
    UnsafeRawBufferPointer(start: bytes, count: all).withMemoryRebound(to: UInt8.self) {
      answer.body.append(contentsOf: $0)
    }
    return all
  }

  static let takeHead: ccurl_receiver = { _, size, count, context in
    guard let context else { return 0 }
    let answer = Unmanaged<Answer>.fromOpaque(context).takeUnretainedValue()
    answer.headCount += size * count
    guard answer.headCount <= Connection.longestHead else {
      answer.isTooLong = true
      return 0
    }
    return size * count
  }

  static let goesOn: ccurl_watcher = { _, _, _, _, _ in Interruption.isRequested ? 1 : 0 }

  /// What a code of libcurl means, with the system's error number.
  func failure(_ code: CURLcode, _ number: Int32) -> HTTPFailure {
    if isTooLong { return .tooLong }
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST: return .unresolved
    case CURLE_COULDNT_CONNECT:
      return [EHOSTUNREACH, ENETUNREACH, ENETDOWN].contains(number) ? .unreachable : .refused
    case CURLE_OPERATION_TIMEDOUT: return .timedOut
    case CURLE_ABORTED_BY_CALLBACK: return .interrupted
    case CURLE_PARTIAL_FILE: return .broken("the answer was cut off")
    case CURLE_GOT_NOTHING: return .broken("the connection was closed without an answer")
    case CURLE_RECV_ERROR, CURLE_SEND_ERROR: return .broken("the connection broke")
    case CURLE_OUT_OF_MEMORY: return .tooLong
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING:
      return .malformed("it does not speak HTTP")
    default: return .malformed(String(cString: curl_easy_strerror(code)))
    }
  }
}
