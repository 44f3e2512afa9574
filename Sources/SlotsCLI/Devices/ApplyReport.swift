internal import SlotsDevices
internal import SlotsModel

/// What an apply planned for one box, and what came of it.
struct ApplyReport {
  let name: String
  var address: String?
  var plan: ApplyPlan?
  var outcomes: [Text: Applying.Outcome] = [:]
  var restart: RestartReport?
  var setupNetwork = ""
  var error: String?

  init(name: String) { self.name = name }

  mutating func take(_ plan: ApplyPlan, at address: String) {
    (self.plan, self.address) = (plan, address)
  }

  /// Done; partly where a field was not taken or not confirmed, or a box is not back.
  var end: ExitStatus {
    let isWhole = outcomes.values.allSatisfy { $0 == .taken || $0 == .sent }
    let isBack = restart.map { $0.isBack && $0.strays.isEmpty } ?? true
    return isWhole && isBack ? .done : .partial
  }

  /// The plan: each field, from what to what, and what stays.
  func show(_ plan: ApplyPlan, _ compared: Compared, on console: Console) {
    console.print(
      "\(Line(name, .strong))  \(Line(compared.product.title)) at \(Line(address ?? ""))")
    var table = Table(.left, .left, .left, .left)
    func add(_ word: String, _ change: ApplyPlan.Change, _ why: String = "") {
      table.add(
        Line("  \(word)"), Line(change.field.key.string),
        Line("\(change.field.shown(change.from)) → \(change.field.shown(change.to))"),
        Line(why, .faint))
    }
    for change in plan.live {
      let isBoot = compared.product == .touch && change.field.key == "clock_out"
      add("live", change, isBoot ? "a Touch looks at it when it starts" : "")
    }
    for change in plan.reboot { add("reboot", change) }
    for held in plan.held {
      if let change = held.change {
        add("held", change, held.reason.words(name))
      } else {
        table.add("  held", Line(held.key.string), "", Line(held.reason.words(name), .faint))
      }
    }
    if plan.isEmpty, plan.held.isEmpty { console.print("  as the store has it") }
    console.print(table.lines)
  }

  /// What came of it.
  func showOutcomes(on console: Console) {
    for (key, outcome) in outcomes.sorted(by: { $0.key < $1.key }) {
      let field = DeviceField.all[key]
      switch outcome {
      case .taken: continue
      case .sent:
        console.note("\(name): \(key.string) sent, not confirmed: no box tells it back")
      case .notTaken(let has, let reason):
        console.warning(
          "\(name): \(key.string) was not taken, the box has "
            + Line(field?.shown(has) ?? "nothing") + ": \(Line(reason))")
      case .unconfirmed(let reason):
        console.warning("\(name): \(key.string) sent, unconfirmed: \(Line(reason))")
      }
    }
    let taken = outcomes.values.count { $0 == .taken }
    let confirmable = outcomes.values.count { $0 != .sent }
    var words = "\(taken) of \(Words.count(confirmable, "field")) confirmed"
    if let restart { words += ", \(restartWords(restart))" } else { words += ", nothing restarted" }
    console.print("\(Line(name, .strong))  \(Line(words))")
    guard let restart else { return }
    for stray in restart.strays {
      console.warning(
        "\(name): \(stray.field.key.string) changed with the restart: "
          + "\(Line(stray.field.shown(stray.from))) → \(Line(stray.field.shown(stray.to)))")
    }
    if !restart.isBack {
      console.hint(
        "it may have lost its network: then it makes one of its own, \(Line(setupNetwork))")
    }
  }

  private func restartWords(_ restart: RestartReport) -> String {
    guard restart.isBack else { return "not back after its restart" }
    let kept = "kept \(Words.count(restart.kept, "other field"))"
    guard let outage = restart.outage else { return "it did not go away, \(kept)" }
    return "restarted, away for \(Words.seconds(outage)), \(kept)"
  }

  /// `{"name", "address", "live": [C…], "reboot": [C…], "held": [C…], "outcomes": [O…], "restart", "error"}`.
  var json: JSONValue {
    func change(_ change: ApplyPlan.Change) -> JSONObject {
      ["field": .string(change.field.key), "from": change.from ?? .null, "to": change.to]
    }
    func text(_ value: String?) -> JSONValue { value.map { .string(Text($0)) } ?? .null }
    let held = (plan?.held ?? []).map { held -> JSONValue in
      var object: JSONObject = held.change.map(change) ?? ["field": .string(held.key)]
      object["reason"] = .string(Text(held.reason.rawValue))
      return .object(object)
    }
    return [
      "name": text(name), "address": text(address),
      "live": .array((plan?.live ?? []).map { .object(change($0)) }),
      "reboot": .array((plan?.reboot ?? []).map { .object(change($0)) }), "held": .array(held),
      "outcomes": .array(
        outcomes.sorted { $0.key < $1.key }.map { key, outcome in outcome.json(key) }),
      "restart": restart?.json ?? .null, "error": text(error),
    ]
  }
}

extension Applying.Outcome {
  fileprivate func json(_ key: Text) -> JSONValue {
    var object: JSONObject = ["field": .string(key)]
    switch self {
    case .taken: object["outcome"] = "taken"
    case .sent: object["outcome"] = "sent"
    case .notTaken(let has, let reason):
      object["outcome"] = "not-taken"
      object["has"] = has ?? .null
      object["reason"] = .string(Text(reason))
    case .unconfirmed(let reason):
      object["outcome"] = "unconfirmed"
      object["reason"] = .string(Text(reason))
    }
    return .object(object)
  }
}

extension RestartReport {
  fileprivate var json: JSONValue {
    [
      "back": .bool(isBack), "outage": outage.map { .number(JSONNumber(Int($0))) } ?? .null,
      "kept": .number(JSONNumber(kept)),
      "changed": .array(strays.map { .string($0.field.key) }),
    ]
  }
}

extension ApplyPlan.Reason {
  /// Why a field stays, and what sends it.
  func words(_ name: String) -> String {
    switch self {
    case .plays: "would silence what plays: stop it first, or --even-while-playing"
    case .restarts: "restarts the box: --reboot \(name)"
    case .link: "the Link session owns the tempo"
    case .both: "changed on both sides: --yes sends the store's"
    case .box: "changed on the box: slots device pull \(name) takes it, --yes sends the store's"
    case .notFitted: "this box has none"
    case .network: "a network is changed together with its password, on the box's page"
    case .unknown: "of a newer program, left alone"
    }
  }
}
