internal import SlotsGit
internal import SlotsModel
internal import SlotsSystem

/// Looks at everything that a store needs to work, one thing after the other, and changes nothing. What
/// cannot be looked at is told, and hides nothing else.
package struct Doctor {
  private let folder: String
  private let surroundings: Surroundings
  private(set) var found: [Checkup] = []

  /// Looks at the store that a folder is in.
  package static func look(at folder: String, _ surroundings: Surroundings) -> [Checkup] {
    var doctor = Doctor(folder: folder, surroundings: surroundings)
    doctor.run()
    return doctor.found
  }

  private init(folder: String, surroundings: Surroundings) {
    self.folder = folder
    self.surroundings = surroundings
  }

  /// One look; what it throws is what it found.
  private mutating func check(_ name: String, _ look: () throws -> Checkup) {
    do {
      found.append(try look())
    } catch {
      found.append(Checkup(name, .error, "cannot be looked at: \(Self.words(error))"))
    }
  }

  private static func words(_ error: any Error) -> String {
    switch error {
    case let error as GitError: error.description
    case let error as SystemError: "\(error.operation) \(error.path): \(error.reason)"
    default: "\(error)"
    }
  }

  private mutating func run() {
    check("git", Self.git)
    check("libgit2") { Checkup("libgit2", .ok, Repository.libraryVersion) }
    guard let repository = open() else { return }
    check("place") { Self.place(repository) }
    check("branch") { try Self.branch(repository) }
    check("locks") { try Self.locks(repository) }
    check("objects") { try Self.objects(repository) }
    check("index") { try Self.index(repository) }
    guard let store = store(repository) else { return }
    let looks: [(name: String, look: (Store) throws -> Checkup)] = [
      ("drivers", Self.drivers), ("hooks", Self.hooks), ("replica", Self.replica),
      ("remote", Self.remote), ("history", Self.history), ("clocks", Self.clocks),
      ("documents", Self.documents), ("size", Self.size), ("factory", Self.factory),
      ("operations", Self.operations), ("unsent", Self.unsent),
    ]
    for (name, look) in looks { check(name) { try look(store) } }
  }

  private mutating func open() -> Repository? {
    do throws(GitError) {
      guard let found = try Repository.discover(from: Path(folder)) else {
        add(.error, "\(folder) is in no git repository", "slots init makes a store")
        return nil
      }
      let repository = try Repository.open(found)
      guard let workFolder = repository.workFolder else {
        add(.error, "\(found) is a bare repository", "look at a replica: slots -C DIR doctor")
        return nil
      }
      add(.ok, workFolder.description, nil)
      return repository
    } catch {
      switch error.kind {
      case .untrustedOwner:
        add(
          .error, "the repository belongs to somebody else",
          "git config --global --add safe.directory DIR trusts it")
      case .unsupportedExtension(let name):
        add(
          .error, "it uses extensions.\(name), which slots cannot read",
          "clone it again without that extension")
      default: add(.error, error.description, nil)
      }
      return nil
    }
  }

  private mutating func add(_ state: Checkup.State, _ summary: String, _ advice: String?) {
    found.append(Checkup("repository", state, summary, advice: advice))
  }

  private mutating func store(_ repository: Repository) -> Store? {
    do {
      let store = try Store(repository, surroundings)
      guard let head = try store.headCommit(),
        let format = try store.reader.raw(.format, in: head.tree)
      else {
        found.append(
          Checkup(
            "store", .error, "there is no store.json in HEAD", advice: "slots init makes a store"))
        return nil
      }
      let version = StoreFormat(format.document).format
      guard version <= StoreFormat.newest else {
        found.append(
          Checkup(
            "store", .error, "format \(version), this program knows \(StoreFormat.newest)",
            advice: "install a newer slots"))
        return nil
      }
      found.append(Checkup("store", .ok, "format \(version)"))
      return store
    } catch {
      found.append(Checkup("store", .error, "cannot be opened: \(Self.words(error))"))
      return nil
    }
  }
}
