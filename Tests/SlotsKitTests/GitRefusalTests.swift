import SlotsSystem
import TestSupport
import Testing

@testable import SlotsKit

/// What a git backend says and keeps when something is in its way.
@Suite struct GitRefusalTests {
  @Test func `an edit by hand arrives at a synchronize, and one that is not valid is kept`()
    async throws
  {
    let world = try KitWorld(.git)
    let store = try world.store("a")
    let changes = store.externalChanges()
    try await store.synchronize()
    let file: Path = "a/slot.01.json"
    let text = try world.folder.text(file).orThrow("\(file)")
    try world.folder.write(file, text.replacing("0.5", with: "0.75"))
    try await store.synchronize()
    #expect(
      await heard(changes, store) == [
        ExternalChange(reason: .serverChange, changedKeys: ["slot.01"])
      ])
    #expect(try store.library(TestParams.self)[.at(1)]?.params.speed == 0.75)
    let invalid = text.replacing("0.5", with: "75")
    try world.folder.write(file, invalid)
    let before = store.content
    let error = #expect(throws: KeyValueError.self) { try store.save("Mine", 1) }
    guard case .stopped? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect("\(error.map { "\($0)" } ?? "")".contains("git checkout -- slot.01.json"))
    #expect(store.content == before)
    #expect(try world.folder.text(file) == invalid)
    #expect(try await store.synchronize())
    try store.save("Nine", 9)
    #expect(try world.folder.text(file) == invalid)
  }

  @Test func `a remote that refuses is told with its words, and the work is kept`() async throws {
    let world = try KitWorld(.git)
    let store = try world.store("a")
    try await store.synchronize()
    let hook = Path(world.path("hub.git/hooks/pre-receive"))
    try Files.write(
      Array("#!/bin/sh\necho closed for today >&2\nexit 1\n".utf8), to: hook, executable: true,
      temporaryIn: world.folder.path)
    try store.save("Nine", 9)
    let error = await #expect(throws: KeyValueError.self) { try await store.synchronize() }
    #expect("\(error.map { "\($0)" } ?? "")".contains("closed for today"))
    try Files.remove(hook)
    #expect(try await store.synchronize())
    let other = try world.store("b")
    try await other.synchronize()
    #expect(try other.name(9) == "Nine")
  }

  @Test func `without a factory set a replica comes from the remote, or says that it is away`()
    async throws
  {
    let world = try KitWorld(.git)
    let error = #expect(throws: KeyValueError.self) {
      try KeyValueStore(
        GitBackend(folder: world.path("x"), remote: world.path("none.git"), replica: "x"))
    }
    let words = error.map { "\($0)" } ?? ""
    #expect(words.contains("there is no git repository at"), "\(words)")
    #expect(try Files.status(Path(world.path("x"))) == nil)
    let a = try world.store("a")
    try a.save("Nine", 9)
    try await a.synchronize()
    let joined = try KeyValueStore(
      GitBackend(folder: world.path("x"), remote: world.path("hub.git"), replica: "x"))
    #expect(joined.content == a.content)
  }
}
