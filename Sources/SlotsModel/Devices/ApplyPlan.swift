/// What an apply is going to send to a box, and what it is not.
package struct ApplyPlan: Sendable, Hashable {
  /// One field that is to change.
  package struct Change: Sendable, Hashable {
    package let field: DeviceField
    /// What the box has; nil where it does not tell.
    package let from: JSONValue?
    package let to: JSONValue

    /// A change of its parts.
    package init(field: DeviceField, from: JSONValue?, to: JSONValue) {
      (self.field, self.from, self.to) = (field, from, to)
    }
  }

  /// A field that is not sent.
  package struct Held: Sendable, Hashable {
    package let key: Text
    /// What would change; nil for a field that cannot be sent at all.
    package let change: Change?
    package let reason: Reason
  }

  /// Why a field is not sent.
  package enum Reason: String, Sendable, Hashable {
    /// It would silence what plays.
    case plays
    /// It restarts the box, and that was not asked for.
    case restarts
    /// A Link session owns the tempo.
    case link
    /// It changed on the box as well.
    case both
    /// Only the box moved: that is for a pull.
    case box
    /// The box has none.
    case notFitted = "not-fitted"
    /// It needs a password.
    case network
    /// No program of this version knows it.
    case unknown
  }

  /// What an apply may do.
  package struct Consent: Sendable, Hashable {
    /// Restart the box.
    package var restarts = false
    /// Silence what plays, and restart a box that plays.
    package var whilePlaying = false
    /// Replace what changed on the box.
    package var overBox = false
    /// Send what no box tells back, although it was sent before.
    package var again = false

    /// None of them.
    package init() {}
  }

  /// What goes at once, in the order of the table.
  package private(set) var live: [Change] = []
  /// What goes with a restart.
  package private(set) var reboot: [Change] = []
  /// What stays.
  package private(set) var held: [Held] = []

  /// Plans from a comparison; `status` says what plays, nil that nobody knows: then all counts as playing.
  package init(
    _ comparisons: [FieldComparison], unknown: [Text], _ status: BoxStatus?, _ consent: Consent
  ) {
    for comparison in comparisons {
      guard let to = comparison.tree else { continue }
      let change = Change(field: comparison.field, from: comparison.box, to: to)
      func hold(_ reason: Reason) {
        held.append(Held(key: comparison.field.key, change: change, reason: reason))
      }
      switch comparison.side {
      case .same, .notKept: continue
      case .unread(let isSent): if isSent, !consent.again { continue }
      case .tree, .lost: break
      case .both:
        guard consent.overBox else {
          hold(.both)
          continue
        }
      case .box:
        guard consent.overBox else {
          hold(.box)
          continue
        }
      case .link:
        hold(.link)
        continue
      case .notFitted:
        hold(.notFitted)
        continue
      case .network:
        hold(.network)
        continue
      }
      if !consent.whilePlaying, change.silences(status) {
        hold(.plays)
      } else if comparison.part == .reboot {
        consent.restarts ? reboot.append(change) : hold(.restarts)
      } else {
        live.append(change)
      }
    }
    held += unknown.map { Held(key: $0, change: nil, reason: .unknown) }
  }

  /// True where nothing is to be sent.
  package var isEmpty: Bool { live.isEmpty && reboot.isEmpty }

  /// What goes at once, as one patch.
  /// - Throws: `RefusedField` for what is no live field of the product, or out of range.
  package func patch(for product: DeviceProduct) throws(RefusedField) -> LivePatch {
    var patch = LivePatch(for: product)
    for change in live {
      guard let field = LiveField.all[change.field.key] else {
        throw RefusedField(
          key: change.field.key, reason: "\(change.field.key.string) does not take effect at once")
      }
      try patch.set(field, to: change.to)
    }
    return patch
  }
}

extension ApplyPlan.Change {
  /// Whether somebody would hear it stop: the clock or an output turned off, another tempo.
  fileprivate func silences(_ status: BoxStatus?) -> Bool {
    guard field.silences else { return false }
    if field.key != "bpm", field.plain(to) != false { return false }
    guard let status else { return true }
    return field.output.map(status.isSounding(output:)) ?? status.isSounding
  }
}
