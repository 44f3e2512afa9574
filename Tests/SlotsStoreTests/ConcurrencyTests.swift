import Foundation
import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// Several at once: in one replica, and towards one remote.
@Suite struct ConcurrencyTests {
  /// What a thread needs to open a store of its own.
  struct Place: Sendable {
    let folder: String
    let factory: String
    let name: String

    func open(at now: Int64) throws -> Store {
      try Store.open(
        from: folder,
        Surroundings(
          now: { now }, hostName: name, program: "/nonexistent/slots", factoryFolders: [factory],
          patience: 120_000))
    }
  }

  private static func place(_ replica: Replica) -> Place {
    Place(
      folder: replica.folder.description, factory: replica.factory.description, name: replica.name)
  }

  @Test func `B22 two writers in one replica, a hundred saves each: two hundred are in history`()
    async throws
  {
    let world = try World()
    let a = try world.replica("a")
    let place = Self.place(a)
    let start = world.now
    let failures = await onThreads(2) { writer in
      for index in 0..<100 {
        let preset = try preset("Writer \(writer) save \(index)")
        let report = try place.open(at: start + Int64(index))
          .save(preset, into: "\(10 + writer)", overwrites: true)
        if report.commit == nil { throw Missing(what: "a commit") }
      }
    }
    #expect(failures == [])
    for writer in 0..<2 {
      let names = try a.versions(slotKey(10 + writer)).compactMap {
        Slot($0.register.value)?.name.string
      }
      #expect(names == (0..<100).reversed().map { "Writer \(writer) save \($0)" })
    }
    #expect(try a.git("rev-list", "--count", "HEAD") == "201")
    #expect(try a.git("status", "--porcelain") == "")
    #expect(try a.git("fsck", "--strict", "--no-progress", "--no-dangling") == "")
  }

  @Test func `writers and syncs in one replica do not interleave`() async throws {
    let world = try World()
    let (a, b) = (try world.replica("a"), try world.replica("b"))
    try a.sync()
    let (place, other) = (Self.place(a), Self.place(b))
    let start = world.now
    let failures = await onThreads(4) { number in
      for index in 0..<10 {
        let now = start + Int64(index * 1000 + number)
        switch number {
        case 0: _ = try place.open(at: now).sync()
        case 1:
          _ = try other.open(at: now).save(preset("Other \(index)"), into: "9", overwrites: true)
          _ = try other.open(at: now).sync()
        default:
          _ = try place.open(at: now)
            .save(preset("Thread \(number) \(index)"), into: "\(8 + number)", overwrites: true)
        }
      }
    }
    #expect(failures == [])
    world.now += 60_000
    try world.settle([a, b])
    try world.expectInStep([a, b])
    for (slot, name) in [(9, "Other"), (10, "Thread 2"), (11, "Thread 3")] {
      let names = try b.versions(slotKey(slot)).compactMap { Slot($0.register.value)?.name.string }
      #expect(Set(names) == Set((0..<10).map { "\(name) \($0)" }))
    }
  }

  @Test(arguments: [true, false])
  func `a person's git commits beside writes with slots take nothing back`(
    hasHook: Bool
  ) async throws {
    _ = try Program.path()
    let world = try World()
    let a = try world.replica("a")
    if !hasHook { try a.remove(".git/hooks/pre-commit") }
    try a.write("notes.txt", "0\n")
    try a.commit("notes")
    let place = Self.place(a)
    let (folder, start) = (a.folder, world.now)
    let failures = await onThreads(2) { number in
      if number == 0 {
        for index in 1...60 {
          // A refusal because git is at work is an answer too, as long as it is one.
          for attempt in 1...20 {
            do {
              _ = try place.open(at: start + Int64(index))
                .save(preset("Save \(index)"), into: "9", overwrites: true)
              break
            } catch let error as StoreError where attempt < 20 {
              switch error {
              case .busy, .indexLocked: continue
              default: throw error
              }
            }
          }
        }
        return
      }
      var done = 0
      for index in 1...400 where done < 60 {
        try Files.write(
          Array("\(index)\n".utf8), to: folder.appending("notes.txt"),
          temporaryIn: folder.appending(".git"))
        // It may find the index locked, or the branch moved: git says so, and nothing is committed.
        do {
          try git("add", "notes.txt", in: folder)
          try git("commit", "--quiet", "--message", "notes \(index)", in: folder)
          done += 1
        } catch is Shell.Failure {}
      }
      if done == 0 { throw Missing(what: "a commit of git") }
    }
    #expect(failures == [])
    #expect(try a.title(9) == "Save 60")
    let names = try a.versions(slotKey(9)).compactMap { Slot($0.register.value)?.name.string }
    #expect(names == (1...60).reversed().map { "Save \($0)" })
    let authors = try a.versions(slotKey(9)).compactMap { $0.register.stamp?.replica.string }
    #expect(Set(authors) == ["a"])
  }

