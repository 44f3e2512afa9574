/// What an output does, as the box reports it; never predicted.
package enum LaunchState: Int, Sendable, Hashable {
  case stopped, armed, running
}

/// What a box's `/status` says (KitchenSync protocol, section 4.1). Every part may be missing: then it was
/// not measured, and is never zero.
package struct BoxStatus: Sendable, Hashable {
  /// The tempo of the clock, in BPM.
  package let tempo: JSONNumber?
  /// How many Link peers it sees.
  package let peers: Int?
  /// What each output does, by index; nil from a firmware that does not tell.
  package let launch: [LaunchState?]?
  /// The Link session's play flag on a KitchenSync, the one output's state on a Touch.
  package let isPlaying: Bool?
  /// Whether Link starts and stops the outputs that follow it.
  package let linkOwns: Bool?
  /// The firmware's version, which does not tell builds apart.
  package let firmware: Text?
  /// Counters and maxima since the box started, by name.
  package let counters: [Text: Int]
  /// All of it.
  package let object: JSONObject

  /// Those that only rise until a restart, each with what a rise means.
  package static let health: [(name: Text, meaning: String, unit: String)] = [
    ("drop", "clock pulses discarded", "pulses"),
    ("burst", "late ticks with several pulses", "ticks"),
    ("over", "ticks later than 5 ms", "ticks"), ("gap", "the longest gap between ticks", "µs"),
    ("work", "the longest tick", "µs"), ("tfail", "transport messages that failed", "messages"),
  ]
  /// Those that also count in the course of things: going down they tell of a restart.
  private static let rising: [Text] = ["tx", "pulses", "reprime", "xf", "w_beats", "w_clock"]

  /// Reads an answer.
  /// - Throws: `Undecodable` for what is no JSON object.
  package init(_ bytes: [UInt8]) throws(Undecodable) {
    self.init(try Undecodable.object(in: bytes))
  }

  /// Reads a decoded answer; never fails.
  package init(_ object: JSONObject) {
    self.object = object
    tempo = object["bpm"]?.number
    peers = object["peers"]?.number?.int
    launch = object["launch"]?.array.map { states in
      states.map { $0.number?.int.flatMap(LaunchState.init) }
    }
    isPlaying = object["playing"]?.bool
    linkOwns = object["link_owns"]?.bool
    firmware = object["fw"]?.text
    let names = Self.health.map(\.name) + Self.rising
    counters = Dictionary(
      uniqueKeysWithValues: names.compactMap { name in
        object[name]?.number?.int.map { (name, $0) }
      })
  }

  /// Whether it is of a firmware from before the products shared one `/status`.
  package var isOfOldDialect: Bool { object["min"] == nil && object["launch"] == nil }

  /// Whether a Link session sets the tempo.
  package var isTempoOfLink: Bool { (peers ?? 0) > 0 }

  /// Whether anything plays, or is about to, as far as it tells.
  package var isSounding: Bool {
    isPlaying == true || (launch ?? []).contains { $0 == .armed || $0 == .running }
  }

  /// Whether an output plays, or is about to; true as well where it does not tell and the box plays.
  package func isSounding(output: Int) -> Bool {
    if linkOwns == true, isPlaying == true { return true }
    guard let launch else { return isSounding }
    guard launch.indices.contains(output) else { return false }
    return launch[output] == .armed || launch[output] == .running
  }

  /// Whether the box started again since `earlier`: a counter that only rises is lower.
  package func hasRestarted(since earlier: [Text: Int]) -> Bool {
    counters.contains { name, count in earlier[name].map { $0 > count } ?? false }
  }

  /// What got worse since `earlier`; nothing after a restart.
  package func worse(since earlier: [Text: Int]) -> [(name: Text, from: Int, to: Int)] {
    if hasRestarted(since: earlier) { return [] }
    return Self.health.compactMap { row in
      guard let old = earlier[row.name], let new = counters[row.name], new > old else {
        return nil
      }
      return (row.name, old, new)
    }
  }
}

/// What an output does and who decides it, put together from `/status` and `/config.json` (KitchenSync
/// protocol, section 6.2).
package enum OutputState: Sendable, Hashable {
  /// As the box reports it.
  case own(LaunchState)
  /// Link starts and stops it; whether the session plays.
  case ofLink(isPlaying: Bool)
  /// It may be Link's: the box told no settings.
  case unsure(LaunchState)
  /// Turned off; what it is reported to do stands still.
  case off
  /// It does not tell.
  case untold

  /// The state of each output that the box told of.
  package static func all(_ status: BoxStatus, _ config: BoxConfig?) -> [OutputState] {
    guard let launch = status.launch else { return [] }
    return launch.enumerated().map { index, state in
      let values = config?.values ?? [:]
      let isOn = values[Text("clk\(index)_en")]?.bool ?? true
      if values["clock_out"] == false || !isOn { return .off }
      guard let state else { return .untold }
      guard status.linkOwns == true else { return .own(state) }
      guard let follows = values[Text("clk\(index)_follow")]?.bool else { return .unsure(state) }
      return follows ? .ofLink(isPlaying: status.isPlaying ?? false) : .own(state)
    }
  }
}
