/// Looks at the bytes of one document before they enter a store: shape, types, ranges, sizes.
///
/// Only an edit is checked. What arrives in a merge is carried as it is, so that an old program
/// never erases what a newer one wrote.
package struct Check: Sendable {
  /// The limits of the store.
  package var format: StoreFormat
  /// The parameters that presets have.
  package let table: ParameterTable
  /// Whether stamps are looked at: they are in a commit, not in an edit that is yet to be stamped.
  package let stamps: Bool
  /// Whether a register may be without one: what plain git left is stamped by the next sync.
  package var mayLackStamps = false
  /// The present time, to tell stamps that are far in the future; milliseconds since 1970, nil to let
  /// them be.
  package var now: Int64?
  /// What each device is, where its `device.json` says.
  package var products: [DeviceName: DeviceProduct] = [:]

  /// A check against these limits and parameters.
  package init(format: StoreFormat, table: ParameterTable, stamps: Bool) {
    self.format = format
    self.table = table
    self.stamps = stamps
  }

  /// Everything that is wrong with `bytes` as the document `kind`; empty when nothing is.
  package func findings(in bytes: [UInt8], as kind: DocumentKind) -> [Finding] {
    let reading = Reading(bytes, as: kind)
    var run = CheckRun(check: self, bytes: bytes, kind: kind)
    if let document = reading.document { run.look(at: document) }
    if let error = reading.error {
      run.findings.append(Finding(kind.path, error.position, error.reason))
    }
    run.lookForSecrets()
    return run.findings.sorted { ($0.position, $0.reason) < ($1.position, $1.reason) }
  }
}

/// One document being checked.
struct CheckRun {
  let check: Check
  let bytes: [UInt8]
  let kind: DocumentKind
  var findings: [Finding] = []

  init(check: Check, bytes: [UInt8], kind: DocumentKind) {
    self.check = check
    self.bytes = bytes
    self.kind = kind
  }

  /// Notes what is wrong with the value at `path`.
  mutating func note(_ path: [JSONStep], _ reason: String) {
    let position = JSONValue.position(of: path, in: bytes) ?? TextPosition(line: 1, column: 1)
    findings.append(Finding(kind.path, position, reason))
  }

  mutating func look(at document: Document) {
    switch kind {
    case .slot(let id): look(at: id, document)
    case .pins: lookAtPins()
    case .device(let name, let part): lookAtDevice(name, part, document)
    case .seedVersion:
      if SeedPlan.version(of: document.register) < 1 {
        note([.member("version")], "version: expected a whole number from 1")
      }
    case .format:
      for name: Text in ["format", "slots", "maxSlotBytes", "maxStoreBytes"] {
        if (document.rest[name]?.number?.int ?? 0) < 1 {
          note([.member(name)], "\(name.string): expected a whole number from 1")
        }
      }
    }
    if check.stamps { lookAtStamps(document) }
  }

  mutating func lookForSecrets() {
    guard let value = try? JSONValue.read(bytes) else { return }
    for (path, reason) in Secret.found(in: value) { note(path, reason) }
  }

  private mutating func lookAtPins() {
    let list = (try? JSONValue.read(bytes))?.object?["slots"]?.array ?? []
    for (index, id) in list.compactMap(\.text).enumerated()
    where SlotID(id: id.string).map({ $0.index >= check.format.slots }) ?? true {
      note(
        [.member("slots"), .index(index)],
        "\"\(id.string)\" is no slot, slots are slot-00 to slot-\(lastSlot)")
    }
  }

  var lastSlot: String { SlotID(check.format.slots - 1)?.number ?? "99" }

  private mutating func lookAtStamps(_ document: Document) {
    for (name, register) in document.registers.sorted(by: { $0.key < $1.key })
    where register.stamp == nil && !check.mayLackStamps {
      let path: [JSONStep] = [.member("written")] + (name == "" ? [] : [.member(name)])
      note(path, "\(name == "" ? "the document" : name.string) has no stamp that can be read")
    }
    guard let now = check.now else { return }
    let day: Int64 = 86_400_000
    for (name, register) in document.registers.sorted(by: { $0.key < $1.key }) {
      guard let stamp = register.stamp, stamp.milliseconds > now + day else { continue }
      note(
        [.member("written")] + (name == "" ? [] : [.member(name)]),
        "\(stamp) is more than a day in the future, look at the clock of \(stamp.replica.string)")
    }
  }
}

extension Document {
  /// What a device is, where this is its `device.json` and says so.
  package var product: DeviceProduct? {
    registers["product"]?.value?.text.flatMap { DeviceProduct(rawValue: $0.string) }
  }
}
