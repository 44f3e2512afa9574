internal import SlotsModel
internal import SlotsStore

/// `slots edit`.
struct EditCommand: SlotsCommand {
  static let name = "edit"
  static let summary = "Edit a slot in your editor"
  static let discussion = """
    Opens the preset, without what the store keeps for itself, in VISUAL or EDITOR. What is saved is \
    checked; when it is not valid, it can be edited again, with a line that begins with # where \
    something is wrong. Such lines are not read. A file that did not change writes nothing.
    """
  static let examples = ["slots edit 5"]
  static let effect = Effect.writes

  @Argument("slot", value: "NN", help: "the slot: 5, 05, slot-05 or its name") var slot: String
  var parameters: [Parameter] { [$slot] }

  func run(in context: Context) throws -> ExitStatus {
    let store = try context.store()
    let view = try store.view()
    let id = try view.slotID(slot)
    let opened = try view.register(.slot(id))
    let empty: JSONObject = ["name": "", "params": [:]]
    let before = JSONValue.object(try view.filled(id)?.preset ?? empty).canonicalBytes
    let editor = try editor(context, id)
    let draft = try Draft(before, called: id.fileName, in: context.temporaryFolder)
    defer { draft.remove() }
    while true {
      let failure: Failure
      do {
        try draft.open(editor)
        let bytes = try draft.read()
        if bytes == before {
          context.console.note("nothing changed")
          return .done
        }
        return context.tell(try save(bytes, at: id, over: opened, store, context))
      } catch let error as Invalid {
        failure = error.failure
        try draft.mark(error.findings)
      } catch {
        failure = Failure(error)
      }
      failure.show(on: context.console)
      guard context.console.ask("edit it again?", yesAnswers: false) == .yes else {
        try keep(draft, unless: before, id, context)
        return failure.status
      }
    }
  }

  private func editor(_ context: Context, _ id: SlotID) throws -> String {
    let named = [context.environment["VISUAL"], context.environment["EDITOR"]]
    if let editor = named.compactMap({ $0 }).first(where: { !$0.isEmpty }) { return editor }
    guard context.console.canAsk else {
      throw CommandError(
        "edit: there is no terminal to edit on", hint: "slots set \(id.number) speed=0.7",
        status: .usage)
    }
    return "vi"
  }

  /// What is wrong with the text, and where.
  private struct Invalid: Error {
    let findings: [Finding]
    let failure: Failure

    init(_ findings: [Finding]) {
      self.findings = findings
      failure = Failure(StoreError.invalid(findings))
    }
  }

  private func save(
    _ bytes: [UInt8], at id: SlotID, over opened: Register?, _ store: Store, _ context: Context
  ) throws -> EditReport {
    let preset: Slot
    do throws(DocumentError) {
      preset = try context.preset(bytes, named: nil)
    } catch {
      throw Invalid([Finding(id.fileName, error.position, error.reason)])
    }
    let findings = try store.check(stamps: false).findings(of: preset, at: id, in: bytes)
    guard findings.isEmpty else { throw Invalid(findings) }
    do {
      return try store.save(preset, into: id.number, overwrites: true, over: opened)
    } catch StoreError.changedMeanwhile(let id, let replica) {
      let question: Line = "\(id) was written by \(replica) meanwhile; replace that?"
      guard context.console.ask(question) == .yes else {
        throw StoreError.changedMeanwhile(id, by: replica)
      }
      return try store.save(preset, into: id.number, overwrites: true)
    }
  }

  /// Nothing that was typed is lost.
  private func keep(
    _ draft: Draft, unless before: [UInt8], _ id: SlotID, _ context: Context
  ) throws {
    guard try draft.read() != before else { return }
    try draft.keep()
    context.console.hint(
      "slots save \(id.number) --file \(draft.path) takes it once it is corrected")
  }
}
