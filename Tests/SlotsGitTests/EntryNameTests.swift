import SlotsSystem
import TestSupport
import Testing

@testable import SlotsGit

/// Names that a tree may not have, as `git fsck` judges on every system.
@Suite struct EntryNameTests {
  static let refused: [String] = [
    "", ".", "..", "a/b", "/", "/etc/passwd", "../x", ".git", ".GIT", ".Git", "git~1", "GIT~1",
    ".git ", ".git.", ".git . ", ".git::$INDEX_ALLOCATION", ".git:stream", "git~1 .",
    ".g\u{200C}it", "\u{FEFF}.git", ".gi\u{202E}t", "a\\.git", ".git\\hooks", "\\.git\\x",
  ]

  @Test(arguments: refused)
  func `a name that leads out of the store, or into git's folder, is refused`(
    name: String
  ) {
    #expect(EntryName.objection(to: Array(name.utf8)) != nil)
  }

  static let taken: [String] = [
    "slot.05.json", ".gitattributes", ".gitignore", ".gitmodules", ".github", "git", "git~2",
    "git~10",
    ".gita", "..a", "...", ".g", "-f", " ", "~", "a~1", "a\\b", "a\nb", "\u{1B}[31m", "e\u{301}",
    "\u{200C}", "x.git", ".git_", "a.git ", String(repeating: "x", count: 300),
  ]

  @Test(arguments: taken) func `any other name is taken`(name: String) {
    #expect(EntryName.objection(to: Array(name.utf8)) == nil)
  }

  @Test func `bytes that are not UTF-8 are a name, and hide no git folder`() {
    #expect(EntryName.objection(to: [0xFF, 0xFE]) == nil)
    #expect(EntryName.objection(to: Array(".git ".utf8) + [0x80]) == nil)
  }
}
