/// What taking a person's presets into a factory set would write: name, parameters and tag signal, without
/// owner and stamp; the version raised once.
package struct HarvestPlan: Sendable {
  /// A preset that is taken.
  package struct Crop: Sendable, Hashable {
    /// Where it was, and goes.
    package let slot: SlotID
    /// What it holds.
    package let preset: Slot
    /// Who wrote it, when.
    package let stamp: Stamp?

    /// A crop of its parts.
    package init(slot: SlotID, preset: Slot, stamp: Stamp?) {
      self.slot = slot
      self.preset = preset
      self.stamp = stamp
    }
  }

  /// Why a set cannot have a preset.
  package enum Refusal: Error, Sendable, Hashable {
    /// The set has fewer slots.
    case noSlot(SlotID, count: Int)
    /// The slot has the set's default already.
    case untouched(SlotID, name: String)
    /// Parameters that the set does not know, or that are out of their range.
    case invalid([String])
    /// The set's version is the last one.
    case lastVersion
  }

  /// The version of the set then.
  package let version: Int
  /// The files that change, by name, with the presets among them.
  package private(set) var files: [(name: String, bytes: [UInt8])] = []
  /// What changes in the set, from the old default to the new one.
  package private(set) var changes: [KeyChange] = []
  /// A commit message that says where each default came from.
  package private(set) var message = ""

  /// Plans to take presets into `factory`.
  ///
  /// - Parameters:
  ///   - pins: the pins that the set gets; nil to leave its own.
  ///   - now: milliseconds since 1970, for the set's date.
  /// - Throws: `Refusal`.
  package init(
    _ crops: [Crop], pins: [SlotID]?, into factory: Factory, now: Int64
  ) throws(Refusal) {
    guard factory.version < Stamp.lastFactoryVersion else { throw .lastVersion }
    version = factory.version + 1
    let check = Check(
      format: StoreFormat(slots: factory.slots), table: factory.table, stamps: false)
    var reasons: [String] = []
    for crop in crops {
      guard crop.slot.index < factory.slots else {
        throw .noSlot(crop.slot, count: factory.slots)
      }
      let old = factory.presets[crop.slot]
      // What a set has of a preset; members of other programs are the person's.
      var object: JSONObject = [
        "name": .string(crop.preset.name), "params": .object(crop.preset.params),
      ]
      object["tagSignal"] = crop.preset.tagSignal.map { .string($0) }
      guard old?.preset != object else {
        throw .untouched(crop.slot, name: crop.preset.name.string)
      }
      let bytes = JSONValue.object(object).canonicalBytes
      let unknown = crop.preset.params.members.map(\.name).filter {
        factory.table.parameters[$0] == nil
      }
      let findings = check.findings(in: bytes, as: .slot(crop.slot)).map(\.reason)
      reasons += findings.map { "\(crop.slot): \($0)" }
      if !factory.table.parameters.isEmpty {
        reasons += unknown.map { "\(crop.slot): \($0.string) is no parameter of the set" }
      }
      files.append((crop.slot.fileName, bytes))
      changes.append(
        KeyChange(
          .slot(crop.slot), from: old.map { Register(.object($0.value), nil) },
          to: Register(.object(object), nil)))
    }
    guard reasons.isEmpty else { throw .invalid(reasons) }
    var head = factory.head
    head["version"] = .number(JSONNumber(version))
    head["date"] = .string(Text(CalendarTime(max(now, factory.date)).text))
    if let pins {
      head["pins"] = .array(pins.sorted().map { .string(Text($0.description)) })
      changes += Self.pinChanges(from: factory.pins, to: pins)
    }
    files.append(("factory.json", JSONValue.object(head).canonicalBytes))
    message = Self.message(version, crops)
  }

  private static func pinChanges(from old: [SlotID], to new: [SlotID]) -> [KeyChange] {
    func change(_ id: SlotID, _ isPinned: Bool) -> KeyChange {
      KeyChange(
        .pin(Text(id.description)), from: Register(isPinned ? nil : true, nil),
        to: Register(isPinned ? true : nil, nil))
    }
    let (before, after) = (Set(old), Set(new))
    return after.subtracting(before).sorted().map { change($0, true) }
      + before.subtracting(after).sorted().map { change($0, false) }
  }

  private static func message(_ version: Int, _ crops: [Crop]) -> String {
    let names = crops.map { "\($0.slot) \($0.preset.name.string)" }.map(Visible.line)
    let origins = zip(names, crops).map { name, crop in
      "\(name): by \(crop.stamp?.replica.string ?? "nobody"), \(crop.stamp?.description ?? "no stamp")"
    }
    let more = names.count > 3 ? " and \(names.count - 3) more" : ""
    return "factory version \(version): \(names.prefix(3).joined(separator: ", "))\(more)\n\n"
      + origins.map { Visible.line($0) + "\n" }.joined()
  }
}
