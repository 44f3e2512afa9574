import SlotsGit
import SlotsModel
import SlotsSystem
import TestSupport

@testable import SlotsStore

/// What the end of a scene is compared with: what everybody has, and ever had, in the end.
struct Outcome: Sendable, Equatable {
  let files: [String: String]
  let past: Set<String>
}

/// A scene, and how it ends when nothing happens to it: with its command and without.
struct Trial {
  let scene: Scene
  let stage: Stage
  /// The run that only counted.
  let counted: Ended
  let done: Outcome
  let undone: Outcome

  init(_ scene: Scene) throws {
    self.scene = scene
    stage = try scene.stage()
    let whole = try Stage(copying: stage)
    counted = try scene.run(in: whole, fault: nil)
    guard counted.status == 0 else {
      throw Missing(what: "the end of \(scene.name): \(counted.status) \(counted.errors)")
    }
    var problems: [String] = []
    done = try Self.settle(scene, whole, &problems)
    undone = try Self.settle(scene, try Stage(copying: stage), &problems)
    guard problems.isEmpty else {
      throw Missing(what: "\(scene.name) without a fault: \(problems)")
    }
  }

  /// The points at which a fault makes a difference.
  func points(_ fault: Fault) -> [Int] {
    let first = counted.calls.first?.process ?? 0
    return counted.calls.filter { fault.applies(to: $0, first: first) }.map(\.number)
  }

  /// Runs the scene with a fault.
  /// - Returns: the call at which the fault happened, nil where it did not, and what is wrong after it.
  func run(_ fault: Fault, at number: Int) throws -> (hit: Call?, problems: [String]) {
    let stage = try Stage(copying: stage)
    let ended = try scene.run(in: stage, fault: (fault, number))
    var problems: [String] = []
    refuseBadEnd(ended, fault, &problems)
    do {
      if ended.status == 0, scene.arguments == ["sync"] {
        let head = try stage.a.head()
        if try stage.world.hubTip() != head { problems.append("said to be sent, and is not") }
      }
      if scene.isGit { try removeLocksOfGit(stage) }
      let outcome = try Self.settle(scene, stage, &problems)
      compare(outcome, isDone: ended.status == 0, &problems)
    } catch {
      problems.append("\(error)")
    }
    let call = ended.calls.first { $0.number == number }
    if !problems.isEmpty {
      let what = call?.description ?? "?"
      problems.insert("\(scene.name), \(fault.rawValue) at \(number), \(what)", at: 0)
      problems.append("it ended with \(ended.status): \(ended.errors)")
    }
    return (ended.done != 0 ? call : nil, problems)
  }

  /// The program ends by itself in words, unless it was killed.
  private func refuseBadEnd(_ ended: Ended, _ fault: Fault, _ problems: inout [String]) {
    if ended.status == 0 || scene.isGit { return }
    if ended.status == 128 + 9, !fault.isError { return }
    if !(1...5).contains(ended.status) { problems.append("bad status") }
    if !ended.errors.contains("slots: error: ") && !ended.output.contains("not reached") {
      problems.append("it does not say what is wrong")
    }
    if !ended.errors.contains("slots: hint: ") { problems.append("it does not say what to do") }
  }

  /// A lock of the person's own git, which was killed, is what git says it is.
  private func removeLocksOfGit(_ stage: Stage) throws {
    for name in ["index", "HEAD", "refs/heads/main"] {
      try Files.remove(stage.a.folder.appending(Path(".git/\(name).lock")))
    }
  }

  private func compare(_ found: Outcome, isDone: Bool, _ problems: inout [String]) {
    let lost = (isDone ? done.past.union(undone.past) : undone.past).subtracting(found.past)
    if !lost.isEmpty { problems.append("lost from history: \(lost.sorted())") }
    let half = found.past.subtracting(done.past.union(undone.past))
    if !half.isEmpty { problems.append("half: \(half.sorted())") }
    if found.files == done.files || !isDone && found.files == undone.files { return }
    let names = Set(found.files.keys).union(done.files.keys).filter {
      found.files[$0] != done.files[$0]
    }
    for name in names.sorted() {
      problems.append(
        "\(name): \(found.files[name] ?? "none"), not \(done.files[name] ?? "none")"
          + (isDone ? "" : " or \(undone.files[name] ?? "none")"))
    }
  }

