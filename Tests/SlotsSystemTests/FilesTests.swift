import Foundation
import SlotsSystem
import TestSupport
import Testing

@Suite struct FilesTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `what is absent is nil`() throws {
    let absent = folder.path.appending("absent")
    try folder.write("file", "x")
    #expect(try Files.read(absent) == nil)
    #expect(try Files.list(absent) == nil)
    #expect(try Files.status(absent) == nil)
    #expect(try Files.content(absent) == nil)
    #expect(try Files.realPath(absent) == nil)
    #expect(try Files.read(folder.path.appending("file/inner")) == nil)
    try Files.remove(absent)
    try Files.removeTree(absent)
  }

  @Test func `a file is read whole, or one byte past the limit`() throws {
    let text = String(repeating: "0123456789", count: 20_000)
    let file = try folder.write("file", text)
    #expect(try Files.read(file) == Array(text.utf8))
    #expect(try Files.read(file, limit: 200_000) == Array(text.utf8))
    #expect(try Files.read(file, limit: 3) == Array("0123".utf8))
    #expect(try Files.read(file, limit: 0) == Array("0".utf8))
    #expect(try Files.read(folder.write("empty", "")) == [])
  }

  @Test func `neither a folder nor a pipe nor a device is read, and none is waited for`() throws {
    let pipe = folder.path.appending("pipe")
    #expect(pipe.withCPath { mkfifo($0, 0o600) } == 0)
    for path in [pipe, folder.path, "/dev/zero"] {
      let error = #expect(throws: SystemError.self) { try Files.read(path) }
      #expect(error?.code == SystemError.notAFile)
    }
  }

  @Test func `a symbolic link is followed only when asked`() throws {
    try folder.write("file", "text")
    let link = folder.path.appending("link")
    try Shell.run("ln", ["-s", "file", "link"], in: folder.path)
    #expect(throws: SystemError("open", link, ELOOP)) { try Files.read(link) }
    #expect(try Files.read(link, following: true) == Array("text".utf8))
    #expect(try Files.content(link) == .symlink(Array("file".utf8)))
    #expect(try Files.status(link)?.kind == .symlink)
    #expect(try Files.realPath(link) == folder.path.appending("file"))
  }

  @Test func `a folder is listed in the order of bytes`() throws {
    for name in ["b", "B", "a", ".hidden", "\u{e9}", "z"] { try folder.write(Path(name), "") }
    let names: [Path] = [".hidden", "B", "a", "b", "z", "\u{e9}"]
    #expect(try Files.list(folder.path) == names)
  }

  @Test func `a name that is not UTF-8 is listed, read and removed`() throws {
    let name = Path(bytes: [0x66, 0xff])
    let file = folder.path.appending(name)
    try Files.write([1], to: file, temporaryIn: folder.path)
    #expect(try Files.list(folder.path) == [name])
    #expect(try Files.read(file) == [1])
    try Files.remove(file)
    #expect(try Files.list(folder.path) == [])
  }

  @Test func `status tells what the system knows`() throws {
    let file = try folder.write("file", "four")
    try Shell.run("chmod", ["750", "file"], in: folder.path)
    try Shell.run("ln", ["file", "second"], in: folder.path)
    try Shell.run("touch", ["-d", "@1000000000.5", "file"], in: folder.path)
    let status = try #require(try Files.status(file))
    #expect(status.kind == .file)
    #expect(status.size == 4)
    #expect(status.permissions == 0o750)
    #expect(status.isExecutable)
    #expect(status.links == 2)
    #expect(status.modified == 1_000_000_000_500_000_000)
    #expect(abs(status.changed / 1_000_000 - Clock.now()) < 3_600_000)
    let second = try #require(try Files.status(folder.path.appending("second")))
    #expect(second.isSameFile(as: status))
    #expect(try Files.status(folder.path)?.kind == .folder)
  }

  @Test func `folders are made with those above, and removed with all in them`() throws {
    let deep: Path = "\(folder.path)/a/b/c"
    try Files.makeFolders(deep)
    try Files.makeFolders(deep)
    try folder.write("a/b/file", "x")
    try folder.write("kept/file", "x")
    try Shell.run("ln", ["-s", "../kept", "a/link"], in: folder.path)
    try Files.removeTree(folder.path.appending("a"))
    #expect(try folder.files() == ["kept/file"])
    let error = #expect(throws: SystemError.self) {
      try Files.makeFolders(folder.path.appending("kept/file/x"))
    }
    #expect(error?.description.contains("kept/file") == true)
  }

  @Test func `only folders without files are removed as empty`() throws {
    try Files.makeFolders(folder.path.appending("a/b/c"))
    try folder.write("x/y/file", "")
    Files.removeEmptyFolders(folder.path.appending("a"))
    Files.removeEmptyFolders(folder.path.appending("x"))
    #expect(try Files.list(folder.path) == ["x"])
    #expect(try folder.files() == ["x/y/file"])
  }

  @Test func `an error says what, to which and why`() {
    let error = SystemError("open", "/x/y", ENOENT)
    #expect(error.description == "open /x/y: no such file or directory")
  }
}
