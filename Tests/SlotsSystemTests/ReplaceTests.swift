import Foundation
import SlotsSystem
import TestSupport
import Testing

@Suite struct ReplaceTests {
  let folder: TemporaryFolder
  let file: Path
  let drafts: Path

  init() throws {
    folder = try TemporaryFolder()
    file = "\(folder.path)/tree/a/file"
    drafts = folder.path.appending("drafts")
  }

  private var root: Path { folder.path.appending("tree") }

  private func replace(
    with new: Content?, ifIs expected: (Content?) -> Bool
  ) throws -> Bool {
    try Files.replace(file, with: new, root: root, temporaryIn: drafts, ifIs: expected)
  }

  private func expectNoDrafts() throws {
    #expect(try Files.list(drafts) ?? [] == [])
  }

  @Test func `a file is made, replaced and removed with its folders`() throws {
    #expect(try replace(with: .file([1])) { $0 == nil })
    #expect(try replace(with: .file([2])) { $0 == .file([1]) })
    #expect(try Files.read(file) == [2])
    #expect(try replace(with: nil) { $0 == .file([2]) })
    #expect(try Files.list(root) == [])
    #expect(try replace(with: nil) { $0 == nil })
    try expectNoDrafts()
  }

  @Test func `what is not expected stays`() throws {
    try folder.write("tree/a/file", "edit")
    #expect(try !replace(with: .file([1])) { $0 == nil })
    #expect(try !replace(with: nil) { $0 == .file([1]) })
    #expect(try folder.text("tree/a/file") == "edit")
    try expectNoDrafts()
  }

  /// What a person does at the worst moment: after the program has looked and before it acts.
  enum Meanwhile: CaseIterable {
    case savedInPlace, savedByRename, removed, madeFolder, madeLink
  }

  @Test(arguments: Meanwhile.allCases, [true, false])
  func `an edit that comes in between is kept`(meanwhile: Meanwhile, isRemoval: Bool) throws {
    try folder.write("tree/a/file", "old")
    var isFirst = true
    let replaced = try replace(with: isRemoval ? nil : .file([1])) { found in
      defer { isFirst = false }
      if isFirst { try? act(meanwhile) }
      return found == .file(Array("old".utf8))
    }
    if meanwhile == .removed {
      // Somebody removed it, and what is there now is again looked at.
      #expect(!replaced)
      #expect(try Files.status(file) == nil)
    } else {
      #expect(!replaced)
      switch meanwhile {
      case .madeFolder: #expect(try folder.text("tree/a/file/inner") == "edit")
      case .madeLink: #expect(try Files.content(file) == .symlink(Array("edit".utf8)))
      default: #expect(try folder.text("tree/a/file") == "edit")
      }
    }
    try expectNoDrafts()
  }

  private func act(_ meanwhile: Meanwhile) throws {
    switch meanwhile {
    case .savedInPlace:
      let handle = try #require(FileHandle(forWritingAtPath: file.description))
      try handle.truncate(atOffset: 0)
      try handle.write(contentsOf: Data("edit".utf8))
      try handle.close()
    case .savedByRename: try folder.write("tree/a/file", "edit")
    case .removed: try Files.remove(file)
    case .madeFolder:
      try Files.remove(file)
      try folder.write("tree/a/file/inner", "edit")
    case .madeLink:
      try Files.remove(file)
      try Shell.run("ln", ["-s", "edit", "file"], in: file.parent)
    }
  }

  @Test func `a file that appears in between is kept`() throws {
    var isFirst = true
    let replaced = try replace(with: .file([1])) { found in
      if isFirst { _ = try? folder.write("tree/a/file", "edit") }
      isFirst = false
      return found == nil
    }
    #expect(!replaced)
    #expect(try folder.text("tree/a/file") == "edit")
    try expectNoDrafts()
  }

