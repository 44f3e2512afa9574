import SlotsSystem
import TestSupport

@testable import SlotsStore

extension Scene {
  /// Commands that change this replica alone.
  static let commands: [Scene] = [
    Scene("save", ["save", "3", "--file", "../preset.json", "--yes"]) { stage in
      try stage.world.folder.write("preset.json", presetText("Saved"))
    },
    Scene("set", ["set", "4", "speed=0.9", "--name", "Set"]),
    Scene("set over an edit by hand", ["set", "4", "speed=0.9"]) { stage in
      try stage.a.edit("slot.05.json", "0.6", "0.7")
      try stage.a.write("notes.txt", "mine\n")
    },
    Scene("pin", ["pin", "4", "9"]),
    Scene("undo", ["undo"]) { try $0.a.save(3, "To undo") },
    Scene("undo of what arrived", ["undo"]) { stage in
      try stage.b.save(3, "From b")
      try stage.b.pin(5)
      try stage.b.write("notes.txt", "of b\n")
      try stage.b.sync()
      try stage.a.sync()
    },
    Scene("redo", ["redo"]) { stage in
      try stage.a.save(3, "To redo")
      try stage.a.undo()
    },
    Scene("reset", ["reset", "--yes"]) { stage in
      try stage.a.save(3, "Mine")
      try stage.a.pin(9)
    },
    Scene("reset over an edit by hand, then a commit by git", ["reset", "2", "--yes"]) { stage in
      try editByHand(stage)
    }.committingFirst,
    Scene("import", ["import", "../preset.json"]) { stage in
      try stage.world.folder.write("preset.json", presetText("Imported"))
    },
    Scene("seed of a newer factory set", ["seed"]) { try upgrade($0) },
  ]

  /// Exchanges with the remote.
  static let syncs: [Scene] = [
    Scene("sync that sends", ["sync"]) { try editByHand($0) },
    Scene("sync that receives", ["sync"]) { try arrive($0) },
    Scene("sync of both", ["sync"]) { stage in
      try contest(stage)
      try editByHand(stage)
    },
    Scene("sync of both, then a commit by git", ["sync"]) { stage in
      try contest(stage)
      try editByHand(stage)
    }.committingFirst,
    Scene("sync of much", ["sync"]) { stage in
      for slot in 10..<20 { try stage.b.save(slot, "B \(slot)") }
      try stage.b.sync()
      for slot in 1..<9 { try stage.a.save(slot, "A \(slot)") }
    },
    Scene("sync with a newer factory set", ["sync"]) { stage in
      try arrive(stage)
      try upgrade(stage)
    },
    Scene("sync that sends through git", ["sync"]) { stage in
      try stage.goThroughGit()
      try editByHand(stage)
    },
    Scene("sync that receives through git", ["sync"]) { stage in
      try stage.goThroughGit()
      try arrive(stage)
    },
    Scene("sync of both through git", ["sync"]) { stage in
      try stage.goThroughGit()
      try contest(stage)
      try editByHand(stage)
    },
    Scene("sync to a remote with a hook", ["sync"]) { stage in
      let hook = stage.world.hub.appending("hooks/pre-receive")
      try Files.write(
        Array("#!/bin/sh\nexit 0\n".utf8), to: hook, executable: true,
        temporaryIn: stage.world.folder.path)
      try arrive(stage)
      try editByHand(stage)
    },
  ]

  /// A watch until it tells what it did, or what failed: both name a slot, or a folder of slots.
  static let watches: [Scene] = [
    Scene("watch", watch, awaited: "slot") { stage in
      try contest(stage)
      try editByHand(stage)
    },
    Scene("watch through git", watch, awaited: "slot") { stage in
      try stage.goThroughGit()
      try contest(stage)
      try editByHand(stage)
    },
  ]
  private static let watch = ["--json", "sync", "--watch", "--every", "1"]

  /// What sets up, and plain git.
  static let others: [Scene] = [
    Scene("init of a new store", actor: "c", ["init", "--replica", "c"]),
    Scene("init that joins", actor: "c", ["init", "--replica", "c", "--remote", "../hub.git"]),
    Scene("git commit with our hook", isGit: true, ["commit", "--quiet", "--all", "-m", "by hand"])
    {
      try editByHand($0)
    },
  ]

  private init(
    _ name: String, actor: String = "a", isGit: Bool = false, _ arguments: [String],
    awaited: String? = nil, _ prepare: @escaping @Sendable (Stage) throws -> Void = { _ in }
  ) {
    self.init(name, arguments, prepare: prepare)
    self.actor = actor
    self.isGit = isGit
    self.awaited = awaited
    if actor == "c" { next = arguments }
  }

  private static func presetText(_ name: String) -> String {
    "{\"name\": \"\(name)\", \"params\": {\"hue\": 0.1, \"speed\": 0.2}}\n"
  }

  private var committingFirst: Scene {
    var scene = self
    scene.commitsFirst = true
    return scene
  }

  /// The next factory set has other defaults and one more.
  private static func upgrade(_ stage: Stage) throws {
    try FactorySet.write(stage.world.factory, version: 2, slots: Array(0..<7), suffix: " 2")
  }

  private static func editByHand(_ stage: Stage) throws {
    try stage.a.edit("slot.02.json", "0.6", "0.7")
    try stage.a.write("slot.11.json", presetText("By hand"))
    try stage.a.remove("slot.05.json")
    try stage.a.write("notes.txt", "mine\n")
  }

  /// What b wrote is in the remote.
  private static func arrive(_ stage: Stage) throws {
    try stage.b.save(3, "From b")
    try stage.b.save(10, "Ten from b")
    try stage.b.clear(9)
    try stage.b.pin(5)
    try stage.b.write("more.txt", "of b\n")
    try stage.b.git("add", "more.txt")
    try stage.b.sync()
  }

  /// Both wrote two slots: one was lost here, one won.
  private static func contest(_ stage: Stage) throws {
    try stage.b.save(3, "From b, earlier")
    try stage.a.save(4, "From a, earlier")
    try stage.a.save(3, "From a, later")
    try stage.b.save(4, "From b, later")
    try stage.b.save(10, "Ten from b")
    try stage.b.sync()
  }
}
