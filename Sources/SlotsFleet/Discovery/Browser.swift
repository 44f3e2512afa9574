internal import CDNSSD
internal import SlotsDevices
internal import SlotsSystem

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Looks for web servers by Bonjour (`dns_sd`; Avahi's on Linux), on one thread.
final class Browser {
  /// One question that is being asked.
  private final class Question {
    var reference: DNSServiceRef?
    unowned let browser: Browser
    let instance: String
    var target = ""
    init(_ browser: Browser, _ instance: String) {
      (self.browser, self.instance) = (browser, instance)
    }
    var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
    static func of(_ context: UnsafeMutableRawPointer?) -> Question? {
      context.map { Unmanaged<Question>.fromOpaque($0).takeUnretainedValue() }
    }
  }

  private struct Service: Hashable { let name: String, type: String, domain: String }

  /// Each has a connection of its own to the system's Bonjour. A network has some hundred web servers at the most.
  private static let mostQuestions = 600

  private var questions: [Question] = []
  private var resolving: [Service: Question] = [:]
  private var isAsked: Set<String> = []
  private var services: [String: (target: String, port: Int, txt: [String: String])] = [:]
  private var addresses: [String: [String]] = [:]
  private var failure: DNSServiceErrorType?

  deinit { for question in questions { DNSServiceRefDeallocate(question.reference) } }

  /// What is there, once the time is over or `isWanted` says no.
  /// - Throws: `DiscoveryFailure` where this machine cannot look.
  func run(
    _ milliseconds: Int64, isWanted: () -> Bool
  ) throws(DiscoveryFailure) -> [Announcement] {
    dnssd_be_quiet()
    let end = Clock.monotonic() + milliseconds
    try browse()
    while isWanted(), failure == nil {
      let left = end - Clock.monotonic()
      if left <= 0 { break }
      process(atMost: min(left, 200))
    }
    if let failure { throw Self.failure(failure) }
    return services.map { instance, service in
      Announcement(
        instance: instance, target: service.target, port: service.port, txt: service.txt,
        addresses: addresses[service.target] ?? [])
    }
  }

  private func browse() throws(DiscoveryFailure) {
    let question = Question(self, "")
    let code = DNSServiceBrowse(
      &question.reference, 0, 0, "_http._tcp", "local.",
      { _, flags, _, code, name, type, domain, context in
        guard let question = Question.of(context) else { return }
        guard code == kDNSServiceErr_NoError, let name, let type, let domain else {
          question.browser.failure = code
          return
        }
        let service = Service(
          name: String(cString: name), type: String(cString: type), domain: String(cString: domain))
        let isThere = flags & DNSServiceFlags(kDNSServiceFlagsAdd) != 0
        question.browser.heard(of: service, isThere: isThere)
      }, question.context)
    guard code == kDNSServiceErr_NoError else { throw Self.failure(code) }
    questions.append(question)
  }

  private func heard(of service: Service, isThere: Bool) {
    guard isThere else {
      resolving[service] = nil
      services[service.name] = nil
      return
    }
    guard resolving[service] == nil, questions.count < Self.mostQuestions else { return }
    let question = Question(self, service.name)
    let code = DNSServiceResolve(
      &question.reference, 0, 0, service.name, service.type, service.domain,
      { _, _, _, code, _, host, port, length, txt, context in
        guard let question = Question.of(context), code == kDNSServiceErr_NoError, let host else {
          return
        }
        var target = String(cString: host)
        if target.hasSuffix(".") { target.removeLast() }
        let bytes = txt.map { Array(UnsafeBufferPointer(start: $0, count: Int(length))) } ?? []
        question.browser.resolved(
          question.instance, target, Int(UInt16(bigEndian: port)), TXTRecord.read(bytes))
      }, question.context)
    guard code == kDNSServiceErr_NoError else { return }
    questions.append(question)
    resolving[service] = question
  }

  private func resolved(_ instance: String, _ target: String, _ port: Int, _ txt: [String: String])
  {
    services[instance] = (target, port, txt)
    ask(for: target, instance)
  }

  /// The addresses of a host by Bonjour, for a system whose resolver does not know `.local`.
  static func addresses(of host: String, within milliseconds: Int64) -> [String] {
    dnssd_be_quiet()
    let browser = Browser()
    browser.ask(for: host, "")
    let end = Clock.monotonic() + milliseconds
    while browser.addresses.isEmpty, browser.failure == nil, !browser.questions.isEmpty {
      let left = end - Clock.monotonic()
      if left <= 0 || Interruption.isRequested { break }
      browser.process(atMost: min(left, 200))
    }
    return browser.addresses[host] ?? []
  }

  private func ask(for target: String, _ instance: String) {
    guard questions.count < Self.mostQuestions, isAsked.insert(target).inserted else { return }
    for type in [kDNSServiceType_A, kDNSServiceType_AAAA] {
      let question = Question(self, instance)
      question.target = target
      let code = DNSServiceQueryRecord(
        &question.reference, 0, 0, target, UInt16(type), UInt16(kDNSServiceClass_IN),
        { _, flags, _, code, _, type, _, length, data, _, context in
          guard let question = Question.of(context), code == kDNSServiceErr_NoError, let data,
            flags & DNSServiceFlags(kDNSServiceFlagsAdd) != 0
          else { return }
          let bytes = Array(UnsafeRawBufferPointer(start: data, count: Int(length)))
          question.browser.heard(bytes, of: question.target)
        }, question.context)
      if code == kDNSServiceErr_NoError { questions.append(question) }
    }
  }

  private func heard(_ bytes: [UInt8], of target: String) {
    guard bytes.count == 4 || bytes.count == 16 else { return }
    // Another link's own address needs an interface with it, and the box has a plain one too.
    if bytes.count == 16, bytes[0] == 0xFE, bytes[1] & 0xC0 == 0x80 { return }
    var text = [CChar](repeating: 0, count: 64)
    let family = bytes.count == 4 ? AF_INET : AF_INET6
    guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return }
    let address = String(
      decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    if addresses[target]?.contains(address) != true {
      addresses[target, default: []].append(address)
    }
  }

  /// Waits for answers, and takes them.
  private func process(atMost milliseconds: Int64) {
    let asked = questions
    var waiting = asked.map {
      pollfd(fd: DNSServiceRefSockFD($0.reference), events: Int16(POLLIN), revents: 0)
    }
    guard poll(&waiting, nfds_t(waiting.count), Int32(milliseconds)) > 0 else { return }
    for (question, state) in zip(asked, waiting) where state.revents != 0 {
      let code = DNSServiceProcessResult(question.reference)
      if code != kDNSServiceErr_NoError { failure = code }
    }
  }

  /// A code of dns_sd in words, with what helps.
  static func failure(_ code: DNSServiceErrorType) -> DiscoveryFailure {
    // -65563 is kDNSServiceErr_ServiceNotRunning, -65570 kDNSServiceErr_PolicyDenied.
    if code == -65570 {
      return DiscoveryFailure(
        reason: "macOS does not let this program see the local network",
        hints: [
          "System Settings > Privacy & Security > Local Network: allow it for the terminal",
          "an app needs NSLocalNetworkUsageDescription, and _http._tcp in NSBonjourServices",
        ])
    }
    #if canImport(Darwin)
      let hint = "the system's Bonjour answers again after a while, or after a restart"
    #else
      let hint = "apt-get install avahi-daemon, then start it: systemctl start avahi-daemon"
    #endif
    return DiscoveryFailure(
      reason: code == -65563 || code == kDNSServiceErr_Unknown
        ? "no Bonjour service runs on this machine" : "Bonjour ended with error \(code)",
      hints: [hint])
  }
}
