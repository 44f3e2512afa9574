extension Program {
  /// The reference of all commands as Markdown, written from their declarations.
  package func reference() -> String {
    var page = ["# Commands", "", "\(name): \(summary).", "", "## Options of every command", ""]
    page += items(GlobalOptions().parameters)
    for topic in topics {
      page += ["", "## \(topic.title)"]
      for command in topic.commands { page += sections(command, [command.name]) }
    }
    return page.joined(by: "\n") + "\n"
  }

  private func sections(_ command: any Command.Type, _ path: [String]) -> [String] {
    let title = path.spaced
    if !command.children.isEmpty {
      return ["", "### \(name) \(title)", "", "\(command.summary)."]
        + command.children.flatMap { sections($0, path + [$0.name]) }
    }
    var section = ["", "### \(name) \(title)", "", "\(command.summary)."]
    section += ["", "```"] + wrap(usage(path), to: 90) + ["```"]
    let parameters = command.init().parameters
    if !parameters.isEmpty { section += [""] + items(parameters) }
    for paragraph in splitParagraphs(command.discussion) {
      let isCode = paragraph.allSatisfy { $0.hasPrefix("  ") }
      section +=
        isCode
        ? ["", "```"] + paragraph.map { String($0.dropFirst(2)) } + ["```"]
        : [""] + paragraph.spaced.wrapped(to: 100)
    }
    if !command.examples.isEmpty { section += ["", "```"] + command.examples + ["```"] }
    return section + ["", command.effect.sentence]
  }

  private func items(_ parameters: [Parameter]) -> [String] {
    parameters.map { "- `\($0.heading)` — \($0.explanation)" }
  }
}
