import Foundation
import SlotsModel
import SlotsSystem
import Testing

@testable import SlotsCLI

struct ProgramTests {
  @Test func `the commands are declared as they should be`() {
    #expect(SlotsProgram.program.declarationProblems() == [])
  }

  @Test func `every command runs`() {
    let idle = SlotsProgram.program.leaves.filter {
      $0.path != [Help.name] && !($0.command is any SlotsCommand.Type)
    }
    #expect(idle.map(\.path) == [])
  }

  @Test func `every command that people type has an example`() {
    let silent = SlotsProgram.program.leaves.filter {
      $0.path != [Help.name] && $0.command.effect != .plumbing && $0.command.examples.isEmpty
    }
    #expect(silent.map(\.path) == [])
  }

  /// `SLOTS_RECORD=1` writes the page.
  @Test func `the page of commands is the one that the program writes`() throws {
    let folder = Path(#filePath).parent.parent.parent.appending("docs")
    let page = folder.appending("commands.md")
    let reference = SlotsProgram.program.reference()
    if ProcessInfo.processInfo.environment["SLOTS_RECORD"] == "1" {
      try Files.write(Array(reference.utf8), to: page, temporaryIn: folder)
    }
    let written = try Files.read(page).map { String(decoding: $0, as: UTF8.self) }
    #expect(written == reference, "docs/commands.md is out of date; SLOTS_RECORD=1 writes it")
  }

  /// `SLOTS_RECORD=1` writes the table.
  @Test func `the table of device fields is the one in the code`() throws {
    let folder = Path(#filePath).parent.parent.parent.appending("docs")
    let page = folder.appending("devices.md")
    let text = try #require(try Files.read(page).map { String(decoding: $0, as: UTF8.self) })
    let start = try #require(text.firstRange(of: "ProgramTests -->\n")).upperBound
    let end = try #require(text.firstRange(of: "<!-- end of fields -->")).lowerBound
    let written = text[..<start] + Self.fields + text[end...]
    if ProcessInfo.processInfo.environment["SLOTS_RECORD"] == "1" {
      try Files.write(Array(written.utf8), to: page, temporaryIn: folder)
    }
    let found = try Files.read(page).map { String(decoding: $0, as: UTF8.self) }
    #expect(found == String(written), "docs/devices.md is out of date; SLOTS_RECORD=1 writes it")
  }

  private static var fields: String {
    let rows = DeviceField.table.map { field in
      let parts = DeviceProduct.allCases.map { field.parts[$0]?.rawValue ?? "–" }
      let unit = field.unit.isEmpty ? "" : ", \(field.unit)"
      let told = field.place == .unreadable ? "no" : "yes"
      let standard = field.standard.map { field.shown($0) } ?? ""
      return "| `\(field.key.string)` | \(field.kind.words)\(unit) | \(standard) | "
        + parts.joined(separator: " | ") + " | \(told) |\n"
    }
    return """
      | field | value | default | KitchenSync | Touch | X32Link | told back |
      | --- | --- | --- | --- | --- | --- | --- |

      """ + rows.joined()
  }
}
