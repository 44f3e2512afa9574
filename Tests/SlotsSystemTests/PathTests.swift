import SlotsSystem
import Testing

@Suite struct PathTests {
  @Test(arguments: [
    ("/a/b/c", "c", "/a/b"), ("/a", "a", "/"), ("a/b", "b", "a"), ("a", "a", ""),
    ("/a/b/", "b", "/a"), ("/", "", "/"),
  ]) func `a path has a name and a folder`(path: String, name: String, folder: String) {
    #expect(Path(path).name == Path(name))
    #expect(Path(path).parent == Path(folder))
  }

  @Test(arguments: [
    ("/a", "b/c", "/a/b/c"), ("/", "b", "/b"), ("", "b", "b"), ("/a", "/b", "/b"),
    ("/a", "", "/a"),
  ]) func `paths are joined by one slash`(folder: String, rest: String, whole: String) {
    #expect(Path(folder).appending(Path(rest)) == Path(whole))
  }

  @Test(arguments: [
    ("/a/b", "/a", "b"), ("/a/b/c", "/a", "b/c"), ("/ab", "/a", nil), ("/a", "/a", nil),
    ("/b", "/", "b"),
  ]) func `what is inside a folder is told apart from what is beside it`(
    path: String, folder: String, rest: String?
  ) {
    #expect(Path(path).inside(Path(folder)) == rest.map { Path($0) })
  }

  @Test func `two spellings of one letter are two paths`() {
    let composed: Path = "\u{e9}"
    let decomposed: Path = "e\u{301}"
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed]).count == 2)
  }

  @Test func `a name that is not UTF-8 keeps its bytes in a longer path`() {
    let name = Path(bytes: [0x66, 0xff])
    let path: Path = "/a/\(name).txt"
    #expect(path.bytes == Array("/a/f".utf8) + [0xff] + Array(".txt".utf8))
    #expect(path.text == nil)
    #expect(("/a" as Path).appending(name).name == name)
  }

  @Test(arguments: [
    ("b", "/a/b"), ("../b", "/b"), ("./b//c/.", "/a/b/c"), ("/x/../y", "/y"), ("../../..", "/"),
    ("", "/a"),
  ]) func `a relative path becomes absolute`(path: String, absolute: String) {
    #expect(Files.absolute(Path(path), relativeTo: "/a") == Path(absolute))
  }

  @Test func `a zero byte makes no shorter path`() throws {
    #expect(try Files.status("/") != nil)
    #expect(try Files.status(Path(bytes: Array("/".utf8) + [0, 0x61])) == nil)
  }
}
