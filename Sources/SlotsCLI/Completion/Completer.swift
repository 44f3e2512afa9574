internal import SlotsModel

/// Answers what a word that is being typed may become, from the declarations and the store.
struct Completer {
  private let program: Program
  private let line: TypedLine
  private let word: String
  private let store: StoreWords

  /// - Parameters:
  ///   - words: the words after the program's name; the last one as far as it is typed
  ///   - open: the store of the folder that `-C` names, of this one for nil
  init(_ program: Program, _ words: [String], store open: (_ folder: String?) -> StoreWords) {
    self.program = program
    line = TypedLine(words.dropLast(), of: program)
    word = words.last ?? ""
    store = open(line.folder)
  }

  var completion: Completion {
    if line.isLost { return Completion() }
    if let option = line.awaiting, !Parser.isOption(word) { return values(of: option, after: "") }
    if !line.optionsEnded, word.hasPrefix("-") { return optionOrItsValue }
    guard line.form != nil else { return matching(commands(line.commands)) }
    if let argument = line.argument { return values(of: argument, after: "") }
    return line.optionsEnded ? Completion() : matching(options)
  }

  private func matching(_ candidates: [Candidate]) -> Completion {
    Completion(candidates: candidates).beginning(with: word)
  }

  private func commands(_ commands: [any Command.Type]) -> [Candidate] {
    commands.filter { $0.effect != .plumbing }.map { Candidate($0.name, $0.summary) }
  }

  /// The options once a hyphen is typed; before, those that come to mind first.
  private var options: [Candidate] {
    let ranks = line.openOptions
    let offered = word.isEmpty ? ranks.first { !$0.isEmpty } ?? [] : ranks.flatMap { $0 }
    return offered.map { Candidate($0.label, $0.explanation) }
  }

  private var optionOrItsValue: Completion {
    guard word.hasPrefix("--"), let equals = word.firstIndex(of: "=") else {
      return matching(options)
    }
    let label = String(word[..<equals])
    guard let option = line.options.first(where: { $0.label == label && $0.kind == .option })
    else { return Completion() }
    return values(of: option, after: label + "=")
  }

  /// The values of a parameter.
  /// - Parameter start: the beginning of the word that is no part of the value
  private func values(of parameter: Parameter, after start: String) -> Completion {
    var start = start
    if let separator = parameter.separator, let last = word.lastIndex(of: separator) {
      start = String(word[...last])
    }
    let typed = String(word.dropFirst(start.count))
    var found = Completion(candidates: parameter.choices.map { Candidate($0) })
    if parameter.choices.isEmpty {
      for kind in parameter.value.split(separator: "|") { add(String(kind), typed, to: &found) }
    }
    found.candidates = found.candidates.map { Candidate(start + $0.text, $0.description) }
    return found.beginning(with: word)
  }

  /// Adds what can stand for a value, by what stands for it in help.
  private func add(_ kind: String, _ typed: String, to found: inout Completion) {
    switch kind {
    case "NN", "ID": found.candidates += slots(typed)
    case "KEY": found.candidates += typed.isEmpty ? [] : store.keys()
    case "REV": found.candidates += revisions(typed)
    case "DEVICE":
      let given = typed.contains(",") ? [] : line.operands
      found.candidates += store.devices().filter { !given.contains($0.text) }
    case "FIELD=VALUE": found.candidates += fields(typed)
    case "NAME=VALUE": found.candidates += parameters(typed)
    case "PATH", "FILE": found.paths = .files
    case "DIR", "URL": found.paths = .folders
    case "COMMAND":
      let here = program.command(at: line.operands)?.children
      found.candidates += commands(here ?? (line.operands.isEmpty ? program.commands : []))
    default: break
    }
  }
}

extension Completer {
  /// The slots by number and by name, without those that are given already.
  private func slots(_ typed: String) -> [Candidate] {
    let given = line.operands.map { (id: SlotID(typed: $0), name: $0) }
    let open = store.slots().filter { slot in
      !given.contains { $0.id == slot.id || $0.id == nil && $0.name == slot.name }
    }
    let isLong = !typed.isEmpty && ("slot-".hasPrefix(typed) || typed.hasPrefix("slot-"))
    let numbers = open.map { slot in
      // What is typed may be a number already: 5, for 05.
      let isTyped = SlotID(typed: typed) == slot.id && !slot.id.number.hasPrefix(typed)
      let number = isLong ? slot.id.description : slot.id.number
      return Candidate(isTyped ? typed : number, slot.name ?? slot.state)
    }
    let names = Dictionary(grouping: store.slots().compactMap(\.name)) { $0 }
    let named = open.compactMap { slot -> Candidate? in
      guard let name = slot.name, names[name]?.count == 1, isTypeable(name) else { return nil }
      return Candidate(name, slot.id.description)
    }
    return numbers + named
  }

  /// Whether a word is read as a slot's name: not as a number or an option, and without what steers.
  private func isTypeable(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix("-") && SlotID(typed: name) == nil && name.visible == name
  }

  /// The commits by name; in a range the last one.
  private func revisions(_ typed: String) -> [Candidate] {
    guard let dots = typed.lastRange(of: "..") else { return store.revisions() }
    let start = typed[..<dots]
    return store.revisions().map { Candidate(start + $0.text, $0.description) }
  }

  /// The fields of the device that is named before; after the equals sign the values, where they are few.
  private func fields(_ typed: String) -> [Candidate] {
    let fields = store.fields(of: line.operands.first ?? "")
    guard let equals = typed.firstIndex(of: "=") else {
      return fields.map { Candidate("\($0.key.string)=", $0.kind.words) }
    }
    let name = String(typed[..<equals])
    let values: [String] =
      switch fields.first(where: { $0.key.string == name })?.kind {
      case .toggle: ["on", "off"]
      case .choice(let names): names
      default: []
      }
    return values.map { Candidate("\(name)=\($0)") }
  }

  /// The parameters that are not given yet; after the equals sign the values, where they are few.
  private func parameters(_ typed: String) -> [Candidate] {
    let table = store.parameters()
    if let equals = typed.firstIndex(of: "=") {
      let name = String(typed[..<equals])
      let values =
        switch table[Text(name)]?.kind {
        case .choice(let values): values.map(\.string)
        case .boolean: ["true", "false"]
        default: [String]()
        }
      return values.map { Candidate("\(name)=\($0)") }
    }
    let given = Set(line.operands.map { Text(String($0.prefix { $0 != "=" })) })
    return table.keys.filter { !given.contains($0) }.sorted().map { name in
      let row = table[name]
      return Candidate(
        "\(name.string)=", row.map { "\($0.kind)\($0.unit.string)" } ?? "")
    }
  }
}

extension String {
  /// The end of the last occurrence of two characters, as an index; nil where there is none.
  fileprivate func lastRange(of pair: String) -> Index? {
    var end = endIndex
    while end > startIndex {
      if self[..<end].hasSuffix(pair) { return end }
      end = index(before: end)
    }
    return nil
  }
}
