internal import SlotsSystem

/// Why a remote was not reached, in one word, as `--json` has it.
package enum RemoteTrouble: String, Sendable, Hashable, CaseIterable {
  /// No connection, or it broke.
  case network
  /// The host's name has no address.
  case name
  /// It said nothing for too long.
  case timeout
  /// It refused who we are, or nobody was there to say who.
  case credentials
  /// The host's key is not known.
  case hostKey = "host-key"
  /// The host's key is another one than before.
  case hostKeyChanged = "host-key-changed"
  /// The host's certificate is not trusted.
  case certificate
  /// There is no repository.
  case repository
  /// The server failed.
  case server
  /// `git`, or a program that it needs, is not here.
  case program
  /// Something else, in git's own words.
  case other

  /// Whether it lasts until a person does something; the others may pass by themselves.
  package var isLasting: Bool {
    switch self {
    case .credentials, .hostKey, .hostKeyChanged, .certificate, .program: true
    case .network, .name, .timeout, .repository, .server, .other: false
    }
  }

  /// What git, ssh and curl say, the most telling first: one line often follows from another.
  private static let words: [(trouble: RemoteTrouble, texts: [String])] = [
    (
      .program,
      ["cannot run ", "unable to find remote helper", "is not a git command", "command not found"]
    ),
    (.hostKeyChanged, ["host key for ", "remote host identification has changed"]),
    (.hostKey, ["host key is known for", "host key verification failed"]),
    (
      .credentials,
      [
        "permission denied (", "too many authentication failures", "authentication failed",
        "could not read username", "could not read password", "returned error: 401",
        "returned error: 403", "returned error: 407", "no more authentication methods",
        "access denied",
      ]
    ),
    (.name, ["could not resolve", "couldn't resolve", "unable to look up", "name resolution"]),
    (
      .certificate,
      [
        "certificate", "ssl_connect", "ssl routines", "gnutls_handshake", "tls connect",
        "ssl error",
      ]
    ),
    (
      .repository,
      [
        "does not appear to be a git repository", "repository not found", "' not found",
        "returned error: 404", "does not exist", "not a git repository",
      ]
    ),
    (.server, ["returned error: 5", "rpc failed; http 5", "internal server error"]),
    (.timeout, ["timed out", "operation too slow", "timeout"]),
    (
      .network,
      [
        "connection refused", "no route to host", "is unreachable", "connection reset",
        "failed to connect", "couldn't connect", "connection closed", "broken pipe",
        "empty reply from server", "kex_exchange_identification", "early eof", "disconnect",
        "hung up unexpectedly", "unable to connect", "recv failure", "transfer closed",
      ]
    ),
  ]

  /// What is wrong, and the line that says so, out of what git wrote on standard error.
  static func found(in text: String) -> (trouble: RemoteTrouble, reason: String) {
    let lines = GitWords.lines(text)
    for (trouble, texts) in words {
      for line in lines where texts.contains(where: line.lowercased().contains) {
        return (trouble, GitWords.plain(line))
      }
    }
    let first = lines.first { !$0.lowercased().hasPrefix("warning:") } ?? lines.first
    return (.other, first.map(GitWords.plain) ?? "git said nothing")
  }
}

/// Reading what git writes.
enum GitWords {
  /// The lines that say something, without reports of progress.
  static func lines(_ text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).map { String($0).trimmedLine }
      .filter { $0.contains(where: \.isLetter) && !$0.hasPrefix("From ") && !isProgress($0) }
  }

  /// A line without git's own word before it.
  static func plain(_ line: String) -> String {
    for prefix in ["fatal: ", "error: ", "remote: "] where line.hasPrefix(prefix) {
      return String(line.dropFirst(prefix.count)).trimmedLine
    }
    return line
  }

  /// The server's words, and its reason for refusing, in what a push wrote.
  static func server(_ lines: [String]) -> String {
    var found: [String] = []
    for line in lines {
      if line.hasPrefix("remote:") {
        found.append(String(line.dropFirst("remote:".count)).trimmedLine)
      } else if line.hasPrefix("!"), let paren = line.firstIndex(of: "(") {
        found.append(String(line[paren...]).trimmedLine)
      }
    }
    return found.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// `Receiving objects:  45% (9/20), 1.00 KiB | 1.00 KiB/s`, `remote: Counting objects: 20, done.`
  private static func isProgress(_ line: String) -> Bool {
    let line = line.hasPrefix("remote: ") ? line.dropFirst("remote: ".count) : line[...]
    guard let colon = line.firstIndex(of: ":") else { return false }
    let rest = line[colon...].dropFirst().drop { $0 == " " }
    let number = rest.prefix { $0.isASCII && $0.isNumber }
    guard !number.isEmpty else { return false }
    let after = rest.dropFirst(number.count)
    return after.hasPrefix("% (") || after.isEmpty && line.contains(" objects:")
      || after.hasPrefix(", done")
  }
}

extension Child.Result {
  /// The first line in which git or ssh says what is wrong.
  var complaint: String {
    GitWords.lines(errorText).first.map(GitWords.plain) ?? "git ended with \(status)"
  }
}
