import Testing

@testable import SlotsCLI

struct ReferenceTests {
  @Test func `the reference is Markdown of every command`() {
    let program = Program(
      name: "slots", version: "1", summary: "keep presets in step",
      topics: [Topic("Slots", [Sample.Save.self, Sample.Device.self])])
    #expect(
      program.reference() == """
        # Commands

        slots: keep presets in step.

        ## Options of every command

        - `-C DIR` — work on the store in DIR
        - `--json` — print results as JSON
        - `-q, --quiet` — print nothing but results and errors
        - `--color WHEN` — colour the output: auto, always or never; default auto
        - `-y, --yes` — answer yes to every question
        - `--version` — print the version
        - `-h, --help` — print help, for a command if one is named

        ## Slots

        ### slots save

        Save a preset into a slot.

        ```
        slots save NN [--file FILE] [--name NAME] [--dry-run]
        ```

        - `NN` — the slot: 5, 05 or slot-05
        - `-f, --file FILE` — read FILE, - for standard input
        - `--name NAME` — give the preset this name
        - `-n, --dry-run` — show what would be done

        The preset is a JSON document, and what is in it is checked before anything is written. The name is
        put into the form in which everyone types it.

        ```
        cat aurora.json | slots save 5 --file -
        ```

        A slot that is not pinned stays so.

        ```
        slots save 5 --file aurora.json
        cat a.json | slots save 5 -f - > log
        ```

        Asks before it replaces what is there; --yes answers.

        ### slots device

        Work with devices.

        ### slots device add

        Add a device.

        ```
        slots device add NAME [--target ADDRESS]
        ```

        - `NAME` — what to call it
        - `--target ADDRESS` — where it is

        Makes its change without asking.

        ### slots device apply

        Apply configs to devices.

        ```
        slots device apply [--reboot NAME,…]…
        ```

        - `--reboot NAME,…` — restart these

        Asks before it restarts a device; where nobody can be asked, each must be named.

        """)
  }
}
