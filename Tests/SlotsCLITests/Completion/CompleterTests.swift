import SlotsSystem
import Testing

@testable import SlotsCLI

struct CompleterTests {
  /// Words, the last one being typed, and some of what completes it.
  struct Row {
    let words: [String]
    var has: [String] = []
    var hasNot: [String] = []
    /// All of it, where it is little.
    var all: [String]?
    var paths: Completion.Paths?
    var name: String { words.joined(separator: " ") + "⇥" }
  }

  static let rows: [Row] = [
    Row(
      words: [""], has: ["show", "sync", "help"], hasNot: ["merge-driver", "--json", "complete"]),
    Row(words: ["sho"], all: ["show"]),
    Row(words: ["SHO"], all: ["show"]),
    Row(words: ["--js"], all: ["--json"]),
    Row(words: ["-"], has: ["-C", "--json"], hasNot: ["--file"]),
    Row(words: ["-q", "-"], has: ["--json"], hasNot: ["--quiet"]),
    Row(words: ["--color", ""], all: ["auto", "always", "never"]),
    Row(words: ["--color=a"], all: ["--color=auto", "--color=always"]),
    Row(words: ["--json="], all: []),
    Row(words: ["-C", ""], all: [], paths: .folders),
    Row(words: ["help", "sh"], all: ["show"]),
    Row(words: ["help", "show", ""], all: []),
    Row(words: ["frobnicate", ""], all: []),
    Row(
      words: ["show", ""], has: ["00", "23", "Sun's glow"], hasNot: ["24", "Aurora", "--json"]),
    Row(words: ["show", "0"], has: ["00", "09"], hasNot: ["10", "0"]),
    Row(words: ["show", "5"], all: ["5"]),
    Row(words: ["show", "2"], all: ["2", "20", "21", "22", "23"]),
    Row(words: ["show", "slot-0"], has: ["slot-00", "slot-09"], hasNot: ["slot-10"]),
    Row(words: ["show", "sun"], all: ["Sun's glow"]),
    Row(words: ["show", "5", ""], has: ["--json"], hasNot: ["05"]),
    Row(words: ["pin", "3", "slot-05", "a:b \"c\"", "0"], has: ["00"], hasNot: ["03", "05"]),
    Row(words: ["rotation", "--after", "1"], has: ["1", "10"]),
    Row(words: ["set", "5", "sp"], all: ["speed="]),
    Row(words: ["set", "5", ""], has: ["hue=", "zoom="], hasNot: ["--name"]),
    Row(words: ["set", "5", "hue=1", ""], has: ["zoom="], hasNot: ["hue="]),
    Row(words: ["set", "5", "mirror="], all: ["mirror=true", "mirror=false"]),
    Row(words: ["set", "5", "palette=e"], all: ["palette=ember"]),
    Row(words: ["set", "5", "hue="], all: []),
    Row(words: ["save", "5", ""], all: ["--file"]),
    Row(words: ["save", "5", "--file", ""], all: [], paths: .files),
    Row(words: ["save", "5", "--file=x"], all: [], paths: .files),
    Row(words: ["save", "-f", "x", "5", ""], has: ["--name", "--dry-run"], hasNot: ["--json"]),
    Row(words: ["save", "5", "--fi"], all: ["--file"]),
    Row(words: ["save", "5", "--file", "x", "--f"], all: []),
    Row(words: ["save", "--file", "--na"], all: ["--name"]),
    Row(words: ["save", "5", "--name", ""], all: []),
    Row(words: ["restore", "5", "--from", ""], has: ["HEAD", "main", "v1", "phone"]),
    Row(words: ["diff", "HEAD..ma"], all: ["HEAD..main"]),
    Row(words: ["why", "pinned/slot-00"], all: ["pinned/slot-00"]),
    Row(words: ["why", "seed"], all: ["seedVersion"]),
    Row(words: ["show", "--", "-"], all: []),
    Row(words: ["list", "--", ""], all: []),
    Row(words: ["validate", ""], all: [], paths: .files),
    Row(words: ["device", "sta"], all: ["status"]),
    Row(words: ["device", "apply", ""], has: ["bar", "stage"], hasNot: ["--all"]),
    Row(words: ["device", "apply", "bar", "s"], all: ["stage"]),
    Row(words: ["device", "apply", "bar", "--reboot", "bar,s"], all: ["bar,stage"]),
    Row(words: ["device", "set", "bar", "clk0_s"], all: ["clk0_swing="]),
    Row(words: ["device", "set", "stage", "metro_voice=w"], all: ["metro_voice=wood"]),
    Row(words: ["device", "set", "stage", "led="], all: ["led=on", "led=off"]),
    Row(words: ["device", "set", "bar", "metro"], all: []),
    Row(words: ["device", "add", "new", "--product", "t"], all: ["touch"]),
    Row(words: ["completions", ""], all: ["bash", "zsh", "fish"]),
  ]

