/// The options that stand before or after the name of any command.
package struct GlobalOptions: Form {
  /// When output is coloured.
  package enum Color: String, Choice, Sendable { case auto, always, never }

  @Option(short: "C", value: "DIR", help: "work on the store in DIR")
  package var directory: String?
  @Flag("json", help: "print results as JSON")
  package var json: Bool
  @Flag("quiet", short: "q", help: "print nothing but results and errors")
  package var quiet: Bool
  @Option("color", value: "WHEN", help: "colour the output")
  package var color: Color = .auto
  @Flag("yes", short: "y", help: "answer yes to every question")
  package var yes: Bool
  @Flag("version", help: "print the version")
  package var version: Bool
  @Flag("help", short: "h", help: "print help, for a command if one is named")
  package var help: Bool

  package init() {}

  package var parameters: [Parameter] {
    [$directory, $json, $quiet, $color, $yes, $version, $help]
  }
}
