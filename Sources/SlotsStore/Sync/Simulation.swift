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
  func fetchAside(_ address: String, _ branch: String) throws -> ObjectID? {
    let folder: Path = "\(surroundings.temporaryFolder)/slots-\(Random.name())"
    asideFolder = folder
    _ = try Repository.create(folder, bare: true, branch: "main")
    try Files.write(
      Array("\(repository.commonFolder)/objects\n".utf8),
      to: folder.appending("objects/info/alternates"), temporaryIn: folder)
    let result = try gitProgram().run(
      ["fetch", "--quiet", "--no-tags", address, "+\(branch):\(branch)"], in: folder,
      interactive: surroundings.mayPrompt)
    let aside = try Repository.open(folder)
    guard let tip = try aside.reference(branch) else {
      if result.succeeded || result.errorText.contains("couldn't find remote ref") { return nil }
      throw StoreError.unreachable(remote: address, reason: result.complaint)
    }
    try repository.borrowObjects(of: aside)
    return tip
  }
}
