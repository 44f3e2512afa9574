package import SlotsModel
internal import SlotsSystem

/// Sends what a plan says to one box, and tells what it took: nothing counts as done before the box has
/// been read back.
package struct Applying {
  /// What became of one field.
  package enum Outcome: Sendable, Hashable {
    /// The box has it now.
    case taken
    /// No box tells it back: it was sent.
    case sent
    /// The box has something else; the likely reason.
    case notTaken(has: JSONValue?, reason: String)
    /// The box was told, and could not be read afterwards.
    case unconfirmed(reason: String)
  }

  let box: any Box
  /// What the box is.
  package let product: DeviceProduct
  /// How long a restart is waited for, in milliseconds.
  let patience: Int64
  /// A line about what is waited for.
  let progress: (String) -> Void

  /// A sender to one box.
  package init(
    to box: any Box, _ product: DeviceProduct, patience: Int64 = 60_000,
    progress: @escaping (String) -> Void = { _ in }
  ) {
    (self.box, self.product, self.patience, self.progress) = (box, product, patience, progress)
  }

  /// Sends live fields as the smallest patch and reads them back.
  /// - Returns: what became of each field, and how the box was afterwards; nil where it was not asked.
  /// - Throws: `RefusedField` where one cannot be sent; nothing was sent then. `BoxFailure` where the box was
  ///   not told anything.
  package func send(
    _ plan: ApplyPlan
  ) throws -> (outcomes: [Text: Outcome], status: BoxStatus?) {
    let patch = try plan.patch(for: product)
    guard !patch.isEmpty else { return ([:], nil) }
    var trouble: String?
    do throws(BoxFailure) {
      try box.send(patch)
    } catch {
      guard case .noAnswer(let reason, true) = error else { throw error }
      trouble = reason
      box.reconnect()
    }
    return outcomes(of: plan.live, trouble: trouble)
  }

  /// Reads fields back. A box that a Link session leads puts the session's tempo back within 250 ms.
  private func outcomes(
    of changes: [ApplyPlan.Change], trouble: String?
  ) -> (outcomes: [Text: Outcome], status: BoxStatus?) {
    if changes.contains(where: { $0.field.key == "bpm" }) { Clock.pause(milliseconds: 300) }
    let found: BoxReading
    let config: BoxConfig
    do throws(BoxFailure) {
      found = try BoxReading(of: box)
      config = try found.settings()
    } catch {
      let reason = trouble ?? error.words
      let outcomes = changes.map { ($0.field.key, Outcome.unconfirmed(reason: reason)) }
      return (Dictionary(uniqueKeysWithValues: outcomes), nil)
    }
    let outcomes = changes.map { change in
      (change.field.key, outcome(of: change.field, change.to, config, found.status))
    }
    return (Dictionary(uniqueKeysWithValues: outcomes), found.status)
  }

  func outcome(
    of field: DeviceField, _ wanted: JSONValue, _ config: BoxConfig, _ status: BoxStatus?
  ) -> Outcome {
    if field.place == .unreadable { return .sent }
    let has = config.values[field.key]
    if has == field.plain(wanted) { return .taken }
    if has == nil { return .notTaken(has: nil, reason: "this box has none") }
    if field.key == "bpm", status?.isTempoOfLink == true {
      return .notTaken(has: has, reason: "the Link session owns the tempo")
    }
    return .notTaken(has: has, reason: "this firmware ignores it, or allows other values")
  }
}

extension BoxFailure {
  /// In one clause, for a sentence that names the box.
  package var words: String {
    switch self {
    case .noAnswer(let reason, let mayHaveArrived):
      mayHaveArrived ? "it did not answer (\(reason)), and may have been told" : reason
    case .blocked(let reason): reason
    case .undecodable(let route, let error):
      "it answers, but its \(route) cannot be read: \(error.reason)"
        + (error.excerpt.isEmpty ? "" : " near \(error.excerpt)")
    case .strange(let reason): reason
    case .missing(let route): "it has no \(route): its firmware is older, or another product's"
    case .status(let status, let route, let text):
      "\(route) ended with status \(status)\(text.isEmpty ? "" : ": \(text.prefix(80))")"
    case .refused(let heading, let paragraph): "it refused: \(heading). \(paragraph)"
    }
  }
}
