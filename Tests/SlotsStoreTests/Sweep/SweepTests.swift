import Foundation
import SlotsSystem
import Synchronization
import TestSupport
import Testing

@testable import SlotsStore

/// Commands that are killed, or fail, at each call that changes a file.
///
/// `make sweep` sweeps every point. `SLOTS_SWEEP=TEXT` takes only scenes whose names hold a text,
/// and `SLOTS_SWEEP_FAULTS=kill,EIO` only these faults. Otherwise a sample is taken.
@Suite(.enabled(if: Shim.isPossible)) struct SweepTests {
  private static let asked = ProcessInfo.processInfo.environment["SLOTS_SWEEP"]
  private static let faults =
    ProcessInfo.processInfo.environment["SLOTS_SWEEP_FAULTS"].map { text in
      text.split(separator: ",").compactMap { Fault(rawValue: String($0)) }
    } ?? Fault.allCases
  /// One point of so many is in the sample.
  private static let share = 211
  private static let total = Mutex((points: 0, failed: 0))

  @Test(arguments: Scene.all)
  func `whatever is cut, the next command goes on and nothing is lost`(scene: Scene) throws {
    if let asked = Self.asked, asked != "all", !scene.name.contains(asked) { return }
    let trial = try Trial(scene)
    tell("\(scene.name): \(trial.counted.calls.count) calls")
    var place = scene.name.utf8.reduce(0) { $0 &* 31 &+ Int($1) } & 0xFFFF
    for fault in Self.faults {
      var (runs, failed) = (0, 0)
      for number in trial.points(fault) {
        place += 1
        if Self.asked == nil, place % Self.share != 0 { continue }
        let (hit, problems) = try trial.run(fault, at: number)
        if hit != nil { runs += 1 }
        guard !problems.isEmpty else { continue }
        failed += 1
        Issue.record("\(problems.joined(separator: "\n  "))")
      }
      let sum = Self.total.withLock {
        $0 = ($0.points + runs, $0.failed + failed)
        return $0
      }
      tell(
        "\(scene.name): \(fault.rawValue): \(runs) points, \(failed) failed; "
          + "so far \(sum.points) points, \(sum.failed) failed")
    }
  }

  private func tell(_ line: String) {
    guard Self.asked != nil else { return }
    print(line)
    fflush(nil)
  }
}
