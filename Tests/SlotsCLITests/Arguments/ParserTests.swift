import Testing

@testable import SlotsCLI

struct ParserTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let words: [String]
    let read: String
    var testDescription: String { name }

    init(_ name: String, _ words: [String], _ read: String) {
      self.name = name
      self.words = words
      self.read = read
    }

    /// Words with single spaces between them.
    init(_ name: String, _ line: String, _ read: String) {
      self.init(name, line.split(separator: " ").map(String.init), read)
    }
  }

  @Test(arguments: arguments + options + globals + groups)
  func `words are read into a form`(_ one: Case) {
    #expect(Sample.read(one.words) == one.read)
  }

  @Test(arguments: refusals + help)
  func `words are refused or answered with help`(_ one: Case) {
    #expect(Sample.read(one.words) == one.read)
  }

  static let arguments = [
    Case("an argument", "save 5", "save: 5 file=none name=none"),
    Case("an empty argument", ["save", ""], "save:  file=none name=none"),
    Case("a lone hyphen is an argument", "save -", "save: - file=none name=none"),
    Case("a double hyphen ends options", "save -- --file", "save: --file file=none name=none"),
    Case("options may stand before it", "save -n -- -n", "save: -n file=none name=none dry"),
    Case("a second one is an argument", "set -- -- --", "set: -- [--]"),
    Case("a negative number is an argument", "show -1", "show: -1"),
    Case("a negative fraction is one too", "set -.5 -0.5", "set: -.5 [-0.5]"),
    Case("an assignment of a negative number", "set 5 speed=-1", "set: 5 [speed=-1]"),
    Case("several words", "set 5 a=1 b=2 c=3", "set: 5 [a=1|b=2|c=3]"),
    Case("an assignment of nothing", "set 5 a=", "set: 5 [a=]"),
    Case("words in other scripts", "set 5 名前=夜", "set: 5 [名前=夜]"),
    Case("a word with spaces", ["set", "5", "a=b c"], "set: 5 [a=b c]"),
    Case("a number with zeros", "show 05", "show: 5"),
    Case("numbers", "pin 1 2 03", "pin: [1|2|3]"),
    Case("arguments that may be missing", "diff", "diff: none none"),
    Case("the first of them", "diff 5", "diff: 5 none"),
    Case("both of them", "diff 5 a..b", "diff: 5 a..b"),
    Case("a list that may be empty", "harvest", "harvest: [] tags=[] only=[]"),
    Case("a choice", "completions zsh", "completions: zsh"),
    Case("the name of a command as an argument", "save save", "save: save file=none name=none"),
    Case("help as an argument", "save help", "save: help file=none name=none"),
    Case("a command that is not in the overview", "merge-driver", "merge-driver: []"),
  ]

  static let options = [
    Case("a value after a space", "save 5 --file a", "save: 5 file=a name=none"),
    Case("a value after an equals sign", "save 5 --file=a", "save: 5 file=a name=none"),
    Case("a value with equals signs", "save 5 --file=a=b", "save: 5 file=a=b name=none"),
    Case("a value that begins with a hyphen", "save 5 --file=-a", "save: 5 file=-a name=none"),
    Case("an empty value", "save 5 --file=", "save: 5 file= name=none"),
    Case("an empty word as value", ["save", "5", "--file", ""], "save: 5 file= name=none"),
    Case("a lone hyphen as value", "save 5 --file -", "save: 5 file=- name=none"),
    Case("a negative number as value", "serve --retries -1", "serve: 8080 -1 none"),
    Case("a short option", "save 5 -f a", "save: 5 file=a name=none"),
    Case("a short option with its value", "save 5 -fa", "save: 5 file=a name=none"),
    Case("a short option with an equals sign", "save 5 -f=a", "save: 5 file=a name=none"),
    Case("a short option with a lone hyphen", "save 5 -f-", "save: 5 file=- name=none"),
    Case("a flag", "save 5 --dry-run", "save: 5 file=none name=none dry"),
    Case("a short flag", "save 5 -n", "save: 5 file=none name=none dry"),
    Case("a flag twice", "save 5 -n --dry-run", "save: 5 file=none name=none dry"),
    Case("flags in one word", "save 5 -ny", "save: 5 file=none name=none dry / yes"),
    Case("flags, then an option", "save 5 -nqf a", "save: 5 file=a name=none dry / quiet"),
    Case("flags, then an option and value", "save 5 -nfa", "save: 5 file=a name=none dry"),
    Case("options before arguments", "save -f a 5", "save: 5 file=a name=none"),
    Case("options between arguments", "harvest 1 --tag a 2", "harvest: [1|2] tags=[a] only=[]"),
    Case("an option that repeats", "harvest --tag a --tag b", "harvest: [] tags=[a|b] only=[]"),
    Case("a list in one word", "harvest --only a,b", "harvest: [] tags=[] only=[a|b]"),
    Case("lists that repeat", "harvest --only a,b --only=c", "harvest: [] tags=[] only=[a|b|c]"),
    Case("a comma where no list is", "harvest --tag a,b", "harvest: [] tags=[a,b] only=[]"),
    Case("the default of a number", "serve", "serve: 8080 none none"),
    Case("a number", "serve --port 80", "serve: 80 none none"),
    Case("the ends of a range", "serve --port 65535", "serve: 65535 none none"),
    Case("an option with choices", "serve --level high", "serve: 8080 none high"),
    Case("an option that must be given", "restore 5 --from main~1", "restore: 5 main~1"),
  ]

  static let globals = [
    Case("before the command", "--json save 5", "save: 5 file=none name=none / json"),
    Case("after the command", "save --json 5", "save: 5 file=none name=none / json"),
    Case("after the arguments", "save 5 --quiet", "save: 5 file=none name=none / quiet"),
    Case("a folder", "-C dir save 5", "save: 5 file=none name=none / -C dir"),
    Case("a folder in one word", "-Cdir save 5", "save: 5 file=none name=none / -C dir"),
    Case("a folder after the command", "diff -C dir", "diff: none none / -C dir"),
    Case("a colour", "--color never diff", "diff: none none / never"),
    Case("a colour in one word", "diff --color=always", "diff: none none / always"),
    Case("short flags in one word", "-qy diff", "diff: none none / quiet / yes"),
    Case("a double hyphen before the command", "-- diff -n", "diff: -n none"),
    Case("in an argument's place after --", "diff -- -q", "diff: -q none"),
    Case("between group and command", "device --json add a", "device add: a none / json"),
  ]

  static let groups = [
    Case("a command of a group", "device add a", "device add: a none"),
    Case("its option", "device add a --target b", "device add: a b"),
    Case("its list", "device apply --reboot a,b", "device apply: [a|b]"),
  ]
}