  @Test func `words are completed`() throws {
    let store = try CompletionStore()
    for row in Self.rows {
      let found = store.completion(row.words)
      let texts = found.candidates.map(\.text)
      let missing = row.has.filter { !texts.contains($0) }
      let wrong = row.hasNot.filter { texts.contains($0) }
      #expect(missing == [], "\(row.name): \(texts)")
      #expect(wrong == [], "\(row.name): \(texts)")
      if let all = row.all { #expect(texts == all, "\(row.name)") }
      #expect(found.paths == row.paths, "\(row.name)")
    }
  }

  @Test func `a candidate says what it is`() throws {
    let store = try CompletionStore()
    func said(_ words: String...) -> [String] {
      store.completion(words).candidates.map(\.description)
    }
    #expect(said("show", "05") == ["Sun's glow"])
    #expect(said("show", "Sun") == ["slot-05"])
    #expect(said("show", "11") == ["stays empty"])
    #expect(said("show", "12") == ["empty"])
    #expect(said("set", "5", "hu") == ["a number from 0 to 1 turn"])
    #expect(said("sho") == ["Show what a slot holds"])
    #expect(said("why", "pinned/slot-00") == ["the pin of Aurora"])
  }

  @Test(arguments: ["outside", "gone"])
  func `outside of a store there are only the declarations`(_ name: String) throws {
    let store = try CompletionStore()
    let place = store.home.path.appending(Path(name))
    #expect(store.completion(["show", ""], in: place) == Completion())
    #expect(store.completion(["set", "5", "sp"], in: place) == Completion())
    #expect(store.completion(["restore", "5", "--from", ""], in: place) == Completion())
    #expect(store.completion(["sho"], in: place).candidates.map(\.text) == ["show"])
    let named = ["-C", store.folder.description, "show", "05"]
    #expect(store.completion(named, in: place).candidates.map(\.text) == ["05"])
    #expect(
      store.completion(["-C\(store.folder)"] + named.dropFirst(2), in: place).candidates.count == 1)
  }

  @Test(arguments: ["slot.05.json", "store.json", ".git/HEAD", ".git/index", "factory"])
  func `a store that is broken completes what it can, without a word of complaint`(
    _ file: Path
  ) throws {
    let store = try CompletionStore()
    try Files.write(
      Array("{ broken".utf8), to: store.folder.appending(file), temporaryIn: store.home.path)
    for words in [["show", ""], ["set", "5", ""], ["restore", "5", "--from", ""], ["why", "p"]] {
      let result = try Child.run(
        CompletionStore.program().appending("slots"), ["complete", "--"] + words,
        in: store.folder, deadline: 60_000)
      #expect(result.succeeded, "\(words): \(result.errorText)")
      #expect(result.errorText == "", "\(words)")
    }
  }

  @Test func `what steers a terminal is in no candidate`() {
    let completion = Completion(candidates: [Candidate("a", "b\u{1B}\tc\nd")], paths: .files)
    #expect(completion.lines { $0 } == "\tfiles\na\tb␛␉c␊d\n")
  }

  @Test func `completing writes nothing`() throws {
    let store = try CompletionStore()
    let before = try store.home.files(except: [])
    for words in [["show", ""], ["set", "5", ""], ["restore", "5", "--from", ""], ["why", "p"]] {
      #expect(!store.completion(words).candidates.isEmpty)
      try store.slots("complete", "--", words[0], words[1], in: store.folder)
    }
    #expect(try store.home.files(except: []) == before)
  }
}
