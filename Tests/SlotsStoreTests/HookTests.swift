import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// The pre-commit hook that `slots init` sets up, with the real program.
@Suite struct HookTests {
  let world: World
  let a: Replica

  init() throws {
    _ = try Program.path()
    world = try World()
    a = try world.replica("a")
    try a.sync()
    try a.git("config", "slots.factory", world.factory.description)
  }

  @Test func `a commit is stamped, and the working tree with it`() throws {
    try a.edit("slot.05.json", "0.6", "0.7")
    try a.git("commit", "--quiet", "--all", "--message", "faster")
    let register = try a.register(slotKey(5)).orThrow("slot.05")
    #expect(register.stamp?.replica == "a")
    #expect(Slot(register.value)?.userOwned == true)
    #expect(try a.git("status", "--porcelain") == "")
    let head = try a.head()
    #expect(try a.sync().taken.isEmpty)
    #expect(try a.head() == head)
    let b = try world.replica("b")
    #expect(try b.register(slotKey(5)) == register)
  }

  @Test func `what is not valid is refused with its place, and nothing is committed`() throws {
    let head = try a.head()
    try a.edit("slot.05.json", "0.6", "1.7")
    let text = try a.text("slot.05.json")
    let error = #expect(throws: Shell.Failure.self) {
      try a.git("commit", "--quiet", "--all", "--message", "too fast")
    }
    #expect(
      error?.description.contains("slot.05.json:6:14: ") == true, "\(String(describing: error))")
    #expect(try a.head() == head)
    #expect(try a.text("slot.05.json") == text)
  }

  @Test func `only what is staged is looked at, and the rest of the file stays unstaged`() throws {
    try a.edit("slot.05.json", "0.6", "0.7")
    try a.git("add", "slot.05.json")
    try a.edit("slot.05.json", "0.7", "1.8")
    try a.edit("slot.04.json", "0.6", "9")
    let text = try a.text("slot.05.json")
    try a.git("commit", "--quiet", "--message", "faster")
    #expect(try a.git("show", "HEAD:slot.05.json").contains("\"speed\": 0.7"))
    #expect(try a.register(slotKey(5))?.stamp?.replica == "a")
    #expect(try a.text("slot.05.json") == text)
    #expect(try a.text("slot.04.json")?.contains("9") == true)
  }

  @Test func `a new file and a partial commit are stamped too`() throws {
    try a.write("slot.09.json", "{\"name\": \"Nine\", \"params\": {\"speed\": 0.1}}\n")
    try a.git("add", "slot.09.json")
    try a.edit("slot.05.json", "0.6", "0.7")
    try a.git("commit", "--quiet", "--message", "one file", "--", "slot.09.json")
    #expect(try a.register(slotKey(9))?.stamp?.replica == "a")
    #expect(try a.register(slotKey(5))?.stamp == .factory(1))
    #expect(try a.git("diff", "--name-only", "HEAD") == "slot.05.json")
    #expect(try a.sync().taken.map(\.key) == [try slotKey(5)])
    #expect(try a.git("status", "--porcelain") == "")
  }

  @Test func `a merge, a revert and a pick are never held up`() throws {
    let b = try world.replica("b")
    try b.set(5, "speed", "0.9")
    try b.sync()
    try a.git("fetch", "--quiet")
    try a.git("cherry-pick", "origin/main")
    try a.git("revert", "--no-edit", "HEAD")
    try a.git("pull", "--quiet", "--no-rebase", "--no-edit")
    try world.settle([a, b])
    try world.expectInStep([a, b])
    #expect(try a.param(5, "speed") == "0.6")
  }

  @Test(arguments: [
    "git merge --quiet --no-edit origin/main",
    "git merge --quiet --no-commit origin/main && git commit --quiet --no-edit",
    "git cherry-pick origin/main",
    "git rebase --quiet origin/main",
    "git cherry-pick origin/main && git revert --no-edit HEAD && git revert --no-edit HEAD",
    "git cherry-pick origin/main && git revert --no-commit HEAD && git commit --quiet --message back",
    "git pull --quiet --rebase",
  ])
  func `what is not valid and comes from others is held up by no merge, pick, rebase or revert`(
    _ command: String
  ) throws {
    let plain = try world.clone("plain")
    try plain.edit("slot.05.json", "0.6", "1.7")
    try plain.commit("too fast")
    try plain.git("push", "--quiet", "origin", "HEAD:main")
    try a.edit("slot.04.json", "0.6", "0.7")
    try a.git("commit", "--quiet", "--all", "--message", "faster")
    try a.git("fetch", "--quiet")
    let result = try a.shell(command)
    #expect(result.succeeded, "\(result.summary)")
    #expect(try a.git("status", "--porcelain", "--untracked-files=no") == "")
    #expect(try a.param(4, "speed") == "0.7")
  }
}
