import Foundation
import SlotsModel
import SlotsSystem
import Synchronization
import TestSupport

@testable import SlotsStore

/// A world with a remote and two replicas that can be copied as it is: their addresses are relative.
struct Stage {
  let world: World
  let a: Replica
  let b: Replica
  /// What the commands of a replica have beside the usual environment.
  var environment: [String: String?] = [:]

  /// Both replicas in step, with a file of the person's own.
  init() throws {
    world = try World()
    try? Files.removeTree(world.hub.appending("hooks"))
    (a, b) = (try world.replica("a"), try world.replica("b"))
    for replica in [a, b] { try replica.git("remote", "set-url", "origin", "../hub.git") }
    try a.write("notes.txt", "one\n")
    try a.commit("notes")
    try a.save(9, "Nine")
    try world.settle([a, b])
  }

  /// A copy of another one.
  init(copying other: Stage) throws {
    world = try World(copying: other.world)
    a = Replica(world, other.a.name, skew: other.a.skew, factory: world.factory)
    b = Replica(world, other.b.name, skew: other.b.skew, factory: world.factory)
    environment = other.environment
  }

  /// The replica in which the command of a scene runs.
  func actor(_ name: String) -> Replica {
    [a, b].first { $0.name == name } ?? Replica(world, name, skew: 0, factory: world.factory)
  }

  /// Lets the git command push and fetch, through an ssh that is none.
  func goThroughGit() throws {
    let ssh = try world.folder.write(
      "ssh",
      """
      #!/bin/sh
      while [ "$1" != studio ]; do test $# -gt 0 || exit 255; shift; done
      cd "$(dirname "$0")"
      exec sh -c "$2"

      """)
    try Shell.run("chmod", ["+x", ssh.description], in: world.folder.path)
    for replica in [a, b] {
      try replica.git("config", "core.sshCommand", "../ssh")
      try replica.git("remote", "set-url", "origin", "studio:hub.git")
    }
  }
}

extension Replica {
  /// What the files of the working tree say, without stamps, by path.
  func meaning() throws -> [String: String] {
    var found: [String: String] = [:]
    for path in try TemporaryFolder.files(below: folder, except: [".git"]) {
      let bytes = try Files.read(folder.appending(path)) ?? []
      found[path.description] = Meaning.of(bytes)
    }
    return found
  }

  /// What each file that is one register, or the person's own, ever said in the history of HEAD.
  func pastMeanings() throws -> Set<String> {
    let log = try git("log", "-m", "--no-renames", "--format=", "--raw", "--no-abbrev", "HEAD")
    var ids: [(path: String, id: String)] = []
    for line in log.split(separator: "\n") {
      let halves = line.split(separator: "\t", maxSplits: 1)
      let words = halves[0].split(separator: " ")
      guard halves.count == 2, words.count == 5, words[4] != "D" else { continue }
      let path = String(halves[1])
      if path.hasPrefix("slot.") || DocumentKind(Path(path)) == nil {
        ids.append((path, String(words[3])))
      }
    }
    let meanings = try Meaning.ofBlobs(ids.map(\.id), in: self)
    return Set(ids.map { "\($0.path): \(meanings[$0.id] ?? "?")" })
  }
}

/// What a file says, without the stamps in it.
enum Meaning {
  private static let known = Mutex<[String: String]>([:])

  static func of(_ bytes: [UInt8]) -> String {
    guard var object = try? JSONValue.read(bytes).object else {
      return String(decoding: bytes, as: UTF8.self)
    }
    object["written"] = nil
    return JSONValue.object(object).compactText
  }

  static func ofBlobs(_ ids: [String], in replica: Replica) throws -> [String: String] {
    var meanings = known.withLock { $0 }
    for id in Set(ids) where meanings[id] == nil {
      meanings[id] = of(Array(try replica.git("cat-file", "blob", id).utf8) + [10])
    }
    let found = meanings
    known.withLock { $0.merge(found) { $1 } }
    return found
  }
}

extension TemporaryFolder {
  /// The files and links below a folder, relative to it.
  static func files(below folder: Path, except hidden: Set<Path>) throws -> [Path] {
    var found: [Path] = []
    for name in try Files.list(folder) ?? [] where !hidden.contains(name) {
      let path = folder.appending(name)
      if try Files.status(path)?.kind == .folder {
        found += try files(below: path, except: hidden).map { name.appending($0) }
      } else {
        found.append(name)
      }
    }
    return found
  }
}
