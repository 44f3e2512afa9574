internal import SlotsGit
internal import SlotsModel
internal import SlotsSystem

extension Store {
  /// Installs the pre-commit hook that checks and stamps what is staged.
  ///
  /// - Returns: the path of a hook that was there before and is not ours; it stays as it is.
  func installHook() throws -> String? {
    let hooks = try hooksFolder()
    let path: Path = "\(hooks)/pre-commit"
    let mark = "# slots: checks and stamps what is staged\n"
    let program = Attributes.quoted(surroundings.program)
    let text = "#!/bin/sh\n\(mark)exec \(program) validate --staged --stamp\n"
    if let old = try Files.read(path, following: true) {
      let known = String(decoding: old, as: UTF8.self)
      if known == text { return nil }
      guard known.contains(mark) else { return path.description }
    } else if try repository.configPath("core.hooksPath") != nil {
      // A folder of hooks for several repositories is not ours to fill.
      return path.description
    }
    try Files.makeFolders(hooks)
    _ = try Files.replace(
      path, with: .file(Array(text.utf8), executable: true), root: hooks.parent,
      temporaryIn: temporaryFolder, ifIs: { _ in true })
    return nil
  }

  private func hooksFolder() throws -> Path {
    guard let configured = try repository.configPath("core.hooksPath") else {
      return "\(repository.commonFolder)/hooks"
    }
    return Files.absolute(configured, relativeTo: workFolder)
  }
}
