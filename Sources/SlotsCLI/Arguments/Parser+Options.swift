extension Parser {
  mutating func readLong(_ word: String) throws(UsageError) {
    let text = word.dropFirst(2)
    let end = text.firstIndex(of: "=")
    let name = String(text[..<(end ?? text.endIndex)])
    let value = end.map { String(text[text.index(after: $0)...]) }
    guard let option = options.first(where: { $0.name == name }) else {
      throw unknownOption("--\(name)")
    }
    if option.kind == .flag, value != nil { throw problem(.unexpectedValue(option.label)) }
    try read(option, as: option.label, attached: value)
  }

  mutating func readShort(_ word: String) throws(UsageError) {
    var rest = word.dropFirst()
    while let short = rest.popFirst() {
      guard let option = options.first(where: { $0.short == short }) else {
        throw unknownOption("-\(short)", in: word)
      }
      if option.kind == .flag {
        try take("", into: option)
      } else {
        let value = rest.first == "=" ? rest.dropFirst() : rest
        try read(option, as: "-\(short)", attached: rest.isEmpty ? nil : String(value))
        return
      }
    }
  }

  private mutating func read(
    _ option: Parameter, as label: String, attached: String?
  ) throws(UsageError) {
    if option.kind == .option, option.times > 0, !option.isList {
      throw problem(.repeated(option.label))
    }
    if option.kind == .flag {
      try take("", into: option)
    } else if let attached {
      try take(attached, into: option)
    } else if let next = words.first, !Parser.isOption(next) {
      words.removeFirst()
      try take(next, into: option)
    } else {
      throw problem(.missingValue(label, next: words.first == "--" ? nil : words.first))
    }
  }

  /// Reads a word into a parameter, whose name goes into the error.
  func take(_ word: String, into parameter: Parameter) throws(UsageError) {
    do {
      try parameter.take(word)
    } catch {
      throw problem(.badValue(parameter.label, word, error))
    }
  }

  private func unknownOption(_ option: String, in word: String? = nil) -> UsageError {
    let names = options.compactMap(\.name).map { "--\($0)" }
    let owner = program.leaves.first { leaf in
      leaf.command.init().parameters.contains { $0.kind != .argument && $0.label == option }
    }
    if form == nil, let owner {
      return problem(.optionBeforeCommand(option, of: owner.path.spaced))
    }
    // A word such as -name is tried as a long name, too.
    guard let word, word.count > 2 else {
      return problem(.unknownOption(option, near: nearMisses(of: option, among: names)))
    }
    let near = nearMisses(of: "-\(word)", among: names)
    return problem(.unknownOption("\(option) in \(word)", near: near))
  }
}
