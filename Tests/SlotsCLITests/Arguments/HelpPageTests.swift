import Testing

@testable import SlotsCLI

struct HelpPageTests {
  @Test func `the overview groups the commands and hides the plumbing`() {
    #expect(
      text([]) == """
        slots: keep presets and device configs in a git repository

        usage: slots COMMAND …

        Slots
          save  Save a preset into a slot
          set   Change parameters of a slot
          show  Show a slot
          pin   Pin slots

        Exchange
          diff     Show what changed
          restore  Restore a slot from history
          harvest  Take edits into the factory set

        Devices
          device       Work with devices: add, apply
          serve        Serve the web page
          completions  Print the completions of a shell

        Help
          help  Show the commands, or the help of one

        Options of every command
          -C DIR        work on the store in DIR
          --json        print results as JSON
          -q, --quiet   print nothing but results and errors
          --color WHEN  colour the output: auto, always or never; default auto
          -y, --yes     answer yes to every question
          --version     print the version
          -h, --help    print help, for a command if one is named

        slots help COMMAND shows one command.
        """)
  }

  @Test func `a command has arguments, options, discussion, examples and effect`() {
    #expect(
      text(["save"]) == """
        Save a preset into a slot

        usage: slots save NN [--file FILE] [--name NAME] [--dry-run]

        Arguments
          NN  the slot: 5, 05 or slot-05

        Options
          -f, --file FILE  read FILE, - for standard input
          --name NAME      give the preset this name
          -n, --dry-run    show what would be done

        The preset is a JSON document, and what is in it is checked before anything is
        written. The name is put into the form in which everyone types it.

          cat aurora.json | slots save 5 --file -

        A slot that is not pinned stays so.

        Examples
          slots save 5 --file aurora.json
          cat a.json | slots save 5 -f - > log

        Asks before it replaces what is there; --yes answers.
        slots help shows the options of every command.
        """)
  }

  @Test func `a narrow terminal wraps at spaces and keeps indented lines`() {
    #expect(
      text(["save"], width: 44).hasPrefix(
        """
        Save a preset into a slot

        usage: slots save NN [--file FILE]
               [--name NAME] [--dry-run]

        Arguments
          NN  the slot: 5, 05 or slot-05

        Options
          -f, --file FILE  read FILE, - for standard
                           input
          --name NAME      give the preset this name
          -n, --dry-run    show what would be done

        The preset is a JSON document, and what is
        in it is checked before anything is written.
        The name is put into the form in which
        everyone types it.

          cat aurora.json | slots save 5 --file -

        """))
  }

  @Test func `a group lists its commands`() {
    #expect(
      text(["device"]) == """
        Work with devices

        usage: slots device COMMAND …

        Commands
          add    Add a device
          apply  Apply configs to devices

        slots help device COMMAND shows one of them.
        slots help shows the options of every command.
        """)
  }

  @Test func `ranges, choices and defaults are said`() {
    #expect(
      text(["serve"]).contains(
        """
        usage: slots serve [--port PORT] [--retries RETRIES] [--level low|high]

        Options
          --port PORT        the port: 1 to 65535; default 8080
          --retries RETRIES  how often to try again
          --level low|high   how much to log

        """))
  }

  @Test(arguments: [
    ("set", "NN PARAM=VALUE…"), ("diff", "[NN] [REV..REV]"), ("restore", "NN --from REV"),
    ("harvest", "[NN…] [--tag TAG]… [--only PARAM,…]…"), ("completions", "bash|zsh|fish"),
    ("device add", "NAME [--target ADDRESS]"), ("help", "[COMMAND…]"), ("merge-driver", "[FILE…]"),
  ])
  func `a usage line shows what may be missing and what repeats`(_ path: String, _ usage: String) {
    let words = path.split(separator: " ").map(String.init)
    #expect(text(words).contains("usage: slots \(path) \(usage)\n"))
  }

  @Test(arguments: [
    (Effect.reads, "Changes nothing."),
    (.writes, "Makes its change without asking."),
    (.replaces, "Asks before it replaces what is there; --yes answers."),
    (.restarts, "Asks before it restarts a device; where nobody can be asked, each must be named."),
    (.plumbing, "Called by git and other programs rather than by people."),
  ])
  func `each effect has its sentence`(_ effect: Effect, _ sentence: String) {
    #expect(effect.sentence == sentence)
  }

  @Test(arguments: [10, 40, 60, 80, 100, 300])
  func `no wrapped line is wider than the terminal`(_ width: Int) {
    let paths = [[]] + Sample.program.leaves.map(\.path)
    for path in paths {
      for line in Sample.program.help(path, width: width) where !line.hasPrefix("  ") {
        #expect(line.columns <= max(40, min(width, 100)), "\(path)")
      }
    }
  }

  private func text(_ path: [String], width: Int = 80) -> String {
    Sample.program.help(path, width: width).joined(separator: "\n")
  }
}
