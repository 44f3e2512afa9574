import SlotsSystem
import TestSupport
import Testing

@testable import SlotsCLI

struct ManualPageTests {
  private let page = ManualPage(SlotsProgram.program).text

  @Test func `every command and every option is in the page`() {
    for leaf in SlotsProgram.program.leaves {
      let title = (["slots"] + leaf.path).joined(separator: " ")
      #expect(page.contains("\n.SS \"\(Roff.escaped(title))\"\n"), "\(title)")
      for parameter in leaf.command.init().parameters {
        #expect(page.contains("\n.TP\n\(parameter.roffHeading)\n"), "\(parameter.heading)")
      }
    }
    for option in GlobalOptions().parameters {
      #expect(page.contains("\n.TP\n\(option.roffHeading)\n"), "\(option.heading)")
    }
    for status in ExitStatus.allCases { #expect(page.contains("\\fB\(status.rawValue)\\fR")) }
  }

  @Test func `every line is text or a macro of man`() {
    let macros = [".TH", ".SH", ".SS", ".PP", ".TP", ".RS", ".RE", ".EX", ".EE"]
    for line in page.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      #expect(!line.isEmpty)
      #expect(line.utf8.allSatisfy { 0x20..<0x7F ~= $0 }, "\(line)")
      #expect(!line.hasPrefix("'"), "\(line)")
      #expect(!line.hasPrefix(".") || macros.contains(String(line.prefix(3))), "\(line)")
    }
  }

  @Test(arguments: [
    (text: "a-b", escaped: #"a\-b"#), (text: #"a\b"#, escaped: #"a\(rsb"#),
    (text: "it's \"x\"", escaped: #"it\(aqs \(dqx\(dq"#), (text: "★", escaped: #"\[u2605]"#),
    (text: "`^~", escaped: #"\(ga\(ha\(ti"#), (text: "🎛", escaped: #"\[u1F39B]"#),
  ])
  func `text is printed as it is`(_ row: (text: String, escaped: String)) {
    #expect(Roff.escaped(row.text) == row.escaped)
  }

  @Test func `a line that begins with a dot is text`() {
    var roff = Roff()
    roff.heading("FILES")
    roff.paragraph(".gitattributes")
    roff.example([".x", "", "'y"])
    #expect(
      roff.page
        == ".SH \"FILES\"\n\\&.gitattributes\n.PP\n.RS 4\n.EX\n\\&.x\n\n\\(aqy\n.EE\n.RE\n")
  }

  @Test(.enabled(if: CompletionStore.has("groff")))
  func `groff has no complaint`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("slots.1", page)
    let result = try Child.run(
      "groff", ["-man", "-ww", "-z", "-Tutf8", file.description], deadline: 60_000)
    #expect(result.succeeded)
    #expect(result.errorText == "")
  }
}
