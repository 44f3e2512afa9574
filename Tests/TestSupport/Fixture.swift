import Foundation

/// Files under `Tests/Fixtures`.
package enum Fixture {
  /// The bytes of one, as `devices/status.json`.
  package static func bytes(_ name: String) throws -> [UInt8] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fixtures")
    return Array(try Data(contentsOf: folder.appendingPathComponent(name)))
  }
}
