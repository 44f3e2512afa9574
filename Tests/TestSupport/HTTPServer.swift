import Foundation
package import SlotsSystem

/// `git http-backend` behind a small HTTP server on the loopback interface, for the user `ada` with
/// the password `secret`; it ends with the last owner.
package final class HTTPServer {
  /// `http://127.0.0.1:PORT`, or `https:`.
  package let address: String
  private let process: Background
  private let root: Path

  /// Serves the bare repositories in a folder.
  /// - Parameter certificate: a file with a key and a certificate, for TLS.
  package init(_ root: Path, certificate: Path? = nil) throws {
    self.root = root
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("http_server.py").path
    let process = try Background(
      "python3", [script, "\(root)"] + (certificate.map { ["\($0)"] } ?? []), in: root)
    self.process = process
    var port: String?
    while port == nil, process.isRunning {
      Clock.pause(milliseconds: 10)
      port = try Files.read(root.appending("port")).map { String(decoding: $0, as: UTF8.self) }
    }
    guard let port else { throw Shell.Failure(description: "the http server does not start") }
    address = "\(certificate == nil ? "http" : "https")://127.0.0.1:\(port)"
  }

  /// What happens to every request from now on; see `http_server.py`. Empty for what is usual.
  package func mode(_ mode: String) throws {
    try Files.write(Array(mode.utf8), to: root.appending("mode"), temporaryIn: root)
  }

  /// The requests so far, such as `GET /hub.git/info/refs?service=git-upload-pack`.
  package func requests() throws -> [String] {
    let text = try Files.read(root.appending("requests")) ?? []
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
