import SlotsModel

/// Documents to normalise, short to spell.
enum NormaliseSample {
  static let slot = DocumentKind.samples[1]
  static let live = DocumentKind.device(DeviceName("stage"), .live)
  static let pins = DocumentKind.pins

  /// Times in milliseconds: what is in a history is from second 1, 2 and 3; commits are from second 9.
  static func stamp(_ second: Int64, _ replica: Text = "phone", counter: Int = 0) -> Stamp {
    Stamp(
      milliseconds: second * 1000, counter: counter, replica: replica, factoryVersion: 1)
  }

  /// An edit in a commit of second 9, or in the working tree.
  static func edit(at second: Int64 = 9, byHand: Bool = false) -> Edit {
    Edit(
      now: second * 1000, replica: byHand ? "pad" : "git:Jane Doe", factoryVersion: 2,
      trustsStamps: !byHand)
  }

  /// The stamp that `edit(at:)` gives.
  static func fresh(_ second: Int64 = 9, byHand: Bool = false, counter: Int = 0) -> Stamp {
    Stamp(
      milliseconds: second * 1000, counter: counter, replica: byHand ? "pad" : "git:Jane Doe",
      factoryVersion: 2)
  }

  /// A preset with one parameter.
  static func preset(_ speed: JSONValue, owned: Bool = true, _ stamp: Stamp?) -> Reading {
    .document(
      Document(
        slot,
        [
          "": Register(
            ["name": "Aurora", "params": ["speed": speed], "userOwned": .bool(owned)], stamp)
        ]))
  }

  static func cleared(stay: Bool = false, _ stamp: Stamp?) -> Reading {
    .document(Document(slot, ["": Register(.object(Slot.cleared(stay: stay).value), stamp)]))
  }

  static func device(_ registers: [Text: Register]) -> Reading {
    .document(Document(live, registers))
  }

  static func pinned(_ registers: [Text: Register]) -> Reading {
    .document(Document(.pins, registers))
  }

  static func unreadable(_ text: String, _ kind: DocumentKind = slot) -> Reading {
    Reading(Array(text.utf8), as: kind)
  }

  /// What an edge becomes whose parent is as the parent commit has it.
  static func edge(
    from parent: Reading?, to child: Reading?, _ edit: Edit = edit()
  ) -> Outcome {
    edge(raw: parent, parent: parent, to: child, edit)
  }

  /// What an edge becomes whose parent commit has `raw`, which was normalised to `parent`.
  static func edge(
    raw: Reading?, parent: Reading?, to child: Reading?, _ edit: Edit = edit()
  ) -> Outcome {
    let kind = [child, parent, raw].compactMap { $0?.document?.kind }.first ?? slot
    return Outcome(Normalised.edge(kind, child: child, raw: raw, parent: parent, edit: edit))
  }
}

/// What normalising gave, for comparing.
struct Outcome: Hashable {
  var reading: Reading?
  var wentMissing = false
  var error: DocumentError?

  init(reading: Reading?, wentMissing: Bool = false, error: DocumentError? = nil) {
    self.reading = reading
    self.wentMissing = wentMissing
    self.error = error
  }

  init(_ normalised: Normalised) {
    self.init(
      reading: normalised.reading, wentMissing: normalised.wentMissing, error: normalised.error)
  }
}
