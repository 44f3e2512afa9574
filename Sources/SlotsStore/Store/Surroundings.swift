/// What the store is told about the world: it reads no environment and no clock of its own.
package struct Surroundings {
  /// The present time, in milliseconds since 1970.
  package var now: () -> Int64
  /// The short host name: what a replica is called that was given no name.
  package var hostName: String
  /// The path of the `slots` program, for git's configuration.
  package var program: String
  /// Folders where a factory set may be, first one first.
  package var factoryFolders: [String]
  /// Where a dry run keeps what it fetches.
  package var temporaryFolder = "/tmp"
  /// True when the git program may use the terminal to ask for a password.
  package var mayPrompt: Bool
  /// True when the environment names a way to run ssh (`GIT_SSH`, `GIT_SSH_COMMAND`).
  package var hasOwnSSH = false
  /// How long a command waits for another one in the same replica, in milliseconds.
  package var patience: Int64
  /// Told what long work is doing.
  package var progress: (String) -> Void

  /// The surroundings of one run.
  package init(
    now: @escaping () -> Int64, hostName: String, program: String,
    factoryFolders: [String], mayPrompt: Bool = false, patience: Int64 = 30_000,
    progress: @escaping (String) -> Void = { _ in }
  ) {
    self.now = now
    self.hostName = hostName
    self.program = program
    self.factoryFolders = factoryFolders
    self.mayPrompt = mayPrompt
    self.patience = patience
    self.progress = progress
  }
}
