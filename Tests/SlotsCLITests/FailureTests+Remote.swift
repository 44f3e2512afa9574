import SlotsStore
import Testing

@testable import SlotsCLI

extension FailureTests {
  /// What nothing came of, and how each is said.
  static var troubleRows: [Row] {
    func row(_ trouble: RemoteTrouble, _ sentence: String, _ hint: String?) -> Row {
      let remote = trouble == .certificate ? "https://hub/a" : "hub:a"
      return Row(
        error: .unreachable(remote: remote, reason: "so it is", trouble: trouble),
        sentence: "\(sentence): so it is",
        hints: ["the work is kept here; slots sync sends it later"] + (hint.map { [$0] } ?? []),
        status: trouble.isLasting ? .failed : .offline)
    }
    return [
      row(.network, "cannot reach hub:a", nil), row(.name, "cannot reach hub:a", nil),
      row(.server, "cannot reach hub:a", nil), row(.other, "cannot reach hub:a", nil),
      row(
        .timeout, "cannot reach hub:a",
        "git config slots.timeout SECONDS changes how long it is waited for"),
      row(
        .credentials, "hub:a does not let you in",
        "ssh-add -l lists your keys, ssh -v to the host shows which were tried"),
      row(
        .hostKey, "the host of hub:a is not known here",
        "git ls-remote hub:a shows the key and remembers it when you say yes"),
      row(
        .hostKeyChanged, "the host of hub:a has another key than before",
        "ask whose key it is now; ssh-keygen -R HOST forgets the old one"),
      row(
        .certificate, "the certificate of https://hub/a is not trusted",
        "git config http.sslCAInfo FILE names an authority of your own"),
      row(
        .repository, "cannot reach hub:a", "git remote set-url origin URL names another place"),
      row(
        .program, "cannot reach hub:a", "install it, or look at git config core.sshCommand"),
    ]
  }

  @Test func `every trouble with a remote is in the table`() {
    let troubles = Self.troubleRows.compactMap { row in
      if case .unreachable(_, _, let trouble) = row.error { return trouble }
      return nil
    }
    #expect(Set(troubles) == Set(RemoteTrouble.allCases))
  }
}
