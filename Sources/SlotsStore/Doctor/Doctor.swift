internal import SlotsGit
internal import SlotsModel
internal import SlotsSystem

/// Looks at everything that a store needs to work, one thing after the other, and changes nothing. What
/// cannot be looked at is told, and hides nothing else: a store that does not open is looked at as far
/// as it goes.
package struct Doctor {
  private let folder: Path
  private let surroundings: Surroundings
  private let words: (any Error) -> String
  private var found: [Checkup] = []

  /// Looks at the store that a folder is in.
  /// - Parameter words: an error as a sentence for a person.
  package static func look(
    at folder: String, _ surroundings: Surroundings,
    words: @escaping (any Error) -> String = { "\($0)" }
  ) -> [Checkup] {
    var doctor = Doctor(folder: folder, surroundings: surroundings, words: words)
    doctor.run()
    return doctor.found
  }

  private init(
    folder: String, surroundings: Surroundings, words: @escaping (any Error) -> String
  ) {
    self.folder = Path(folder)
    self.surroundings = surroundings
    self.words = words
  }

  private static let lookAgain = "follow the other advice, then look again"

  /// One look; what it throws is what it found.
  private mutating func check(_ name: String, _ look: () throws -> Checkup) {
    do {
      found.append(try look())
    } catch {
      add(name, .error, "cannot be looked at: \(words(error))", Self.lookAgain)
    }
  }

  private mutating func add(
    _ name: String, _ state: Checkup.State, _ summary: String, _ advice: String? = nil
  ) {
    found.append(Checkup(name, state, summary, advice: advice))
  }

  private typealias Looks = [(name: String, look: (Store) throws -> Checkup)]

  private mutating func run() {
    check("git", Self.git)
    check("libgit2") { Self.libgit2(Repository.libraryVersion) }
    guard let repository = open() else {
      if let home = Self.home(of: folder) { check("documents") { Self.onDisk(in: home) } }
      return
    }
    check("place") { Self.place(repository) }
    check("branch") { try Self.branch(repository) }
    check("locks") { try Self.locks(repository) }
    check("leftovers") { try Self.leftovers(repository) }
    check("objects") { try Self.objects(repository) }
    check("index") { try Self.index(repository) }
    check("durability") { try Self.durability(repository) }
    guard let (store, isKnown) = store(repository) else { return }
    let setup: Looks = [
      ("drivers", Self.drivers), ("hooks", Self.hooks), ("replica", Self.replica),
      ("remote", Self.remote), ("upstream", Self.upstream), ("history", Self.history),
    ]
    // What a newer program wrote is not judged.
    let content: Looks = [
      ("clocks", Self.clocks), ("documents", Self.documents), ("names", Self.names),
      ("size", Self.size), ("factory", Self.factory), ("operations", Self.operations),
      ("unsent", Self.unsent),
    ]
    for (name, look) in setup + (isKnown ? content : []) { check(name) { try look(store) } }
  }

  private mutating func open() -> Repository? {
    do throws(GitError) {
      guard let found = try Repository.discover(from: folder) else {
        if let home = Self.home(of: folder) {
          add(
            "repository", .error, "\(home)/.git is damaged: git takes it for no repository",
            "slots init --remote URL DIR joins anew, beside this folder; then copy its files over")
          return nil
        }
        add("repository", .error, "\(folder) is in no git repository", "slots init makes a store")
        return nil
      }
      let repository = try Repository.open(found)
      guard let workFolder = repository.workFolder else {
        add(
          "repository", .error, "\(found) is a bare repository",
          "look at a replica: slots -C DIR doctor")
        return nil
      }
      add("repository", .ok, workFolder.description)
      return repository
    } catch {
      add("repository", .error, words(error), Self.advice(for: error))
      return nil
    }
  }

  /// The folder with a `.git` that a folder is in, also where git cannot read that.
  private static func home(of folder: Path) -> Path? {
    var folder = folder
    while (try? Files.status(folder.appending(".git"))) ?? nil == nil {
      if folder == folder.parent || folder.bytes.isEmpty { return nil }
      folder = folder.parent
    }
    return folder
  }

  private static func advice(for error: GitError) -> String {
    switch error.kind {
    case .untrustedOwner: "git config --global --add safe.directory DIR trusts it"
    case .unsupportedExtension: "clone it again without that extension: slots init --remote URL DIR"
    default: "git status says more; slots init --remote URL DIR joins anew, beside this folder"
    }
  }

  /// The store of a repository, also where its HEAD cannot be read, and whether its format is known;
  /// nil where the repository has none.
  private mutating func store(_ repository: Repository) -> (Store, isKnown: Bool)? {
    do {
      let store = try Store(repository, surroundings)
      do {
        guard let tree = try store.headCommit()?.tree,
          let format = try store.reader.raw(.format, in: tree)
        else {
          add("store", .error, "there is no store.json in HEAD", "slots init makes a store")
          return nil
        }
        let version = StoreFormat(format.document).format
        guard version <= StoreFormat.newest else {
          add(
            "store", .error, "format \(version), this program knows \(StoreFormat.newest)",
            "install a newer slots")
          return (store, false)
        }
        add("store", .ok, "format \(version)")
      } catch {
        add("store", .error, "it does not open: \(words(error))", Self.lookAgain)
      }
      return (store, true)
    } catch {
      add("store", .error, "it does not open: \(words(error))", "git config --list says more")
      return nil
    }
  }
}