  #if os(Linux)
    @Test(arguments: [true, false])
    func `a file that a program has open for writing is left to it`(isRemoval: Bool) throws {
      try folder.write("tree/a/file", "old")
      let editor = try #require(FileHandle(forUpdatingAtPath: file.description))
      #expect(try !replace(with: isRemoval ? nil : .file([1])) { $0 == .file(Array("old".utf8)) })
      try editor.truncate(atOffset: 0)
      try editor.write(contentsOf: Data("edit".utf8))
      try editor.close()
      #expect(try folder.text("tree/a/file") == "edit")
      // A program that another test starts just now may have the file open a moment longer.
      let isEdit = { (found: Content?) in found == .file(Array("edit".utf8)) }
      var tries = 0
      while try !replace(with: .file([1]), ifIs: isEdit), tries < 1000 {
        tries += 1
        Clock.pause(milliseconds: 5)
      }
      #expect(try Files.read(file) == [1])
      try expectNoDrafts()
    }
  #endif

  @Test func `permission bits stay, and being executable is part of the content`() throws {
    try folder.write("tree/a/file", "old")
    try Shell.run("chmod", ["640", "file"], in: file.parent)
    #expect(try replace(with: .file([1])) { _ in true })
    #expect(try Files.status(file)?.permissions == 0o640)
    #expect(try replace(with: .file([1], executable: true)) { $0 == .file([1]) })
    #expect(try Files.status(file)?.permissions == 0o750)
    #expect(try replace(with: .file([2])) { $0 == .file([1], executable: true) })
    #expect(try Files.status(file)?.permissions == 0o640)
  }

  @Test func `links are made, replaced and never followed`() throws {
    let outside = try folder.write("outside", "kept")
    #expect(try replace(with: .symlink(Array("../../outside".utf8))) { $0 == nil })
    #expect(try replace(with: .file([1])) { $0 == .symlink(Array("../../outside".utf8)) })
    #expect(try Files.content(file) == .file([1]))
    #expect(try Files.read(outside) == Array("kept".utf8))
  }

  @Test func `nothing is written through a folder that is a link`() throws {
    try Files.makeFolders(folder.path.appending("outside"))
    try Files.makeFolders(root)
    try Shell.run("ln", ["-s", "../outside", "a"], in: root)
    let error = #expect(throws: SystemError.self) { try replace(with: .file([1])) { _ in true } }
    #expect(error?.code == SystemError.behindLink)
    #expect(try Files.list(folder.path.appending("outside")) == [])
  }

  @Test func `an empty folder in the place is nothing, and one with files stays`() throws {
    try Files.makeFolders(file)
    #expect(try replace(with: .file([1])) { $0 == nil })
    try Files.remove(file)
    try folder.write("tree/a/file/inner", "edit")
    #expect(throws: SystemError.self) { try replace(with: .file([1])) { _ in true } }
    #expect(try folder.text("tree/a/file/inner") == "edit")
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `of two who write all the time nobody loses the last word`(seed: UInt64) async throws {
    try folder.write("tree/a/file", "person 0")
    let (file, root, drafts) = (file, root, drafts)
    let rounds = 60
    async let replaced = Task.detached { () -> [String] in
      var chance = Chance(seed: seed)
      var overwritten: [String] = []
      for round in 1...rounds {
        guard let seen = try Files.read(file) else { continue }
        if chance.onceIn(2) { Clock.pause(milliseconds: 1) }
        let content = Content.file(Array("program \(round)".utf8))
        let isDone = try Files.replace(file, with: content, root: root, temporaryIn: drafts) {
          $0 == .file(seen)
        }
        if isDone { overwritten.append(String(decoding: seen, as: UTF8.self)) }
      }
      return overwritten
    }.value
    for round in 1...rounds {
      try folder.write("tree/a/file", "person \(round)")
      Clock.pause(milliseconds: 1)
    }
    let overwritten = try await replaced
    let last = try #require(try folder.text("tree/a/file"))
    #expect(
      last == "person \(rounds)" || overwritten.contains("person \(rounds)"),
      "seed \(seed): \(last) after \(overwritten)")
    try expectNoDrafts()
  }
}
