internal import SlotsStore

extension Failure {
  /// Why nothing was exchanged with a remote, and what to do about it.
  init(remote: String, reason: String, _ trouble: RemoteTrouble) {
    self.init(
      "\(Self.words(for: trouble, remote)): \(reason)",
      status: trouble.isLasting ? .failed : .offline)
    hints = Self.hint(for: trouble, remote).map { [$0] } ?? []
  }

  private static func words(for trouble: RemoteTrouble, _ remote: String) -> String {
    switch trouble {
    case .credentials: "\(remote) does not let you in"
    case .hostKey: "the host of \(remote) is not known here"
    case .hostKeyChanged: "the host of \(remote) has another key than before"
    case .certificate: "the certificate of \(remote) is not trusted"
    default: "cannot reach \(remote)"
    }
  }

  private static func hint(for trouble: RemoteTrouble, _ remote: String) -> String? {
    switch trouble {
    case .network, .name, .server, .other: nil
    case .timeout: "git config slots.timeout SECONDS changes how long it is waited for"
    case .credentials where remote.contains("://") && !remote.contains("ssh://"):
      "git ls-remote \(remote) asks for a password, and a credential helper keeps it"
    case .credentials: "ssh-add -l lists your keys, ssh -v to the host shows which were tried"
    case .hostKey: "git ls-remote \(remote) shows the key and remembers it when you say yes"
    case .hostKeyChanged:
      "ask whose key it is now; ssh-keygen -R HOST forgets the old one"
    case .certificate: "git config http.sslCAInfo FILE names an authority of your own"
    case .repository: "git remote set-url origin URL names another place"
    case .program: "install it, or look at git config core.sshCommand"
    }
  }
}
