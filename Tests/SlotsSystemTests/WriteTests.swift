import Foundation
import SlotsSystem
import TestSupport
import Testing

@Suite struct WriteTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a file is replaced as a new file, never in place`() throws {
    let file = try folder.write("file", "old")
    let old = try #require(try Files.status(file))
    let reader = try #require(FileHandle(forReadingAtPath: file.description))
    try Files.write(Array("newer".utf8), to: file, temporaryIn: folder.path.appending("t"))
    #expect(try folder.text("file") == "newer")
    #expect(try reader.readToEnd() == Data("old".utf8))
    let new = try #require(try Files.status(file))
    #expect(!new.isSameFile(as: old))
    #expect(try Files.list(folder.path.appending("t")) == [])
  }

  @Test func `missing folders are made`() throws {
    try Files.write([1], to: "\(folder.path)/a/b/c", temporaryIn: "\(folder.path)/t/u")
    #expect(try Files.read("\(folder.path)/a/b/c") == [1])
  }

  @Test func `a file is executable when asked`() throws {
    let file = folder.path.appending("file")
    try Files.write([], to: file, executable: true, temporaryIn: folder.path)
    #expect(try Files.status(file)?.isExecutable == true)
    #expect(Files.canRun(file))
    try Files.write([], to: file, temporaryIn: folder.path)
    #expect(try Files.status(file)?.isExecutable == false)
  }

  @Test func `what stands in the way is named and nothing is left behind`() throws {
    try folder.write("taken/file", "x")
    #expect(throws: SystemError.self) {
      try Files.write([1], to: folder.path.appending("taken"), temporaryIn: folder.path)
    }
    #expect(try folder.files() == ["taken/file"])
  }

  @Test(.enabled(if: otherFileSystem() != nil))
  func `the unfinished file may be on another file system`() throws {
    let other = try #require(otherFileSystem()).appending(Path("slots-test-\(Random.name())"))
    defer { try? Files.removeTree(other) }
    let file = folder.path.appending("file")
    try Files.write([1], to: file, temporaryIn: other)
    let replaced = try Files.replace(
      file, with: .file([2]), root: folder.path, temporaryIn: other
    ) { $0 == .file([1]) }
    #expect(replaced)
    #expect(try Files.read(file) == [2])
    let new = folder.path.appending("new")
    #expect(
      try Files.replace(new, with: .file([3]), root: folder.path, temporaryIn: other) { $0 == nil })
    #expect(try Files.replace(file, with: nil, root: folder.path, temporaryIn: other) { _ in true })
    #expect(try folder.files() == ["new"])
    #expect(try Files.list(other) == [])
  }

  @Test func `lines are added at the end`() throws {
    let file: Path = "\(folder.path)/logs/a/log"
    #expect(try !Files.append([1], to: file, making: false))
    #expect(try Files.append([2], to: file, making: true))
    #expect(try Files.append([3], to: file, making: false))
    #expect(try Files.read(file) == [2, 3])
  }

  @Test func `unfinished files of dead processes are known by name and age`() throws {
    let name = Files.temporaryName()
    #expect(Files.isTemporary(name))
    #expect(Files.isTemporary(name.adding(suffix: ".lock")))
    #expect(!Files.isTemporary("slot.00.json"))
    #expect(!Files.isTemporary(".slots-1.tmp"))
    try folder.write(name, "x")
    try folder.write("mine", "x")
    try Files.removeTemporary(in: folder.path, olderThan: 60_000)
    #expect(try folder.files().count == 2)
    Clock.pause(milliseconds: 5)
    try Files.removeTemporary(in: folder.path, olderThan: 0)
    #expect(try folder.files() == ["mine"])
    try Files.removeTemporary(in: folder.path, olderThan: 0) { $0 == "mine" }
    #expect(try folder.files() == [])
  }
}

/// A folder on another file system than the temporary ones, if this machine has one.
func otherFileSystem() -> Path? {
  let candidate: Path = "/dev/shm"
  guard let there = try? Files.status(candidate),
    let here = try? Files.status(Path(NSTemporaryDirectory())), there.device != here.device
  else { return nil }
  return candidate
}
