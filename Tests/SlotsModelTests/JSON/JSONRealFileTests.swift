import Foundation
import SlotsModel
import Testing

private let folder = (0..<4)
  .reduce(URL(filePath: #filePath)) { path, _ in path.deletingLastPathComponent() }
  .appending(path: "../shared/cases/real-files").standardizedFileURL

/// Files as other programs and people wrote them, kept beside the package and not in it.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: folder.path(percentEncoded: false))))
struct JSONRealFileTests {
  private static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: name)))
  }

  @Test(arguments: [
    "auto_close_brackets_and_quotes.json", "btx-titan.json", "dneese.presets.json",
    "manufacturers.json",
  ])
  func `a real file is read, and its canonical form is read as the same value`(
    _ name: String
  ) throws {
    let bytes = try Self.bytes(name)
    let value = try JSONValue.read(bytes)
    let canonical = value.canonicalBytes
    #expect(try JSONValue.read(canonical) == value)
    #expect(try JSONValue.read(canonical).canonicalBytes == canonical)
    #expect(try JSONValue.read(Array(value.compactText.utf8)) == value)
    let windows = canonical.flatMap { $0 == UInt8(ascii: "\n") ? Array("\r\n".utf8) : [$0] }
    #expect(try JSONValue.read(windows) == value)
    let other = try JSONSerialization.jsonObject(with: Data(canonical)) as? NSObject
    #expect(other == (try JSONSerialization.jsonObject(with: Data(bytes)) as? NSObject))
  }

  @Test func `a member twice is refused at its second line`() throws {
    let bytes = try Self.bytes("Neon.header.json")
    let error = #expect(throws: JSONError.self) { try JSONValue.read(bytes) }
    #expect(error?.position == TextPosition(line: 5, column: 2))
    #expect(error?.reason == .memberTwice("DESCRIPTION"))
  }

  @Test func `odd names and texts of real files are kept`() throws {
    let presets = try #require(JSONValue.read(Self.bytes("dneese.presets.json")).object)
    #expect(presets["53"]?.object?["n"]?.text == "🎮 Pong ☾")
    let makers = try #require(JSONValue.read(Self.bytes("manufacturers.json")).object)
    #expect(makers.members.contains { $0.value.object?["name"]?.text == "Infinity" })
  }
}
