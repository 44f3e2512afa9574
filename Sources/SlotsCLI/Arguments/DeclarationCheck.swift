extension Program {
  /// What is wrong with the declarations, a sentence each; for a test, since it takes its time.
  package func declarationProblems() -> [String] {
    let first = commands.map { (path: [$0.name], command: $0) }
    return siblingProblems(commands, in: name) + formProblems(GlobalOptions(), name)
      + first.flatMap { problems($0.command, $0.path) }
  }

  private func problems(_ command: any Command.Type, _ path: [String]) -> [String] {
    let place = path.spaced
    var found = summaryProblems(command.summary, place)
    let form = command.init()
    if command.children.isEmpty {
      if form is any CommandGroup { found.append("\(place) is a group without commands") }
      found += formProblems(form, place) + globalClashes(form, place)
      found += exampleProblems(command, place)
    } else {
      if !form.parameters.isEmpty { found.append("\(place) is a group and has parameters") }
      found += siblingProblems(command.children, in: place)
      if command.children.contains(where: { $0.name == Help.name }) {
        found.append("\(place): a command of a group cannot be named \(Help.name)")
      }
    }
    return found + command.children.flatMap { problems($0, path + [$0.name]) }
  }

  private func siblingProblems(_ commands: [any Command.Type], in place: String) -> [String] {
    let names = commands.map { $0.name }
    return repeated(names).map { "\(place) has two commands \($0)" }
      + names.filter { !isName($0) }.map { "\(place): a command cannot be named \($0)" }
  }

  private func summaryProblems(_ summary: String, _ place: String) -> [String] {
    let verb = summary.prefix { $0 != " " }
    var found: [String] = []
    if summary.isEmpty { return ["\(place) has no summary"] }
    if summary.hasSuffix(".") { found.append("\(place): the summary ends with a full stop") }
    if summary.columns > 60 { found.append("\(place): the summary is wider than 60 columns") }
    if !verb.prefix(1).allSatisfy(\.isUppercase) {
      found.append("\(place): the summary does not begin with a capital")
    }
    if verb.hasSuffix("s") && !verb.hasSuffix("ss") || verb.hasSuffix("ing") {
      found.append("\(place): the summary is not imperative")
    }
    return found
  }

  private func exampleProblems(_ command: any Command.Type, _ place: String) -> [String] {
    command.examples.flatMap { example -> [String] in
      let stages = example.split { "|;&".contains($0) }.map { stage in
        stage.prefix { !"<>#".contains($0) }.split { $0 == " " }.map { String($0) }
      }
      let ours = stages.filter { $0.first == name }
      if ours.isEmpty { return ["\(place): the example does not call \(name): \(example)"] }
      return ours.compactMap { words -> String? in
        do throws(UsageError) {
          _ = try parse(Array(words.dropFirst()), into: GlobalOptions())
          return nil
        } catch {
          return "\(place): the example is refused: \(error.sentence)"
        }
      }
    }
  }

  private func globalClashes(_ form: some Form, _ place: String) -> [String] {
    let globals = GlobalOptions().parameters
    return form.parameters.filter { $0.kind != .argument }.flatMap { option -> [String] in
      let long = globals.contains { $0.name != nil && $0.name == option.name }
      let short = globals.contains { $0.short != nil && $0.short == option.short }
      return (long ? ["\(place): --\(option.name ?? "") is an option of every command"] : [])
        + (short ? ["\(place): -\(option.short ?? " ") is an option of every command"] : [])
    }
  }
}

/// What is wrong with the parameters of a form.
private func formProblems(_ form: some Form, _ place: String) -> [String] {
  let parameters = form.parameters
  let wrapped = Mirror(reflecting: form).children.compactMap {
    ($0.value as? any Declaration)?.projectedValue
  }
  var found: [String] = []
  if !wrapped.elementsEqual(parameters, by: ===) {
    found.append("\(place): parameters does not list the wrapped properties in their order")
  }
  let options = parameters.filter { $0.kind != .argument }
  let names = options.compactMap(\.name).map { "--\($0)" }
  let shorts = options.compactMap(\.short).map { "-\($0)" }
  found += repeated(names + shorts).map { "\(place) has two options \($0)" }
  found += repeated(parameters.filter { $0.kind == .argument }.map(\.label))
    .map { "\(place) has two arguments \($0)" }
  return found + parameters.flatMap { parameterProblems($0, place) } + orderProblems(form, place)
}

private func parameterProblems(_ parameter: Parameter, _ place: String) -> [String] {
  let label = "\(place): \(parameter.label)"
  var found: [String] = []
  if parameter.help.isEmpty { found.append("\(label) has no help") }
  if parameter.help.hasSuffix(".") { found.append("\(label): the help ends with a full stop") }
  if parameter.kind != .argument {
    if parameter.name == nil && parameter.short == nil {
      found.append("\(place): an option has no name")
    }
    if let name = parameter.name, !isName(name) || name.count < 2 {
      found.append("\(place): an option cannot be named --\(name)")
    }
    if let short = parameter.short, !short.isLetter || !short.isASCII {
      found.append("\(place): an option cannot be named -\(short)")
    }
  }
  if parameter.range != nil && !parameter.isNumeric {
    found.append("\(label) has a range and is no whole number")
  }
  if parameter.separator != nil && !parameter.isList {
    found.append("\(label) has a separator and is no list")
  }
  return found
}

private func orderProblems(_ form: some Form, _ place: String) -> [String] {
  let arguments = form.parameters.filter { $0.kind == .argument }
  return zip(arguments, arguments.dropFirst()).compactMap { before, after in
    if before.isList { return "\(place): \(after.label) stands after a list of arguments" }
    return before.minimum == 0 && after.minimum > 0
      ? "\(place): \(after.label) must be given and stands after one that may be missing" : nil
  }
}

private func isName(_ name: String) -> Bool {
  name.first.map { "a"..."z" ~= $0 } ?? false
    && name.allSatisfy { "a"..."z" ~= $0 || "0"..."9" ~= $0 || $0 == "-" }
}

/// The names that occur more than once, each once.
private func repeated(_ names: [String]) -> [String] {
  var seen: Set<String> = []
  var twice: [String] = []
  for name in names where !seen.insert(name).inserted && !twice.contains(name) {
    twice.append(name)
  }
  return twice
}
