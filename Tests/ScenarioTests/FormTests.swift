import Testing

/// The runner itself: what it reads, writes and compares.
struct FormTests {
  private static let transcript = """
    # A comment.

    phone$ slots list
      one

      two
    my "tablet"$ echo '$ x'
      [2]

    # The end.

    -- folder/a.json --
    {"name": "Aurora"}

    -- b --

    """

  @Test func `a transcript is read and written as it is`() throws {
    let scenario = try Scenario(Self.transcript)
    #expect(scenario.text == Self.transcript)
    #expect(scenario.steps.map(\.replica) == ["phone", "my \"tablet\""])
    #expect(scenario.steps.map(\.command) == ["slots list", "echo '$ x'"])
    #expect(scenario.steps.map(\.output) == [["one", "", "two"], ["[2]"]])
    #expect(scenario.steps.map(\.line) == [3, 7])
    #expect(scenario.files.map(\.path) == ["folder/a.json", "b"])
    #expect(scenario.files.map(\.text) == ["{\"name\": \"Aurora\"}\n\n", ""])
  }

  @Test(arguments: ["  output before a command", "slots list", " phone$ slots list"])
  func `a line that belongs nowhere is refused`(_ line: String) {
    #expect(throws: Scenario.Malformed.self) { try Scenario(line + "\n") }
  }

  @Test func `ids are numbered in the order of their appearance, long or short`() {
    let id = "0123456789abcdef0123456789abcdef01234567"
    var ids = CommitIDs()
    #expect(ids.hidden(in: "at fedcba9, \(id.prefix(10))") == "at <id1>, <id2>")
    #expect(ids.hidden(in: "\(id)\tfedcba9876") == "<id2>\t<id1>")
    #expect(ids.shown(in: "git show <id2>:a <id1> <id3>") == "git show \(id):a fedcba9876 <id3>")
  }

  @Test(arguments: ["1048576", "abcdef", "2026-12-01T10:00:00.000Z", "defacement", "x0123456789"])
  func `what is no id stays`(_ text: String) {
    var ids = CommitIDs()
    #expect(ids.hidden(in: text) == text)
  }

  @Test func `a difference is shown line by line`() {
    let old = ["one", "two", "three", "four"]
    let new = ["zero", "one", "2", "three"]
    #expect(
      ScenarioTests.differences(from: old, to: new)
        == ["+ zero", "  one", "- two", "+ 2", "  three", "- four"])
  }

  @Test func `output is standard output, then standard error, then the status`() {
    let outcome = Replay.Outcome(status: 3, output: "a\n\nb\n", errors: "c\n")
    #expect(outcome.lines == ["a", "", "b", "c", "[3]"])
    #expect(Replay.Outcome(status: 0, output: "", errors: "").lines == [])
  }
}
