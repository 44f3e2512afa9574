extension Box {
  /// Whether a P4 answers with a failure after this much of an image.
  func refusesImage(_ image: [UInt8]) -> Bool {
    image[0] != 0xE9 || image.count > slotSize || faults.update == .write
      || faults.update == .interrupted
  }

  /// Ends an upload to a P4 (section 8.1).
  mutating func p4Update(_ image: [UInt8]) -> Reply {
    func failed(_ fault: UpdateFault) -> Reply { Reply(500, "text/plain", fault.rawValue) }
    if let fault = faults.update { return failed(fault) }
    if image.isEmpty { return failed(.end) }
    if image[0] != 0xE9 || image.count > slotSize { return failed(.write) }
    switch faults.updatePowerCut {
    case .beforeSwitch: cutPower()
    case .afterSwitch:
      installed(image)
      cutPower()
    case nil:
      installed(image)
      return Reply(200, "text/plain", "OK - rebooting", effect: .restart(afterUpdate: true))
    }
    return failed(.interrupted)
  }

  /// Ends an upload of a Touch or an X32Link with the whole body (section 8.2).
  mutating func arduinoUpdate(_ request: Request) -> Reply {
    let isTouch = profile.product == .touch
    let type = isTouch ? "text/html" : "text/html; charset=utf-8"
    let content = request.header("content-type") ?? ""
    guard let parts = Multipart.parts(request.body, type: content) else {
      return Reply(500, type, "", closes: true, effect: .crash)
    }
    if let image = parts.first(where: \.isFile)?.content {
      if faults.update != nil || image.first != 0xE9 || image.count > slotSize {
        failedUpdate = true
      } else {
        installed(image)
        failedUpdate = false
      }
    }
    if failedUpdate {
      return Reply(500, type, Pages.page("Update Failed", "The old firmware goes on."))
    }
    let dash = isTouch ? "&mdash;" : "\u{2014}"
    let page = Pages.page("Updated \(dash) Restarting", "Wait a moment.")
    return Reply(200, type, page, effect: .restart(afterUpdate: true))
  }
}
