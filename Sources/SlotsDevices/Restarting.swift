package import SlotsModel
internal import SlotsSystem

/// What came of a save and the restart that follows it.
package struct RestartReport: Sendable, Hashable {
  /// What became of each field that was to change.
  package var outcomes: [Text: Applying.Outcome] = [:]
  /// Fields that were not to change, and did.
  package var strays: [ApplyPlan.Change] = []
  /// How many fields it kept.
  package var kept = 0
  /// For how long nobody could reach it, in milliseconds; nil where it was never away, or is still.
  package var outage: Int64?
  /// Whether it answers again.
  package var isBack = false
  /// Whether the save itself was answered.
  package var wasAnswered = true
}

/// Why a box was not restarted: it is not as it was when the restart was agreed to.
package enum RestartRefusal: Error, Sendable, Hashable {
  /// It plays, or is about to.
  case plays
  /// A field that is to change has another value by now.
  case moved(DeviceField, to: JSONValue?)
}

extension Applying {
  /// Reads the box once more, lays the changes over all that it tells, saves that, which restarts the box,
  /// and waits until it is back.
  ///
  /// Between a plan and its restart somebody is asked, so what the plan was made from may be long ago.
  /// - Throws: `RestartRefusal`, `RefusedField`, and `BoxFailure` where the box was not told, or refused: it does not
  ///   restart then.
  package func save(
    _ changes: [ApplyPlan.Change], evenWhilePlaying: Bool
  ) throws -> RestartReport {
    let before = try BoxReading(of: box)
    let settings = try before.settings()
    if !evenWhilePlaying, before.status.isSounding { throw RestartRefusal.plays }
    for change in changes where settings.values[change.field.key] != change.from {
      throw RestartRefusal.moved(change.field, to: settings.values[change.field.key])
    }
    let wanted = Dictionary(changes.map { ($0.field.key, $0.to) }) { $1 }
    let form = try SaveForm(settings, wanted: wanted, for: product)
    var report = RestartReport()
    do throws(BoxFailure) {
      try box.save(form)
    } catch {
      guard case .noAnswer(_, true) = error else { throw error }
      report.wasAnswered = false
    }
    let (isBack, outage) = awaitRestart(since: before.status.counters)
    (report.isBack, report.outage) = (isBack, outage)
    guard isBack, let config = try? settledConfig() else {
      let reason = isBack ? "its settings cannot be read" : "it is not back yet"
      for change in changes { report.outcomes[change.field.key] = .unconfirmed(reason: reason) }
      return report
    }
    for change in changes {
      report.outcomes[change.field.key] = outcome(of: change.field, change.to, config, nil)
    }
    for (key, value) in form.values where report.outcomes[key] == nil {
      guard let field = DeviceField.all[key] else { continue }
      let has = config.values[key]
      if has == field.plain(value) {
        report.kept += 1
      } else if let has {
        report.strays.append(ApplyPlan.Change(field: field, from: value, to: has))
      }
    }
    report.strays.sort { $0.field.key < $1.field.key }
    return report
  }

  /// Waits until the box was away and is back. It goes on answering for a moment after a save, so an answer
  /// alone proves nothing; lower counters, or a silence, do. One that answers all the while for fifteen seconds
  /// does not restart.
  private func awaitRestart(since counters: [Text: Int]) -> (isBack: Bool, outage: Int64?) {
    let start = Clock.monotonic()
    var lastAnswer = start
    var isAway = false
    progress("waiting for it to restart")
    while Clock.monotonic() - start < patience {
      Clock.pause(milliseconds: 500)
      box.reconnect()
      guard let status = try? box.status() else {
        isAway = true
        continue
      }
      if isAway || status.hasRestarted(since: counters) {
        return (true, Clock.monotonic() - lastAnswer)
      }
      lastAnswer = Clock.monotonic()
      if lastAnswer - start > 15_000 { break }
    }
    return (!isAway, nil)
  }

  /// Its settings once it is back; they may need a moment longer than its status.
  private func settledConfig() throws(BoxFailure) -> BoxConfig {
    for _ in 0..<4 {
      do throws(BoxFailure) { return try box.config() } catch  where !error.isAlive {}
      Clock.pause(milliseconds: 500)
    }
    return try box.config()
  }
}
