extension Box {
  /// Carries out a request of a Touch or an X32Link, but for an upload.
  mutating func arduinoReply(_ request: Request) -> Reply {
    let form = arguments(of: request)
    let isTouch = profile.product == .touch
    switch (request.method, request.path) {
    case (let method, "/status") where isTouch || method == "GET":
      return Reply(200, "application/json", device.status())
    case (let method, "/config.json") where profile.hasConfig && (isTouch || method == "GET"):
      return Reply(200, "application/json", device.settings.config(profile))
    case (let method, "/") where isTouch || method == "GET":
      return Reply(200, "text/html", Pages.page("Settings", "Version 2.2.0"))
    case ("GET", "/update"): return Reply(200, "text/html", updatePage)
    case ("POST", "/live") where profile.hasLive: return arduinoLive(form)
    case ("POST", "/save"): return arduinoSave(form)
    case ("POST", "/transport") where isTouch: return touchTransport(form)
    case ("POST", "/nudge") where isTouch:
      if let value = form["mb"] {
        device.settings.set(\.outputs[0].phase, value, in: -250...250)
        device.markDirty()
      }
      return Reply("ok")
    case ("POST", "/bright") where isTouch:
      if let value = form["pct"] {
        device.settings.set(\.brightness, value, in: 10...100)
        backlight = device.settings.brightness
        device.markDirty()
      }
      return Reply("ok")
    default: return Reply(404, "text/html", "Not found: \(request.path)")
    }
  }

  /// Query and form, one set; the body is a form only by its type (section 2).
  private func arguments(of request: Request) -> FormArguments {
    var pairs = FormText.arduino((request.query ?? "").utf8)
    let type = request.header("content-type") ?? ""
    if type.hasPrefix("application/x-www-form-urlencoded") {
      pairs += FormText.arduino(request.body)
    } else if let parts = Multipart.parts(request.body, type: type) {
      pairs += parts.filter { !$0.isFile }.map { FormText.Pair(key: $0.name, value: $0.content) }
    }
    return FormArguments(pairs: pairs)
  }

  private mutating func arduinoLive(_ form: FormArguments) -> Reply {
    let taken = FormArguments(pairs: form.pairs.filter { !isIgnored($0.key) })
    if profile.product == .touch {
      device.settings.setTouchLive(taken)
    } else {
      device.settings.setX32Live(taken)
    }
    device.needsTick = true
    device.markDirty()
    return Reply("ok")
  }

  private mutating func arduinoSave(_ form: FormArguments) -> Reply {
    let isTouch = profile.product == .touch
    let type = isTouch ? "text/html" : "text/html; charset=utf-8"
    if let heading = faults.saveRefusal {
      let page = Pages.page(heading, "Check the values and go back.")
      return Reply(isTouch ? 200 : 400, type, page)
    }
    let before = device.settings
    if isTouch {
      device.settings.setTouchSave(form, on: profile)
    } else {
      device.settings.setX32Save(form, on: profile)
    }
    keepSaved(since: before)
    let heading = isTouch ? "Saved &mdash; Restarting" : Pages.P4.saved
    return Reply(
      200, type, Pages.page(heading, Pages.P4.reconnect), effect: .restart(afterUpdate: false))
  }

  /// Section 6.3.
  private mutating func touchTransport(_ form: FormArguments) -> Reply {
    if form.has("realign") {
      press(.realign, on: [0])
      return Reply("realign armed\n")
    }
    guard let play = form.number("play") else {
      return Reply(400, "text/plain", "want ?play=1|0 or ?realign=1\n")
    }
    press(play != 0 ? .play : .stop, on: [0])
    return Reply(play != 0 ? "play armed\n" : "stopped\n")
  }
}
