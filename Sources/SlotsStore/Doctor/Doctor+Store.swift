internal import SlotsGit
internal import SlotsModel
internal import SlotsSystem

/// The looks at a store that opens.
extension Doctor {
  static func drivers(_ store: Store) throws -> Checkup {
    let repository = store.repository
    let setUp = "slots init sets them up"
    let driver = try repository.config("merge.slots.driver") ?? ""
    let textconv = try repository.config("diff.slots.textconv") ?? ""
    guard driver.contains("merge-driver"), textconv.contains("textconv") else {
      return Checkup(
        "drivers", .warning, "git knows no merge and diff driver of slots here", advice: setUp)
    }
    let program = driver.split(separator: "'").first.map(String.init) ?? ""
    guard !program.hasPrefix("/") || Files.canRun(Path(program)) else {
      return Checkup(
        "drivers", .error, "git is to run \(program), which is not there", advice: setUp)
    }
    let tree = try store.headCommit()?.tree
    let attributes = try tree.flatMap { try repository.entry(at: ".gitattributes", in: $0) }
    let text = try attributes.map { String(decoding: try repository.blob($0.id), as: UTF8.self) }
    guard text?.contains("merge=slots") == true else {
      return Checkup(
        "drivers", .warning, ".gitattributes does not name them",
        advice: "git log -- .gitattributes shows who changed it; git checkout REV -- .gitattributes"
      )
    }
    guard try repository.config("merge.renames") == "false" else {
      return Checkup(
        "drivers", .warning, "git may take look-alike slots for renamed ones in a merge",
        advice: setUp)
    }
    return Checkup("drivers", .ok, "set up for \(program)")
  }

  static func hooks(_ store: Store) throws -> Checkup {
    let hooks = Hooks(repository: store.repository, program: store.surroundings.program)
    let folder = try hooks.folder()
    guard try hooks.isInstalled(.preCommit) else {
      return Checkup(
        "hooks", .warning, "git commit checks and stamps nothing: no hook of slots in \(folder)",
        advice: "slots hooks install, beside a hook that is there")
    }
    return Checkup("hooks", .ok, "in \(folder)")
  }

  /// Another machine with our name: commits of this replica's name that were made elsewhere since this
  /// clone is here.
  static func replica(_ store: Store) throws -> Checkup {
    let name = store.replica.string
    do throws(StoreError) {
      try Store.refuseBadReplica(name)
    } catch {
      return Checkup(
        "replica", .error, "\(name) cannot be a name", advice: "slots init --replica NAME")
    }
    let log = try store.repository.commonFolder.appending("logs/\(store.branch())")
    guard let bytes = try Files.read(log) else { return Checkup("replica", .ok, name) }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    // What arrived whole was made elsewhere.
    let arrivals = ["slots: receive", "slots: join", "clone:", "reset:", "Fast-forward"]
    let made = lines.filter { line in !arrivals.contains { line.contains($0) } }
    let own = Set(made.compactMap { $0.split(separator: " ").dropFirst().first.map(String.init) })
    let begin =
      lines.first.flatMap { $0.split(separator: "\t").first?.split(separator: " ") }
      .flatMap { $0.dropLast().last.flatMap { Int64($0) } } ?? .max
    let head = try store.headCommit().map { [$0.id] } ?? []
    var strange = 0
    for id in try store.repository.walk(from: head, hiding: []).prefix(2000) {
      let commit = try store.repository.commit(id)
      guard CommitMark.isOurs(commit), commit.author.time > begin,
        CommitMark.value(of: "Slots-Replica: ", in: commit) == name[...], !own.contains(id.hex)
      else { continue }
      // A commit below one of ours may be a part of one move: only merges bring strangers.
      if try !isBelow(commit, own, store) { strange += 1 }
    }
    guard strange == 0 else {
      return Checkup(
        "replica", .warning,
        "another machine seems to be called \(name) too: \(strange) of its commits",
        advice: "slots init --replica NAME gives this one another name")
    }
    return Checkup("replica", .ok, name)
  }

  /// True for a commit that a move of this replica's passed over: it leads to one of ours by first parents,
  /// all of this name.
  private static func isBelow(
    _ commit: Commit, _ own: Set<String>, _ store: Store
  ) throws -> Bool {
    for line in own {
      guard var next = ObjectID(hex: line), try store.repository.contains(next) else { continue }
      for _ in 0..<3 {
        guard let parent = try store.repository.commit(next).parents.first else { break }
        if parent == commit.id { return true }
        next = parent
      }
    }
    return false
  }

  static func remote(_ store: Store) throws -> Checkup {
    guard let url = try store.repository.remoteURL(Store.remoteName) else {
      return Checkup(
        "remote", .note, "there is none, so nothing is exchanged", advice: "slots init --remote URL"
      )
    }
    let branch = try store.branch()
    if Store.localPath(url) != nil, try store.repository.remotePushURL(Store.remoteName) == nil {
      guard let remote = try store.remote() else { return Checkup("remote", .ok, url) }
      do {
        _ = try remote.headBranch(orElse: branch)
        return Checkup("remote", .ok, url)
      } catch StoreError.unreachable(_, let reason) {
        return Checkup(
          "remote", .error, "\(url) is not reached: \(reason)",
          advice: "git remote set-url origin URL names another place")
      }
    }
    let result = try store.gitProgram().run(
      ["ls-remote", Store.remoteName, branch], in: store.workFolder, deadline: 15_000)
    guard result.succeeded else {
      return Checkup(
        "remote", .error, "\(url) is not reached: \(result.complaint)",
        advice: "git ls-remote origin shows what git says")
    }
    return Checkup("remote", .ok, url)
  }

  static func history(_ store: Store) throws -> Checkup {
    guard !store.repository.isShallow else {
      return Checkup(
        "history", .note, "this clone has only a part of it", advice: "git fetch --unshallow")
    }
    return Checkup("history", .ok, "whole")
  }

  static func clocks(_ store: Store) throws -> Checkup {
    let content = try store.content()
    let stamps = content.documents.values.compactMap(\.latestStamp)
    let notes = ClockNote.notes(stamps, now: store.surroundings.now())
    guard notes.isEmpty else {
      return Checkup(
        "clocks", .warning, notes.joined(separator: "; "),
        advice: "set the clock right; later writes still come after")
    }
    return Checkup("clocks", .ok, "none is off by more than ten minutes")
  }
}
