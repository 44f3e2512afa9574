internal import SlotsModel
internal import SlotsStore

/// `slots why`.
struct WhyCommand: SlotsCommand {
  static let name = "why"
  static let summary = "Explain how a key came to what it is"
  static let discussion = """
    From the write that stands back to the first one: who wrote it, when, what it replaced, which \
    writes of other replicas it beat in a merge, and by which rule. slots log NN has every version, \
    those of the losing sides too.
    """
  static let examples = [
    "slots why 5", "slots why pinned/slot-03", "slots why devices/stage/live/metro_vol",
  ]
  static let effect = Effect.reads

  @Argument("key", value: "NN|KEY", help: "the slot, or a key such as pinned/slot-03")
  var typed: String
  var parameters: [Parameter] { [$typed] }

  func run(in context: Context) throws -> ExitStatus {
    let store = try context.store()
    let view = try store.view()
    let key = try view.key(typed)
    let chain = try store.lineage(of: key)
    let here = try view.register(key)
    let isEdited = here?.value != chain.first?.register.value
    if context.globals.json {
      context.print([
        "key": .string(Text(key.description)), "edited": .bool(isEdited),
        "chain": .array(chain.map(json)),
      ])
      return .done
    }
    let console = context.console
    if isEdited {
      let change = KeyChange(key, from: chain.first?.register, to: here)
      console.print("edited here by hand, not committed yet: \(ChangeText(change).line)")
    }
    for version in chain { show(version, key, console) }
    if chain.isEmpty, !isEdited { console.note("\(key) was never written") }
    return .done
  }

  private func show(_ version: Version, _ key: Key, _ console: Console) {
    let change = ChangeText(KeyChange(key, from: version.previous, to: version.register))
    console.print(
      "\(Self.author(version.register), .strong) \(version.shortCommit, .faint) \(change.line)")
    if let previous = version.previous {
      console.print(
        "  replaced \(Self.author(previous)): \(version.register.rule(over: previous))")
    } else {
      console.print("  the first write")
    }
    for loser in version.beaten {
      let change = ChangeText(KeyChange(key, from: version.register, to: loser.register))
      let items = change.items.map(\.text).joined(separator: ", ")
      console.print(
        "  beat \(Self.author(loser.register)) \(String(loser.commit.prefix(10)), .faint) "
          + "with \(items): \(loser.rule), merged in \(String(loser.merge.prefix(10)), .faint)")
    }
  }

  private static func author(_ register: Register) -> String {
    register.stamp.map(Words.exactly) ?? "no stamp"
  }

  private func json(_ version: Version) -> JSONValue {
    func side(_ register: Register) -> JSONObject {
      [
        "value": register.value ?? .null, "replica": .string(register.stamp?.replica ?? ""),
        "written": register.stamp.map { .string(Text($0.description)) } ?? .null,
      ]
    }
    var object = side(version.register)
    object["commit"] = .string(Text(version.commit))
    if let previous = version.previous {
      var over = side(previous)
      over["rule"] = .string(Text(version.register.rule(over: previous)))
      object["over"] = .object(over)
    }
    object["beat"] = .array(
      version.beaten.map { loser in
        var beaten = side(loser.register)
        beaten["rule"] = .string(Text(loser.rule))
        beaten["commit"] = .string(Text(loser.commit))
        beaten["merge"] = .string(Text(loser.merge))
        return .object(beaten)
      })
    return .object(object)
  }
}
