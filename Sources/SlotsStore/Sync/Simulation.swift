internal import SlotsGit
internal import SlotsModel
internal import SlotsSystem

extension Store {
  /// Runs `body` on this store as it is, with every object that it writes kept in memory and the
  /// remote's objects borrowed: nothing changes anywhere.
  func simulating<T>(_ body: (Store) throws -> T) throws -> T {
    let store = try Store(try Repository.openInMemory(workFolder), surroundings)
    store.isSimulated = true
    store.chosenFactory = chosenFactory
    defer {
      if let folder = store.asideFolder { try? Files.removeTree(folder) }
    }
    return try body(store)
  }

  /// Fetches a branch into a folder of its own, which goes when the simulation ends.
  func fetchAside(_ remote: GitRemote, _ branch: String) throws -> ObjectID? {
    let folder: Path = "\(surroundings.temporaryFolder)/slots-\(Random.name())"
    asideFolder = folder
    let aside = try Repository.create(folder, bare: true, branch: "main")
    // In the replica itself, so that its own settings for ssh and http count; what comes goes aside.
    let seen = try remote.asked(["ls-remote", remote.name, branch])
    let word = seen.outputText.split(separator: "\t").first.map(String.init) ?? ""
    guard let tip = ObjectID(hex: word) else { return nil }
    _ = try remote.asked(
      [
        "fetch", "--progress", "--no-tags", "--no-write-fetch-head", "--refmap=", remote.name,
        branch,
      ],
      environment: [
        "GIT_OBJECT_DIRECTORY": "\(folder)/objects",
        "GIT_ALTERNATE_OBJECT_DIRECTORIES": "\(repository.commonFolder)/objects",
      ])
    try repository.borrowObjects(of: aside)
    return tip
  }
}
