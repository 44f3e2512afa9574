import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// Random histories that people made with plain git in clones without driver and hook, beside replicas.
@Suite struct PlainHistoryTests {
  /// Whether git did it; where it stopped in the middle, all is committed as it lies there, or given up.
  private func attempt(_ plain: Replica, _ arguments: [String], _ chance: inout Chance) throws {
    let isGivenUp = chance.onceIn(3)
    do {
      try Shell.run(
        "git", ["-c", "core.editor=true"] + arguments, in: plain.folder, at: plain.clock / 1000)
    } catch is Shell.Failure {
      func isThere(_ name: String) throws -> Bool {
        try Files.status(plain.folder.appending(Path(".git/\(name)"))) != nil
      }
      for (file, command) in [
        ("rebase-merge", "rebase"), ("MERGE_HEAD", "merge"), ("REVERT_HEAD", "revert"),
        ("CHERRY_PICK_HEAD", "cherry-pick"),
      ] where try isThere(file) {
        if !isGivenUp {
          try plain.git("add", "--all")
          _ = try? plain.git("-c", "core.editor=true", command, "--continue")
        }
        if try isThere(file) { try plain.git(command, "--abort") }
      }
      try plain.git("reset", "--quiet", "--hard")
    }
  }

  /// One thing that a person does with git, in a clone that may be anywhere in history.
  private func play(_ plain: Replica, _ chance: inout Chance, _ number: Int) throws {
    let (slot, other) = (chance.below(7), chance.below(7))
    let commits = try plain.git("rev-list", "HEAD").split(separator: "\n").map(String.init)
    let past = try chance.one(of: commits).orThrow("a commit")
    let commit = ["commit", "--quiet", "--all", "--allow-empty", "--message", "number \(number)"]
    let there = try plain.text(slotFile(slot))
    switch chance.below(18) {
    case 0, 1:
      let text = there ?? "{\"name\": \"New\", \"params\": {\"speed\": 0.6}}\n"
      try plain.write(
        slotFile(slot), text.replacing("\"speed\": 0.", with: "\"speed\": 0.\(number)"))
      try plain.git("add", "--all")
      try attempt(plain, commit, &chance)
    case 2:
      try plain.write(
        slotFile(slot), "{\"name\": \"Plain \(number)\", \"params\": {\"speed\": 0.5}}\n")
      try plain.git("add", "--all")
      try attempt(plain, commit, &chance)
    case 3 where there != nil:
      try plain.git("rm", "--quiet", slotFile(slot))
      try attempt(plain, commit, &chance)
    case 4: try attempt(plain, ["revert", "--no-edit", "-m", "1", past], &chance)
    case 5: try attempt(plain, ["revert", "--no-edit", past], &chance)
    case 6:
      _ = try? plain.git("checkout", past, "--", slotFile(slot), "pinned.json")
      try attempt(plain, commit, &chance)
    case 7 where there != nil:
      try plain.write(slotFile(other), there ?? "")
      try plain.git("add", "--all")
      try attempt(plain, commit, &chance)
    case 8: try attempt(plain, ["merge", "--no-edit", "origin/main"], &chance)
    case 9: try attempt(plain, ["rebase", "origin/main"], &chance)
    case 10: try attempt(plain, ["merge", "--no-edit", "-s", "ours", "origin/main"], &chance)
    case 11: try attempt(plain, ["cherry-pick", "origin/main"], &chance)
    case 12:
      try plain.write("notes.txt", "line \(number)\n\(try plain.text("notes.txt") ?? "")")
      try plain.git("add", "--all")
      try attempt(plain, commit, &chance)
    case 13:
      let pins = try plain.text("pinned.json") ?? "{\"slots\": []}"
      try plain.write(
        "pinned.json",
        pins.replacing("\"slots\": [", with: "\"slots\": [\n    \"slot-0\(other)\","))
      try attempt(plain, commit, &chance)
    case 14:
      try plain.write(
        "devices/stage/live.json", "{\"values\": {\"field\(number % 3)\": \(number)}}\n")
      try plain.git("add", "--all")
      try attempt(plain, commit, &chance)
    case 15 where there != nil:
      try plain.git("mv", "--force", slotFile(slot), slotFile(7))
      try attempt(plain, commit, &chance)
    case 16:
      try plain.write(slotFile(slot), "{\"name\": \"Broken \(number)\",, }\n")
      try plain.git("add", "--all")
      try attempt(plain, commit, &chance)
    default: try attempt(plain, commit + ["--amend"], &chance)
    }
  }

  /// The tree in which copies of all end when they sync in the other order.
  private func treeInOtherOrder(_ replicas: [Replica]) throws -> String {
    let world = replicas[0].world
    let hub = world.folder.path.appending("other.git")
    try Shell.run("cp", ["-R", world.hub.description, hub.description], in: world.folder.path)
    let twins = try replicas.reversed().map { replica in
      let twin = try replica.twin("\(replica.name)-twin")
      try twin.git("remote", "set-url", "origin", hub.description)
      return twin
    }
    for _ in 0..<2 {
      for twin in twins { try twin.sync(.take) }
    }
    #expect(try twins[0].tree() == twins[1].tree())
    return try twins[0].tree()
  }

  @Test(arguments: Seeds.some)
  func
    `whatever people did with git, replicas agree and no write with slots is beaten by an older one`(
      seed: UInt64
    ) throws
  {
    var edits = RandomEdits(seed: seed)
    let world = try World()
    let replicas = try world.replicas("a", "b")
    try replicas[0].sync()
    let plain = try world.clone("plain")
    for number in 10..<60 {
      if number == 40 {
        replicas[1].factory = world.folder.path.appending("factory2")
        try FactorySet.write(replicas[1].factory, version: 2, slots: Array(0..<8), suffix: " II")
      }
      plain.skew =
        edits.chance.one(of: [0, 0, 3_600_000, -3_600_000, -86_400_000, ClockTests.future]) ?? 0
      switch edits.chance.below(6) {
      case 0: try edits.edit(replicas[edits.chance.below(2)])
      case 1:
        let replica = replicas[edits.chance.below(2)]
        try edits.sync(replica)
      case 2: try plain.git("fetch", "--quiet")
      case 3: _ = try? plain.git("push", "--quiet", "origin", "HEAD:main")
      default: try play(plain, &edits.chance, number)
      }
    }
    try plain.git("fetch", "--quiet")
    try attempt(plain, ["merge", "--no-edit", "origin/main"], &edits.chance)
    _ = try? plain.git("push", "--quiet", "origin", "HEAD:main")
    for replica in replicas {
      let store = try replica.open()
      edits.note(try store.exclusively { try store.takeWorkingEdits(.take).changes })
    }
    let tree = try treeInOtherOrder(replicas)
    for _ in 0..<2 {
      for replica in replicas { try edits.sync(replica) }
    }
    try world.expectInStep(replicas, "seed \(seed)")
    #expect(try world.hubTree() == tree, "seed \(seed)")
    let store = try replicas[0].open()
    let view = try store.view(at: "HEAD")
    #expect(try store.validate([]).map(\.text) == [], "seed \(seed)")
    for (key, register) in edits.latest {
      let final = try view.register(key)
      #expect(
        final.map { $0 >= register } ?? false, "seed \(seed), \(key): \(String(describing: final))")
    }
    for (key, registers) in edits.written {
      let lost = registers.subtracting(try store.versions(of: key).map(\.register))
      #expect(lost.isEmpty, "seed \(seed), \(key): \(lost)")
    }
    #expect(try replicas.map { try $0.sync().result } == [.upToDate, .upToDate], "seed \(seed)")
  }
}
