internal import SlotsGit
internal import SlotsSystem

/// One ssh connection for all that is asked of a remote, by OpenSSH's own means and only where the
/// user has not set how connections are shared. It ends with the last owner; where that was killed,
/// ten seconds after its last use.
final class SharedConnection {
  private let destination: [String]?
  private let temporaryFolder: String
  private var decided: String?
  private var socket: Path?

  /// - Parameter address: the remote's address, as git has it after rewriting.
  init(to address: String, _ store: Store) {
    let sharesAddress = (try? store.repository.remotePushURL(Store.remoteName)) == .some(nil)
    destination = sharesAddress ? Self.destination(of: address) : nil
    temporaryFolder = store.surroundings.temporaryFolder
  }

  deinit {
    guard let socket, (try? Files.status(socket)) != nil else { return }
    _ = try? Child.run(
      "ssh", ["-F", "/dev/null", "-O", "exit", "-o", "ControlPath=\(socket)", "slots"],
      deadline: 2000)
  }

  /// What the ssh command is to be given for it; empty where the connection is not shared.
  func options(for git: GitProgram) -> String {
    if let decided { return decided }
    var options = ""
    if !git.keepsSSH, let destination, isFree(destination), let path = place() {
      socket = path
      options = " -o ControlMaster=auto -o ControlPath=\(path) -o ControlPersist=10"
    }
    decided = options
    return options
  }

  /// Whether this ssh is OpenSSH, and shares no connection to the host by the user's settings.
  private func isFree(_ destination: [String]) -> Bool {
    guard let result = try? Child.run("ssh", ["-G"] + destination, deadline: 2000),
      result.succeeded
    else { return false }
    let settings = result.outputText.split(separator: "\n")
    guard settings.contains("controlmaster false") else { return false }
    return !settings.contains { $0.hasPrefix("controlpath ") && $0 != "controlpath none" }
  }

  /// A name for the socket, in a folder that nobody else can write to. A socket's name is short.
  private func place() -> Path? {
    let folder: Path = "\(temporaryFolder)/slots-\(Files.user)"
    let isPlain = "\(folder)".utf8.allSatisfy {
      $0 > 32 && $0 < 127 && !"\"'\\$`%&;|<>()*?[]{}~#!".utf8.contains($0)
    }
    guard folder.isAbsolute, isPlain, folder.bytes.count < 70, Files.makePrivateFolder(folder)
    else { return nil }
    return folder.appending(Path(String(Random.name().prefix(12))))
  }

  /// What ssh is called with to reach the host of an address: `ssh://user@host:22/path` or
  /// `user@host:path`; nil for any other.
  static func destination(of address: String) -> [String]? {
    var host: Substring
    var port: [String] = []
    if let scheme = address.firstRange(of: "://") {
      guard ["ssh", "git+ssh", "ssh+git"].contains(address[..<scheme.lowerBound]) else {
        return nil
      }
      host = address[scheme.upperBound...].prefix { $0 != "/" }
      if let colon = host.lastIndex(of: ":") {
        port = ["-p", String(host[host.index(after: colon)...])]
        host = host[..<colon]
      }
    } else {
      guard Store.localPath(address) == nil, let colon = address.firstIndex(of: ":") else {
        return nil
      }
      host = address[..<colon]
    }
    guard !host.isEmpty, !host.hasPrefix("-"), !host.contains("["), !host.contains(":") else {
      return nil
    }
    return port + [String(host)]
  }
}
