import Foundation
import SlotsModel
import TestSupport
import Testing

@testable import SlotsStore

/// Random schedules over real repositories, checked against the rules.
@Suite struct SimulationTests {
  @Test(arguments: Seeds.few)
  func `whatever happens to replicas and the remote, the rules hold once all is still`(
    seed: UInt64
  ) async {
    var soak = Soak()
    await soak.run(seed: seed)
    #expect(soak.failures == [])
  }

  @Test func `a schedule is read back from its text`() throws {
    for seed: UInt64 in 1...50 {
      let schedule = Schedule(seed: seed)
      let read = try Schedule(schedule.description)
      #expect(read.description == schedule.description)
      #expect(read.steps.count >= 40)
    }
  }

  @Test(arguments: ["", "programs 1", "programs 1 1\nr0 fly 5", "programs 1 1\nr0 save S1"])
  func `a text that is no schedule is refused`(text: String) {
    #expect(throws: Missing.self) { try Schedule(text) }
  }

  @Test func `a pasted script is carried out`() async throws {
    let schedule = try Schedule(
      """
      programs 1 2
      r0 save 3 Mine
      r1 hand 3 Hand
      r1 sync
      r0 clock 3600000
      r0 rename 3 Later
      world away
      r0 sync
      world back
      r1 kill-sync 2000
      r0 sync
      """)
    let run = try ScheduleRun(schedule)
    #expect(await run.run() == nil)
    #expect(try run.replicas.map { try $0.title(3) } == ["Later", "Later"])
    #expect(run.tally.steps.values.reduce(0, +) == 10)
  }

  @Test(arguments: [
    (RulesModel.Mistake.unpinningNeverWins, ["unpin", "reset-all", "undo"]),
    (.clearingNeverWins, ["clear", "stay", "reset", "remove", "undo"]),
  ])
  func `where a rule is broken, it is found and comes down to a few steps`(
    mistake: RulesModel.Mistake, verbs: [String]
  ) async throws {
    func fault(_ schedule: Schedule) async -> Violation? {
      guard let run = try? ScheduleRun(schedule, mistake: mistake) else { return nil }
      return await run.run()
    }
    for seed: UInt64 in 1...40 {
      let schedule = Schedule(seed: seed, length: 12, kills: false)
      guard schedule.programs.count == 2 else { continue }
      guard let first = await fault(schedule) else { continue }
      #expect(first.kind == "not the latest write stands", "seed \(seed): \(first)")
      var shrinker = Shrinker(fault: fault)
      let (shorter, same) = await shrinker.shrink(schedule, first)
      #expect(same.kind == first.kind)
      #expect(shorter.steps.count <= 3, "seed \(seed): \(shorter)")
      #expect(verbs.contains { shorter.description.contains($0) }, "seed \(seed): \(shorter)")
      return
    }
    Issue.record("no seed finds it")
  }

  /// `make soak`: as long as `SLOTS_SOAK_MINUTES` says.
  @Test(.enabled(if: Environment.minutes != nil))
  func `soak`() async throws {
    var soak = Soak { line in
      FileHandle.standardOutput.write(Data("soak: \(line)\n".utf8))
    }
    await soak.run(minutes: try #require(Environment.minutes), from: Environment.seed)
    #expect(soak.failures.isEmpty)
  }

  enum Environment {
    static let minutes = value("SLOTS_SOAK_MINUTES").flatMap(Double.init)
    static let seed = value("SLOTS_SOAK_SEED").flatMap(UInt64.init) ?? 1000

    private static func value(_ name: String) -> String? {
      ProcessInfo.processInfo.environment[name]
    }
  }
}
