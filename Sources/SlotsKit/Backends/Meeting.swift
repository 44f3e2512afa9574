internal import SlotsGit
internal import SlotsSystem

/// Which remote a replica was in step with last: what tells a first synchronize from a later one.
struct Meeting {
  private static let remote = "origin"
  private let repository: Repository
  private let file: Path
  private let temporaryFolder: Path

  /// Looks at the replica that `folder` is in.
  init(_ folder: String) throws {
    repository = try Repository.open(
      try Repository.discover(from: Path(folder)) ?? Path(folder).appending(".git"))
    file = repository.gitFolder.appending("slots/met")
    temporaryFolder = repository.gitFolder.appending("slots/hook")
  }

  /// Why a synchronize changes keys.
  func reason() throws -> ExternalChange.Reason {
    guard let address = try address() else { return .serverChange }
    guard let last = try met() else { return .initialSyncChange }
    return last == address ? .serverChange : .remoteChange
  }

  /// Remembers that the replica is in step with its remote.
  func note() throws {
    guard let address = try address(), try met() != address else { return }
    try Files.write(Array(address.utf8), to: file, temporaryIn: temporaryFolder)
  }

  /// Remembers a remote that another program was in step with before.
  func noteKnown() throws {
    guard try met() == nil, try !repository.references("refs/remotes/\(Self.remote)/*").isEmpty
    else { return }
    try note()
  }

  /// Gives the replica its remote.
  func name(_ address: String) throws {
    switch try repository.rawRemoteURL(Self.remote) {
    case address: return
    case nil: try repository.addRemote(Self.remote, url: address)
    default: try repository.setRemoteURL(Self.remote, address)
    }
    guard case .branch(let name, _) = try repository.head() else { return }
    let branch = name.dropFirst("refs/heads/".count)
    try repository.editConfig([
      ("branch.\(branch).remote", Self.remote), ("branch.\(branch).merge", name),
    ])
  }

  private func address() throws -> String? { try repository.remoteURL(Self.remote) }

  private func met() throws -> String? {
    try Files.read(file).map { String(decoding: $0, as: UTF8.self) }
  }
}