  @Test func `what git writes back into the index of before a write is no edit`() throws {
    let world = try World()
    let a = try world.replica("a")
    try a.save(9, "One")
    let index = a.folder.appending(".git/index")
    let before = try #require(try Files.read(index))
    try a.save(9, "Two")
    // A git commit that read the index before that write locks it now, and writes what it read.
    try Files.write(before, to: index, temporaryIn: a.folder.appending(".git"))
    try a.write("notes.txt", "mine\n")
    try a.git("add", "notes.txt")
    try a.git("commit", "--quiet", "--message", "notes")
    #expect(try a.title(9) == "Two")
    let names = try a.versions(slotKey(9)).compactMap { Slot($0.register.value)?.name.string }
    #expect(names == ["Two", "One"])
    #expect(try a.git("status", "--porcelain") == "")
  }

  @Test func `an old version that a person checks out is an edit, however young it is`() throws {
    let world = try World()
    let a = try world.replica("a")
    try a.save(9, "One")
    try a.save(9, "Two")
    try a.git("checkout", "HEAD^", "--", "slot.09.json")
    try a.git("commit", "--quiet", "--message", "back")
    #expect(try a.title(9) == "One")
  }

  @Test func `the lock is waited for only so long, and its holder is named`() throws {
    let world = try World()
    let a = try world.replica("a")
    let holder = try Holder(
      """
      import fcntl, os
      file = open('.git/slots/lock', 'r+')
      fcntl.flock(file, fcntl.LOCK_EX)
      file.truncate(0)
      file.write(str(os.getpid()) + '\\n')
      file.flush()
      """, in: a.folder)
    var surroundings = a.surroundings
    surroundings.patience = 50
    let store = try Store.open(from: a.folder.description, surroundings)
    let error = #expect(throws: StoreError.self) {
      try store.save(preset("Nine"), into: "9", overwrites: true)
    }
    guard case .busy(let process?)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(process > 1)
    #expect(try a.title(9) == nil)
    #expect(try store.view().filled(slotID(5))?.name == "Prism")
    holder.kill()
    try a.save(9, "Nine")
    #expect(try a.title(9) == "Nine")
  }

  @Test(arguments: ["a folder", "the git command"])
  func `ten replicas that push at once lose nothing and end equal`(transport: String) async throws {
    let world = try World()
    let count = transport == "a folder" ? 10 : 4
    let url = transport == "a folder" ? world.hub.description : "file://\(world.hub)"
    if transport == "the git command" {
      try git("config", "core.hooksPath", "hooks", in: world.hub)
      let hook = world.hub.appending("hooks/pre-receive")
      try Files.makeFolders(hook.parent)
      try Files.write(Array("#!/bin/sh\nexit 0\n".utf8), to: hook, temporaryIn: world.folder.path)
      try Shell.run("chmod", ["+x", hook.description], in: world.folder.path)
    }
    let replicas = try (0..<count).map { try world.replica("r\($0)", remote: url) }
    try replicas[0].sync()
    for (index, replica) in replicas.enumerated() {
      try replica.save(9 + index, "Own of \(index)")
      try replica.save(5, "Shared by \(index)")
    }
    let places = replicas.map(Self.place)
    let start = world.now
    let failures = await onThreads(count) { number in
      _ = try places[number].open(at: start + 1000).sync()
      _ = try places[number].open(at: start + 2000).sync()
    }
    #expect(failures == [])
    world.now += 60_000
    try world.settle(replicas)
    try world.expectInStep(replicas)
    for index in 0..<count { #expect(try replicas[0].title(9 + index) == "Own of \(index)") }
    #expect(try replicas[0].title(5) == "Shared by \(count - 1)")
    let shared = try replicas[0].versions(slotKey(5)).compactMap {
      Slot($0.register.value)?.name.string
    }
    #expect(Set(shared) == Set((0..<count).map { "Shared by \($0)" } + ["Prism"]))
    #expect(try git("fsck", "--strict", "--no-progress", "--no-dangling", in: world.hub) == "")
  }
}
