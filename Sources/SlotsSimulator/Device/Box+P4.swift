extension Box {
  /// The routes of a P4 (section 3) with their methods.
  private var p4Routes: [String: [String]] {
    var routes = [
      "/": ["GET"], "/status": ["GET"], "/live": ["POST"], "/save": ["POST"],
      "/transport": ["POST"], "/update": ["GET", "POST"],
    ]
    if profile.hasConfig { routes["/config.json"] = ["GET"] }
    return routes
  }

  /// What a P4 answers before it reads a body: an unknown path, a wrong method, a form that is too
  /// long; nil when it goes on.
  func p4Refusal(_ request: Request) -> Reply? {
    guard let methods = p4Routes[request.path] else {
      return Reply(404, "text/html", "Nothing matches the given URI", closes: true)
    }
    guard methods.contains(request.method) else {
      let text = "Specified method is invalid for this resource"
      return Reply(405, "text/html", text, closes: true)
    }
    if request.path == "/save", request.contentLength > 3071 {
      let text = "Too many characters in the form. Shorten a field and retry."
      return Reply(200, "text/html", Pages.p4("Config Too Large", text))
    }
    return nil
  }

  /// Carries out a request of a P4, but for `POST /update`.
  mutating func p4Reply(_ request: Request) -> Reply {
    switch request.path {
    case "/status": return Reply(200, "application/json", device.status())
    case "/config.json":
      return Reply(200, "application/json", device.settings.config(profile))
    case "/live": return p4Live(request.body.prefix(1023))
    case "/save": return p4Save(request.body)
    case "/transport": return p4Transport(request.query)
    case "/update": return Reply(200, "text/html", updatePage)
    default: return Reply(200, "text/html", Pages.page("KitchenSync", "Settings"))
    }
  }

  var updatePage: String { Pages.page("Firmware", "Version 2.2.0, built \(build)") }

  /// Section 5.1. Every request realigns the grids and schedules a write, even an empty one.
  private mutating func p4Live(_ body: some Collection<UInt8>) -> Reply {
    for pair in FormText.p4(body) where !isIgnored(pair.key) {
      device.settings.setP4(pair.key, pair.value, saves: false, on: profile)
    }
    device.readings.reprime += 1
    device.needsTick = true
    device.markDirty()
    return Reply("ok")
  }

  func isIgnored(_ key: [UInt8]) -> Bool {
    faults.ignoredLiveFields.contains(String(decoding: key, as: UTF8.self))
  }

  /// Section 5.2.
  private mutating func p4Save(_ body: [UInt8]) -> Reply {
    if let heading = faults.saveRefusal {
      return Reply(200, "text/html", Pages.p4(heading, "Check the values and go back."))
    }
    let before = device.settings
    device.settings.clearCheckboxes()
    for pair in FormText.p4(body) {
      device.settings.setP4(pair.key, pair.value, saves: true, on: profile)
    }
    keepSaved(since: before)
    return Reply(
      200, "text/html", Pages.p4(Pages.P4.saved, Pages.P4.reconnect),
      effect: .restart(afterUpdate: false))
  }

  /// Writes flash after a save, without the fields that are not to be saved.
  mutating func keepSaved(since before: DeviceSettings) {
    for field in faults.unsavedFields { device.settings.restore(field, from: before) }
    device.needsTick = true
    device.writeFlash()
  }

  /// Section 6.1: only the query counts, and nothing in it is decoded.
  private mutating func p4Transport(_ query: String?) -> Reply {
    guard let query, !query.isEmpty, query.utf8.count <= 63 else {
      return Reply(400, "text/html", "need ?out=N|all&play=1|0")
    }
    let pairs = query.split(separator: "&").map {
      $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    }
    func value(_ name: String) -> Substring {
      pairs.first { $0.count == 2 && $0[0].lowercased() == name }?[1] ?? ""
    }
    let out = value("out") == "all" ? -1 : CText.whole(value("out").utf8)
    guard out < profile.outputs else { return Reply(400, "text/html", "bad out") }
    let outputs = out < 0 ? Array(device.launches.indices) : [out]
    press(value("play").hasPrefix("1") ? .play : .stop, on: outputs)
    return Reply("ok")
  }

  /// Notes a press, for the next tick.
  mutating func press(_ intent: TransportIntent, on outputs: [Int]) {
    intents.append(Intent(outputs: outputs, intent: intent))
    for output in outputs { device.launches[output].intent = intent }
  }
}
