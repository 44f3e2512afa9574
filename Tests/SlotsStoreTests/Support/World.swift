import Foundation
import SlotsGit
import SlotsModel
import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// A remote, a factory set, and the replicas and plain clones around them. Time passes by a second
/// with each command, and each replica's clock may be off.
final class World {
  let folder: TemporaryFolder
  let factory: Path
  /// The remote, a bare repository.
  let hub: Path
  /// The true time, in milliseconds since 1970; starts at 2026-12-01 12:00 UTC.
  var now: Int64 = 1_796_126_400_000
  /// How much time each command takes.
  var step: Int64 = 1000

  /// The settings of whoever runs the tests count neither for libgit2 nor for the git command.
  private static let isolated: Bool = {
    setenv("GIT_CONFIG_GLOBAL", "/dev/null", 1)
    try? Repository.ignoreUserConfiguration()
    return true
  }()

  /// - Parameter branch: what the HEAD of the remote names.
  init(branch: String = "main") throws {
    _ = Self.isolated
    folder = try TemporaryFolder()
    factory = folder.path.appending("factory")
    hub = folder.path.appending("hub.git")
    try FactorySet.write(factory)
    try git(
      "init", "--quiet", "--bare", "--initial-branch", branch, hub.description, in: folder.path)
  }

  /// A copy of another one, files and clock, to go on in more than one way.
  init(copying other: World) throws {
    folder = try TemporaryFolder()
    factory = folder.path.appending("factory")
    hub = folder.path.appending("hub.git")
    (now, step) = (other.now, other.step)
    let all = "\(other.folder.path)/."
    try Shell.run("cp", ["-a", all, folder.path.description], in: folder.path)
  }

  /// A replica that was set up with `init` and the remote.
  func replica(
    _ name: String, skew: Int64 = 0, remote: String? = nil, factory: Path? = nil
  ) throws -> Replica {
    let replica = Replica(self, name, skew: skew, factory: factory ?? self.factory)
    try replica.initialise(remote: remote ?? hub.description)
    return replica
  }

  /// Replicas with these names.
  func replicas(_ names: String...) throws -> [Replica] { try names.map { try replica($0) } }

  /// A clone that plain git made: no driver, no hook, no replica's name.
  func clone(_ name: String, skew: Int64 = 0, _ options: String..., url: String? = nil) throws
    -> Replica
  {
    let clone = Replica(self, name, skew: skew, factory: factory)
    let arguments =
      ["clone", "--quiet"] + options + [url ?? hub.description, clone.folder.description]
    try Shell.run("git", arguments, in: folder.path)
    return clone
  }

  /// The commit of the remote's branch; empty when it has none.
  func hubTip(_ branch: String = "main") throws -> String {
    try git("for-each-ref", "--format=%(objectname)", "refs/heads/\(branch)", in: hub)
  }

  /// The tree of the remote's branch.
  func hubTree(_ branch: String = "main") throws -> String {
    try git("rev-parse", "\(branch)^{tree}", in: hub)
  }

  /// Syncs in turn until nobody has anything more to say.
  func settle(_ replicas: [Replica]) throws {
    for _ in 0..<2 {
      for replica in replicas { try replica.sync() }
    }
  }

  /// Checks that the remote and all replicas have one tree, that nothing is left to commit, and that
  /// git finds no damage.
  func expectInStep(
    _ replicas: [Replica], _ comment: Comment? = nil, branch: String = "main",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let tip = try hubTip(branch)
    for replica in replicas {
      #expect(try replica.head() == tip, comment, sourceLocation: sourceLocation)
      let status = try replica.git("status", "--porcelain")
      #expect(status == "", comment, sourceLocation: sourceLocation)
    }
  }
}
