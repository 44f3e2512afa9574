import TestSupport
import Testing

@testable import SlotsStore

/// What seeds found, as the scripts that they shrank to.
@Suite struct FoundScheduleTests {
  private func fault(_ script: String) async throws -> Violation? {
    try await ScheduleRun(Schedule(script)).run()
  }

  @Test(arguments: ["r0 remove 0", "r0 commit 4 Plain", "r0 both 5 Both\nr0 commit 4 Plain"])
  func `what plain git committed is not what the next undo is said to take back`(
    step: String
  ) async throws {
    let script = "programs 1 1\nr0 save 3 Mine\n\(step)\nr0 undo"
    let found = try await fault(script)
    #expect(found == nil, "\(found.map(String.init(describing:)) ?? "")")
  }

  @Test func `a reset beats a migration elsewhere, whatever that moved before`() async throws {
    let script = """
      programs 2 1 1 1
      r3 save 2 S14
      r3 migrate S20
      r3 undo
      r1 migrate S32
      r1 both 1 S33
      r3 sync
      r3 reset-all
      """
    let found = try await fault(script)
    #expect(found == nil, "\(found.map(String.init(describing:)) ?? "")")
  }

  @Test(arguments: [
    "1 2 1\nr2 rename 4 S4\nr2 sync\nr2 remove 4\nr2 rename 1 S34\nr2 migrate S35",
    "2 1 1\nr2 rename 0 S6\nr1 remove 0\nr1 pin 2\nr2 sync\nr1 migrate S37",
    "1 1 1 1\nr3 clock 2275000000000\nr3 remove 4\nr3 save 2 S6\nr1 save 4 S13\nr3 migrate S18",
    "1 1 1\nr2 save 4 S4\nr2 sync\nr2 clear 4\nr2 migrate S35",
  ]) func `a migration makes no room for what was cleared before it`(steps: String) async throws {
    let found = try await fault("programs \(steps)")
    #expect(found == nil, "\(found.map(String.init(describing:)) ?? "")")
  }

  @Test func `a default that an undo brings back of an older version is brought up to date`()
    async throws
  {
    let script = "programs 1 1 2\nr1 sync\nr2 sync\nr2 rename 1 S25\nr2 upgrade\nr2 undo"
    let found = try await fault(script)
    #expect(found == nil, "\(found.map(String.init(describing:)) ?? "")")
  }

  @Test(arguments: ["rename", "hand", "commit"])
  func `what is changed in a migrated preset moves along with it`(verb: String) async throws {
    let script = "programs 1 1\nr1 migrate S20\nr0 commit 5 S25\nr1 \(verb) 5 S27"
    let found = try await fault(script)
    #expect(found == nil, "\(found.map(String.init(describing:)) ?? "")")
  }

  @Test func `a list and a dry run of undo tell what an undo does after a commit by git`() throws {
    let world = try World()
    let a = try world.replica("a")
    try a.save(9, "Mine")
    try a.write(slotFile(4), "{\"name\": \"Plain\", \"params\": {}}\n")
    try a.commit()
    let key = try slotKey(9)
    #expect(try a.open().undoable().map { $0.changes.map(\.key) } == [[key]])
    #expect(try a.open().undo(dryRun: true).edit.changes.map(\.key) == [key])
    #expect(try a.undo().edit.changes.map(\.key) == [key])
    #expect(try a.title(4) == "Plain")
  }
}
