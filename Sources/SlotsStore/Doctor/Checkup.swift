package import SlotsModel

/// What one look of the doctor found.
package struct Checkup: Sendable, Hashable {
  /// How bad it is.
  package enum State: String, Sendable, Hashable, Comparable, CaseIterable {
    /// As it should be.
    case ok
    /// To be known.
    case note
    /// It works, and something is likely to go wrong.
    case warning
    /// Something does not work.
    case error

    package static func < (a: State, b: State) -> Bool {
      let order = allCases
      return order.firstIndex(of: a) ?? 0 < order.firstIndex(of: b) ?? 0
    }
  }

  /// What was looked at, as `remote`.
  package let name: String
  /// How bad it is.
  package let state: State
  /// What was found.
  package let summary: String
  /// What to do about it; nil where nothing is to be done.
  package let advice: String?

  init(_ name: String, _ state: State, _ summary: String, advice: String? = nil) {
    self.name = name
    self.state = state
    self.summary = summary
    self.advice = advice
  }

  /// `{"name","state","summary","advice"}`.
  package var json: JSONValue {
    [
      "name": .string(Text(name)), "state": .string(Text(state.rawValue)),
      "summary": .string(Text(summary)), "advice": advice.map { .string(Text($0)) } ?? .null,
    ]
  }
}
