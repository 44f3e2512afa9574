internal import SlotsGit
internal import SlotsModel
internal import SlotsSystem

/// The looks at what git runs of ours.
extension Doctor {
  /// How long a program may take, in milliseconds.
  private static let patience: Int64 = 10_000

  /// Whether the shell that git uses finds `command`, as it stands in git's configuration, and it is ours.
  private static func runs(_ command: String, in store: Store) -> Bool {
    let result = try? Child.run(
      "/bin/sh", ["-c", "\(command) --version"], in: store.workFolder, deadline: patience)
    return result.map { $0.succeeded && $0.outputText.hasPrefix("slots ") } ?? false
  }

  static func drivers(_ store: Store) throws -> Checkup {
    let setUp = "slots init sets them up"
    for (key, call) in [
      ("merge.slots.driver", " merge-driver "), ("diff.slots.textconv", " textconv"),
    ] {
      let driver = try store.repository.config(key) ?? ""
      guard let end = driver.firstRange(of: call)?.lowerBound else {
        return Checkup(
          "drivers", .warning, "git knows no merge and diff driver of slots here: \(key)",
          advice: setUp)
      }
      let program = String(driver[..<end])
      guard runs(program, in: store) else {
        return Checkup(
          "drivers", .error,
          "git is to run \(program) (\(key)), which is not there or does not run", advice: setUp)
      }
    }
    if let fault = try attributeFault(store) { return fault }
    for key in ["merge.renames", "diff.renames"] {
      guard try store.repository.config(key) == "false" else {
        return Checkup(
          "drivers", .warning, "git may take look-alike slots for renamed ones: \(key)",
          advice: setUp)
      }
    }
    return Checkup("drivers", .ok, "merge and diff, in .gitattributes and in git's configuration")
  }

  /// Whether git, as it stands here, would use our drivers for a document of each kind.
  private static func attributeFault(_ store: Store) throws -> Checkup? {
    let paths = [
      "slot.00.json", "pinned.json", "seedVersion.json", "store.json", "devices/x/live.json",
    ]
    let result = try store.gitProgram().run(
      ["check-attr", "merge", "diff", "--"] + paths, in: store.workFolder, deadline: patience)
    let text = try Files.read(store.inTree(".gitattributes"), limit: 1 << 16)
      .map { String(decoding: $0, as: UTF8.self) }
    let lines = Attributes.text.split(separator: "\n").map(String.init)
    let isWhole = text.map { text in lines.allSatisfy { text.contains($0) } } ?? false
    let named = result.outputText.split(separator: "\n").count { $0.hasSuffix(": slots") }
    // With an index that it cannot read git says nothing; of a file that is gone it reads what is staged,
    // until the next sync takes the removal.
    if text != nil, result.succeeded ? named == paths.count * 2 : isWhole { return nil }
    if isWhole {
      let file = "\(store.repository.commonFolder)/info/attributes"
      return Checkup(
        "drivers", .warning, "something overrides what .gitattributes says of merge and diff",
        advice: "look into \(file) and git config core.attributesFile")
    }
    return Checkup(
      "drivers", .warning,
      ".gitattributes \(text == nil ? "is missing" : "does not name them for all documents")",
      advice: "git log -- .gitattributes shows who changed it; this brings the first one back: "
        + "git checkout $(git rev-list --max-parents=0 HEAD | tail -n 1) -- .gitattributes")
  }

  /// Whether git runs our hooks; if not, `git commit` is the way that nothing guards (B38). What `slots`
  /// itself writes is checked in any case.
  static func hooks(_ store: Store) throws -> Checkup {
    let hooks = try Hooks.find(from: store.folder, store.surroundings)
    let folder = try hooks.folder()
    let path: Path = "\(folder)/pre-commit"
    let install = "slots hooks install, beside a hook that is there"
    func unguarded(_ reason: String, _ advice: String) -> Checkup {
      Checkup(
        "hooks", .warning, "git commit checks and stamps nothing: \(reason)", advice: advice)
    }
    // Git has the last word on where it looks.
    let asked = try store.gitProgram().run(
      ["rev-parse", "--git-path", "hooks"], in: store.workFolder, deadline: patience)
    if asked.succeeded, let line = asked.outputText.split(separator: "\n").first {
      let said = Files.absolute(Path(String(line)), relativeTo: store.workFolder)
      if try (Files.realPath(said) ?? said) != (Files.realPath(folder) ?? folder) {
        return unguarded(
          "git looks for hooks in \(said), slots in \(folder)",
          "git config --show-origin core.hooksPath shows who says so")
      }
    }
    if try hooks.foreign(.preCommit) != nil { return unguarded("\(path) is not of slots", install) }
    guard let bytes = try Files.read(path, following: true) else {
      let reason = try hooks.isShared() ? ", where core.hooksPath points" : ""
      return unguarded("no hook of slots in \(folder)\(reason)", install)
    }
    guard Files.canRun(path) else {
      return unguarded(
        "\(path) may not be run", "chmod +x \(Attributes.quoted(path.description))")
    }
    let call = " hook pre-commit"
    let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").last {
      $0.hasPrefix("exec ") && $0.hasSuffix(call)
    }
    if let program = line.map({ String($0.dropFirst(5).dropLast(call.count)) }),
      !runs(program, in: store)
    {
      return unguarded(
        "the hook runs \(program), which is not there or does not run", "slots hooks install")
    }
    guard try hooks.isInstalled(.postMerge) else {
      return Checkup(
        "hooks", .note, "git merge does not say what arrived: no post-merge in \(folder)",
        advice: install)
    }
    return Checkup("hooks", .ok, "in \(folder)")
  }
}
