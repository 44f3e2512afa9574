@testable import SlotsCLI

extension ParserTests {
  static let refusals = [
    Case("a command that is not there", "sav", "refused: unknown command sav"),
    Case("an empty command", [""], "refused: unknown command \"\""),
    Case("a command that is not in the group", "device ad", "refused: device: unknown command ad"),
    Case("a group alone", "device", "refused: device: a command is missing"),
    Case("commands are not abbreviated", "sa", "refused: unknown command sa"),
    Case("a long option", "save 5 --flie a", "refused: save: unknown option --flie"),
    Case("a long option with a value", "save --flie=a", "refused: save: unknown option --flie"),
    Case("long options are not abbreviated", "save --fil a", "refused: save: unknown option --fil"),
    Case("capitals matter", "save --File a", "refused: save: unknown option --File"),
    Case("a long option without a name", "save --=a", "refused: save: unknown option --"),
    Case("a short option", "save 5 -x", "refused: save: unknown option -x"),
    Case("a short option among others", "save 5 -nx", "refused: save: unknown option -x in -nx"),
    Case(
      "a long option with one hyphen", "save 5 -name a", "refused: save: unknown option -a in -name"
    ),
    Case("an option of another command", "save 5 --port 1", "refused: save: unknown option --port"),
    Case("an option before any command", "--flie", "refused: unknown option --flie"),
    Case(
      "an option before its command", "--name a save", "refused: --name stands before the command"),
    Case("an option before its group", "--reboot a", "refused: --reboot stands before the command"),
    Case("no value", "save 5 --file", "refused: save: --file needs a value"),
    Case("an option as value", "save 5 --file -n", "refused: save: --file needs a value"),
    Case("the end of options as value", "save --file -- 5", "refused: save: --file needs a value"),
    Case("no value of a short option", "save 5 -f", "refused: save: -f needs a value"),
    Case("no value after flags", "save 5 -nf", "refused: save: -f needs a value"),
    Case("no folder", "-C", "refused: -C needs a value"),
    Case("a value of a flag", "save 5 --dry-run=no", "refused: save: --dry-run takes no value"),
    Case("an empty value of a flag", "diff --json=", "refused: diff: --json takes no value"),
    Case("twice", "save 5 --file a --file b", "refused: save: --file is given twice"),
    Case("twice, long and short", "save -f a --file b", "refused: save: --file is given twice"),
    Case("twice, with one value", "save -f a -f a", "refused: save: --file is given twice"),
    Case("a folder twice", "-C a diff -C b", "refused: diff: -C is given twice / -C a"),
    Case(
      "a colour that is none", "--color red",
      "refused: --color is red, must be auto, always or never"),
    Case(
      "an empty choice", "diff --color=",
      "refused: diff: --color is \"\", must be auto, always or never"),
    Case(
      "a choice of two", "serve --level mid", "refused: serve: --level is mid, must be low or high"),
    Case(
      "an argument that is no choice", "completions ksh",
      "refused: completions: shell is ksh, must be bash, zsh or fish"),
    Case(
      "a number too large", "serve --port 65536",
      "refused: serve: --port is 65536, must be 1 to 65535"),
    Case(
      "a number too small", "serve --port -1", "refused: serve: --port is -1, must be 1 to 65535"),
    Case(
      "a number beyond any", "serve --retries 99999999999999999999",
      "refused: serve: --retries is 99999999999999999999, must be a whole number"),
    Case(
      "no number", "serve --retries 1.5", "refused: serve: --retries is 1.5, must be a whole number"
    ),
    Case("an argument out of range", "show 24", "refused: show: index is 24, must be -1 to 23"),
    Case("an argument that is no number", "show x", "refused: show: index is x, must be -1 to 23"),
    Case(
      "a list with a gap", "harvest --only a,,b",
      "refused: harvest: --only is a,,b, must be a list without gaps"),
    Case(
      "an empty list", "harvest --only=",
      "refused: harvest: --only is \"\", must be a list without gaps"),
    Case("no argument", "save", "refused: save: a slot is missing"),
    Case("no argument with a vowel", "show", "refused: show: an index is missing"),
    Case("no second argument", "set 5", "refused: set: an assignment is missing"),
    Case("too few of a list", "pin 1", "refused: pin: at least 2 NN must be given"),
    Case("a word too many", "save 5 6", "refused: save: unexpected word 6"),
    Case("words too many", "diff 1 2 3 4", "refused: diff: unexpected word 3"),
    Case("a word with a space", ["save", "5", "a b"], "refused: save: unexpected word \"a b\""),
    Case("an option that must be given", "restore 5", "refused: restore: --from REV is missing"),
    Case(
      "what was read before is kept", "-q --json save",
      "refused: save: a slot is missing / json / quiet"),
    Case("help for what is not there", "help sav", "refused: unknown command sav"),
    Case(
      "help for what is not in a group", "help device ad", "refused: device: unknown command ad"),
    Case("help on a command that is not there", "sav --help", "refused: unknown command sav"),
  ]

  static let help = [
    Case("nothing at all", "", "help: "),
    Case("options alone", "--json", "help:  / json"),
    Case("a double hyphen alone", "--", "help: "),
    Case("help", "help", "help: "),
    Case("help, long", "--help", "help: "),
    Case("help, short", "-h", "help: "),
    Case("help for a command", "help save", "help: save"),
    Case("help for a group", "help device", "help: device"),
    Case("help for a command of a group", "help device add", "help: device add"),
    Case("help for help", "help help", "help: help"),
    Case("help after a command", "save --help", "help: save"),
    Case("help before a command", "--help save", "help: save"),
    Case("help after a group", "device -h", "help: device"),
    Case("help after a command of a group", "device add -h", "help: device add"),
    Case("help in a group", "device help", "help: device"),
    Case("help in a group for a command", "device help add", "help: device add"),
    Case("help after a mistake", "save --flie -h", "help: save"),
    Case("help after an option without value", "save --file --help", "help: save"),
    Case("help in one word with others", "save -nh", "help: save"),
    Case("help as a value", "save 5 --file=--help", "save: 5 file=--help name=none"),
    Case("help after the end of options", "save -- --help", "save: --help file=none name=none"),
    Case("help rather than the version", "--version --help", "help: "),
    Case("the version", "--version", "version"),
    Case("the version after a command", "save --version", "version"),
  ]
}