  /// What a person does next: looks, goes on, writes; and everybody syncs.
  private static func settle(
    _ scene: Scene, _ stage: Stage, _ problems: inout [String]
  ) throws -> Outcome {
    let actor = stage.actor(scene.actor)
    let isNew = scene.actor == "c"
    func next(_ arguments: [String]) throws {
      stage.world.now += stage.world.step
      let result = try Child.run(
        Program.path(), arguments, in: actor.folder,
        environment: actor.programEnvironment.merging(stage.environment) { $1 }, deadline: 60_000)
      if !result.succeeded {
        problems.append("slots \(arguments.joined(separator: " ")) then: \(result.summary)")
      }
    }
    try Files.makeFolders(actor.folder)
    // With a lock of a killed run in its way git refuses, and the next command removes that.
    if scene.commitsFirst {
      _ = try? actor.git("commit", "--quiet", "--allow-empty", "--no-verify", "--message", "Ada's")
    }
    if !isNew {
      try next(["list"])
      try next(["validate"])
    }
    try removeLockOfServer(stage, actor, &problems)
    try next(scene.next)
    // One more write, which removes what is left.
    try next(["set", "0", "--name", "Later"])
    try actor.sync()
    problems += try leftovers(stage, actor)
    let replicas = scene.next.contains("--remote") || !isNew ? [actor, stage.b] : []
    for replica in replicas.reversed() + replicas { try replica.sync() }
    for replica in replicas where try replica.head() != stage.world.hubTip() {
      problems.append("\(replica.name) is not in step")
    }
    for folder in [actor.folder, stage.world.hub] {
      let words = try git("fsck", "--strict", "--no-progress", "--no-dangling", in: folder)
      if !words.isEmpty { problems.append("fsck: \(words)") }
    }
    let status = try actor.git("status", "--porcelain")
    // A person's own git that was killed between its branch and its index leaves the index behind.
    if !status.isEmpty, !scene.isGit { problems.append("git status: \(status)") }
    if let reader = replicas.last, try reader.meaning() != actor.meaning() {
      problems.append("files differ in \(reader.name)")
    }
    return Outcome(files: try actor.meaning(), past: try actor.pastMeanings())
  }

  /// A server's git that was killed leaves its lock in the server's repository, which is for those to
  /// remove who look after that; here it is named.
  private static func removeLockOfServer(
    _ stage: Stage, _ actor: Replica, _ problems: inout [String]
  ) throws {
    let locks = try ["refs/heads/main.lock", "HEAD.lock"].map {
      stage.world.hub.appending(Path($0))
    }
    .filter { try Files.status($0)?.links == 1 }
    if locks.isEmpty { return }
    let result = try actor.slots("sync", environment: stage.environment)
    let isNamed = result.status == .exited(1) && result.errorText.contains(".lock': File exists")
    if !result.succeeded, !isNamed {
      problems.append("the lock in the remote is not named: \(result.summary)")
    }
    for lock in locks { try Files.remove(lock) }
  }

  /// What is left of a killed run; not what goes by itself after an hour.
  private static func leftovers(_ stage: Stage, _ actor: Replica) throws -> [String] {
    let passing = [
      "tmp_object_git2_", "pack_git2_", "tmp_obj_", "tmp_pack_", "tmp_idx_", "maintenance.lock",
    ]
    var found: [String] = []
    for folder in [actor.folder, stage.world.hub] {
      for path in try TemporaryFolder.files(below: folder, except: []) {
        let name = path.parts.last?.description ?? ""
        if passing.contains(where: name.hasPrefix) { continue }
        if path.description.contains("refs/worktree/slots-") { continue }
        // The hook works without our lock, so what it left goes by its age.
        if path.description.contains(".git/slots/hook/") { continue }
        let isOurs = Files.isTemporary(Path(name)) && path.description.contains("slots-locks")
        if isOurs { continue }
        let isPrivate = path.description.contains("slots-locks/")
        if isPrivate || name.hasSuffix(".lock") || Files.isTemporary(Path(name))
          || name == "advance.json" || name.hasPrefix("_git2_")
        {
          found.append("left: \(folder.parts.last ?? "")/\(path)")
        }
      }
    }
    return found
  }
}
