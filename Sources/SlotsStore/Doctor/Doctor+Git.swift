internal import SlotsGit
internal import SlotsSystem

/// The looks at git and at where the repository stands.
extension Doctor {
  /// The oldest versions that are tried.
  private static let oldestGit = [2, 30]
  private static let oldestLibrary = [1, 5]

  static func git() throws -> Checkup {
    let result: Child.Result
    do {
      result = try GitProgram(keepsSSH: true).run(["--version"], in: "/", deadline: 10_000)
    } catch {
      return Checkup("git", .error, "git does not run: \(error.reason)", advice: "install git")
    }
    // Apple's has more words after the number.
    let words = result.outputText.trimmedLine.split(separator: " ")
    let version = words.first { $0.first?.isNumber ?? false }.map(String.init) ?? ""
    guard result.succeeded, !version.isEmpty else {
      return Checkup("git", .error, "git does not run: \(result.complaint)", advice: "install git")
    }
    return judge("git", version, oldestGit)
  }

  static func libgit2(_ version: String) -> Checkup { judge("libgit2", version, oldestLibrary) }

  private static func judge(_ name: String, _ version: String, _ oldest: [Int]) -> Checkup {
    let parts = version.split(separator: ".").prefix(2).map { Int($0) ?? 0 }
    guard parts.lexicographicallyPrecedes(oldest) else { return Checkup(name, .ok, version) }
    return Checkup(
      name, .warning,
      "\(version) is older than \(oldest.map(String.init).joined(separator: "."))",
      advice: "install a newer \(name)")
  }

  static func branch(_ repository: Repository) throws -> Checkup {
    let head: Head
    do throws(GitError) {
      head = try repository.head()
    } catch {
      return damagedHead(repository, error)
    }
    if let found = Unfinished(repository.state) {
      let rest = found.finish == found.abort ? "" : ", \(found.abort) gives it up"
      return Checkup(
        "branch", .warning, "a git \(found.what) was begun and is not finished",
        advice: "\(found.finish) ends it\(rest)")
    }
    switch head {
    case .branch(let name, let id):
      let short = String(name.dropFirst("refs/heads/".count))
      return id == nil
        ? Checkup("branch", .error, "\(short) has no commit", advice: "slots init makes the first")
        : Checkup("branch", .ok, short)
    case .detached(let id):
      return Checkup(
        "branch", .error, "HEAD names no branch (\(id.short)), so nothing can be kept",
        advice: "git switch \(branches(repository).first ?? "-c main") returns to one")
    }
  }

  /// The names of the branches, `main` first, also where one cannot be read.
  private static func branches(_ repository: Repository) -> [String] {
    let listed = (try? repository.references("refs/heads/*")) ?? []
    var names = listed.map { String($0.name.dropFirst("refs/heads/".count)) }
    let files = try? Files.list(repository.commonFolder.appending("refs/heads"))
    names += ((files ?? nil) ?? []).map(\.description).filter { !names.contains($0) }
    return names.filter { $0 == "main" } + names.filter { $0 != "main" }
  }

  /// What a power cut leaves: a HEAD, or a branch, without content (B24).
  private static func damagedHead(_ repository: Repository, _ error: GitError) -> Checkup {
    guard let branch = (try? repository.symbolicTarget("HEAD")) ?? nil else {
      let file = "\(repository.gitFolder)/HEAD"
      return Checkup(
        "branch", .error, "\(file) is damaged",
        advice: "printf 'ref: refs/heads/\(branches(repository).first ?? "main")\\n' > "
          + Attributes.quoted(file))
    }
    let file = "\(repository.commonFolder)/\(branch)"
    let remove = "rm -f \(Attributes.quoted(file))"
    let known = Reflog(branch, in: repository)?.entries.map(\.new).last {
      (try? repository.commit($0)) != nil
    }
    let seen = (try? repository.reference(Store.seenReference(branch))) ?? nil
    guard let last = known ?? seen else {
      return Checkup(
        "branch", .error, "\(file) is damaged: \(error.message)",
        advice: "\(remove), then git fetch origin, and git update-ref \(branch) COMMIT")
    }
    return Checkup(
      "branch", .error,
      "\(file) is damaged; the last commit it is known to have had is \(last.short)",
      advice: "\(remove) && git update-ref \(branch) \(last.hex)")
  }

  /// Whether what is written waits for the disk (B24). What `slots` writes always does.
  static func durability(_ repository: Repository) throws -> Checkup {
    let parts = try repository.config("core.fsync")?.split(separator: ",") ?? []
    let isOff = parts.contains { $0 == "none" || $0 == "-all" }
    guard try !isOff && repository.config("core.fsyncMethod") != "writeout-only" else {
      let name = isOff ? "core.fsync" : "core.fsyncMethod"
      return Checkup(
        "durability", .warning,
        "git is told not to wait for the disk (\(name)): a power cut can empty what it wrote",
        advice: "git config --unset \(name), with --global where it is set there")
    }
    return Checkup("durability", .ok, "what is written waits for the disk")
  }
}
