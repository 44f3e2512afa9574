import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// What git runs of ours, and where the folder is.
extension DoctorTests {
  @Test func `a driver that is there and does not run`() throws {
    for program in ["'\(world.folder.path)'", "false", "no-such-program"] {
      try a.git("config", "merge.slots.driver", "\(program) merge-driver %O %A %B %P")
      expect("drivers", .error, program)
    }
    try a.initialise(remote: world.hub.description)
    try a.git("config", "diff.renames", "true")
    expect("drivers", .warning, "diff.renames")
  }

  @Test func `attributes that are overridden, or gone and brought back`() throws {
    try a.write(".git/info/attributes", "*.json -merge\n")
    expect("drivers", .warning, "overrides")
    try a.remove(".git/info/attributes")
    try a.remove(".gitattributes")
    expect("drivers", .warning, "is missing")
    let command = "git checkout $(git rev-list --max-parents=0 HEAD | tail -n 1) -- .gitattributes"
    #expect(try checkup("drivers").advice?.hasSuffix(command) == true)
    try Shell.run("/bin/sh", ["-c", command], in: a.folder)
    #expect(try checkup("drivers").state == .ok)
  }

  @Test func `B38 a foreign hook, one that may not be run, one whose program is gone`() throws {
    let hook = try a.text(".git/hooks/pre-commit").orThrow("the hook")
    try Shell.run("chmod", ["-x", ".git/hooks/pre-commit"], in: a.folder)
    expect("hooks", .warning, "may not be run")
    try a.write(".git/hooks/pre-commit", "#!/bin/sh\n")
    expect("hooks", .warning, "is not of slots")
    try a.write(".git/hooks/pre-commit", hook.replacing("'/", with: "'/nowhere/"))
    try Shell.run("chmod", ["+x", ".git/hooks/pre-commit"], in: a.folder)
    expect("hooks", .warning, "which is not there")
    try a.write(".git/hooks/pre-commit", hook)
    try Shell.run("chmod", ["+x", ".git/hooks/pre-commit"], in: a.folder)
    #expect(try checkup("hooks").state == .ok)
    try a.remove(".git/hooks/post-merge")
    expect("hooks", .note, "post-merge")
  }

  @Test func `B38 the hooks of a linked worktree, and a relative core.hooksPath in it`() throws {
    let tree = world.folder.path.appending("tree")
    try a.git("worktree", "add", "--quiet", "-b", "other", tree.description)
    #expect(try checkup("hooks", in: tree).state == .ok)
    try a.git("config", "core.hooksPath", "hooks-of-the-tree")
    #expect(try checkup("hooks", in: tree).summary.contains("tree/hooks-of-the-tree"))
  }

  @Test(arguments: ["Dropbox (Personal)", "OneDrive - Work", "Mobile Documents", "GoogleDrive-ada"])
  func `B25 a store in a cloud folder`(name: String) throws {
    let folder = world.folder.path.appending(Path(name)).appending("store")
    try Files.makeFolders(folder.parent)
    try Shell.run("mv", [a.folder.description, folder.description], in: world.folder.path)
    let found = try checkup("place", in: folder)
    #expect(found.state == .warning && found.summary.contains("behind git's back"))
  }

  @Test func `B25 a name that only begins like a cloud folder's is none`() throws {
    let folder = world.folder.path.appending("Dropboxes")
    try Shell.run("mv", [a.folder.description, folder.description], in: world.folder.path)
    #expect(try checkup("place", in: folder).state == .ok)
  }

  @Test func `B25 copies anywhere among git's files`() throws {
    for path in ["refs/remotes/origin/main 2", "index 2", "refs/heads/main (conflicted copy)"] {
      try a.write(".git/\(path)", "garbage")
      expect("place", .warning, path)
      try a.remove(".git/\(path)")
    }
  }

  @Test func `B52 devices and files that differ by case alone`() throws {
    try a.write("devices/Stage/notes.md", "one")
    try a.write("devices/stage/notes.md", "two")
    try a.commit("two of a name")
    expect("names", .warning, "devices/Stage, devices/stage differ")
  }

  @Test func `B33 an extension that is not supported is named`() throws {
    try a.git("config", "core.repositoryformatversion", "1")
    try a.git("config", "extensions.refstorage", "reftable")
    expect("repository", .error, "refstorage")
    #expect(try checkup("documents").state == .note)
  }

  @Test func `versions that are too old`() {
    #expect(Doctor.libgit2("1.4.9").state == .warning)
    #expect(Doctor.libgit2("1.5.1").state == .ok)
    #expect(Doctor.libgit2("2.0.0").state == .ok)
  }
}
