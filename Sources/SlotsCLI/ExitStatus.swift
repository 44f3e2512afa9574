/// How the program ends.
package enum ExitStatus: Int32, Sendable, CaseIterable {
  /// It did what was asked.
  case done = 0
  /// It failed.
  case failed = 1
  /// The words were wrong, or an answer was needed and there was nobody to give it.
  case usage = 2
  /// Validation or a quota refused it and nothing changed; or a check found problems.
  case refused = 3
  /// The remote, or a box, was not reached; the work is kept here.
  case offline = 4
  /// Partly done.
  case partial = 5
  /// A bug in slots.
  case bug = 70

  /// What it means, for the manual.
  var meaning: String {
    switch self {
    case .done: "done"
    case .failed: "failed"
    case .usage: "wrong usage, or an answer was needed and there was neither a terminal nor --yes"
    case .refused: "refused by validation or a quota, nothing changed; or a check found problems"
    case .offline: "the remote, or a box, was not reached; the work is kept here"
    case .partial: "partly done: an edit was held back, a box did not take a field"
    case .bug: "a bug in slots"
    }
  }
}
