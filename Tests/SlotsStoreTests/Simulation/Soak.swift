import Foundation
import TestSupport

/// Runs schedules one after the other, shrinks what fails, and tells what was done.
struct Soak {
  private(set) var tally = ScheduleRun.Tally()
  /// A script for each failure, with its seed and what is wrong.
  private(set) var failures: [String] = []
  /// Where lines go.
  var say: (String) -> Void = { _ in }

  /// One schedule.
  mutating func run(seed: UInt64, length: Int = 40, kills: Bool = true) async {
    let schedule = Schedule(seed: seed, length: length, kills: kills)
    guard let fault = await run(schedule) else { return }
    say("seed \(seed): \(fault)")
    var shrinker = Shrinker(say: say) { schedule in
      guard let run = try? ScheduleRun(schedule) else { return nil }
      return await run.run()
    }
    let (shorter, same) = await shrinker.shrink(schedule, fault)
    let text = "seed \(seed): \(same)\n\(shorter.script)"
    failures.append(text)
    say(text)
  }

  private mutating func run(_ schedule: Schedule) async -> Violation? {
    do {
      let run = try ScheduleRun(schedule)
      let fault = await run.run()
      tally.schedules += 1
      tally.steps.merge(run.tally.steps, uniquingKeysWith: +)
      tally.kills += run.tally.kills
      tally.syncs += run.tally.syncs
      tally.contests += run.tally.contests
      return fault
    } catch {
      return Violation(kind: "no world", detail: "\(error)")
    }
  }

  /// As many schedules as fit into some minutes.
  mutating func run(minutes: Double, from seed: UInt64) async {
    let (start, length) = (Date(), minutes * 60)
    var (seed, told) = (seed, start)
    while Date().timeIntervalSince(start) < length {
      await run(seed: seed)
      seed += 1
      guard Date().timeIntervalSince(told) >= 20 else { continue }
      told = Date()
      say("\(Int(told.timeIntervalSince(start))) s, to seed \(seed - 1): \(line)")
    }
    say("to seed \(seed - 1): \(line)")
    for (verb, count) in tally.steps.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      say("  \(verb.rawValue) \(count)")
    }
    for failure in failures { say(failure) }
  }

  private var line: String {
    "\(tally.schedules) schedules, \(tally.steps.values.reduce(0, +)) steps, \(tally.syncs) syncs, "
      + "\(tally.contests) writes met, \(tally.kills) killed, \(failures.count) failures"
  }
}
