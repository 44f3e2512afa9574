internal import SlotsSystem

/// Which names a tree may have. What git and `git fsck` refuse on any system is refused here on every
/// one, so that no tree that others made names a place outside the working tree, or git's own folder.
enum EntryName {
  /// Why no working tree may have a file of this name; nil where it may.
  static func objection(to name: [UInt8]) -> String? {
    if name.contains(slash) { return "a slash in a name" }
    if name.isEmpty { return "an empty name" }
    if name == [dot] || name == [dot, dot] { return "the name of a folder above" }
    // Most names are plain, and this is asked of every one.
    guard name.contains(where: { $0 == dot || $0 == tilde || $0 == backslash }) else { return nil }
    let isGit = name.split(separator: backslash).contains { isGitFolder(withoutIgnored($0)) }
    return isGit ? "a name that stands for git's own folder" : nil
  }

  /// `.git` and `git~1` in any case, also where NTFS drops spaces, dots and what follows a colon.
  private static func isGitFolder(_ name: [UInt8]) -> Bool {
    let lower = name.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 + 32 : $0 }
    return [Array(".git".utf8), Array("git~1".utf8)].contains { start in
      guard lower.starts(with: start) else { return false }
      let rest = lower[start.count...].prefix { $0 != UInt8(ascii: ":") }
      return rest.allSatisfy { $0 == dot || $0 == UInt8(ascii: " ") }
    }
  }

  /// The name without the scalars that HFS+ takes no notice of.
  private static func withoutIgnored(_ name: ArraySlice<UInt8>) -> [UInt8] {
    guard name.contains(where: { $0 >= 0x80 }) else { return Array(name) }
    let ignored: Set<UInt32> = [0xFEFF]
    let kept = String(decoding: name, as: UTF8.self).unicodeScalars.filter {
      switch $0.value {
      case 0x200C...0x200F, 0x202A...0x202E, 0x206A...0x206F: false
      default: !ignored.contains($0.value)
      }
    }
    return Array(String(String.UnicodeScalarView(kept)).utf8)
  }

  private static let slash = UInt8(ascii: "/")
  private static let dot = UInt8(ascii: ".")
  private static let tilde = UInt8(ascii: "~")
  private static let backslash = UInt8(ascii: "\\")
}
