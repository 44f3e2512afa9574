import TestSupport

/// One thing that happens in a schedule: to a replica, or to the world around all of them.
///
/// In text: who, what, and what it needs, as `r0 save 5 S12`, `r1 kill-sync 3000`, `world away`.
struct Step: Hashable, CustomStringConvertible {
  enum Verb: String, CaseIterable {
    case save, rename, clear, stay, pin, unpin, reset, restore, undo, redo, migrate, upgrade, sync
    case resetAll = "reset-all"
    /// An edit in the working tree; one committed by plain git; `git rm`; `git revert HEAD`.
    case hand, commit, remove, revert
    /// The real program, killed with SIGKILL after so many microseconds.
    case killSave = "kill-save"
    case killSync = "kill-sync"
    case killUndo = "kill-undo"
    case killReset = "kill-reset"
    /// A save and a sync in one replica at once.
    case both
    /// A replica's clock is so many milliseconds off.
    case clock
    /// The remote goes and comes back; a command takes so many milliseconds.
    case away, back, pace

    var hasSlot: Bool {
      switch self {
      case .save, .rename, .clear, .stay, .pin, .unpin, .reset, .restore: true
      case .hand, .commit, .remove, .killSave, .both: true
      default: false
      }
    }

    var hasName: Bool {
      [.save, .rename, .migrate, .hand, .commit, .killSave, .both].contains(self)
    }

    var isKill: Bool { rawValue.hasPrefix("kill-") }
    var hasNumber: Bool { isKill || self == .clock || self == .pace }
  }

  /// The number of a replica; nil for the world.
  let who: Int?
  let verb: Verb
  var slot = 0
  var name = ""
  var number: Int64 = 0

  var description: String {
    var words = [who.map { "r\($0)" } ?? "world", verb.rawValue]
    if verb.hasSlot { words.append("\(slot)") }
    if verb.hasName { words.append(name) }
    if verb.hasNumber { words.append("\(number)") }
    return words.joined(separator: " ")
  }
}

extension Step {
  init(_ text: Substring) throws {
    var words = text.split(separator: " ").map(String.init)[...]
    let name = try words.popFirst().orThrow("who in '\(text)'")
    who = name == "world" ? nil : try Int(name.dropFirst()).orThrow("a replica in '\(text)'")
    verb = try words.popFirst().flatMap(Verb.init).orThrow("a verb in '\(text)'")
    if verb.hasSlot { slot = try words.popFirst().flatMap { Int($0) }.orThrow("slot: \(text)") }
    if verb.hasName { self.name = try words.popFirst().orThrow("a name in '\(text)'") }
    if verb.hasNumber {
      number = try words.popFirst().flatMap { Int64($0) }.orThrow("a number in '\(text)'")
    }
    guard words.isEmpty else { throw Missing(what: "sense in '\(text)'") }
  }
}

/// What happens to some replicas and their remote, in order: a value that a seed makes, and a text that can
/// be pasted into a test.
struct Schedule: Hashable, CustomStringConvertible {
  /// The factory version that each replica's program begins with.
  var programs: [Int]
  var steps: [Step]

  static let slots = 6
  /// Clocks that are right, an hour off, in 1970 and in 2099.
  static let skews: [Int64] = [
    0, 0, 3_600_000, -3_600_000, ClockTests.past, ClockTests.future,
  ]

  /// The same text that `description` makes: the programs' factory versions, then a step a line.
  init(_ text: String) throws {
    var lines = text.split(separator: "\n")[...]
    let head = try lines.popFirst().orThrow("a first line").split(separator: " ")
    guard head.first == "programs", (3...6).contains(head.count) else {
      throw Missing(what: "'programs 1 2 …' in the first line")
    }
    programs = try head.dropFirst().map { try Int($0).orThrow("a version: \($0)") }
    steps = try lines.map { try Step($0) }
  }

  init(programs: [Int], steps: [Step]) { (self.programs, self.steps) = (programs, steps) }

  var description: String {
    let head = "programs " + programs.map(String.init).joined(separator: " ")
    return ([head] + steps.map(\.description)).joined(separator: "\n")
  }

  /// Swift text for a test.
  var script: String {
    let lines = description.split(separator: "\n").map { "  \($0)\n" }
    return "Schedule(\n  \"\"\"\n\(lines.joined())  \"\"\")"
  }

  /// The schedule that belongs to a seed.
  /// - Parameter kills: whether the real program is run and killed.
  init(seed: UInt64, length: Int = 40, kills: Bool = true) {
    var chance = Chance(seed: seed)
    programs = (0..<(2 + chance.below(4))).map { _ in [1, 1, 2][chance.below(3)] }
    steps = []
    for index in programs.indices {
      let skew = Self.skews[chance.below(Self.skews.count)]
      if skew != 0 { steps.append(Step(who: index, verb: .clock, number: skew)) }
    }
    for index in 0..<length {
      var verb = Self.draws[chance.below(Self.draws.count)]
      let (who, slot, skew) = (
        chance.below(programs.count), chance.below(Self.slots),
        Self.skews[chance.below(Self.skews.count)]
      )
      let time = Int64(chance.below(80_000))
      if verb.isKill, !kills { verb = .sync }
      let number = verb == .clock ? skew : verb == .pace ? [0, 1, 1000, 90_000][slot % 4] : time
      let isWorld = [.away, .back, .pace].contains(verb)
      steps.append(
        Step(
          who: isWorld ? nil : who, verb: verb, slot: slot, name: "S\(index)", number: number))
    }
  }

  /// How often each verb is drawn.
  private static func weight(_ verb: Step.Verb) -> Int {
    switch verb {
    case .sync: 22
    case .save: 8
    case .hand: 5
    case .pin, .undo, .upgrade, .commit, .killSync: 4
    case .rename, .clear, .unpin, .restore, .back: 3
    case .stay, .reset, .redo, .migrate, .remove, .revert, .killSave, .both, .clock, .pace: 2
    case .resetAll, .killUndo, .killReset, .away: 1
    }
  }

  private static let draws: [Step.Verb] = Step.Verb.allCases.flatMap { verb in
    Array(repeating: verb, count: weight(verb))
  }
}
