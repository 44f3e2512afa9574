package import SlotsSystem

/// A real sshd on the loopback interface with keys of its own, which ends with the last owner.
package final class SSHServer {
  /// The port it listens on.
  package let port: Int
  /// The folder with its keys, its log and a configuration of ssh.
  package let folder: Path
  /// An `ssh_config` in which `studio` is this server.
  package let config: Path
  private let process: Background

  /// Starts it. Whoever has `folder/user` as a key is let in.
  /// - Parameters:
  ///   - folder: where its files go; made.
  ///   - settings: further lines of its configuration.
  package init(in folder: Path, settings: String = "") throws {
    self.folder = folder
    try Files.makeFolders(folder)
    config = folder.appending("config")
    for key in ["host", "user", "other"] {
      let file = folder.appending(Path(key))
      guard try Files.status(file) == nil else { continue }
      try Shell.run(
        "ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", key, "-f", "\(file)"], in: folder)
    }
    try Shell.run("cp", ["user.pub", "authorized"], in: folder)
    // As root it wants a folder to lock itself into.
    if Files.user == 0 { try Files.makeFolders("/run/sshd") }
    var started: (Int, Background)?
    for _ in 0..<5 where started == nil { started = try Self.start(folder, settings) }
    guard let started else {
      let log = try Files.read(folder.appending("log")).map { String(decoding: $0, as: UTF8.self) }
      throw Shell.Failure(description: "sshd does not start: \(log ?? "it said nothing")")
    }
    (port, process) = started
    let hostKey = try Shell.run("cut", ["-d ", "-f1,2", "host.pub"], in: folder)
    try write("known", "[127.0.0.1]:\(port) \(hostKey)")
    try write("config", client())
  }

  /// Ends it; connections that are open stay.
  package func stop() { process.stop() }

  /// What an `ssh_config` says of the host `studio`.
  /// - Parameters:
  ///   - key: the name of a key's file in `folder`.
  ///   - more: further lines.
  package func client(key: String = "user", more: String = "") -> String {
    """
    Host studio
      HostName 127.0.0.1
      Port \(port)
      IdentityFile \(folder)/\(key)
      IdentitiesOnly yes
      UserKnownHostsFile \(folder)/known
      GlobalKnownHostsFile /dev/null
      \(more)

    """
  }

  /// Writes a file in its folder.
  package func write(_ name: Path, _ text: String) throws {
    try Files.write(Array(text.utf8), to: folder.appending(name), temporaryIn: folder)
  }

  /// How many connections were let in so far.
  package func accepted() throws -> Int {
    let log = try Files.read(folder.appending("log")) ?? []
    return String(decoding: log, as: UTF8.self).split(whereSeparator: \.isNewline)
      .count { $0.contains("Accepted publickey ") }
  }

  /// A folder with an `ssh` that reads `config` as the user's own, to be put first in PATH: the real
  /// one looks into the home folder of the account, whatever HOME says.
  package func programs() throws -> Path {
    let real = try Shell.run("sh", ["-c", "command -v ssh"], in: folder).split(
      whereSeparator: \.isNewline)[0]
    try write("bin/ssh", "#!/bin/sh\nexec \(real) -F \(config) \"$@\"\n")
    try Shell.run("chmod", ["+x", "bin/ssh"], in: folder)
    return folder.appending("bin")
  }

  private static func start(_ folder: Path, _ settings: String) throws -> (Int, Background)? {
    let port = try Loopback.freePort()
    let text = """
      Port \(port)
      ListenAddress 127.0.0.1
      HostKey \(folder)/host
      AuthorizedKeysFile \(folder)/authorized
      PidFile none
      StrictModes no
      UsePAM no
      PasswordAuthentication no
      KbdInteractiveAuthentication no
      PermitRootLogin yes
      LogLevel VERBOSE
      \(settings)

      """
    try Files.write(Array(text.utf8), to: folder.appending("server"), temporaryIn: folder)
    let process = try Background(
      "/usr/sbin/sshd", ["-D", "-f", "\(folder)/server", "-E", "\(folder)/log"], in: folder)
    while process.isRunning {
      if Loopback.answers(port) { return (port, process) }
      Clock.pause(milliseconds: 10)
    }
    return nil
  }
}
